/* Simulated odds: random deals of an odds question, and how the hero does in them. */
#ifndef SVARA_SIMULATE_ODDS_H
#define SVARA_SIMULATE_ODDS_H

#include "lookup.h"
#include "random_deals.h"

typedef struct {
    const uint8_t *hands;    /* the hands that the player may hold, three cards each, */
    uint32_t count;          /* how many there are, */
    const uint8_t *may_hold; /* the same as a boolean for each of the 4960 hands, */
    const uint32_t *ends;    /* and the running sums of their weights, or NULL if all are alike */
} svara_player;

typedef struct {
    int points;                   /* the hero's; -1 if the first bound player is the hero */
    int free;                     /* the number of opponents who may hold any hand */
    int bound;                    /* the number of players who hold one of certain hands: */
    svara_player players[10];     /* these */
    int jointly;                  /* deal to the bound players and check, instead of drawing from their hands */
    uint8_t deck[32];             /* the cards that are left */
    int left;
    int64_t tries;                /* for one deal, at most */
    const volatile uint8_t *stop; /* nonzero once the caller has given up */
} svara_question;

/* The places of the three cards of each hand in a deck, a byte each, highest first. In index order, so the hands among the
 * first `left` places come first; svara_hands_among[left] is their number. */
static uint32_t svara_places[4960];
static uint32_t svara_hands_among[33];

/* Fills the tables of this header and of lookup.h. Filling them again changes nothing. */
static void svara_fill_simulation_tables(void) {
    uint32_t hand = 0;
    svara_fill_tables();
    for (int third = 0; third < 32; third++) {
        for (int second = 0; second < third; second++)
            for (int first = 0; first < second; first++)
                svara_places[hand++] = (uint32_t)(third | second << 8 | first << 16);
        svara_hands_among[third + 1] = hand;
    }
}

/* Takes the hand of a number from the first `left` cards of a deck, and fills its places from the end of those. Returns the
 * place of the hand in svara_cube. */
static SVARA_INLINE uint32_t svara_take(uint8_t *deck, int left, uint64_t hand) {
    uint32_t places = svara_places[hand], third = places & 255, second = places >> 8 & 255, first = places >> 16;
    uint32_t cards = deck[third] | deck[second] << 5 | deck[first] << 10;
    deck[third] = deck[left - 1];
    deck[second] = deck[left - 2];
    deck[first] = deck[left - 3];
    return cards;
}

static inline uint32_t svara_set_of(uint32_t hand) {
    return 1u << (hand & 31) | 1u << (hand >> 5 & 31) | 1u << (hand >> 10);
}

/* Simulates one opponent, four hands from each draw. For each hand they may hold, `outcomes` has 1 if the hero beats it,
 * 1 << 32 if it ties, and 0 if it beats the hero. Fewer than 2**32 deals. */
static void svara_simulate_one(svara_random *random, const uint64_t *outcomes, uint32_t hands, int64_t deals,
                               uint64_t *counts) {
    uint64_t sum = 0, product = (uint64_t)hands * hands * hands * hands;
    int64_t deal = 0;
    for (; deal + 4 <= deals; deal += 4) {
        uint64_t rest, a, b, c, d;
        do {
            rest = svara_random_bits(random);
            a = svara_multiplied(&rest, hands);
            b = svara_multiplied(&rest, hands);
            c = svara_multiplied(&rest, hands);
            d = svara_multiplied(&rest, hands);
        } while (rest < product && rest < (0 - product) % product);
        sum += outcomes[a] + outcomes[b] + outcomes[c] + outcomes[d];
    }
    for (; deal < deals; deal++)
        sum += outcomes[svara_place(random, hands)];
    counts[0] += sum & 0xFFFFFFFFu;
    counts[1] += sum >> 32;
    counts[2] += (uint64_t)deals - (sum & 0xFFFFFFFFu) - (sum >> 32);
}

/* Deals to the free opponents, two from each draw, until one beats the hero. Returns the number of ties, or `beaten` if one
 * does. The outcome of the two is found without a branch, which would be unpredictable. */
