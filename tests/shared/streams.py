"""The random numbers of the compiled modules, in Python: streams, and the draws made from them."""

from __future__ import annotations

from math import comb, prod

WORD = 2**64 - 1
INDEXED = [(a, b, c) for c in range(32) for b in range(c) for a in range(b)]  # the hands by their indices


class Stream:
    """xoshiro256++ and the draws made from it, written from their definitions."""

    def __init__(self, state):
        self.state = list(state)

    @classmethod
    def of_block(cls, seed, block):
        """The stream of a block of deals: SplitMix64 of the seed, and never a state of zeros."""
        state = [
            finalized((word + (4 * block + number + 1) * 0x9E3779B97F4A7C15) & WORD) for number, word in enumerate(seed)
        ]
        return cls([state[0] | 1, *state[1:]])

    def bits(self):
        a, b, c, d = self.state
        found = (rotated((a + d) & WORD, 23) + a) & WORD
        shifted = b << 17 & WORD
        c, d = c ^ a, d ^ b
        self.state = [a ^ d, b ^ c, c ^ shifted, rotated(d, 45)]
        return found

    def below(self, *bounds):
        """Numbers below each of the bounds, from one draw of 64 bits that is rejected if some would be likelier."""
        while True:
            rest, found = self.bits(), []
            for bound in bounds:
                upper, rest = divmod(rest * bound, 2**64)
                found.append(upper)
            if rest >= 2**64 % prod(bounds):
                return found

    def hands(self, deck, left, count):
        """Take one or two hands from the first places of a deck by their indices, and fill these from their end."""
        found = []
        for hand in self.below(*(comb(left - 3 * taken, 3) for taken in range(count))):
            found.append([deck[place] for place in INDEXED[hand]])
            for place in reversed(INDEXED[hand]):
                left -= 1
                deck[place] = deck[left]
        return found

    def deal(self, deck, left, count):
        """Take cards from the first places of a deck, and move them to the end of those."""
        for number, place in enumerate(self.below(*range(left, left - count, -1))):
            last = left - 1 - number
            deck[place], deck[last] = deck[last], deck[place]
        return deck[left - count : left][::-1]


def rotated(word, by):
    return (word << by | word >> (64 - by)) & WORD


def finalized(word):
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31
