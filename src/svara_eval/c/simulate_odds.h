/* Simulated odds: random deals of an odds question, and how the hero does in them. */
#ifndef SVARA_SIMULATE_ODDS_H
#define SVARA_SIMULATE_ODDS_H

#include "lookup.h"
#include "random_deals.h"

typedef struct {
    int points;                   /* the hero's */
    int free;                     /* the number of opponents who may hold any hand */
    int bound;                    /* the number of opponents who hold one of certain hands: */
    const uint8_t *hands[9];      /* those hands, three cards each, */
    uint32_t counts[9];           /* how many there are, */
    const uint8_t *may_hold[9];   /* and the same as a boolean for each of the 4960 hands */
    int jointly;                  /* deal to the bound opponents and check, instead of drawing from their hands */
    uint8_t deck[32];             /* the cards that are left */
    int left;
    int64_t tries;                /* for one deal, at most */
    const volatile uint8_t *stop; /* nonzero once the caller has given up */
} svara_question;

/* The random numbers of a block of deals. Each block has a stream of its own, so any thread can run it. */
static svara_random svara_stream(const uint64_t seed[4], uint64_t block) {
    svara_random random;
    for (int word = 0; word < 4; word++) { /* SplitMix64 by Steele, Lea and Flood, of seed and block */
        uint64_t bits = seed[word] + (4 * block + word + 1) * 0x9E3779B97F4A7C15ull;
        bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9ull;
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EBull;
        random.state[word] = bits ^ bits >> 31;
    }
    random.state[0] |= 1; /* the state must not be all zeros */
    return random;
}

/* A random number below `count`, each with the same probability. */
static inline uint32_t svara_place(svara_random *random, uint32_t count) {
    uint64_t rest = svara_random_bits(random);
    uint32_t place = (uint32_t)svara_multiplied(&rest, count);
    while (rest < count && rest < (0 - (uint64_t)count) % count) {
        rest = svara_random_bits(random);
        place = (uint32_t)svara_multiplied(&rest, count);
    }
    return place;
}

static inline int svara_points_of(const uint8_t *hand) {
    return svara_cube[hand[0] | hand[1] << 5 | hand[2] << 10];
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

/* Deals to the free opponents, two at a time, until one beats the hero. Returns the number of ties, or `beaten` if one does.
 * The outcome of the two is found without a branch, which would be unpredictable. */
static SVARA_INLINE int svara_free_ties(svara_random *random, uint8_t *deck, int left, int opponents, int points,
                                        int beaten) {
    uint8_t cards[6];
    int ties = 0, beats = 0;
    for (; opponents > 1 && !beats; opponents -= 2, left -= 6) {
        int first, second;
        svara_deal_some(random, deck, left, 6, cards);
        first = svara_points_of(cards);
        second = svara_points_of(cards + 3);
        beats = (first > points) | (second > points);
        ties += (first == points) + (second == points);
    }
    if (opponents && !beats) {
        svara_deal_some(random, deck, left, 3, cards);
        beats = svara_points_of(cards) > points;
        ties += svara_points_of(cards) == points;
    }
    return beats ? beaten : ties;
}

/* Finds hands for the bound opponents, all combinations equally likely. Either deals to all of them from the deck until each
 * may hold their hand, or draws a hand for each until no two share a card. Returns the set of their cards, or 0 if the tries
 * run out. */
static inline uint32_t svara_bound_hands(svara_random *random, const svara_question *question, uint8_t *deck,
                                         uint8_t hands[27]) {
    for (int64_t tries = question->tries; tries > 0; tries--) {
        uint32_t seen = 0;
        int opponent = 0, left = question->left;
        for (; opponent < question->bound; opponent++, left -= 3) {
            uint8_t *hand = hands + 3 * opponent;
            uint32_t cards;
            if (question->jointly) {
                svara_deal_some(random, deck, left, 3, hand);
                if (!question->may_hold[opponent][svara_index(hand[0], hand[1], hand[2])])
                    break;
            } else {
                memcpy(hand, question->hands[opponent] + 3 * svara_place(random, question->counts[opponent]), 3);
            }
            cards = 1u << hand[0] | 1u << hand[1] | 1u << hand[2];
            if (seen & cards)
                break;
            seen |= cards;
        }
        if (opponent == question->bound)
            return seen;
    }
    return 0;
}

/* Adds up the outcomes of `deals` random deals: counts[j] that nobody beats the hero and j tie, the last that somebody does.
 * Returns 0 if the tries run out or the caller has given up. */
static int svara_simulate(svara_random *random, svara_question *question, int64_t deals, uint64_t *counts) {
    int opponents = question->free + question->bound;
    svara_random here = *random; /* where the compiler may keep it in registers */
    uint8_t deck[32];
    memcpy(deck, question->deck, sizeof deck);
    for (; deals > 0; deals--) {
        int ties = 0, left = question->left, beaten = opponents + 1;
        if (question->bound) {
            uint8_t hands[27];
            uint32_t seen;
            if (*question->stop)
                return 0;
            memcpy(deck, question->deck, sizeof deck);
            seen = svara_bound_hands(&here, question, deck, hands);
            if (!seen)
                return 0;
            for (int opponent = 0; opponent < question->bound && ties != beaten; opponent++) {
                int points = svara_points_of(hands + 3 * opponent);
                ties = points > question->points ? beaten : ties + (points == question->points);
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
        ties += svara_free_ties(&here, deck, left, question->free, question->points, beaten);
        counts[ties < beaten ? ties : beaten]++;
    }
    return 1;
}

#endif
