/* Scores many hands of card numbers by arithmetic, which GCC turns into vector code: 32 hands at a time with AVX2.
 *
 * It follows the rules of docs/rules.md without a branch or a table. Conditions are bytes of all ones or all zeros.
 */
#ifndef SVARA_SCORE_ARITHMETIC_H
#define SVARA_SCORE_ARITHMETIC_H

#include "read_cards.h"

/* Other compilers and processors look hands up: clang's code for AVX2 is slower than the tables. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define SVARA_HAS_AVX2() __builtin_cpu_supports("avx2")
#define SVARA_VECTORS __attribute__((target("avx2"), optimize("O3")))
#else
#define SVARA_HAS_AVX2() 0
#define SVARA_VECTORS
#endif

#define SVARA_IF(condition) ((uint8_t)-(condition))

static SVARA_INLINE uint8_t svara_least(uint8_t a, uint8_t b) { return a < b ? a : b; }
static SVARA_INLINE uint8_t svara_most(uint8_t a, uint8_t b) { return a > b ? a : b; }
static SVARA_INLINE uint8_t svara_one_suit(uint8_t a, uint8_t b) { return SVARA_IF(((a ^ b) & 3) == 0); }
static SVARA_INLINE uint8_t svara_one_rank(uint8_t a, uint8_t b) { return SVARA_IF((a ^ b) < 4); }

/* The points of a single card: 7, 8, 9, 10 from the ten to the king, 11 for an ace. */
static SVARA_INLINE uint8_t svara_value(uint8_t card) { return svara_least(card >> 2, 3) + 7 + (card > 27); }

/* The points of three bytes, sorted to x <= y <= z; 0 if they are not a hand. */
static SVARA_INLINE uint8_t svara_points_of(uint8_t a, uint8_t b, uint8_t c) {
    uint8_t low = svara_least(a, b), high = svara_most(a, b);
    uint8_t x = svara_least(low, c), middle = svara_most(low, c), y = svara_least(middle, high), z = svara_most(middle, high);
    uint8_t vx = svara_value(x), vy = svara_value(y), vz = svara_value(z);
    uint8_t joker = SVARA_IF(x == 0); /* counts 11 (S6, D1), which is 4 more than another seven */
    uint8_t xy = svara_one_suit(x, y), xz = svara_one_suit(x, z), yz = svara_one_suit(y, z);
    /* all three combine (S4, S5, S8, and S6 with D3); three sevens with the joker only seem to, as 34 is more */
    uint8_t all = (xy & xz) | svara_one_rank(x, z) | (joker & (yz | svara_one_rank(y, z)));
    uint8_t points = vz + (joker & 11);
    points = svara_most(points, xy & (uint8_t)(vx + vy)); /* S4; with the joker 4 too few, so it is not the most */
    points = svara_most(points, xz & (uint8_t)(vx + vz));
    points = svara_most(points, yz & (uint8_t)(vy + vz));
    points = svara_most(points, all & (uint8_t)(vx + vy + vz + (joker & 4)));
    points = svara_most(points, SVARA_IF(y > 27) & 22); /* two aces (S5) */
    points = svara_most(points, SVARA_IF(y < 4) & 23);  /* two sevens (S9) */
    points = svara_most(points, SVARA_IF(z < 4) & 34);  /* three sevens (S7) */
    return points & SVARA_IF(x != y) & SVARA_IF(y != z) & SVARA_IF(z < 32);
}

/* Scores `count` hands, a multiple of 32. The points must not overlap the cards. */
SVARA_VECTORS static void svara_rows_avx2(const uint8_t *__restrict hands, int8_t *__restrict points, ptrdiff_t count) {
    for (ptrdiff_t i = 0; i < (count & -32); i++)
        points[i] = svara_points_of(hands[3 * i], hands[3 * i + 1], hands[3 * i + 2]);
}

SVARA_VECTORS static void svara_columns_avx2(const uint8_t *__restrict a, const uint8_t *__restrict b,
                                             const uint8_t *__restrict c, int8_t *__restrict points, ptrdiff_t count) {
    for (ptrdiff_t i = 0; i < (count & -32); i++)
        points[i] = svara_points_of(a[i], b[i], c[i]);
}

#endif
