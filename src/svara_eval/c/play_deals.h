/* The rules of a deal (B1-B13, D9-D20, D24): the compiled twin of game/_rules.py, in its order. A svara belongs to its deal.
 *
 * The amounts are whole chips below 2**53, and something always bounds the bets. Sets of seats are bits.
 */
#ifndef SVARA_PLAY_DEALS_H
#define SVARA_PLAY_DEALS_H

#include <string.h>

#include "random_deals.h"

#define SVARA_SEATS 10
#define SVARA_NO_HAND 0xFF
#define SVARA_MOST_CHIPS ((int64_t)1 << 53) /* a double is exact below it */
#define SVARA_NO_BOUND ((int64_t)1 << 62)   /* the limit of a table without one, and each stack of one without stacks */

enum { SVARA_BLIND, SVARA_OPEN, SVARA_JOIN, SVARA_OVER };                          /* the phases, as in PHASES */
enum { SVARA_LOOK, SVARA_FOLD, SVARA_CALL, SVARA_JOINS, SVARA_DECLINE, SVARA_PAY }; /* PAY: a blind, a bet or a raise */

/* The start that all deals share. */
typedef struct {
    int64_t ante, min_bet, min_raise, limit, max_blind_multiple;
    int64_t stacks[SVARA_SEATS]; /* before the ante */
    int fee_is_pot;              /* the fee of a svara is the whole pot (D24) */
    int split;                   /* a deal ends at a tie, and the pot is split: a shortcut, against the rules (D18) */
    int seats;
} svara_table;

/* A deal between two actions. */
typedef struct {
    int64_t pot, level, blind, fee;             /* the pot in play, the highest total, the last blind, and the svara's fee */
    int64_t stake;                              /* the highest total that a player can reach, which learners measure by */
    int64_t asked, low, high;                   /* what a call or joining takes; the bounds of a blind, a bet or a raise */
    int64_t totals[SVARA_SEATS];                /* the chips each seat has put in during this deal's betting, */
    int64_t chips[SVARA_SEATS];                 /* and the chips it has for it: its total plus its stack */
    svara_random random;
    uint16_t players, remaining, winners;       /* those dealt in, those who have not folded, those with the best points */
    uint16_t asking, joined;                    /* those who are still asked to join the svara, and those who have joined */
    uint8_t hands[SVARA_SEATS][3], points[SVARA_SEATS];
    uint8_t phase, legal, paid, carried;        /* `legal` has a bit for each kind of action; `carried`: this is a svara */
    int8_t turn, dealer, leader;                /* the seat that acts, that deals, that made the last blind, bet or raise */
    uint32_t svaras;                            /* the svaras played so far for the antes of this deal */
} svara_deal;

static void svara_pass_on(const svara_table *table, svara_deal *deal, int seat);
static int64_t svara_highest_total(const svara_table *table, const svara_deal *deal);
static void svara_blind_options(const svara_table *table, svara_deal *deal, int64_t bound);
static void svara_open_options(const svara_table *table, svara_deal *deal, int64_t bound);
static void svara_end(const svara_table *table, svara_deal *deal);

static inline int svara_count(uint32_t seats) {
    int count = 0;
    for (; seats; seats &= seats - 1)
        count++;
    return count;
}

/* The next of some seats clockwise from one, itself the last; -1 if there is none. */
static inline int svara_clockwise(int seats, uint32_t among, int after) {
    for (int step = 1; step <= seats; step++) {
        int seat = after + step < seats ? after + step : after + step - seats;
        if (among >> seat & 1)
            return seat;
    }
    return -1;
}

static inline int64_t svara_at_most(int64_t amount, int64_t bound) { /* the amount, cut down to E (D19) */
    return amount < bound ? amount : bound;
}

/* The limit or the second largest stack, whichever is less: nobody can bet more than that (D19). */
static int64_t svara_stake(const svara_table *table, const int64_t *stacks) {
    int64_t first = 1, second = 1;
    for (int seat = 0; seat < table->seats; seat++) {
        int64_t least = svara_at_most(stacks[seat], first);
        first += stacks[seat] - least;
        second = least > second ? least : second;
    }
    return svara_at_most(second, table->limit);
}

