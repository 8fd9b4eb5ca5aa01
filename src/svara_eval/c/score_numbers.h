/* Loops that score many hands of card numbers in plain memory. Three numbers that are not a hand score 0. */
#ifndef SVARA_SCORE_NUMBERS_H
#define SVARA_SCORE_NUMBERS_H

#include "lookup.h"

/* Scores `count` hands of three bytes. Returns the number of the first that is not a hand, or -1. With `stop` the block of
 * that one is the last to be scored. */
static ptrdiff_t svara_score_rows(const uint8_t *hands, int8_t *points, ptrdiff_t count, int stop) {
    ptrdiff_t bad = -1;
    for (ptrdiff_t start = 0; start < count; start += 4096) {
        ptrdiff_t size = count - start < 4096 ? count - start : 4096, i = 0;
        const uint8_t *hand = hands + 3 * start;
        int8_t *out = points + start;
        uint8_t thirds = 0, least = 255;
        for (; i + 4 <= size; i += 4, hand += 12) { /* by four, since compilers do not unroll it */
            out[i] = svara_rows[svara_row_of[svara_word(hand)] + (hand[2] & 31)];
            out[i + 1] = svara_rows[svara_row_of[svara_word(hand + 3)] + (hand[5] & 31)];
            out[i + 2] = svara_rows[svara_row_of[svara_word(hand + 6)] + (hand[8] & 31)];
            out[i + 3] = svara_rows[svara_row_of[svara_word(hand + 9)] + (hand[11] & 31)];
            thirds |= hand[2] | hand[5] | hand[8] | hand[11];
        }
        for (; i < size; i++, hand += 3) {
            out[i] = svara_rows[svara_row_of[svara_word(hand)] + (hand[2] & 31)];
            thirds |= hand[2];
        }
        if (thirds > 31)
            for (i = 0, hand = hands + 3 * start; i < size; i++, hand += 3)
                if (hand[2] > 31)
                    out[i] = 0;
        for (i = 0; i < size; i++)
            least = (uint8_t)out[i] < least ? (uint8_t)out[i] : least;
        if (!least && bad < 0) {
            bad = start + ((int8_t *)memchr(out, 0, size) - out);
            if (stop)
                break;
        }
    }
    return bad;
}

/* Scores `count` hands of three columns of bytes. */
static void svara_score_columns(const uint8_t *a, const uint8_t *b, const uint8_t *c, int8_t *points, ptrdiff_t count) {
    uint16_t place[1024]; /* filled in a pass of its own, which compilers vectorize */
    for (ptrdiff_t start = 0; start < count; start += 1024, a += 1024, b += 1024, c += 1024, points += 1024) {
        ptrdiff_t size = count - start < 1024 ? count - start : 1024;
        for (ptrdiff_t i = 0; i < size; i++) { /* a column is read in one pass, since the points may overwrite it */
            uint16_t fine = (uint16_t)(a[i] | b[i] | c[i]) < 32 ? 0x7FFF : 0; /* three of card 0 score 0 */
            place[i] = (uint16_t)(a[i] | b[i] << 5 | c[i] << 10) & fine;
        }
        for (ptrdiff_t i = 0; i < size; i++)
            points[i] = svara_cube[place[i]];
    }
}

/* The loops of the ufunc, over three columns of any stride. NumPy makes sure that they are aligned and native. */
#define SVARA_LOOP(name, type)                                                                                       \
    static void name(char **columns, const ptrdiff_t *count, const ptrdiff_t *steps, void *unused) {                 \
        const char *first = columns[0], *second = columns[1], *third = columns[2];                                   \
        char *points = columns[3];                                                                                   \
        (void)unused;                                                                                                \
        for (ptrdiff_t i = 0; i < count[0]; i++) {                                                                   \
            type a = *(const type *)first, b = *(const type *)second, c = *(const type *)third;                      \
            *(int8_t *)points = (a | b | c) < 32 ? svara_cube[a | b << 5 | c << 10] : 0;                             \
            first += steps[0], second += steps[1], third += steps[2], points += steps[3];                            \
        }                                                                                                            \
    }
SVARA_LOOP(svara_loop_strided_uint8, uint8_t)
SVARA_LOOP(svara_loop_uint64, uint64_t) /* for int64 too, where a negative number reads as a large one */

static void svara_loop_uint8(char **columns, const ptrdiff_t *count, const ptrdiff_t *steps, void *unused) {
    if (steps[0] == 1 && steps[1] == 1 && steps[2] == 1 && steps[3] == 1)
        svara_score_columns((uint8_t *)columns[0], (uint8_t *)columns[1], (uint8_t *)columns[2], (int8_t *)columns[3],
                            count[0]);
    else
        svara_loop_strided_uint8(columns, count, steps, unused);
}

/* Booleans are not cards. */
static void svara_loop_bool(char **columns, const ptrdiff_t *count, const ptrdiff_t *steps, void *unused) {
    (void)unused;
    for (ptrdiff_t i = 0; i < count[0]; i++)
        columns[3][i * steps[3]] = 0;
}

#endif
