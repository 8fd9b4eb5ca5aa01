/* Random deals: exactly uniform, and for a given seed the same on every platform. */
#ifndef SVARA_RANDOM_DEALS_H
#define SVARA_RANDOM_DEALS_H

#ifdef _MSC_VER
#include <intrin.h>
#endif

#include "read_cards.h"

/* The generator is xoshiro256++ by Blackman and Vigna. */
typedef struct {
    uint64_t state[4];
} svara_random;

static inline uint64_t svara_rotated(uint64_t bits, int by) {
    return bits << by | bits >> (64 - by);
}

static inline uint64_t svara_random_bits(svara_random *random) {
    uint64_t *s = random->state, bits = svara_rotated(s[0] + s[3], 23) + s[0], shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = svara_rotated(s[3], 45);
    return bits;
}

/* Multiplies two numbers, the second of at most 32 bits. Returns the upper 64 bits and leaves the lower 64 in *factor. */
static inline uint64_t svara_multiplied(uint64_t *factor, uint64_t by) {
#if defined(_MSC_VER) && defined(_M_X64)
    uint64_t upper;
    *factor = _umul128(*factor, by, &upper);
    return upper;
#elif !defined(__SIZEOF_INT128__) /* in two halves, as `by` has at most 32 bits */
    uint64_t low = (*factor & 0xFFFFFFFFu) * by, high = (*factor >> 32) * by + (low >> 32);
    *factor = high << 32 | (low & 0xFFFFFFFFu);
    return high >> 32;
#else
    unsigned __int128 product = (unsigned __int128)*factor * by;
    *factor = (uint64_t)product;
    return (uint64_t)(product >> 64);
#endif
}

/* The random numbers of a block of deals. Each block has a stream of its own, so any thread can deal it. */
static inline svara_random svara_stream(const uint64_t seed[4], uint64_t block) {
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

/* Whether a remainder is one of the few that would make some deals more likely than others. Rarely called. */
static SVARA_NOINLINE int svara_rejected(uint64_t rest, int left, int count) {
    uint64_t product = 1;
    for (int card = 0; card < count; card++)
        product *= left - card;
    return rest < (0 - product) % product;
}

/* Deals up to eight cards from the first `left` of a deck in any order, by a Fisher-Yates shuffle. The cards are written
 * to *out and moved to the end of those `left`. Call it with a constant count, so that the compiler unrolls it.
 *
 * One 64-bit draw serves all the cards: multiplied by left, left - 1, … in turn, it yields their places as the upper halves
 * of the products. By the rule of Brackett-Rozinsky and Lemire (Batched Ranged Random Integer Generation, 2024), a draw is
 * rejected if the last lower half is less than 2**64 modulo the product of the bounds. All deals are then equally likely.
 */
static SVARA_INLINE void svara_deal_some(svara_random *random, uint8_t *deck, int left, int count, uint8_t *out) {
    uint64_t rest;
    int place[8];
    do {
        rest = svara_random_bits(random);
        for (int card = 0; card < count; card++)
            place[card] = (int)svara_multiplied(&rest, left - card);
    } while (rest < 1ull << 5 * count && svara_rejected(rest, left, count)); /* the product of the bounds is at most 32**count */
    for (int card = 0; card < count; card++) {
        out[card] = deck[place[card]];
        deck[place[card]] = deck[--left];
        deck[left] = out[card];
    }
}

static SVARA_INLINE void svara_deal_many(svara_random *random, uint8_t *out, ptrdiff_t deals, int cards) {
    svara_random here = *random; /* a copy, which the compiler can keep in registers */
    uint8_t deck[32];
    for (int card = 0; card < 32; card++)
        deck[card] = card;
    for (; deals > 0; deals--) {
        int left = 32;
        for (; left - 8 > 32 - cards; left -= 8, out += 8)
            svara_deal_some(&here, deck, left, 8, out);
        svara_deal_some(&here, deck, left, (cards - 1) % 8 + 1, out);
        out += (cards - 1) % 8 + 1;
    }
    *random = here;
}

/* Writes `deals` deals to 1 … 10 players, three cards each, one deal after another. */
static inline void svara_sample_deals(svara_random *random, uint8_t *out, ptrdiff_t deals, int players) {
    switch (players) {
    case 1: svara_deal_many(random, out, deals, 3); break;
    case 2: svara_deal_many(random, out, deals, 6); break;
    case 3: svara_deal_many(random, out, deals, 9); break;
    case 4: svara_deal_many(random, out, deals, 12); break;
    case 5: svara_deal_many(random, out, deals, 15); break;
    case 6: svara_deal_many(random, out, deals, 18); break;
    case 7: svara_deal_many(random, out, deals, 21); break;
    case 8: svara_deal_many(random, out, deals, 24); break;
    case 9: svara_deal_many(random, out, deals, 27); break;
    case 10: svara_deal_many(random, out, deals, 30); break;
    }
}

#endif
