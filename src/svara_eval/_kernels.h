/* Scoring many hands: loops over plain memory, in tables that are made from the points of the 4960 hands at import.
 *
 * Points of 0 mean "no hand" throughout: no hand is worth 0.
 */
#ifndef SVARA_KERNELS_H
#define SVARA_KERNELS_H

#include <string.h>

#include "_cards.h"

#define SVARA_NO_CARD 0xFF

/* The points of three cards in any order, at first | second << 5 | third << 10. */
static uint8_t svara_cube[1 << 15];
/* The same in two steps that cost less where the first two cards are one 16-bit word of memory: the word gives the start
 * of a row, the row the points for each third card. All words with a bad or repeated card share the row of zeros. */
static uint16_t svara_row_of[1 << 16];
static uint8_t svara_rows[32 * (1 + 496)];
/* The card of two ASCII characters, as a 16-bit word of memory. */
static uint8_t svara_card_of[1 << 16];

static inline uint16_t svara_word(const uint8_t *bytes) {
    uint16_t word;
    memcpy(&word, bytes, 2);
    return word;
}

/* Fills the tables; more than once does no harm. */
static void svara_fill_tables(void) {
    int row = 0;
    for (int first = 0; first < 32; first++)
        for (int second = 0; second < 32; second++)
            for (int third = 0; third < 32; third++) {
                int index = first == second ? -1 : svara_index(first, second, third);
                svara_cube[first | second << 5 | third << 10] = index < 0 ? 0 : svara_points[index];
            }
    for (int first = 0; first < 32; first++)
        for (int second = 0; second < first; second++) {
            uint8_t either[2][2] = {{first, second}, {second, first}};
            row += 32;
            svara_row_of[svara_word(either[0])] = svara_row_of[svara_word(either[1])] = row;
            for (int third = 0; third < 32; third++)
                svara_rows[row + third] = svara_cube[first | second << 5 | third << 10];
        }
    memset(svara_card_of, SVARA_NO_CARD, sizeof svara_card_of);
    for (int rank = 0; rank < 128; rank++)
        for (int suit = 0; suit < 128; suit++) {
            uint8_t code[2] = {rank, suit};
            if (svara_read_code(code) >= 0)
                svara_card_of[svara_word(code)] = svara_read_code(code);
        }
}

/* Scores `count` hands of three bytes. Returns the number of the first that is none, or -1; `stop` ends it there. */
static ptrdiff_t svara_score_rows(const uint8_t *hands, int8_t *points, ptrdiff_t count, int stop) {
    ptrdiff_t bad = -1;
    for (ptrdiff_t start = 0; start < count; start += 4096) {
        ptrdiff_t size = count - start < 4096 ? count - start : 4096, i = 0;
        const uint8_t *hand = hands + 3 * start;
        int8_t *out = points + start;
        uint8_t thirds = 0, least = 255;
        for (; i + 4 <= size; i += 4, hand += 12) { /* by four: the compiler does not unroll it by itself */
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
    uint16_t place[1024]; /* a pass of its own: compilers make vector code of it */
    for (ptrdiff_t start = 0; start < count; start += 1024, a += 1024, b += 1024, c += 1024, points += 1024) {
        ptrdiff_t size = count - start < 1024 ? count - start : 1024;
        uint8_t all = 0;
        for (ptrdiff_t i = 0; i < size; i++) {
            all |= a[i] | b[i] | c[i];
            place[i] = (a[i] & 31) | (b[i] & 31) << 5 | (c[i] & 31) << 10;
        }
        for (ptrdiff_t i = 0; i < size; i++)
            points[i] = svara_cube[place[i] & 0x7FFF];
        if (all > 31)
            for (ptrdiff_t i = 0; i < size; i++)
                if ((a[i] | b[i] | c[i]) > 31)
                    points[i] = 0;
    }
}

/* The loops of the ufunc: three columns of any stride; NumPy sees to it that they are aligned and native. */
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
SVARA_LOOP(svara_loop_uint64, uint64_t) /* for int64 too: a negative number is a great one */

static void svara_loop_uint8(char **columns, const ptrdiff_t *count, const ptrdiff_t *steps, void *unused) {
    if (steps[0] == 1 && steps[1] == 1 && steps[2] == 1 && steps[3] == 1)
        svara_score_columns((uint8_t *)columns[0], (uint8_t *)columns[1], (uint8_t *)columns[2], (int8_t *)columns[3],
                            count[0]);
    else
        svara_loop_strided_uint8(columns, count, steps, unused);
}

/* Truth values are no cards. */
static void svara_loop_bool(char **columns, const ptrdiff_t *count, const ptrdiff_t *steps, void *unused) {
    (void)unused;
    for (ptrdiff_t i = 0; i < count[0]; i++)
        columns[3][i * steps[3]] = 0;
}

/* The points of a text; 0 where it is no hand; -1 where it has characters that only cards.py knows. */
static SVARA_NOINLINE int svara_score_longer(const void *text, int width, ptrdiff_t length) {
    int cards[3];
    if (svara_read_three(text, width, length, cards))
        return svara_cube[cards[0] | cards[1] << 5 | cards[2] << 10];
    for (ptrdiff_t at = 0; at < length;) {
        uint32_t symbol = width == SVARA_UTF8 ? svara_next(text, SVARA_UTF8, length, &at)
                                              : svara_next(text, 4, length, &at);
        if (symbol > 127 && symbol - 0x2660u > 7 && (symbol | 1u) != 0xFE0Fu)
            return -1;
    }
    return 0;
}

static inline int svara_score_utf8(const uint8_t *text, ptrdiff_t length) {
    if (length == 6) {
        unsigned a = svara_card_of[svara_word(text)], b = svara_card_of[svara_word(text + 2)],
                 c = svara_card_of[svara_word(text + 4)];
        if ((a | b | c) < 32)
            return svara_cube[a | b << 5 | c << 10];
    }
    return svara_score_longer(text, SVARA_UTF8, length);
}

#endif