/* Deals to `players`, who have paid the ante or, in a svara, the carried pot. */
static void svara_begin(const svara_table *table, svara_deal *deal, uint32_t players, int dealer, const int64_t *stacks) {
    uint8_t cards[3 * SVARA_SEATS], *next = cards;
    svara_sample_deals(&deal->random, cards, 1, svara_count(players));
    for (int seat = 0; seat < table->seats; seat++) {
        memset(deal->hands[seat], SVARA_NO_HAND, 3);
        deal->points[seat] = 0;
        deal->totals[seat] = 0;
        if (players >> seat & 1) {
            memcpy(deal->hands[seat], next, 3);
            deal->points[seat] = svara_points[svara_index(next[0], next[1], next[2])];
            next += 3;
        }
    }
    deal->players = deal->remaining = (uint16_t)players;
    deal->dealer = (int8_t)dealer;
    deal->carried = stacks != table->stacks;
    deal->phase = SVARA_BLIND;
    deal->level = deal->blind = deal->fee = 0;
    deal->winners = deal->asking = deal->joined = 0;
    deal->paid = 0;
    deal->leader = -1;
    deal->stake = svara_stake(table, stacks);
    svara_pass_on(table, deal, dealer);
}

/* Takes a legal action, for a blind, a bet, a raise or a call to the total `to`. */
static void svara_act(const svara_table *table, svara_deal *deal, int kind, int64_t to) {
    int seat = deal->turn, left_of = seat;
    switch (kind) {
    case SVARA_LOOK: /* ends the blind betting, and the same seat acts first (B4, B5) */
        deal->phase = SVARA_OPEN;
        left_of = seat - 1;
        break;
    case SVARA_PAY:
        deal->leader = (int8_t)seat;
        if (deal->phase == SVARA_BLIND)
            deal->blind = to;
        /* fallthrough */
    case SVARA_CALL:
        deal->pot += to - deal->totals[seat];
        deal->totals[seat] = deal->level = to;
        deal->paid = deal->phase == SVARA_OPEN;
        break;
    case SVARA_FOLD:
        deal->remaining &= ~(1u << seat);
        break;
    case SVARA_JOINS:
        deal->joined |= 1u << seat;
        deal->chips[seat] -= deal->fee;
        deal->pot += deal->fee; /* D17 */
        break;
    case SVARA_DECLINE:
        break;
    }
    svara_pass_on(table, deal, left_of);
}

/* Passes the turn to the next seat left of one that is to act, or ends the betting. */
static void svara_pass_on(const svara_table *table, svara_deal *deal, int left_of) {
    if (!deal->winners) {
        int64_t bound = svara_highest_total(table, deal);
        uint32_t to_act = deal->remaining;
        for (int seat = 0; deal->paid && seat < table->seats; seat++)
            if (deal->totals[seat] == deal->level)
                to_act &= ~(1u << seat);
        if (svara_count(deal->remaining) == 1 || !bound) /* with E at 0 there is no betting (D19) */
            to_act = 0;
        deal->turn = (int8_t)svara_clockwise(table->seats, to_act, left_of);
        if (deal->turn < 0)
            svara_end(table, deal);
        else if (deal->phase == SVARA_BLIND)
            svara_blind_options(table, deal, bound);
        else
            svara_open_options(table, deal, bound);
    }
    if (deal->winners) {
        deal->turn = (int8_t)svara_clockwise(table->seats, deal->asking, deal->dealer); /* D16 */
        deal->phase = deal->turn < 0 ? SVARA_OVER : SVARA_JOIN;
        deal->legal = deal->turn < 0 ? 0 : 1 << SVARA_JOINS | 1 << SVARA_DECLINE;
        deal->asked = deal->fee;
        if (deal->turn >= 0)
            deal->asking &= ~(1u << deal->turn);
    }
}

/* E: the highest total that anyone may reach now (D19). */
static int64_t svara_highest_total(const svara_table *table, const svara_deal *deal) {
    int64_t bound = table->limit;
    for (int seat = 0; seat < table->seats; seat++)
        if (deal->remaining >> seat & 1)
            bound = svara_at_most(deal->chips[seat], bound);
    return bound;
}

