/* The reader of card text that the compiled modules share, and the index of a hand.
 *
 * It takes the common spellings: ranks 7 8 9 10 T J Q K A and suits c d h s in either case, the eight suit symbols with
 * or without a variation selector, and spaces, commas or semicolons between cards. Whatever it does not take it leaves
 * to cards.py, which knows all spellings and raises the errors; so it may refuse a good text but never reads a bad one.
 */
#ifndef SVARA_CARDS_H
#define SVARA_CARDS_H

#include <stddef.h>
#include <stdint.h>

#include "_table.h"

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

/* A text of `length` characters of `width` bytes each: 1 (ASCII or Latin-1), 2 or 4. Called with a constant width. */
static inline uint32_t svara_char(const void *text, int width, ptrdiff_t at) {
    return width == 1   ? ((const uint8_t *)text)[at]
           : width == 2 ? ((const uint16_t *)text)[at]
                        : ((const uint32_t *)text)[at];
}

/* Reads the card at *at, moves *at behind it and returns its number, or returns -1. */
static inline int svara_read_card(const void *text, int width, ptrdiff_t length, ptrdiff_t *at) {
    ptrdiff_t next = *at;
    uint32_t symbol;
    uint8_t rank, suit;
    if (length - next < 2)
        return -1;
    symbol = svara_char(text, width, next++);
    if (symbol == '1' && svara_char(text, width, next) == '0') {
        rank = SVARA_RANK(3);
        if (++next == length)
            return -1;
    } else {
        rank = symbol < 256 ? svara_rank_of[symbol] : 0;
    }
    symbol = svara_char(text, width, next++);
    if (width > 1 && symbol - 0x2660u < 8u) {
        suit = svara_symbol_of[symbol - 0x2660u];
        if (next < length && (svara_char(text, width, next) | 1u) == 0xFE0Fu)
            next++;
    } else {
        suit = symbol < 256 ? svara_suit_of[symbol] : 0;
    }
    if (((rank | suit) & SVARA_READ) != SVARA_READ)
        return -1;
    *at = next;
    return (rank | suit) & 31;
}

/* Reads a text that is exactly one card; its number, or -1. */
static inline int svara_read_one(const void *text, int width, ptrdiff_t length) {
    ptrdiff_t at = 0;
    int card = svara_read_card(text, width, length, &at);
    return at == length ? card : -1;
}

/* Reads a text that is exactly three cards; 1, or 0 where it is anything else. */
static inline int svara_read_three(const void *text, int width, ptrdiff_t length, int cards[3]) {
    ptrdiff_t at = 0;
    for (int place = 0; place < 3; place++) {
        if (place)
            while (at < length) {
                uint32_t symbol = svara_char(text, width, at);
                if (symbol != ' ' && symbol != ',' && symbol != ';')
                    break;
                at++;
            }
        if ((cards[place] = svara_read_card(text, width, length, &at)) < 0)
            return 0;
    }
    return at == length;
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
