/* The choices and the observations of a learner in a deal: the compiled twin of envs/_menu.py, envs/_observation.py and
 * game/_amounts.py. */
#ifndef SVARA_LEARN_DEALS_H
#define SVARA_LEARN_DEALS_H

#include "play_deals.h"

#define SVARA_CHOICES 17
#define SVARA_FEATURES 41    /* before the six of each seat */
#define SVARA_FIRST_BLIND 5  /* in CHOICES; the plain actions come first, in the order of the kinds */
#define SVARA_FIRST_BET 9
#define SVARA_FIRST_RAISE 13

enum { SVARA_LEGAL, SVARA_ILLEGAL, SVARA_TOO_MUCH }; /* the results of svara_check */

/* A deal, and the choices of the seat whose turn it is, a bit each. What svara_check reads comes first. */
typedef struct {
    uint32_t choices;
    svara_deal deal;
} svara_row;

/* The arrays that show a row to Python, which owns the arrays and may write to them; they are never read here. */
typedef struct {
    float *observation;
    uint8_t *action_mask, *hands, *terminations;
    int8_t *seat, *dealer;
    int32_t *svaras;
    double *rewards;
} svara_arrays;

/* The total that one of the four sizes of a blind, a bet or a raise comes to; it may be illegal. */
static inline int64_t svara_sized(const svara_deal *deal, int size) {
    int64_t matched = deal->legal >> SVARA_CALL & 1 ? deal->asked : deal->level;
    int64_t pot = deal->pot + matched - deal->totals[deal->turn];
    switch (size) {
    case 0: return deal->low;
    case 1: return matched + (pot + 1) / 2;
    case 2: return matched + pot;
    default: return deal->high;
    }
}

/* The legal choices; a size is left out that comes to the same total as a smaller one. */
static inline uint32_t svara_menu(const svara_deal *deal) {
    uint32_t choices = deal->legal & ((1u << SVARA_PAY) - 1);
    int first = deal->phase == SVARA_BLIND ? SVARA_FIRST_BLIND : deal->level ? SVARA_FIRST_RAISE : SVARA_FIRST_BET;
    int64_t totals[4];
    for (int size = 0; size < 4 && deal->legal >> SVARA_PAY & 1; size++) {
        int differs = 1;
        totals[size] = svara_sized(deal, size);
        for (int smaller = 0; smaller < size; smaller++)
            differs &= totals[smaller] != totals[size];
        if (differs && totals[size] >= deal->low && totals[size] <= deal->high)
            choices |= 1u << (first + size);
    }
    return choices;
}

/* Shows the view of the seat whose turn it is, and what it can choose. Quotients are rounded to floats last, as in Python. */
static inline void svara_show(const svara_table *table, svara_row *row, ptrdiff_t number,
                              const svara_arrays *arrays) {
    const svara_deal *deal = &row->deal;
    int seats = table->seats, own = deal->turn, seen = deal->phase != SVARA_BLIND && deal->players >> own & 1;
    float *next, *features = arrays->observation + number * (SVARA_FEATURES + 6 * seats);
    uint8_t *mask = arrays->action_mask + number * SVARA_CHOICES;
    uint32_t claims = deal->winners | deal->joined;
    memset(features, 0, SVARA_FEATURES * sizeof *features);
    for (int card = 0; card < 3 * seen; card++)
        features[deal->hands[own][card]] = 1;
    features[32] = seen ? (float)(deal->points[own] / 34.0) : 0;
    features[33 + deal->phase] = 1;
    features[37] = deal->carried;
    features[38] = (float)((double)deal->pot / (double)(deal->pot + deal->stake));
    if (deal->legal & (1 << SVARA_CALL | 1 << SVARA_JOINS)) {
        int64_t cost = deal->asked - (deal->phase == SVARA_OPEN ? deal->totals[own] : 0);
        features[39] = (float)((double)cost / (double)(deal->pot + cost));
    }
    features[40] = (float)((double)deal->blind / (double)deal->stake);
    next = features + SVARA_FEATURES;
    for (int step = 0, seat = own; step < seats; step++, seat = seat + 1 < seats ? seat + 1 : 0) {
        int64_t behind = deal->chips[seat] - deal->totals[seat];
        *next++ = deal->remaining >> seat & 1;
        *next++ = (float)((double)deal->totals[seat] / (double)deal->stake);
        *next++ = behind < deal->stake ? (float)((double)behind / (double)deal->stake) : 1;
        *next++ = seat == deal->dealer;
        *next++ = seat == deal->leader;
        *next++ = claims >> seat & 1;
    }
    row->choices = svara_menu(deal);
    for (int choice = 0; choice < SVARA_CHOICES; choice++)
        mask[choice] = row->choices >> choice & 1;
    arrays->seat[number] = deal->turn;
    arrays->dealer[number] = deal->dealer;
    memcpy(arrays->hands + number * 3 * seats, deal->hands, 3 * seats);
}

/* Begins a new deal in a row. */
static void svara_deal_row(const svara_table *table, svara_row *row, ptrdiff_t number,
                           const svara_arrays *arrays) {
    svara_begin_anew(table, &row->deal);
    svara_show(table, row, number, arrays);
}

/* The total of a choice: of a blind, a bet, a raise or a call, or the fee of a svara. */
static inline int64_t svara_total(const svara_deal *deal, int choice) {
    return choice < SVARA_FIRST_BLIND ? deal->asked : svara_sized(deal, (choice - SVARA_FIRST_BLIND) % 4);
}

/* Whether a choice is legal, and does not make the pot too large to count. */
static inline int svara_check(const svara_row *row, int64_t choice) {
    const svara_deal *deal = &row->deal;
    int64_t total = choice < SVARA_FIRST_BLIND ? deal->asked : deal->high, left = SVARA_MOST_CHIPS - deal->pot;
    if (choice < 0 || choice >= SVARA_CHOICES || !(row->choices >> choice & 1))
        return SVARA_ILLEGAL;
    if (total < left || choice == SVARA_LOOK || choice == SVARA_FOLD || choice == SVARA_DECLINE)
        return SVARA_LEGAL;
    total = svara_total(deal, (int)choice) - (choice == SVARA_JOINS ? 0 : deal->totals[deal->turn]);
    return total < left ? SVARA_LEGAL : SVARA_TOO_MUCH;
}

/* Takes a choice in a row, which svara_check has found to be legal. A deal that is over is followed by a new one. */
static void svara_step_row(const svara_table *table, svara_row *row, ptrdiff_t number, int choice,
                           const svara_arrays *arrays) {
    svara_deal *deal = &row->deal;
    double *rewards = arrays->rewards + number * table->seats;
    int kind = choice < SVARA_FIRST_BLIND ? choice : SVARA_PAY, ended;
    memset(rewards, 0, table->seats * sizeof *rewards);
    svara_act(table, deal, kind, svara_total(deal, choice));
    ended = svara_over(table, deal, rewards);
    arrays->terminations[number] = (uint8_t)ended;
    arrays->svaras[number] = deal->svaras;
    if (ended)
        svara_begin_anew(table, deal);
    svara_show(table, row, number, arrays);
}

#endif
