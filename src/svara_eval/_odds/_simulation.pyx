# cython: language_level=3, boundscheck=False, wraparound=False, auto_pickle=False, autotestdict=False
# cython: embedsignature=True, embedsignature.format=clinic
# cython: freethreading_compatible=True, subinterpreters_compatible=own_gil
"""The compiled half of simulation.py: simulated odds, without NumPy."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

cdef extern from "simulate_odds.h" nogil:
    const char *SVARA_DIGEST
    void svara_fill_simulation_tables()
    ctypedef struct svara_random:
        pass
    ctypedef struct svara_player:
        const uint8_t *hands
        uint32_t count
        const uint8_t *may_hold
        const uint32_t *ends
    ctypedef struct svara_question:
        int points, free, bound
        svara_player players[10]
        bint jointly
        uint8_t deck[32]
        int left
        int64_t tries
        const uint8_t *stop
    svara_random svara_stream(const uint64_t *seed, uint64_t block)
    void svara_simulate_one(
        svara_random *random, const uint64_t *outcomes, uint32_t hands, int64_t deals, uint64_t *counts
    )
    bint svara_simulate(svara_random *random, svara_question *question, int64_t deals, uint64_t *counts)

cdef extern from *:
    const char *SVARA_VERSION  # setup.py defines it

VERSION = SVARA_VERSION.decode()
DIGEST = SVARA_DIGEST.decode()

svara_fill_simulation_tables()


def simulate_one(bytes outcomes not None, seed, uint64_t block, int64_t deals):
    """Simulate one opponent, who holds one of certain hands.

    Args:
        outcomes: One 64-bit number for each hand the opponent may hold: 1 if the hero beats it, 1 << 32 if it ties, 0 if
            it beats the hero.
        seed: Four 64-bit numbers.
        block: The number of this block of deals, each of which has random numbers of its own.
        deals: The number of deals, fewer than 2**32.

    Returns:
        How often the hero wins, ties and loses.
    """
    cdef uint64_t[4] words
    cdef uint64_t[3] counts
    cdef svara_random random
    cdef const uint64_t *hands = <const uint64_t *><const uint8_t *>outcomes
    cdef uint32_t count = len(outcomes) // 8
    if count == 0 or not 0 <= deals < 1 << 32:
        raise ValueError("a simulation needs a hand for the opponent and fewer than 2**32 deals")
    words[0], words[1], words[2], words[3] = seed
    counts[0] = counts[1] = counts[2] = 0
    with nogil:
        random = svara_stream(words, block)
        svara_simulate_one(&random, hands, count, deals, counts)
    return [counts[0], counts[1], counts[2]]


def simulate(
    int points, bytes deck not None, int free, list bound not None, bint jointly, seed, uint64_t block, int64_t deals,
    int64_t tries, bytearray stop not None
):
    """Simulate several opponents.

    Args:
        points: The hero's points; -1 if the first bound player is the hero.
        deck: The cards that are left.
        free: The number of opponents who may hold any of them.
        bound: For each other player the hands they may hold, three bytes each; a boolean byte for each of the 4960 hands;
            and the running sums of the weights of their hands, 32 bits each, or nothing if all weigh the same.
        jointly: Whether the bound players are dealt cards until all of them may hold theirs, instead of drawing from their
            hands until no two share a card. Then weights do not count.
        seed, block, deals: As for ``simulate_one``.
        tries: How often that is done for one deal, at most.
        stop: One byte; a nonzero value ends the simulation.

    Returns:
        How often nobody beats the hero and 0, 1, … opponents tie, and how often someone does. None if the tries run out
        or the simulation is stopped.
    """
    cdef uint64_t[4] words
    cdef uint64_t[11] counts
    cdef svara_random random
    cdef svara_question question
    cdef Py_ssize_t place
    cdef bytes hands, may_hold, ends
    cdef bint done
    cdef int opponents = free + len(bound) - (points < 0)
    if (
        len(deck) > 32 or free < 0 or not 0 <= opponents <= 9 or (points < 0 and not bound)
        or 3 * (free + len(bound)) > len(deck)
    ):
        raise ValueError("there are too few cards for the opponents")
    if len(stop) != 1:
        raise ValueError("stop must be one byte")
    question.points, question.free, question.bound = points, free, len(bound)
    question.left, question.tries, question.jointly = len(deck), tries, jointly
    question.stop = <const uint8_t *>stop
    for place in range(len(deck)):
        question.deck[place] = deck[place] & 31
    for place in range(len(bound)):
        hands, may_hold, ends = bound[place]
        if (
            len(may_hold) != 4960 or len(hands) < 3 or max(hands) > 31
            or (ends and 3 * len(ends) != 4 * len(hands))
        ):
            raise ValueError("a bound player needs hands of card numbers and a boolean for each of the 4960 hands")
        question.players[place].may_hold = <const uint8_t *>may_hold
        question.players[place].hands = <const uint8_t *>hands
        question.players[place].count = len(hands) // 3
        question.players[place].ends = <const uint32_t *><const uint8_t *>ends if ends else NULL
    words[0], words[1], words[2], words[3] = seed
    for place in range(11):
        counts[place] = 0
    with nogil:
        random = svara_stream(words, block)
        done = svara_simulate(&random, &question, deals, counts)
    return [counts[place] for place in range(opponents + 2)] if done else None