static SVARA_INLINE int svara_free_ties(svara_random *random, uint8_t *deck, int left, int opponents, int points,
                                        int beaten) {
    int ties = 0, beats = 0;
    for (; opponents > 1 && !beats; opponents -= 2, left -= 6) {
        uint64_t rest, one, other, hands = svara_hands_among[left], others = svara_hands_among[left - 3];
        int first, second;
        do {
            rest = svara_random_bits(random);
            one = svara_multiplied(&rest, hands);
            other = svara_multiplied(&rest, others);
        } while (rest < hands * others && rest < (0 - hands * others) % (hands * others));
        first = svara_cube[svara_take(deck, left, one)];
        second = svara_cube[svara_take(deck, left - 3, other)];
        beats = (first > points) | (second > points);
        ties += (first == points) + (second == points);
    }
    if (opponents && !beats) {
        int last = svara_cube[svara_take(deck, left, svara_place(random, svara_hands_among[left]))];
        beats = last > points;
        ties += last == points;
    }
    return beats ? beaten : ties;
}

/* A random hand of a player, as likely as its weight says, as its place in svara_cube. */
static inline uint32_t svara_drawn(svara_random *random, const svara_player *player) {
    uint32_t low = 0, high = player->count - 1, place;
    const uint8_t *hand;
    if (player->ends) {
        place = svara_place(random, player->ends[high]);
        while (low < high) { /* the first hand whose running sum is above the place */
            uint32_t middle = (low + high) / 2;
            if (player->ends[middle] > place)
                high = middle;
            else
                low = middle + 1;
        }
    } else {
        low = svara_place(random, player->count);
    }
    hand = player->hands + 3 * low;
    return hand[0] | hand[1] << 5 | hand[2] << 10;
}

/* Finds hands for the bound players, all combinations as likely as they should be. Either deals to all of them from the deck
 * until each may hold their hand, or draws a hand for each until no two share a card. Returns the set of their cards, or 0
 * if the tries run out. */
static inline uint32_t svara_bound_hands(svara_random *random, const svara_question *question, uint8_t *deck,
                                         uint32_t hands[10]) {
    for (int64_t tries = question->tries; tries > 0; tries--) {
        uint32_t seen = 0;
        int number = 0, left = question->left;
        memcpy(deck, question->deck, sizeof question->deck);
        for (; number < question->bound; number++, left -= 3) {
            const svara_player *player = question->players + number;
            uint32_t hand = question->jointly ? svara_take(deck, left, svara_place(random, svara_hands_among[left]))
                                              : svara_drawn(random, player);
            if (question->jointly ? !player->may_hold[svara_index(hand & 31, hand >> 5 & 31, hand >> 10)]
                                  : seen & svara_set_of(hand))
                break;
            hands[number] = hand;
            seen |= svara_set_of(hand);
        }
        if (number == question->bound)
            return seen;
    }
    return 0;
}

/* Adds up the outcomes of `deals` random deals: counts[j] that nobody beats the hero and j tie, the last that somebody does.
 * Returns 0 if the tries run out or the caller has given up. */
static int svara_simulate(svara_random *random, svara_question *question, int64_t deals, uint64_t *counts) {
    int hero = question->points < 0, beaten = question->free + question->bound - hero + 1;
    svara_random here = *random; /* where the compiler may keep it in registers */
    for (; deals > 0; deals--) {
        int ties = 0, left = question->left, points = question->points;
        uint8_t deck[32];
        memcpy(deck, question->deck, sizeof deck);
        if (question->bound) {
            uint32_t hands[10], seen;
            if (*question->stop)
                return 0;
            seen = svara_bound_hands(&here, question, deck, hands);
            if (!seen)
                return 0;
            if (hero)
                points = svara_cube[hands[0]];
            for (int player = hero; player < question->bound && ties != beaten; player++) {
                int others = svara_cube[hands[player]];
                ties = others > points ? beaten : ties + (others == points);
            }
            if (ties == beaten) {
                counts[beaten]++;
                continue;
            }
            left = 0;
            for (int card = 0; card < question->left; card++)
                if (!(seen >> question->deck[card] & 1))
                    deck[left++] = question->deck[card];
        }
        ties += svara_free_ties(&here, deck, left, question->free, points, beaten);
        counts[ties < beaten ? ties : beaten]++;
    }
    return 1;
}

#endif
