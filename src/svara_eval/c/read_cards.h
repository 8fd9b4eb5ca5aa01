/* Reads cards from text for all compiled modules, and computes the index of a hand.
 *
 * It reads the common spellings: those made of ASCII and suit symbols, with or without a variation selector. Everything
 * else is left to cards.py, which knows all spellings and raises the errors. So this reader may refuse valid text but
 * never accepts invalid text, and its answer is final for text of only ASCII and suit symbols.
 */
#ifndef SVARA_READ_CARDS_H
#define SVARA_READ_CARDS_H

#include <stddef.h>
#include <stdint.h>

#include "points_table.h"
#include "spellings.h"

/* Keep the readers of longer texts out of line: inlined, they slow down the fast paths of their callers. */
#ifdef _MSC_VER
#define SVARA_NOINLINE __declspec(noinline)
#define SVARA_INLINE __forceinline
#else
#define SVARA_INLINE inline __attribute__((always_inline))
#define SVARA_NOINLINE __attribute__((noinline, unused))
#endif

/* How a text is stored: in characters of 1 (ASCII or Latin-1), 2 or 4 bytes, or as UTF-8. The width is always a
 * constant, so that the compiler generates a reader for each. */
#define SVARA_UTF8 3

/* The character at *at, which moves past it. `length` counts characters, or bytes of UTF-8. Each unit is read once, since
 * another thread may write to the text. Malformed UTF-8, or UTF-8 of two or four bytes, gives 0xFFFFFFFF, which is never
 * part of a card. Always inlined: otherwise GCC emits a call, which makes the reader a quarter slower. */
static SVARA_INLINE uint32_t svara_next(const void *text, int width, ptrdiff_t length, ptrdiff_t *at) {
    const uint8_t *bytes = text;
    ptrdiff_t here = (*at)++;
    uint8_t first, second, third;
    if (width == 4)
        return ((const uint32_t *)text)[here];
    if (width == 2)
        return ((const uint16_t *)text)[here];
    first = bytes[here];
    if (width == 1 || first < 128)
        return first;
    if (length - here < 3 || (first & 0xF0) != 0xE0)
        return 0xFFFFFFFFu;
    second = bytes[here + 1];
    third = bytes[here + 2];
    if ((second & 0xC0) != 0x80 || (third & 0xC0) != 0x80)
        return 0xFFFFFFFFu;
    *at = here + 3;
    if (first == 0xE0) /* below U+1000 nothing is part of a card, and this may be an overlong ASCII character */
        return 0xFFFFFFFFu;
    return (first & 15u) << 12 | (second & 63u) << 6 | (third & 63u);
}

/* Reads the card at *at, moves *at past it and returns its number, or returns -1. */
static inline int svara_read_card(const void *text, int width, ptrdiff_t length, ptrdiff_t *at) {
    ptrdiff_t next = *at, after;
    uint32_t symbol;
    uint8_t rank, suit;
    if (length - next < 2)
        return -1;
    symbol = svara_next(text, width, length, &next);
    rank = symbol < 256 ? svara_rank_of[symbol] : 0;
    if (next == length)
        return -1;
    if (symbol == '1') {
        if (svara_next(text, width, length, &next) != '0' || next == length)
            return -1;
        rank = SVARA_TEN;
    }
    symbol = svara_next(text, width, length, &next);
    if (width != 1 && symbol - SVARA_FIRST_SYMBOL < sizeof svara_symbol_of) {
        suit = svara_symbol_of[symbol - SVARA_FIRST_SYMBOL];
        after = next;
        if (next < length && (svara_next(text, width, length, &after) | 1u) == 0xFE0Fu)
            next = after;
    } else {
        suit = symbol < 256 ? svara_suit_of[symbol] : 0;
    }
    if (((rank | suit) & SVARA_READ) != SVARA_READ)
        return -1;
    *at = next;
    return (rank | suit) & 31;
}

/* Moves *at past what stands between cards; returns how many separators it passed. */
static inline int svara_skip(const void *text, int width, ptrdiff_t length, ptrdiff_t *at) {
    int separators = 0;
    while (*at < length) {
        ptrdiff_t next = *at;
        uint32_t symbol = svara_next(text, width, length, &next);
        int between = symbol < 256 ? svara_between[symbol] : 0;
        if (!between)
            break;
        separators += between == SVARA_SEPARATOR;
        *at = next;
    }
    return separators;
}

static inline int svara_read_one_as(int width, const void *text, ptrdiff_t length) {
    ptrdiff_t at = 0;
    int card = svara_read_card(text, width, length, &at);
    return at == length ? card : -1;
}

static inline int svara_read_three_as(int width, const void *text, ptrdiff_t length, int cards[3]) {
    ptrdiff_t at = 0;
    if (svara_skip(text, width, length, &at))
        return 0;
    for (int place = 0; place < 3; place++) {
        if ((cards[place] = svara_read_card(text, width, length, &at)) < 0)
            return 0;
        if (svara_skip(text, width, length, &at) > (place < 2))
            return 0;
    }
    return at == length;
}

/* Reads a text that is exactly one card, without white space. Returns its number, or -1. */
static SVARA_NOINLINE int svara_read_one(const void *text, int width, ptrdiff_t length) {
    return width == 1   ? svara_read_one_as(1, text, length)
           : width == 2 ? svara_read_one_as(2, text, length)
           : width == 4 ? svara_read_one_as(4, text, length)
           : width == SVARA_UTF8
               ? svara_read_one_as(SVARA_UTF8, text, length)
               : -1; /* Python 3.11 gives a str that is not ready the width 0 */
}

/* Reads a text that is exactly three cards. Returns 1, or 0 for anything else. */
static SVARA_NOINLINE int svara_read_three(const void *text, int width, ptrdiff_t length, int cards[3]) {
    return width == 1   ? svara_read_three_as(1, text, length, cards)
           : width == 2 ? svara_read_three_as(2, text, length, cards)
           : width == 4 ? svara_read_three_as(4, text, length, cards)
           : width == SVARA_UTF8
               ? svara_read_three_as(SVARA_UTF8, text, length, cards)
               : 0;
}

/* Reads two ASCII characters like "Kh". Returns the number of the card, or -1. */
static inline int svara_read_code(const uint8_t *text) {
    uint8_t card = svara_rank_of[text[0]] | svara_suit_of[text[1]];
    return (card & SVARA_READ) == SVARA_READ ? card & 31 : -1;
}

/* Reads six ASCII characters like "7cKhKd". Returns 1, or 0 for anything else. */
static inline int svara_read_compact(const uint8_t *text, int cards[3]) {
    uint8_t first = svara_rank_of[text[0]] | svara_suit_of[text[1]];
    uint8_t second = svara_rank_of[text[2]] | svara_suit_of[text[3]];
    uint8_t third = svara_rank_of[text[4]] | svara_suit_of[text[5]];
    cards[0] = first & 31;
    cards[1] = second & 31;
    cards[2] = third & 31;
    return (first & second & third & SVARA_READ) == SVARA_READ;
}

/* The index of the hand of three cards 0 … 31 in any order, or -1 if two of them are the same. */
static inline int svara_index(int a, int b, int c) {
    int low = a < b ? a : b, high = a < b ? b : a;
    int bottom = low < c ? low : c, top = high > c ? high : c;
    int middle = a + b + c - bottom - top;
    if (bottom == middle || middle == top)
        return -1;
    return bottom + svara_choose_2[middle] + svara_choose_3[top];
}

#endif
