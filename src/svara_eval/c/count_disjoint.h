/* Counts sets of disjoint hands: the ways to take p hands of one family and q of another from a set of cards, for all p
 * and q at once. The families are defined by points, so the symmetries of the rules leave them unchanged.
 *
 * The method is a recursion over sets of cards. Let c be the first card of the set R. Either no hand holds c, or some hand
 * H of the families does:
 *
 *     M(R) = M(R - c) + the sum over H of M(R - H), shifted by one in p or in q
 *
 * Only the part of M(R) that is asked for is counted: sets of at most a given number of hands, the budget, which falls by
 * one with each hand; or sets of exactly that many, in which case an R with too few cards contributes nothing. M(R) is the
 * same for all images of R under the symmetries, so it is computed once, for the canonical image. Diamonds, hearts and
 * spades can be permuted freely, and so can 10, J, Q and K; once no seven is left, clubs can join the other suits.
 */
#ifndef SVARA_COUNT_DISJOINT_H
#define SVARA_COUNT_DISJOINT_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "read_cards.h"

#ifdef _MSC_VER
#define SVARA_PREFETCH(address) ((void)0)
#else
#define SVARA_PREFETCH(address) __builtin_prefetch(address)
#endif

/* A set of cards has one bit for each card here: a nibble for each rank, its bits the suits ♣ ♦ ♥ ♠. The low half holds
 * 7 8 9 A, which differ, sevens first; the high half holds 10 J Q K, which can be permuted. */
static inline int svara_bit_of(int card) {
    static const uint8_t nibble[8] = {0, 1, 2, 4, 5, 6, 7, 3};
    return 4 * nibble[card >> 2] + (card & 3);
}

/* The tables of the 24 permutations of the suits; the six that leave clubs in place come first. */
static uint8_t svara_permuted[24][256];   /* two nibbles under a permutation */
static uint16_t svara_sorted[1 << 16];    /* the four nibbles of a half in ascending order */
static uint16_t svara_low_image[1 << 16]; /* the least image of a low half */
static uint8_t svara_low_ways[1 << 16];   /* the number of permutations that lead to it, */
static uint8_t svara_low_by[1 << 16][24]; /* and which they are */

static uint16_t svara_permute(int permutation, uint16_t half) {
    return (uint16_t)(svara_permuted[permutation][half >> 8] << 8 | svara_permuted[permutation][half & 255]);
}

/* Fills the tables of the symmetries. An importing module calls it, under the lock of its import. Each interpreter of a
 * process does so, and writes every entry just once and with the same value, so no reader ever sees another one. */
static void svara_fill_symmetries(void) {
    int permutation = 0;
    for (int clubs = 0; clubs < 4; clubs++)
        for (int diamonds = 0; diamonds < 4; diamonds++)
            for (int hearts = 0; hearts < 4; hearts++) {
                int spades = 6 - clubs - diamonds - hearts;
                if (clubs == diamonds || clubs == hearts || diamonds == hearts)
                    continue;
                for (int nibbles = 0; nibbles < 256; nibbles++) {
                    int image = 0;
                    for (int suit = 0; suit < 8; suit++)
                        if (nibbles >> suit & 1) {
                            const int to[4] = {clubs, diamonds, hearts, spades};
                            image |= 1 << (to[suit & 3] + (suit & 4));
                        }
                    svara_permuted[permutation][nibbles] = (uint8_t)image;
                }
                permutation++;
            }
    for (uint32_t half = 0; half < 1 << 16; half++) {
        uint32_t sorted = 0, least = 1 << 16;
        uint8_t by[24] = {0};
        int ways = 0;
        for (int nibble = 0, place = 0; nibble < 16; nibble++)
            for (int rank = 0; rank < 4; rank++)
                if ((half >> 4 * rank & 15) == (uint32_t)nibble)
                    sorted |= (uint32_t)nibble << 4 * place++;
        svara_sorted[half] = (uint16_t)sorted;
        for (permutation = 0; permutation < (half & 15 ? 6 : 24); permutation++) { /* a seven keeps clubs in place */
            uint32_t image = svara_permute(permutation, (uint16_t)half);
            if (image < least)
                least = image, ways = 0;
            if (image == least)
                by[ways++] = (uint8_t)permutation;
        }
        svara_low_image[half] = (uint16_t)least;
        memcpy(svara_low_by[half], by, sizeof by);
        svara_low_ways[half] = (uint8_t)ways;
    }
}

