/* The lookup tables for scoring many hands, filled at import from the points of the 4960 hands, and the points of a text.
 *
 * Every hand scores at least 8, so 0 points mean "not a hand" throughout.
 */
#ifndef SVARA_LOOKUP_H
#define SVARA_LOOKUP_H

#include <string.h>

#include "read_cards.h"

#define SVARA_NO_CARD 0xFF

/* The points of three cards in any order, at first | second << 5 | third << 10. */
static uint8_t svara_cube[1 << 15];
/* The card of two ASCII characters, as a 16-bit word of memory. */
static uint8_t svara_card_of[1 << 16];

static inline uint16_t svara_word(const uint8_t *bytes) {
    uint16_t word;
    memcpy(&word, bytes, 2);
    return word;
}

/* Fills the tables. Filling them again changes nothing. */
static void svara_fill_tables(void) {
    for (int first = 0; first < 32; first++)
        for (int second = 0; second < 32; second++)
            for (int third = 0; third < 32; third++) {
                int index = first == second ? -1 : svara_index(first, second, third);
                svara_cube[first | second << 5 | third << 10] = index < 0 ? 0 : svara_points[index];
            }
    memset(svara_card_of, SVARA_NO_CARD, sizeof svara_card_of);
    for (int rank = 0; rank < 128; rank++)
        for (int suit = 0; suit < 128; suit++) {
            uint8_t code[2] = {rank, suit};
            if (svara_read_code(code) >= 0)
                svara_card_of[svara_word(code)] = svara_read_code(code);
        }
}

/* The points of a text; 0 if it is not a hand; -1 if it has characters that only cards.py knows. */
static SVARA_NOINLINE int svara_score_longer(const void *text, int width, ptrdiff_t length) {
    int cards[3];
    if (svara_read_three(text, width, length, cards))
        return svara_cube[cards[0] | cards[1] << 5 | cards[2] << 10];
    for (ptrdiff_t at = 0; at < length;) {
        uint32_t symbol = width == SVARA_UTF8 ? svara_next(text, SVARA_UTF8, length, &at)
                                              : svara_next(text, 4, length, &at);
        if (symbol > 127 && symbol - SVARA_FIRST_SYMBOL > 7 && (symbol | 1u) != 0xFE0Fu)
            return -1;
    }
    return 0;
}

/* The points of six ASCII characters like "7cKhKd", or 0. */
static inline int svara_score_compact(const uint8_t *text) {
    unsigned a = svara_card_of[svara_word(text)], b = svara_card_of[svara_word(text + 2)],
             c = svara_card_of[svara_word(text + 4)];
    return (a | b | c) < 32 ? svara_cube[a | b << 5 | c << 10] : 0;
}

/* The card of two characters of UCS-4, or SVARA_NO_CARD. */
static inline uint8_t svara_card_of_wide(const uint32_t *text) {
    uint8_t card = (text[0] | text[1]) < 256 ? svara_rank_of[text[0]] | svara_suit_of[text[1]] : 0;
    return (card & SVARA_READ) == SVARA_READ ? card & 31 : SVARA_NO_CARD;
}

/* The points of six characters of UCS-4, or 0. */
static inline int svara_score_wide(const void *text) {
    unsigned a = svara_card_of_wide(text), b = svara_card_of_wide((const uint32_t *)text + 2),
             c = svara_card_of_wide((const uint32_t *)text + 4);
    return (a | b | c) < 32 ? svara_cube[a | b << 5 | c << 10] : 0;
}

/* Reads the card that begins at *text, printed like "K♥" or, if `ten`, like "10♥"; moves *text behind it. Returns
 * SVARA_NO_CARD for anything else. Each byte is tested once, since another thread may be changing the text. */
static inline unsigned svara_read_printed(const uint8_t **text, int ten) {
    const uint8_t *at = *text;
    unsigned rank = !ten ? svara_rank_of[at[0]] : at[0] == '1' && at[1] == '0' ? SVARA_TEN : 0, suit;
    at += ten;
    suit = at[1] == 0xE2 && at[2] == 0x99 && (at[3] & 0xF8) == 0xA0 ? svara_symbol_of[at[3] & 7] : 0;
    *text = at + 4;
    return ((rank | suit) & SVARA_READ) == SVARA_READ ? (rank | suit) & 31 : SVARA_NO_CARD;
}

/* The points of a text of 14 to 17 bytes of UTF-8 like "7♣ K♥ 10♦", the way hands are printed; 0 for anything else. */
static inline int svara_score_printed(const uint8_t *text, ptrdiff_t length) {
    const uint8_t *end = text + length;
    unsigned a, b, c = SVARA_NO_CARD;
    a = svara_read_printed(&text, *text == '1');
    if (*text++ != ' ')
        return 0;
    b = svara_read_printed(&text, *text == '1');
    if (*text++ != ' ')
        return 0;
    if (end - text == 4 || end - text == 5)
        c = svara_read_printed(&text, end - text == 5);
    return (a | b | c) < 32 ? svara_cube[a | b << 5 | c << 10] : 0;
}

/* The points of a text in UTF-8; 0 if it is not a hand; -1 if it has characters that only cards.py knows. */
static inline int svara_score_utf8(const uint8_t *text, ptrdiff_t length) {
    int points = length == 6                      ? svara_score_compact(text)
                 : length >= 14 && length <= 17 ? svara_score_printed(text, length)
                                                : 0;
    return points ? points : svara_score_longer(text, SVARA_UTF8, length);
}

#endif
