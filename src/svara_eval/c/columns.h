/* Columns as NumPy and Arrow store them: where the text of each row is, and nothing read that does not belong to it. */
#ifndef SVARA_COLUMNS_H
#define SVARA_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

#include "read_cards.h"

typedef enum {
    SVARA_UNREADABLE,
    SVARA_BYTES, /* of NumPy */
    SVARA_UCS4,
    SVARA_TEXT, /* of Arrow */
    SVARA_LARGE_TEXT,
    SVARA_TEXT_VIEW,
    SVARA_NUMBERS,
    SVARA_NULLS
} svara_kind;

typedef struct {
    svara_kind kind;
    const void *values;      /* the rows of a NumPy array; the numbers, offsets or views of an Arrow array */
    ptrdiff_t size;          /* the bytes of each row of NumPy, or of each number */
    ptrdiff_t offset;        /* the first row of an Arrow array within its buffers */
    const uint8_t *validity; /* of Arrow: a bit for each row; NULL if every row is valid */
    const uint8_t *text;     /* the buffer that offsets point into */
    int64_t first, last;     /* the first and the last offset, the bounds of all others */
    const void **more;       /* the buffers that views point into */
    const int64_t *sizes;    /* their sizes */
    int64_t n_more;
} svara_column;

/* Whether an Arrow row is not null. */
static inline int svara_is_valid(const uint8_t *validity, ptrdiff_t row) {
    return !validity || (validity[row >> 3] >> (row & 7) & 1);
}

/* The text between two offsets; NULL, and -1 as its length, if they descend or leave the bounds. */
static SVARA_INLINE const uint8_t *svara_text_between(const svara_column *column, int64_t start, int64_t stop,
                                                      ptrdiff_t *length) {
    uint64_t end = (uint64_t)stop - (uint64_t)column->first;
    int sound = (uint64_t)start - (uint64_t)column->first <= end && end <= (uint64_t)column->last - (uint64_t)column->first;
    *length = sound ? (ptrdiff_t)(stop - start) : -1;
    return sound ? column->text + start : NULL;
}

/* The text of a row and its length, in bytes or in characters of UCS-4. NULL if the row is null, with a length of 0, or if
 * the column is damaged, with a length of -1. */
static SVARA_INLINE const uint8_t *svara_text_at(const svara_column *column, ptrdiff_t row, ptrdiff_t *length) {
    const uint8_t *text;
    const int32_t *view;
    int32_t size, buffer, at;
    if (column->kind == SVARA_BYTES) { /* NumPy pads with zeros, which are not part of the text */
        ptrdiff_t bytes = column->size;
        text = (const uint8_t *)column->values + row * bytes;
        while (bytes && !text[bytes - 1])
            bytes--;
        *length = bytes;
        return text;
    }
    if (column->kind == SVARA_UCS4) {
        ptrdiff_t characters = column->size / 4;
        text = (const uint8_t *)column->values + row * column->size;
        while (characters && !((const uint32_t *)text)[characters - 1])
            characters--;
        *length = characters;
        return text;
    }
    *length = 0;
    row += column->offset;
    if (column->kind == SVARA_NULLS || !svara_is_valid(column->validity, row))
        return NULL;
    if (column->kind == SVARA_TEXT) {
        const int32_t *offsets = column->values;
        return svara_text_between(column, offsets[row], offsets[row + 1], length);
    }
    if (column->kind == SVARA_LARGE_TEXT) {
        const int64_t *offsets = column->values;
        return svara_text_between(column, offsets[row], offsets[row + 1], length);
    }
    view = (const int32_t *)column->values + 4 * row; /* length, then the text itself or prefix, buffer, offset */
    *length = size = view[0];
    if (size >= 0 && size <= 12)
        return (const uint8_t *)(view + 1);
    buffer = view[2], at = view[3];
    if (size < 0 || buffer < 0 || buffer >= column->n_more || at < 0 || at + (int64_t)size > column->sizes[buffer]) {
        *length = -1;
        return NULL;
    }
    return (const uint8_t *)column->more[buffer] + at;
}

#endif
