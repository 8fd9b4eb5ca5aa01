# cython: language_level=3, boundscheck=False, wraparound=False, auto_pickle=False, autotestdict=False
# cython: embedsignature=True, embedsignature.format=clinic
# cython: freethreading_compatible=True, subinterpreters_compatible=own_gil
"""The compiled half of simulation.py: random deals of a question about odds, without NumPy."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

cdef extern from "simulate_odds.h" nogil:
    const char *SVARA_DIGEST
    void svara_fill_tables()
    ctypedef struct svara_random:
        pass
    ctypedef struct svara_question:
        int points, free, bound
        const uint8_t *hands[9]
        uint32_t counts[9]
        const uint8_t *may_hold[9]
        bint jointly
        uint8_t deck[32]
        int left
        int64_t tries
    svara_random svara_stream(const uint64_t *seed, uint64_t block)
    void svara_simulate_one(
        svara_random *random, const uint64_t *outcomes, uint32_t hands, int64_t deals, uint64_t *counts
    )
    bint svara_simulate(svara_random *random, svara_question *question, int64_t deals, uint64_t *counts)

cdef extern from *:
    const char *SVARA_VERSION  # setup.py defines it

VERSION = SVARA_VERSION.decode()
DIGEST = SVARA_DIGEST.decode()

svara_fill_tables()


def simulate_one(bytes outcomes not None, seed, uint64_t block, int64_t deals):
    """What becomes of the hero against one opponent who holds one of some hands.

    Args:
        outcomes: for each hand the opponent may hold a number of 64 bits: 1 it is beaten, 1 << 32 it ties, 0 it wins.
        seed: four numbers of 64 bits.
        block: the number of this block of deals, each with random numbers of its own.
        deals: how many, fewer than 2**32.

    Returns:
        How often the hero wins, ties, loses.
    """
    cdef uint64_t[4] words
    cdef uint64_t[3] counts
    cdef svara_random random
    cdef const uint64_t *hands = <const uint64_t *><const uint8_t *>outcomes
    cdef uint32_t count = len(outcomes) // 8
    if count == 0:
        raise ValueError("no hand for the opponent")
    words[0], words[1], words[2], words[3] = seed
    counts[0] = counts[1] = counts[2] = 0
    with nogil:
        random = svara_stream(words, block)
        svara_simulate_one(&random, hands, count, deals, counts)
    return [counts[0], counts[1], counts[2]]


def simulate(
    int points, bytes deck not None, int free, list bound not None, bint jointly, seed, uint64_t block, int64_t deals,
    int64_t tries
):
    """What becomes of the hero against several opponents.

    Args:
        points: the hero's.
        deck: the cards that are left.
        free: how many opponents hold any of them.
        bound: for each other opponent the hands he may hold, three bytes each, and a truth in a byte for each hand.
        jointly: whether the others are dealt their cards together and looked at, or drawn a hand each until these fit.
        seed, block, deals: as for ``simulate_one``.
        tries: how often that is done for a deal, at most.

    Returns:
        How often nobody beats the hero and 0, 1, … opponents tie with him, and how often he is beaten. None where the
        tries were used up.
    """
    cdef uint64_t[4] words
    cdef uint64_t[11] counts
    cdef svara_random random
    cdef svara_question question
    cdef Py_ssize_t place
    cdef bytes hands, may_hold
    cdef bint done
    if len(deck) > 32 or free < 0 or free + len(bound) > 9 or 3 * (free + len(bound)) > len(deck):
        raise ValueError("more opponents than the cards that are left allow")
    question.points, question.free, question.bound = points, free, len(bound)
    question.left, question.tries, question.jointly = len(deck), tries, jointly
    for place in range(len(deck)):
        question.deck[place] = deck[place] & 31
    for place in range(len(bound)):
        hands, may_hold = bound[place]
        if len(may_hold) != 4960:
            raise ValueError("a truth is needed for each of the 4960 hands")
        question.may_hold[place] = <const uint8_t *>may_hold
        question.hands[place] = <const uint8_t *>hands
        question.counts[place] = len(hands) // 3
        if len(hands) < 3:
            raise ValueError("no hand for an opponent")
    words[0], words[1], words[2], words[3] = seed
    for place in range(11):
        counts[place] = 0
    with nogil:
        random = svara_stream(words, block)
        done = svara_simulate(&random, &question, deals, counts)
    return [counts[place] for place in range(free + len(bound) + 2)] if done else None
