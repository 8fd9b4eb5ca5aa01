/* Arrays of the Arrow C interface as columns of text or numbers, and as rows of three cards.
 *
 * Another library fills them in, so offsets, lengths and pointers are checked. The sizes of text and number buffers cannot
 * be: only views come with them. The functions that open an array return NULL, or a message if the array is damaged.
 */
#ifndef SVARA_ARROW_H
#define SVARA_ARROW_H

#include <string.h>

#include "columns.h"

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

static inline const char *svara_check_array(const struct ArrowArray *array, int64_t buffers) {
    if (!array->release)
        return "a part of it has been released";
    if (array->length < 0 || array->offset < 0 || array->offset > PTRDIFF_MAX - array->length)
        return "its length or offset is out of bounds";
    if (array->n_buffers < buffers || (buffers && !array->buffers))
        return "it has too few buffers";
    return NULL;
}

/* An array as a column of text, numbers or nulls; anything else becomes one that is SVARA_UNREADABLE. */
static inline const char *svara_open_column(const struct ArrowSchema *schema, const struct ArrowArray *array,
                                            svara_column *column) {
    static const char integers[] = "cCsSiIlL"; /* of one byte, signed and unsigned, to eight */
    const char *format = schema->format, *wrong = svara_check_array(array, 0);
    ptrdiff_t end;
    memset(column, 0, sizeof *column);
    column->kind = SVARA_UNREADABLE;
    if (wrong || schema->dictionary)
        return wrong;
    column->offset = (ptrdiff_t)array->offset;
    column->kind = !strcmp(format, "u")    ? SVARA_TEXT
                   : !strcmp(format, "U")  ? SVARA_LARGE_TEXT
                   : !strcmp(format, "vu") ? SVARA_TEXT_VIEW
                   : !strcmp(format, "n")  ? SVARA_NULLS
                                           : SVARA_UNREADABLE;
    if (strlen(format) == 1 && strchr(integers, *format)) {
        column->kind = SVARA_NUMBERS;
        column->size = (ptrdiff_t)1 << (strchr(integers, *format) - integers) / 2;
    }
    if (column->kind == SVARA_UNREADABLE || column->kind == SVARA_NULLS || !array->length)
        return NULL;
    wrong = svara_check_array(array, column->kind == SVARA_NUMBERS ? 2 : 3);
    if (wrong)
        return wrong;
    column->validity = array->buffers[0];
    column->values = array->buffers[1];
    if (!column->values)
        return "a buffer is missing";
    if (column->kind == SVARA_NUMBERS)
        return NULL;
    if (column->kind == SVARA_TEXT_VIEW) {
        column->more = array->buffers + 2;
        column->n_more = array->n_buffers - 3;
        column->sizes = array->buffers[array->n_buffers - 1];
        return column->n_more && !column->sizes ? "a buffer is missing" : NULL;
    }
    end = column->offset + (ptrdiff_t)array->length;
    if (column->kind == SVARA_TEXT) {
        column->first = ((const int32_t *)column->values)[column->offset];
        column->last = ((const int32_t *)column->values)[end];
    } else {
        column->first = ((const int64_t *)column->values)[column->offset];
        column->last = ((const int64_t *)column->values)[end];
    }
    column->text = array->buffers[2];
    if (column->first < 0 || column->last < column->first)
        return "its offsets descend";
    if (!column->text && column->last > column->first)
        return "a buffer is missing";
    if (!column->text)
        column->text = (const uint8_t *)""; /* every text is empty */
    return NULL;
}

/* Rows of cells: a struct of columns, as tables are, or lists. */
typedef struct {
    enum { SVARA_NO_ROWS, SVARA_STRUCT, SVARA_LIST_OF_3, SVARA_LIST, SVARA_LARGE_LIST, SVARA_VIEW, SVARA_LARGE_VIEW } kind;
    const uint8_t *validity;
    const void *offsets, *sizes;
    ptrdiff_t offset;        /* the first row */
    int64_t first, last;     /* the bounds of the cells */
} svara_rows;

