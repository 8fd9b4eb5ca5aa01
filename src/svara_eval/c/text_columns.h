/* Columns as NumPy and Arrow store them: finds the text or the card of each row, and scores compact texts. */
#ifndef SVARA_TEXT_COLUMNS_H
#define SVARA_TEXT_COLUMNS_H

#include "lookup.h"

/* The structures of the Arrow C data and C stream interfaces. */
struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children, *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

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
    const uint8_t *fixed; /* the first row of a NumPy array */
    ptrdiff_t size;       /* the bytes of each of its rows, or of each number */
    const void **buffers; /* of an Arrow array: validity; numbers, or offsets and text, or views and their text */
    ptrdiff_t offset;     /* the first row of an Arrow array */
} svara_column;

/* An Arrow array as a column of text, numbers or nulls; anything else becomes one that is SVARA_UNREADABLE. */
static inline svara_column svara_arrow_column(const struct ArrowSchema *schema, const struct ArrowArray *array) {
    static const char integers[] = "cCsSiIlL"; /* of one byte, signed and unsigned, to eight */
    const char *format = schema->format;
    svara_column column = {SVARA_UNREADABLE, NULL, 0, array->buffers, (ptrdiff_t)array->offset};
    if (schema->dictionary)
        return column;
    column.kind = !strcmp(format, "u")    ? SVARA_TEXT
                  : !strcmp(format, "U")  ? SVARA_LARGE_TEXT
                  : !strcmp(format, "vu") ? SVARA_TEXT_VIEW
                  : !strcmp(format, "n")  ? SVARA_NULLS
                                          : SVARA_UNREADABLE;
    if (strlen(format) == 1 && strchr(integers, *format)) {
        column.kind = SVARA_NUMBERS;
        column.size = 1 << (strchr(integers, *format) - integers) / 2;
    }
    return column;
}

/* Whether an Arrow row is not null. */
static inline int svara_is_valid(const void *validity, ptrdiff_t row) {
    return !validity || ((const uint8_t *)validity)[row >> 3] >> (row & 7) & 1;
}

/* The text of a row and its length (in bytes, or in characters of UCS-4); NULL if the row is null. */
static SVARA_INLINE const uint8_t *svara_text_at(const svara_column *column, ptrdiff_t row, ptrdiff_t *length) {
    const uint8_t *text;
    const int32_t *view;
    if (column->kind == SVARA_BYTES) { /* NumPy pads with zeros, which are not part of the text */
        ptrdiff_t size = column->size;
        text = column->fixed + row * size;
        while (size && !text[size - 1])
            size--;
        *length = size;
        return text;
    }
    if (column->kind == SVARA_UCS4) {
        ptrdiff_t size = column->size / 4;
        text = column->fixed + row * column->size;
        while (size && !((const uint32_t *)text)[size - 1])
            size--;
        *length = size;
        return text;
    }
    row += column->offset;
    if (column->kind == SVARA_NULLS || !svara_is_valid(column->buffers[0], row))
        return NULL;
    if (column->kind == SVARA_TEXT) {
        const int32_t *offsets = column->buffers[1];
        *length = offsets[row + 1] - offsets[row];
        return (const uint8_t *)column->buffers[2] + offsets[row];
    }
    if (column->kind == SVARA_LARGE_TEXT) {
        const int64_t *offsets = column->buffers[1];
        *length = (ptrdiff_t)(offsets[row + 1] - offsets[row]);
        return (const uint8_t *)column->buffers[2] + offsets[row];
    }
    view = (const int32_t *)column->buffers[1] + 4 * row; /* length, then the text itself or prefix, buffer, offset */
    *length = view[0];
    return view[0] <= 12 ? (const uint8_t *)(view + 1) : (const uint8_t *)column->buffers[2 + view[2]] + view[3];
}

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
        for (ptrdiff_t i = 0; i < count; i++)
            points[i] = svara_score_compact(column.fixed + 6 * (start + i));
        return;
    }
    if (kind == SVARA_TEXT && !column.buffers[0]) {
        const int32_t *offsets = (const int32_t *)column.buffers[1] + column.offset + start;
        const uint8_t *text = column.buffers[2];
        int32_t at = offsets[0];
        for (ptrdiff_t i = 0; i < count; i++) {
            int32_t next = offsets[i + 1];
            points[i] = next - at == 6 ? svara_score_compact(text + at) : 0;
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
    const void *numbers = column->buffers[1];
    uint64_t number;
    row += column->offset;
    if (!svara_is_valid(column->buffers[0], row))
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

/* An Arrow array with three cards in each row: a struct of three columns, as tables are too, or a list. */
typedef struct {
    svara_column card[3]; /* in a list, the same column a row further each */
    const void **buffers; /* of the rows: validity and, of a list of any length, offsets */
    ptrdiff_t offset;     /* the first row */
    int list;             /* how many bytes an offset has, 0 for a struct, 1 for lists of three */
} svara_triples;

/* Reads an Arrow array as rows of three cards. Returns 0 if it is not made of three columns or of lists. */
static inline int svara_arrow_triples(const struct ArrowSchema *schema, const struct ArrowArray *array,
                                      svara_triples *triples) {
    const char *format = schema->format;
    int list = !strcmp(format, "+l") ? 4 : !strcmp(format, "+L") ? 8 : !strcmp(format, "+w:3") ? 1 : 0;
    if (!list && (strcmp(format, "+s") || schema->n_children != 3))
        return 0;
    for (int place = 0; place < 3; place++) {
        int child = list ? 0 : place;
        triples->card[place] = svara_arrow_column(schema->children[child], array->children[child]);
        triples->card[place].offset += list ? place : 0;
    }
    triples->buffers = array->buffers;
    triples->offset = (ptrdiff_t)array->offset;
    triples->list = list;
    return 1;
}

/* The row of its three columns in which the cards of a row are, or -1 if it is null or a list of another length. */
static inline ptrdiff_t svara_row_of_cards(const svara_triples *triples, ptrdiff_t row) {
    row += triples->offset;
    if (!svara_is_valid(triples->buffers[0], row))
        return -1;
    if (triples->list == 4) {
        const int32_t *offsets = triples->buffers[1];
        return offsets[row + 1] - offsets[row] == 3 ? offsets[row] : -1;
    }
    if (triples->list == 8) {
        const int64_t *offsets = triples->buffers[1];
        return offsets[row + 1] - offsets[row] == 3 ? (ptrdiff_t)offsets[row] : -1;
    }
    return triples->list ? 3 * row : row;
}

#endif
