/* Loops over columns of text as NumPy and Arrow store them: they score and read the compact spellings. */
#ifndef SVARA_TEXT_COLUMNS_H
#define SVARA_TEXT_COLUMNS_H

#include "columns.h"
#include "lookup.h"

/* The loops over whole blocks are made for each kind of column, and read from a copy of what describes it: else it would be
 * read again after each byte that is written. They leave all but the compact spellings to the loops over rows. */
#define SVARA_FOR_EACH_KIND(loop, column, ...)                                                                        \
    switch ((column)->kind) {                                                                                        \
    case SVARA_BYTES: loop(SVARA_BYTES, *(column), __VA_ARGS__); break;                                              \
    case SVARA_UCS4: loop(SVARA_UCS4, *(column), __VA_ARGS__); break;                                                \
    case SVARA_TEXT: loop(SVARA_TEXT, *(column), __VA_ARGS__); break;                                                \
    case SVARA_LARGE_TEXT: loop(SVARA_LARGE_TEXT, *(column), __VA_ARGS__); break;                                    \
    case SVARA_TEXT_VIEW: loop(SVARA_TEXT_VIEW, *(column), __VA_ARGS__); break;                                      \
    case SVARA_NUMBERS: loop(SVARA_NUMBERS, *(column), __VA_ARGS__); break;                                          \
    default: loop(SVARA_NULLS, *(column), __VA_ARGS__);                                                              \
    }

static SVARA_INLINE void svara_score_compact_as(svara_kind kind, svara_column column, ptrdiff_t start, int8_t *points,
                                                ptrdiff_t count) {
    column.kind = kind;
    if (kind == SVARA_BYTES && column.size == 6) {
        const uint8_t *text = (const uint8_t *)column.values + 6 * start;
        for (ptrdiff_t i = 0; i < count; i++)
            points[i] = svara_score_compact(text + 6 * i);
        return;
    }
    if (kind == SVARA_TEXT && !column.validity) {
        const int32_t *offsets = (const int32_t *)column.values + column.offset + start;
        const uint8_t *text = column.text;
        int32_t at = offsets[0];
        uint32_t first = (uint32_t)column.first, most = (uint32_t)(column.last - column.first) - 6;
        if (column.last - column.first < 6) {
            memset(points, 0, (size_t)count);
            return;
        }
        for (ptrdiff_t i = 0; i < count; i++) { /* a text of six bytes that begins in the bounds also ends there */
            int32_t next = offsets[i + 1];
            int fits = (uint32_t)next - (uint32_t)at == 6 && (uint32_t)at - first <= most;
            points[i] = fits ? svara_score_compact(text + at) : 0;
            at = next;
        }
        return;
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        ptrdiff_t length = 0;
        const uint8_t *text = svara_text_at(&column, start + i, &length);
        points[i] = !text || length != 6 ? 0 : kind == SVARA_UCS4 ? svara_score_wide(text) : svara_score_compact(text);
    }
}

/* Scores the rows from `start` on that are six ASCII characters like "7cKhKd"; 0 for all others. */
static void svara_score_compact_rows(const svara_column *column, ptrdiff_t start, int8_t *points, ptrdiff_t count) {
    SVARA_FOR_EACH_KIND(svara_score_compact_as, column, start, points, count)
}

static SVARA_INLINE uint8_t svara_number_at(const svara_column *column, ptrdiff_t row) {
    const void *numbers = column->values;
    uint64_t number;
    row += column->offset;
    if (!svara_is_valid(column->validity, row))
        return SVARA_NO_CARD;
    number = column->size == 1   ? ((const uint8_t *)numbers)[row] /* a negative number reads as a large one */
             : column->size == 2 ? ((const uint16_t *)numbers)[row]
             : column->size == 4 ? ((const uint32_t *)numbers)[row]
                                 : ((const uint64_t *)numbers)[row];
    return number < 32 ? (uint8_t)number : SVARA_NO_CARD;
}

static SVARA_INLINE void svara_read_compact_as(svara_kind kind, svara_column column, const ptrdiff_t *rows,
                                               uint8_t *cards, ptrdiff_t count) {
    column.kind = kind;
    for (ptrdiff_t i = 0; i < count; i++) {
        ptrdiff_t length = 2;
        const uint8_t *text;
        if (rows[i] < 0) {
            cards[i] = SVARA_NO_CARD;
        } else if (kind == SVARA_NUMBERS) {
            cards[i] = svara_number_at(&column, rows[i]);
        } else {
            text = svara_text_at(&column, rows[i], &length);
            cards[i] = !text || length != 2  ? SVARA_NO_CARD
                       : kind == SVARA_UCS4 ? svara_card_of_wide((const uint32_t *)text)
                                            : svara_card_of[svara_word(text)];
        }
    }
}

/* Reads the cards of some rows that are numbers, or two ASCII characters like "Kh"; SVARA_NO_CARD for all others, and for
 * rows below 0. */
static void svara_read_compact_rows(const svara_column *column, const ptrdiff_t *rows, uint8_t *cards, ptrdiff_t count) {
    SVARA_FOR_EACH_KIND(svara_read_compact_as, column, rows, cards, count)
}

#endif
