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
 * spades can be permuted freely; once no seven is left, clubs can join them.
 *
 * 10, J, Q and K count as one rank, the tens: a set holds so many tens of a suit, no matter which, and hands that differ
 * only in their tens are one hand, taken in as many ways as there are such tens. It has the points of a hand whose tens
 * differ in rank. That is wrong for three tens of one rank, and for the joker with two; counting.py corrects the result.
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

/* A set of cards has a bit for each 7, 8, 9 and ace in its low half, a nibble for each rank, sevens first, its bits the
 * suits ♣ ♦ ♥ ♠. Its high half has a nibble for each suit: the number of its tens. A kind of card is a bit of the low half, or
 * 16 and a suit for a ten. */
#define SVARA_KINDS 20
#define SVARA_ONE_TEN(suit) (1u << (16 + 4 * (suit)))

static inline uint32_t svara_tens(uint32_t set, int suit) {
    return set >> (16 + 4 * suit) & 15;
}

/* The tables of the 24 permutations of the suits; the six that leave clubs in place come first. */
static uint8_t svara_shift[24][4];        /* the position of each suit's nibble in a high half, permuted */
static uint8_t svara_permuted[24][16];    /* the suits of a nibble of a low half under a permutation */
static uint16_t svara_low_image[1 << 16]; /* the least image of a low half */
static uint8_t svara_low_ways[1 << 16];   /* the number of permutations that map to it, */
static uint8_t svara_low_by[1 << 16][24]; /* and which they are */

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
                const int to[4] = {clubs, diamonds, hearts, spades};
                for (int suit = 0; suit < 4; suit++)
                    svara_shift[permutation][suit] = (uint8_t)(4 * to[suit]);
                for (int suits = 0; suits < 16; suits++)
                    svara_permuted[permutation][suits] =
                        (uint8_t)((suits & 1) << clubs | (suits >> 1 & 1) << diamonds | (suits >> 2 & 1) << hearts |
                                  (suits >> 3) << spades);
                permutation++;
            }
    for (uint32_t half = 0; half < 1 << 16; half++) {
        uint32_t least = 1 << 16;
        uint8_t by[24] = {0};
        int ways = 0;
        for (permutation = 0; permutation < (half & 15 ? 6 : 24); permutation++) { /* a seven keeps clubs in place */
            uint32_t image = 0;
            for (int rank = 0; rank < 16; rank += 4)
                image |= (uint32_t)svara_permuted[permutation][half >> rank & 15] << rank;
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
    uint16_t low = (uint16_t)set;
    uint32_t least = 0xFFFF;
    for (int way = 0; way < svara_low_ways[low]; way++) {
        const uint8_t *shift = svara_shift[svara_low_by[low][way]];
        uint32_t image = svara_tens(set, 0) << shift[0] | svara_tens(set, 1) << shift[1] |
                         svara_tens(set, 2) << shift[2] | svara_tens(set, 3) << shift[3];
        least = image < least ? image : least;
    }
    return least << 16 | svara_low_image[low];
}

#define SVARA_MOST 9                                                        /* hands in a set, at most */
#define SVARA_TRIANGLE ((SVARA_MOST + 1) * (SVARA_MOST + 2) / 2)            /* counts for p + q = 0 … 9 */
#define SVARA_PLACE(hands, second) ((hands) * ((hands) + 1) / 2 + (second)) /* the one for p + q = hands, q = second */
#define SVARA_ONLY_EMPTY 1 /* where the counts of a set begin that has only the empty set of hands, */
#define SVARA_NOTHING 3    /* and those of a set with too few cards */
#define SVARA_SLICE (1 << 14) /* sets of cards to count before a pause: some 10 ms */
#define SVARA_PAIRS 1220      /* hands, if tens of a suit are all the same */

typedef struct {
    uint32_t others; /* the two cards beside the first: to subtract from a set */
    int8_t tens[2];  /* the suits of the tens, then -1 */
    uint8_t second;  /* of the second family */
} svara_pair;

typedef struct {
    uint64_t question; /* a canonical set, with the budget in the bits above */
    uint32_t start;    /* where its counts begin; 0 in a free slot */
} svara_known;

typedef struct {
    svara_pair pairs[SVARA_PAIRS];   /* the hands of the families, by first card */
    int pairs_of[SVARA_KINDS + 1];   /* where those of each kind of card begin */
    int exactly;                     /* count sets of exactly as many hands as asked: only the last row of counts is kept */
    svara_known *known;              /* a hash table */
    size_t slots, used;
    uint64_t *counts;                /* for each set of cards the size of its largest counted set of hands, then its counts */
    size_t count, room;
    size_t pause;                    /* give up once this many slots are used */
} svara_counter;

enum { SVARA_NO_MEMORY, SVARA_PAUSED, SVARA_COUNTED };

static void svara_counter_free(svara_counter *counter) {
    free(counter->known);
    free(counter->counts);
    memset(counter, 0, sizeof *counter);
}

/* The hand of three kinds of cards in ascending order, with tens of different ranks. */
static inline int svara_hand_of(const int kinds[3]) {
    static const uint8_t ranks[4] = {0, 1, 2, 7};
    int cards[3], ten = 3;
    for (int card = 0; card < 3; card++)
        cards[card] = kinds[card] < 16 ? 4 * ranks[kinds[card] / 4] + kinds[card] % 4 : 4 * ten++ + kinds[card] - 16;
    return svara_index(cards[0], cards[1], cards[2]);
}

/* Sets up a counter. family[i] is the family of hand i, 1 or 2, or 0 for neither. Returns 0 if memory runs out. */
static int svara_counter_begin(svara_counter *counter, const uint8_t *family, int exactly) {
    int pairs = 0;
    memset(counter, 0, sizeof *counter);
    counter->exactly = exactly;
    counter->slots = 1 << 14;
    counter->room = 1 << 16;
    counter->known = calloc(counter->slots, sizeof *counter->known);
    counter->counts = malloc(counter->room * sizeof *counter->counts);
    if (!counter->known || !counter->counts)
        return 0;
    for (int first = 0; first < SVARA_KINDS; first++) {
        counter->pairs_of[first] = pairs;
        for (int second = first + (first < 16); second < SVARA_KINDS; second++)
            for (int third = second + (second < 16); third < SVARA_KINDS; third++) {
                const int kinds[3] = {first, second, third};
                svara_pair pair = {0, {-1, -1}, 0};
                int of = family[svara_hand_of(kinds)], tens = 0;
                for (int card = 1; card < 3; card++) {
                    if (kinds[card] > 15)
                        pair.tens[tens++] = (int8_t)(kinds[card] - 16);
                    pair.others += kinds[card] > 15 ? SVARA_ONE_TEN(kinds[card] - 16) : 1u << kinds[card];
                }
                pair.second = of == 2;
                if (of)
                    counter->pairs[pairs++] = pair;
            }
    }
    counter->pairs_of[SVARA_KINDS] = pairs;
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

static SVARA_INLINE void svara_add_of(int hands, uint64_t *counts, const uint64_t *found, int second, uint64_t ways) {
    for (int size = 0; size <= hands; size++)
        for (int of_second = 0; of_second <= size; of_second++)
            counts[SVARA_PLACE(size + 1, second) + of_second] += ways * found[SVARA_PLACE(size, of_second)];
}

/* Adds the counts that begin at `start`, for sets with one more hand, which is taken in some number of ways, `second` being 1
 * if it is of the second family. Returns the size of the largest of these sets. */
static inline int svara_add(const svara_counter *counter, uint64_t *counts, uint32_t start, int second, uint64_t ways) {
    const uint64_t *found = counter->counts + start;
    int hands = (int)found[-1];
    if (counter->exactly) {
        for (int of_second = 0; of_second <= hands && start != SVARA_NOTHING; of_second++)
            counts[second + of_second] += ways * found[of_second];
        return hands + 1;
    }
    switch (hands) { /* loops with constant bounds, which the compiler unrolls */
    case 0: svara_add_of(0, counts, found, second, ways); break;
    case 1: svara_add_of(1, counts, found, second, ways); break;
    case 2: svara_add_of(2, counts, found, second, ways); break;
    case 3: svara_add_of(3, counts, found, second, ways); break;
    case 4: svara_add_of(4, counts, found, second, ways); break;
    case 5: svara_add_of(5, counts, found, second, ways); break;
    case 6: svara_add_of(6, counts, found, second, ways); break;
    default: svara_add_of(hands, counts, found, second, ways);
    }
    return hands + 1;
}

/* The number of counts of sets of at most, or of exactly, this many hands. */
static inline size_t svara_length(const svara_counter *counter, int hands) {
    return counter->exactly ? (size_t)hands + 1 : (size_t)SVARA_PLACE(hands + 1, 0);
}

/* The number of ways to take a pair from a set. */
static inline uint32_t svara_ways(const svara_pair *pair, uint32_t set) {
    uint32_t first, second;
    if (pair->others & ~set & 0xFFFF)
        return 0;
    if (pair->tens[0] < 0)
        return 1;
    first = svara_tens(set, pair->tens[0]);
    if (pair->tens[1] < 0)
        return first;
    second = svara_tens(set, pair->tens[1]);
    return pair->tens[0] == pair->tens[1] ? first * (first - 1) / 2 : first * second;
}

/* Returns the start of the counts of a canonical set of cards; 0 if memory runs out or it is time for a pause. */
static uint32_t svara_count(svara_counter *counter, uint32_t set, int cards, int budget) {
    uint64_t counts[SVARA_TRIANGLE];
    uint32_t without[175], start, rest; /* 175 pairs at most go with a card */
    uint8_t seconds[175], ways[175];
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
    if (set & 0xFFFF) {
        while (!(set >> first & 1))
            first++;
        rest = set & (set - 1);
    } else {
        while (!svara_tens(set, first))
            first++;
        rest = set - SVARA_ONE_TEN(first);
        first += 16;
    }
    for (int place = counter->pairs_of[first]; place < counter->pairs_of[first + 1]; place++) {
        const svara_pair *pair = counter->pairs + place;
        if (!(ways[hands] = (uint8_t)svara_ways(pair, rest)))
            continue;
        without[hands] = rest - pair->others;
        seconds[hands++] = pair->second;
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
        int size = svara_add(counter, counts, without[hand], seconds[hand], ways[hand]);
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

/* Writes the counts of a set of cards, for sets of at most or exactly `budget` hands. Returns SVARA_COUNTED, or SVARA_PAUSED
 * after a slice of the work: ask again, and it resumes with all that is known by then. */
static int svara_counts(svara_counter *counter, uint32_t set, int budget, uint64_t counts[SVARA_TRIANGLE]) {
    uint32_t start;
    int cards = 0;
    for (int bit = 0; bit < 16; bit++)
        cards += set >> bit & 1;
    for (int suit = 0; suit < 4; suit++)
        cards += (int)svara_tens(set, suit);
    counter->pause = counter->used + SVARA_SLICE;
    start = svara_count(counter, svara_canonical(set), cards, budget);
    memset(counts, 0, SVARA_TRIANGLE * sizeof *counts);
    if (start) {
        int largest = (int)counter->counts[start - 1];
        uint64_t *to = counter->exactly ? counts + SVARA_PLACE(largest, 0) : counts;
        memcpy(to, counter->counts + start, svara_length(counter, largest) * sizeof *counts);
    }
    return start ? SVARA_COUNTED : counter->used < counter->pause ? SVARA_NO_MEMORY : SVARA_PAUSED;
}

#endif
