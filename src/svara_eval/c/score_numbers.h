/* Loops that score many hands of card numbers in plain memory. Three numbers that are not a hand score 0.
 *
 * Bytes are scored by arithmetic where the processor has AVX2, otherwise by lookup.
 */
#ifndef SVARA_SCORE_NUMBERS_H
#define SVARA_SCORE_NUMBERS_H

#include "lookup.h"
#include "score_arithmetic.h"

/* The cube of lookup.h in two steps, faster where the first two cards are one 16-bit word of memory: the word gives the
 * start of a row, and the row has the points for each third card. All words with an invalid or repeated card share a row
 * of zeros. */
static uint16_t svara_row_of[1 << 16];
static uint8_t svara_rows[32 * (1 + 496)];

#define SVARA_BLOCK 1024 /* hands of columns scored at a time; each block is read first, as the points may overwrite it */

/* Fills them, after svara_fill_tables. Filling them again changes nothing. */
static void svara_fill_rows(void) {
    int row = 0;
    for (int first = 0; first < 32; first++)
        for (int second = 0; second < first; second++) {
            uint8_t either[2][2] = {{first, second}, {second, first}};
            row += 32;
            svara_row_of[svara_word(either[0])] = svara_row_of[svara_word(either[1])] = row;
            for (int third = 0; third < 32; third++)
                svara_rows[row + third] = svara_cube[first | second << 5 | third << 10];
        }
}

static void svara_look_up_rows(const uint8_t *hands, int8_t *points, ptrdiff_t count) {
    const uint8_t *hand = hands;
    ptrdiff_t i = 0;
    uint8_t thirds = 0;
    for (; i + 4 <= count; i += 4, hand += 12) { /* by four, since compilers do not unroll it */
        points[i] = svara_rows[svara_row_of[svara_word(hand)] + (hand[2] & 31)];
        points[i + 1] = svara_rows[svara_row_of[svara_word(hand + 3)] + (hand[5] & 31)];
        points[i + 2] = svara_rows[svara_row_of[svara_word(hand + 6)] + (hand[8] & 31)];
        points[i + 3] = svara_rows[svara_row_of[svara_word(hand + 9)] + (hand[11] & 31)];
        thirds |= hand[2] | hand[5] | hand[8] | hand[11];
    }
    for (; i < count; i++, hand += 3) {
        points[i] = svara_rows[svara_row_of[svara_word(hand)] + (hand[2] & 31)];
        thirds |= hand[2];
    }
    if (thirds > 31)
        for (i = 0; i < count; i++)
            if (hands[3 * i + 2] > 31)
                points[i] = 0;
}

static void svara_look_up_columns(const uint8_t *a, const uint8_t *b, const uint8_t *c, int8_t *points,
                                  ptrdiff_t count) {
    uint16_t place[SVARA_BLOCK]; /* filled in a pass of its own, which compilers vectorize */
    for (ptrdiff_t i = 0; i < count; i++) {
        uint16_t fine = (uint16_t)(a[i] | b[i] | c[i]) < 32 ? 0x7FFF : 0; /* three of card 0 score 0 */
        place[i] = (uint16_t)(a[i] | b[i] << 5 | c[i] << 10) & fine;
    }
    for (ptrdiff_t i = 0; i < count; i++)
        points[i] = svara_cube[place[i]];
}

/* The same by arithmetic; what is left over is looked up. */
static void svara_compute_rows(const uint8_t *hands, int8_t *points, ptrdiff_t count) {
    ptrdiff_t whole = count - count % 32;
    svara_rows_avx2(hands, points, whole);
    svara_look_up_rows(hands + 3 * whole, points + whole, count - whole);
}

static void svara_compute_columns(const uint8_t *a, const uint8_t *b, const uint8_t *c, int8_t *points,
                                  ptrdiff_t count) {
    int8_t block[SVARA_BLOCK];
    ptrdiff_t whole = count - count % 32;
    svara_columns_avx2(a, b, c, block, whole);
    svara_look_up_columns(a + whole, b + whole, c + whole, block + whole, count - whole);
    memcpy(points, block, count);
}

static void (*svara_score_row_block)(const uint8_t *, int8_t *, ptrdiff_t) = svara_look_up_rows;
static void (*svara_score_column_block)(const uint8_t *, const uint8_t *, const uint8_t *, int8_t *,
                                        ptrdiff_t) = svara_look_up_columns;

/* Chooses how bytes are scored: by AVX2 if that is wanted and the processor has it. Returns whether it is. */
static int svara_choose_avx2(int wanted) {
    int chosen = wanted && SVARA_HAS_AVX2();
    svara_score_row_block = chosen ? svara_compute_rows : svara_look_up_rows;
    svara_score_column_block = chosen ? svara_compute_columns : svara_look_up_columns;
    return chosen;
}

/* Scores `count` hands of three bytes. Returns the number of the first that is not a hand, or -1. With `stop` the block of
 * that one is the last to be scored. */
static ptrdiff_t svara_score_rows(const uint8_t *hands, int8_t *points, ptrdiff_t count, int stop) {
    ptrdiff_t bad = -1;
    for (ptrdiff_t start = 0; start < count; start += 4096) {
        ptrdiff_t size = count - start < 4096 ? count - start : 4096;
        int8_t *out = points + start;
        uint8_t least = 255;
        svara_score_row_block(hands + 3 * start, out, size);
        for (ptrdiff_t i = 0; i < size; i++)
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
    for (ptrdiff_t start = 0; start < count; start += SVARA_BLOCK)
        svara_score_column_block(a + start, b + start, c + start, points + start,
                                 count - start < SVARA_BLOCK ? count - start : SVARA_BLOCK);
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