/* An array as rows of cells; of the kind SVARA_NO_ROWS if it is not made of them. */
static inline const char *svara_open_rows(const struct ArrowSchema *schema, const struct ArrowArray *array,
                                          svara_rows *rows) {
    const char *format = schema->format, *wrong = svara_check_array(array, 0);
    ptrdiff_t end;
    memset(rows, 0, sizeof *rows);
    if (wrong || schema->dictionary)
        return wrong;
    rows->kind = !strcmp(format, "+s")     ? SVARA_STRUCT
                 : !strcmp(format, "+w:3") ? SVARA_LIST_OF_3
                 : !strcmp(format, "+l")   ? SVARA_LIST
                 : !strcmp(format, "+L")   ? SVARA_LARGE_LIST
                 : !strcmp(format, "+vl")  ? SVARA_VIEW
                 : !strcmp(format, "+vL")  ? SVARA_LARGE_VIEW
                                           : SVARA_NO_ROWS;
    if (rows->kind == SVARA_NO_ROWS)
        return NULL;
    if (schema->n_children != array->n_children || (rows->kind != SVARA_STRUCT && array->n_children != 1))
        return "it has too few columns";
    wrong = svara_check_array(array, rows->kind >= SVARA_VIEW ? 3 : rows->kind >= SVARA_LIST ? 2 : 1);
    if (wrong)
        return wrong;
    rows->validity = array->buffers[0];
    rows->offset = (ptrdiff_t)array->offset;
    end = rows->offset + (ptrdiff_t)array->length;
    rows->last = rows->kind == SVARA_STRUCT ? end : array->children[0]->length;
    for (int64_t place = 0; place < array->n_children; place++) {
        const struct ArrowArray *cells = array->children[place];
        wrong = svara_check_array(cells, 0);
        if (wrong)
            return wrong;
        if (cells->length < (rows->kind == SVARA_STRUCT ? end : 0) ||
            (rows->kind == SVARA_LIST_OF_3 && cells->length / 3 < end))
            return "a column is shorter than its rows";
    }
    if (rows->kind < SVARA_LIST || !array->length)
        return NULL;
    rows->offsets = array->buffers[1];
    rows->sizes = rows->kind >= SVARA_VIEW ? array->buffers[2] : NULL;
    if (!rows->offsets || (rows->kind >= SVARA_VIEW && !rows->sizes))
        return "a buffer is missing";
    if (rows->kind == SVARA_LIST || rows->kind == SVARA_LARGE_LIST) {
        int wide = rows->kind == SVARA_LARGE_LIST;
        rows->first = wide ? ((const int64_t *)rows->offsets)[rows->offset] : ((const int32_t *)rows->offsets)[rows->offset];
        end = (ptrdiff_t)(wide ? ((const int64_t *)rows->offsets)[end] : ((const int32_t *)rows->offsets)[end]);
        if (rows->first < 0 || end < rows->first || end > rows->last)
            return "its offsets descend or leave its cells";
        rows->last = end;
    }
    return NULL;
}

/* The first cell of a row, and how many it has: one in each column of a struct. -1 if the row is null, with 0 cells, or if
 * the array is damaged, with -1. */
static inline ptrdiff_t svara_cells_of(const svara_rows *rows, ptrdiff_t row, int64_t *count) {
    int64_t start, stop;
    row += rows->offset;
    *count = 0;
    if (!svara_is_valid(rows->validity, row))
        return -1;
    if (rows->kind == SVARA_STRUCT || rows->kind == SVARA_LIST_OF_3) {
        *count = rows->kind == SVARA_STRUCT ? 1 : 3;
        return row * (ptrdiff_t)*count;
    }
    if (rows->kind == SVARA_LIST || rows->kind == SVARA_VIEW) {
        start = ((const int32_t *)rows->offsets)[row];
        stop = rows->sizes ? start + ((const int32_t *)rows->sizes)[row] : ((const int32_t *)rows->offsets)[row + 1];
    } else {
        start = ((const int64_t *)rows->offsets)[row];
        stop = ((const int64_t *)rows->offsets)[rows->sizes ? row : row + 1];
        if (rows->sizes) {
            int64_t size = ((const int64_t *)rows->sizes)[row];
            stop = start < 0 || size < 0 || size > rows->last - start ? -1 : start + size;
        }
    }
    if (start < rows->first || stop < start || stop > rows->last) {
        *count = -1;
        return -1;
    }
    *count = stop - start;
    return (ptrdiff_t)start;
}

#endif
