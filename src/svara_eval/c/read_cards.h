/* The reader of card text that the compiled modules share, and the index of a hand.
 *
 * It takes the common spellings: all that are made of ASCII and of the eight suit symbols, with or without a variation
 * selector. Whatever it does not take it leaves to cards.py, which knows all spellings and raises the errors; so it may
 * refuse a good text but never reads a bad one. On a text of ASCII and suit symbols alone its word is final.
 */
#ifndef SVARA_READ_CARDS_H
#define SVARA_READ_CARDS_H

#include <stddef.h>
#include <stdint.h>

#include "points_table.h"

/* The readers of longer texts stay out of line: inlined, they slow down the short ways through their callers. */
#ifdef _MSC_VER
#define SVARA_NOINLINE __declspec(noinline)
#define SVARA_INLINE __forceinline
#else
#define SVARA_INLINE inline __attribute__((always_inline))
#define SVARA_NOINLINE __attribute__((noinline, unused))
#endif

/* A rank is marked by bit 6 and a suit by bit 7, so that "rank | suit" has both bits if and only if both were read. */
#define SVARA_READ 0xC0
#define SVARA_RANK(number) (0x40 | (number) << 2)
#define SVARA_SUIT(number) (0x80 | (number))

static const uint8_t svara_rank_of[256] = {
    ['7'] = SVARA_RANK(0), ['8'] = SVARA_RANK(1), ['9'] = SVARA_RANK(2), ['T'] = SVARA_RANK(3), ['t'] = SVARA_RANK(3),
    ['J'] = SVARA_RANK(4), ['j'] = SVARA_RANK(4), ['Q'] = SVARA_RANK(5), ['q'] = SVARA_RANK(5), ['K'] = SVARA_RANK(6),
    ['k'] = SVARA_RANK(6), ['A'] = SVARA_RANK(7), ['a'] = SVARA_RANK(7),
};
static const uint8_t svara_suit_of[256] = {
    ['C'] = SVARA_SUIT(0), ['c'] = SVARA_SUIT(0), ['D'] = SVARA_SUIT(1), ['d'] = SVARA_SUIT(1),
    ['H'] = SVARA_SUIT(2), ['h'] = SVARA_SUIT(2), ['S'] = SVARA_SUIT(3), ['s'] = SVARA_SUIT(3),
};
/* U+2660 … U+2667: ♠ ♡ ♢ ♣ ♤ ♥ ♦ ♧ */
static const uint8_t svara_symbol_of[8] = {
    SVARA_SUIT(3), SVARA_SUIT(2), SVARA_SUIT(1), SVARA_SUIT(0), SVARA_SUIT(3), SVARA_SUIT(2), SVARA_SUIT(1), SVARA_SUIT(0),
};

/* White space as str.isspace has it, in ASCII, and what else may stand between cards. */
#define SVARA_SPACE 1
#define SVARA_COMMA 2
static const uint8_t svara_between[256] = {
    [' '] = SVARA_SPACE,    ['\t'] = SVARA_SPACE,   ['\n'] = SVARA_SPACE,   ['\v'] = SVARA_SPACE,  ['\f'] = SVARA_SPACE,
    ['\r'] = SVARA_SPACE,   ['\x1c'] = SVARA_SPACE, ['\x1d'] = SVARA_SPACE, ['\x1e'] = SVARA_SPACE,
    ['\x1f'] = SVARA_SPACE, [','] = SVARA_COMMA,    [';'] = SVARA_COMMA,
};

/* How a text is stored: in characters of 1 (ASCII or Latin-1), 2 or 4 bytes, or as UTF-8. Always a constant, so that
 * the compiler makes a reader for each. */
#define SVARA_UTF8 3

/* The character at *at, which moves behind it; `length` counts characters, or bytes of UTF-8. Of the characters of three
 * bytes only U+2660 … U+2667, U+FE0E and U+FE0F come out right; what else is not ASCII comes out as something that is no
 * part of a card. */
static inline uint32_t svara_next(const void *text, int width, ptrdiff_t length, ptrdiff_t *at) {
    const uint8_t *bytes = text;
    ptrdiff_t here = (*at)++;
    if (width == 4)
        return ((const uint32_t *)text)[here];
    if (width == 2)
        return ((const uint16_t *)text)[here];
    if (width == 1 || bytes[here] < 128)
        return bytes[here];
    if (length - here < 3 || (bytes[here] & 0xF0) != 0xE0 || (bytes[here + 1] & 0xC0) != 0x80 || (bytes[here + 2] & 0xC0) != 0x80)
        return 0xFFFFFFFFu;
    *at = here + 3;
    if (bytes[here] == 0xE0) /* below U+1000: no part of a card, and perhaps an ASCII character spelt too long */
        return 0xFFFFFFFFu;
    return (bytes[here] & 15u) << 12 | (bytes[here + 1] & 63u) << 6 | (bytes[here + 2] & 63u);
}

