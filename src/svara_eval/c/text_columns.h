/* Columns of text as NumPy and Arrow store them: finds the text of each row. */
#ifndef SVARA_TEXT_COLUMNS_H
#define SVARA_TEXT_COLUMNS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

typedef enum { SVARA_NO_TEXT, SVARA_BYTES, SVARA_UCS4, SVARA_TEXT, SVARA_LARGE_TEXT, SVARA_TEXT_VIEW } svara_kind;

typedef struct {
    svara_kind kind;
    const uint8_t *fixed;       /* the first row of a NumPy array */
    ptrdiff_t size;             /* the bytes of each of its rows */
    const void **buffers;       /* of an Arrow array: validity; offsets and text, or views and their text */
    ptrdiff_t offset;           /* the first row of an Arrow array */
} svara_column;

/* The kind of text that an Arrow format stands for. */
static inline svara_kind svara_kind_of(const struct ArrowSchema *schema) {
    return schema->dictionary                ? SVARA_NO_TEXT
           : !strcmp(schema->format, "u")  ? SVARA_TEXT
           : !strcmp(schema->format, "U")  ? SVARA_LARGE_TEXT
           : !strcmp(schema->format, "vu") ? SVARA_TEXT_VIEW
                                           : SVARA_NO_TEXT;
}

/* The text of a row and its length (in bytes, or in characters of UCS-4); NULL if the row is null. */
static inline const uint8_t *svara_text_at(const svara_column *column, ptrdiff_t row, ptrdiff_t *length) {
    const uint8_t *valid, *text;
    const int32_t *view;
    if (column->kind == SVARA_BYTES) { /* NumPy pads with zeros, which are not part of the text */
        text = column->fixed + row * column->size;
        for (*length = column->size; *length && !text[*length - 1];)
            --*length;
        return text;
    }
    if (column->kind == SVARA_UCS4) {
        text = column->fixed + row * column->size;
        for (*length = column->size / 4; *length && !((const uint32_t *)text)[*length - 1];)
            --*length;
        return text;
    }
    row += column->offset;
    valid = column->buffers[0];
    if (valid && !(valid[row >> 3] >> (row & 7) & 1))
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

#endif