/* The canonical image of a set: the one with the least low half and, among those, the least high half. */
static inline uint32_t svara_canonical(uint32_t set) {
    uint16_t low = (uint16_t)set, high = (uint16_t)(set >> 16), least = 0xFFFF;
    for (int way = 0; way < svara_low_ways[low]; way++) {
        uint16_t image = svara_sorted[svara_permute(svara_low_by[low][way], high)];
        least = image < least ? image : least;
    }
    return (uint32_t)least << 16 | svara_low_image[low];
}

#define SVARA_MOST 9                                                        /* hands in a set, at most */
#define SVARA_TRIANGLE ((SVARA_MOST + 1) * (SVARA_MOST + 2) / 2)            /* counts for p + q = 0 … 9 */
#define SVARA_PLACE(hands, second) ((hands) * ((hands) + 1) / 2 + (second)) /* the one for p + q = hands, q = second */
#define SVARA_ONLY_EMPTY 1 /* where the counts of a set begin that has only the empty set of hands, */
#define SVARA_NOTHING 3    /* and those of a set with too few cards */
#define SVARA_SLICE (1 << 14) /* sets of cards to count before a pause: about 50 ms */

typedef struct {
    uint32_t others; /* the two cards beside the first */
    int32_t second;  /* of the second family */
} svara_pair;

typedef struct {
    uint64_t question; /* a canonical set, with the budget in the bits above */
    uint32_t start;    /* where its counts begin; 0 in a free slot */
} svara_known;

typedef struct {
    svara_pair *pairs;        /* the hands of the families, by first card */
    int pairs_of[33];         /* where those of each card begin */
    int most;                 /* count sets of at most this many hands, */
    int exactly;              /* or of exactly this many: then only the last row of counts is kept */
    svara_known *known;       /* a hash table */
    size_t slots, used;
    uint64_t *counts;         /* for each set of cards the size of its largest counted set of hands, then its counts */
    size_t count, room;
    size_t pause;             /* give up once this many slots are used */
} svara_counter;

enum { SVARA_NO_MEMORY, SVARA_PAUSED, SVARA_COUNTED };

static void svara_counter_free(svara_counter *counter) {
    free(counter->pairs);
    free(counter->known);
    free(counter->counts);
    memset(counter, 0, sizeof *counter);
}

/* Sets up a counter. Hand i holds the cards 3 i … 3 i + 2, numbers below 32; family[i] is its family, 1 or 2, or 0 for
 * neither. Returns 0 if memory runs out. */
static int svara_counter_begin(svara_counter *counter, const uint8_t *cards, const uint8_t *family, int most,
                               int exactly) {
    int pairs = 0;
    memset(counter, 0, sizeof *counter);
    counter->most = most;
    counter->exactly = exactly;
    counter->slots = 1 << 14;
    counter->room = 1 << 16;
    counter->pairs = malloc(4960 * sizeof *counter->pairs);
    counter->known = calloc(counter->slots, sizeof *counter->known);
    counter->counts = malloc(counter->room * sizeof *counter->counts);
    if (!counter->pairs || !counter->known || !counter->counts)
        return 0;
    for (int first = 0; first < 32; first++) {
        counter->pairs_of[first] = pairs;
        for (int hand = 0; hand < 4960; hand++) {
            uint32_t set = 0;
            for (int card = 0; card < 3; card++)
                set |= 1u << svara_bit_of(cards[3 * hand + card]);
            if (family[hand] && !(set & ((1u << first) - 1)) && set >> first & 1) {
                counter->pairs[pairs].others = set & ~(1u << first);
                counter->pairs[pairs++].second = family[hand] == 2;
            }
        }
    }
    counter->pairs_of[32] = pairs;
    counter->counts[0] = 0;
    counter->counts[SVARA_ONLY_EMPTY] = 1;
    counter->counts[2] = 0;
    counter->counts[SVARA_NOTHING] = 0;
    counter->count = 4;
    return 1;
}