/* Reads the card at *at, moves *at behind it and returns its number, or returns -1. */
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
        rank = SVARA_RANK(3);
    }
    symbol = svara_next(text, width, length, &next);
    if (width != 1 && symbol - 0x2660u < 8u) {
        suit = svara_symbol_of[symbol - 0x2660u];
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

/* Moves *at behind white space, and behind commas and semicolons too where they may stand; returns what it passed. */
static inline int svara_skip(const void *text, int width, ptrdiff_t length, ptrdiff_t *at, int may) {
    int passed = 0;
    while (*at < length) {
        ptrdiff_t next = *at;
        uint32_t symbol = svara_next(text, width, length, &next);
        int between = symbol < 256 ? svara_between[symbol] & may : 0;
        if (!between)
            break;
        passed |= between;
        *at = next;
    }
    return passed;
}

static inline int svara_read_one_as(int width, const void *text, ptrdiff_t length) {
    ptrdiff_t at = 0;
    int card = svara_read_card(text, width, length, &at);
    return at == length ? card : -1;
}

static inline int svara_read_three_as(int width, const void *text, ptrdiff_t length, int cards[3]) {
    ptrdiff_t at = 0;
    svara_skip(text, width, length, &at, SVARA_SPACE);
    for (int place = 0; place < 3; place++) {
        if ((cards[place] = svara_read_card(text, width, length, &at)) < 0)
            return 0;
        if (svara_skip(text, width, length, &at, SVARA_SPACE | SVARA_COMMA) & SVARA_COMMA && place == 2)
            return 0;
    }
    return at == length;
}

/* Reads a text that is exactly one card, without white space; its number, or -1. */
static SVARA_NOINLINE int svara_read_one(const void *text, int width, ptrdiff_t length) {
    return width == 1   ? svara_read_one_as(1, text, length)
           : width == 2 ? svara_read_one_as(2, text, length)
           : width == 4 ? svara_read_one_as(4, text, length)
                        : -1;
}

/* Reads a text that is exactly three cards; 1, or 0 where it is anything else. */
static SVARA_NOINLINE int svara_read_three(const void *text, int width, ptrdiff_t length, int cards[3]) {
    return width == 1   ? svara_read_three_as(1, text, length, cards)
           : width == 2 ? svara_read_three_as(2, text, length, cards)
           : width == 4 ? svara_read_three_as(4, text, length, cards)
           : width == SVARA_UTF8
               ? svara_read_three_as(SVARA_UTF8, text, length, cards)
               : 0; /* a str that Python 3.11 has not made ready has the width 0 */
}

/* Reads two ASCII characters like "Kh"; the number of the card, or -1. */
static inline int svara_read_code(const uint8_t *text) {
    uint8_t card = svara_rank_of[text[0]] | svara_suit_of[text[1]];
    return (card & SVARA_READ) == SVARA_READ ? card & 31 : -1;
}

/* Reads six ASCII characters like "7cKhKd"; 1, or 0 where they are anything else. */
static inline int svara_read_compact(const uint8_t *text, int cards[3]) {
    uint8_t first = svara_rank_of[text[0]] | svara_suit_of[text[1]];
    uint8_t second = svara_rank_of[text[2]] | svara_suit_of[text[3]];
    uint8_t third = svara_rank_of[text[4]] | svara_suit_of[text[5]];
    cards[0] = first & 31;
    cards[1] = second & 31;
    cards[2] = third & 31;
    return (first & second & third & SVARA_READ) == SVARA_READ;
}

/* The index of the hand of three cards 0 … 31 in any order, or -1 where a card is there twice. */
static inline int svara_index(int a, int b, int c) {
    int low = a < b ? a : b, high = a < b ? b : a;
    int bottom = low < c ? low : c, top = high > c ? high : c;
    int middle = a + b + c - bottom - top;
    if (bottom == middle || middle == top)
        return -1;
    return bottom + svara_choose_2[middle] + svara_choose_3[top];
}

#endif