/* Finds the options in the blind betting. A blind is never cut down to E (D19). */
static void svara_blind_options(const svara_table *table, svara_deal *deal, int64_t bound) {
    int64_t level = deal->level, multiple = table->max_blind_multiple;
    deal->low = table->min_bet; /* D10 */
    deal->high = bound;
    if (level) {
        deal->low = 2 * level;
        deal->high = level <= bound / multiple ? multiple * level : bound; /* B3, D11 */
    }
    deal->legal = 1 << SVARA_LOOK | (deal->low <= bound) << SVARA_PAY;
}

/* Finds the options in the open betting. Calls, bets and raises are cut down to E (D19). */
static void svara_open_options(const svara_table *table, svara_deal *deal, int64_t bound) {
    deal->high = bound;
    if (!deal->level) {
        deal->low = svara_at_most(table->min_bet, bound); /* B5 */
        deal->legal = 1 << SVARA_FOLD | 1 << SVARA_PAY;
        return;
    }
    deal->asked = deal->paid ? deal->level : svara_at_most(2 * deal->level, bound); /* B6 */
    deal->low = svara_at_most(deal->asked + table->min_raise, bound);               /* D14 */
    deal->legal = 1 << SVARA_FOLD | 1 << SVARA_CALL | (deal->asked < bound) << SVARA_PAY;
}

/* Ends the betting by folds, a showdown or a tie. */
static void svara_end(const svara_table *table, svara_deal *deal) {
    int best = 0;
    deal->winners = deal->remaining; /* B8, B10 */
    for (int seat = 0; seat < table->seats; seat++)
        if (deal->remaining >> seat & 1 && deal->points[seat] > best)
            best = deal->points[seat];
    for (int seat = 0; seat < table->seats; seat++)
        if (deal->points[seat] != best)
            deal->winners &= ~(1u << seat); /* B9 */
    int tied = svara_count(deal->winners);
    if (tied == 1)
        return;
    deal->fee = table->fee_is_pot ? deal->pot : (deal->pot + tied - 1) / tied; /* D24, D16 */
    for (int seat = 0; seat < table->seats; seat++)
        if (!(deal->winners >> seat & 1) && deal->chips[seat] - deal->totals[seat] >= deal->fee) /* D19 */
            deal->asking |= 1u << seat;                                                         /* B11 */
}

/* The svara that follows a tie: nobody pays an ante (D15), and the deal passes to the next seat that is in it (D17). */
static void svara_begin_svara(const svara_table *table, svara_deal *deal) {
    uint32_t players = deal->winners | deal->joined;
    for (int seat = 0; seat < table->seats; seat++)
        deal->chips[seat] -= deal->totals[seat];
    deal->svaras++;
    svara_begin(table, deal, players, svara_clockwise(table->seats, players, deal->dealer), deal->chips);
}

/* A deal with antes (B1), and a dealer drawn at random. */
static void svara_begin_anew(const svara_table *table, svara_deal *deal) {
    int dealer = (int)svara_place(&deal->random, (uint32_t)table->seats);
    for (int seat = 0; seat < table->seats; seat++)
        deal->chips[seat] = table->stacks[seat] - table->ante;
    deal->pot = table->seats * table->ante;
    deal->svaras = 0;
    svara_begin(table, deal, (1u << table->seats) - 1, dealer, table->stacks);
}

/* Plays the svaras in which nobody can bet. Returns whether the deal is over, with what each seat has won or lost. */
static int svara_over(const svara_table *table, svara_deal *deal, double *rewards) {
    int tied = svara_count(deal->winners);
    while (deal->phase == SVARA_OVER && tied > 1 && !table->split) {
        svara_begin_svara(table, deal);
        tied = svara_count(deal->winners);
    }
    if (!tied || (tied > 1 && !table->split))
        return 0;
    for (int seat = 0; seat < table->seats; seat++) {
        rewards[seat] = (double)(deal->chips[seat] - deal->totals[seat] - table->stacks[seat]);
        if (deal->winners >> seat & 1)
            rewards[seat] += (double)deal->pot / tied;
    }
    return 1;
}

#endif