static inline uint64_t svara_asked(uint32_t set, int budget) {
    return (uint64_t)budget << 32 | set;
}

static inline size_t svara_slot(const svara_counter *counter, uint64_t question) {
    return (question * 0x9E3779B97F4A7C15ull) >> 32 & (counter->slots - 1);
}

/* The slot of a question, or the free slot where it belongs. */
static inline svara_known *svara_find(const svara_counter *counter, uint64_t question) {
    size_t slot = svara_slot(counter, question);
    while (counter->known[slot].start && counter->known[slot].question != question)
        slot = (slot + 1) & (counter->slots - 1);
    return counter->known + slot;
}

/* Records where the counts of a question begin. Returns 0 if memory runs out or it is time for a pause. */
static int svara_note(svara_counter *counter, uint64_t question, uint32_t start) {
    if (++counter->used * 2 > counter->slots) {
        svara_known *old = counter->known;
        size_t slots = counter->slots;
        if (!(counter->known = calloc(2 * slots, sizeof *old))) {
            counter->known = old;
            return 0;
        }
        counter->slots = 2 * slots;
        for (size_t slot = 0; slot < slots; slot++)
            if (old[slot].start)
                *svara_find(counter, old[slot].question) = old[slot];
        free(old);
    }
    svara_known *known = svara_find(counter, question);
    known->question = question;
    known->start = start;
    return counter->used < counter->pause;
}

static SVARA_INLINE void svara_add_of(int hands, uint64_t *counts, const uint64_t *found, int second) {
    for (int size = 0; size <= hands; size++)
        for (int of_second = 0; of_second <= size; of_second++)
            counts[SVARA_PLACE(size + 1, second) + of_second] += found[SVARA_PLACE(size, of_second)];
}

/* Adds the counts that begin at `start`, for sets with one more hand, `second` being 1 if that is of the second family.
 * Returns the size of the largest of these sets. */
static inline int svara_add(const svara_counter *counter, uint64_t *counts, uint32_t start, int second) {
    const uint64_t *found = counter->counts + start;
    int hands = (int)found[-1];
    if (counter->exactly) {
        for (int of_second = 0; of_second <= hands && start != SVARA_NOTHING; of_second++)
            counts[second + of_second] += found[of_second];
        return hands + 1;
    }
    switch (hands) { /* loops with constant bounds, which the compiler unrolls */
    case 0: svara_add_of(0, counts, found, second); break;
    case 1: svara_add_of(1, counts, found, second); break;
    case 2: svara_add_of(2, counts, found, second); break;
    case 3: svara_add_of(3, counts, found, second); break;
    case 4: svara_add_of(4, counts, found, second); break;
    case 5: svara_add_of(5, counts, found, second); break;
    case 6: svara_add_of(6, counts, found, second); break;
    default: svara_add_of(hands, counts, found, second);
    }
    return hands + 1;
}

/* The number of counts of sets of at most, or of exactly, this many hands. */
static inline size_t svara_length(const svara_counter *counter, int hands) {
    return counter->exactly ? (size_t)hands + 1 : (size_t)SVARA_PLACE(hands + 1, 0);
}

/* Where the counts of a canonical set of cards begin; 0 if memory runs out or it is time for a pause. */
static uint32_t svara_count(svara_counter *counter, uint32_t set, int cards, int budget) {
    uint64_t counts[SVARA_TRIANGLE];
    uint32_t without[466], start, rest; /* 465 pairs go with the first card; the last place is scratch */
    uint8_t seconds[466];
    int hands = 0, largest, first = 0;
    uint64_t question;
    if (budget > cards / 3) {
        if (counter->exactly)
            return SVARA_NOTHING;
        budget = cards / 3;
    }
    if (!budget)
        return SVARA_ONLY_EMPTY;
    question = svara_asked(set, budget);
    if ((start = svara_find(counter, question)->start))
        return start;
    while (!(set >> first & 1))
        first++;
    rest = set & (set - 1);
    for (int pair = counter->pairs_of[first]; pair < counter->pairs_of[first + 1]; pair++) { /* no branch: it is unpredictable */
        without[hands] = rest & ~counter->pairs[pair].others;
        seconds[hands] = (uint8_t)counter->pairs[pair].second;
        hands += !(counter->pairs[pair].others & ~rest);
    }
    for (int hand = 0; hand < hands; hand++) {
        without[hand] = svara_canonical(without[hand]);
        SVARA_PREFETCH(counter->known + svara_slot(counter, svara_asked(without[hand], budget - 1)));
    }
    if (!(start = svara_count(counter, svara_canonical(rest), cards - 1, budget)))
        return 0;
    if (!hands) /* no hand can hold the first card */
        return svara_note(counter, question, start) ? start : 0;
    for (int hand = 0; hand < hands; hand++) { /* from here on `without` holds the starts */
        if (!(without[hand] = svara_count(counter, without[hand], cards - 3, budget - 1)))
            return 0;
        SVARA_PREFETCH(counter->counts + without[hand]);
    }
    memset(counts, 0, sizeof counts);
    largest = (int)counter->counts[start - 1];
    memcpy(counts, counter->counts + start, svara_length(counter, largest) * sizeof *counts);
    for (int hand = 0; hand < hands; hand++) {
        int size = svara_add(counter, counts, without[hand], seconds[hand]);
        largest = size > largest ? size : largest;
    }
    if (counter->exactly)
        largest = budget;
    size_t length = svara_length(counter, largest);
    if (counter->count + length + 1 > UINT32_MAX)
        return 0;
    if (counter->count + length + 1 > counter->room) {
        uint64_t *more = realloc(counter->counts, 2 * counter->room * sizeof *more);
        if (!more)
            return 0;
        counter->counts = more;
        counter->room *= 2;
    }
    start = (uint32_t)counter->count + 1; /* preceded by the size of the largest counted sets */
    counter->counts[counter->count] = (uint64_t)largest;
    memcpy(counter->counts + start, counts, length * sizeof *counts);
    counter->count += length + 1;
    return svara_note(counter, question, start) ? start : 0;
}

/* Writes the counts of a set of cards, which has one bit for each card number. Returns SVARA_COUNTED, or SVARA_PAUSED after
 * a slice of the work: ask again, and it resumes with all that is known by then. */
static int svara_counts(svara_counter *counter, uint32_t cards, uint64_t counts[SVARA_TRIANGLE]) {
    uint32_t set = 0, start;
    int count = 0;
    for (int card = 0; card < 32; card++)
        if (cards >> card & 1) {
            set |= 1u << svara_bit_of(card);
            count++;
        }
    counter->pause = counter->used + SVARA_SLICE;
    start = svara_count(counter, svara_canonical(set), count, counter->most);
    memset(counts, 0, SVARA_TRIANGLE * sizeof *counts);
    if (start) {
        int largest = (int)counter->counts[start - 1];
        uint64_t *to = counter->exactly ? counts + SVARA_PLACE(largest, 0) : counts;
        memcpy(to, counter->counts + start, svara_length(counter, largest) * sizeof *counts);
    }
    return start ? SVARA_COUNTED : counter->used < counter->pause ? SVARA_NO_MEMORY : SVARA_PAUSED;
}

#endif
