"""A small model of a table to check the engine against, written from the rules alone; it shares no code with it.

The model keeps no state. A deal is its plain facts and the list of its actions, what happens between two deals is the
list of changes, and every question is answered from the whole lists. B and D numbers are those of the rules.

An action is (seat, kind, to), where ``to`` is the total of a blind, bet, call or raise, else None. A change is (seat,
kind, chips); the kinds are "sit", "leave", "add", "sit out" and "sit in".
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

OPEN = ("bet", "call", "raise")  # the actions that pay in the open betting
PAYS = ("blind", *OPEN)


class Facts(NamedTuple):
    """The facts of a deal before its first action."""

    ante: int
    min_bet: int
    min_raise: int
    limit: int | None
    blind_multiple: int
    seats: int
    players: tuple[int, ...]  # the seats in the deal
    dealer: int
    stacks: tuple[int, ...] | None  # of every seat, before the ante, after the fee of a svara
    carried: int  # the pot of the tie and its fees; 0 unless this is a svara
    points: dict[int, int]  # of every player's hand
    fee: str  # "share" or "pot"
    taken: tuple[int, ...]  # the seats that are taken
    out: tuple[int, ...]  # those of them that sit out
    nets: tuple[int, ...]  # what the player of each seat had won before the deal


class Company(NamedTuple):
    """The players at a table between two deals, and their chips."""

    taken: tuple[int, ...]
    out: tuple[int, ...]
    stacks: tuple[int, ...] | None
    nets: tuple[int, ...]
    claims: tuple[int, ...]  # the seats that play for the pot
    pot: int


def clockwise(facts, seat, among):
    """The given seats in clockwise order, starting to the left of one; that one comes last."""
    round_the_table = [(seat + step) % facts.seats for step in range(1, facts.seats + 1)]
    return [other for other in round_the_table if other in among]


def ante(facts, seat):
    """Return the chips a seat pays at the start: the ante (B1), or nothing in a svara (D15)."""
    return facts.ante if seat in facts.players and not facts.carried else 0


def totals(done):
    """Return the total of each seat that has bet: amounts are totals, so its last one."""
    return {seat: to for seat, kind, to in done if kind in PAYS}


def pot(facts, done):
    """Everything paid in before the showdown. A fee, paid after the tie, belongs to the svara (D17)."""
    return facts.carried + sum(ante(facts, seat) for seat in facts.players) + sum(totals(done).values())


def left(facts, done):
    """The players who have not folded."""
    folded = {seat for seat, kind, _ in done if kind == "fold"}
    return [seat for seat in facts.players if seat not in folded]


def most(facts, done):
    """E (D19). A player's total plus chips behind is what they have after the ante, whatever they have bet since."""
    limits = [] if facts.limit is None else [facts.limit]
    stacks = [] if facts.stacks is None else [facts.stacks[seat] - ante(facts, seat) for seat in left(facts, done)]
    return min(limits + stacks, default=inf)


def level(done):
    """The highest total of any player."""
    return max(totals(done).values(), default=0)


def has_paid(done):
    """Whether someone has paid in the open betting."""
    return any(kind in OPEN for _, kind, _ in done)


def asked(facts, done):
    """Return the price in the open betting (B6): the level once someone has paid, until then twice the last blind."""
    return min(level(done) if has_paid(done) else 2 * level(done), most(facts, done))


def behind(facts, done):
    """The players left who are still to act: once someone has paid, not those who are at the level already."""
    remain, has_put, due = left(facts, done), totals(done), level(done)
    return [seat for seat in remain if has_put.get(seat, 0) < due] if has_paid(done) else remain


def is_bet_out(facts, done):
    """Whether the betting is over: nobody can bet (D19), one player is left, or all who are left are at the level."""
    return most(facts, done) == 0 or len(left(facts, done)) == 1 or not behind(facts, done)


def blind_moves(facts, done):
    """The moves before anyone looks: B2, B3, D10, D11. A blind is never cut down (D19)."""
    last, bound = level(done), most(facts, done)
    low, high = (2 * last, min(facts.blind_multiple * last, bound)) if last else (facts.min_bet, bound)
    return {"look": None} | ({"blind": (low, high)} if low <= high else {})


def open_moves(facts, done):
    """The moves after the look: B5-B7, D13, D14. Amounts above E are cut down to it (D19)."""
    due, bound = asked(facts, done), most(facts, done)
    if due == 0:
        return {"fold": None, "bet": (min(facts.min_bet, bound), bound)}
    higher = {"raise": (min(due + facts.min_raise, bound), bound)} if bound > due else {}
    return {"fold": None, "call": (due, due)} | higher


def turn(facts, done):
    """The seat that acts, and the lowest and highest total of each of its moves; None when nobody acts.

    The player left of the dealer acts first (B2), then the next to the left. A player who looks ends the blind betting
    and acts again (B4, B5).
    """
    if is_bet_out(facts, done):
        fee, candidates = svara(facts, done)
        to_ask = candidates[sum(kind in ("join", "decline") for _, kind, _ in done) :]
        return (to_ask[0], {"join": (fee, fee), "decline": None}) if to_ask else None
    last, kind, _ = done[-1] if done else (facts.dealer, None, None)
    if kind == "look":
        return last, open_moves(facts, done)
    looked = any(kind == "look" for _, kind, _ in done)
    return clockwise(facts, last, behind(facts, done))[0], (open_moves if looked else blind_moves)(facts, done)


def best(facts, done):
    """The players left who have the most points (B9): one or, in a svara, more (B11, D7)."""
    remain = left(facts, done)
    highest = max(facts.points[seat] for seat in remain)
    return [seat for seat in remain if facts.points[seat] == highest]


def svara(facts, done):
    """The fee of the svara after a tie, and the seats asked to join it, in order (D16, D19, D21, D24)."""
    tied = best(facts, done)
    if len(tied) == 1:
        return None, []
    fee = pot(facts, done) if facts.fee == "pot" else -(-pot(facts, done) // len(tied))  # D24
    others = [seat for seat in facts.taken if seat not in facts.out and seat not in tied]  # D21
    if facts.stacks is not None:
        has_put = totals(done)
        others = [seat for seat in others if facts.stacks[seat] - ante(facts, seat) - has_put.get(seat, 0) >= fee]
    return fee, clockwise(facts, facts.dealer, others)


def end(facts, done):
    """How the deal ended, or None during the betting. After a tie it is a svara, before anyone has joined."""
    if not is_bet_out(facts, done):
        return None
    tied = best(facts, done)
    if len(tied) == 1:
        by = "fold" if len(left(facts, done)) == 1 else "showdown"
        return {"end": by, "winner": tied[0], "pot": pot(facts, done)}
    fee, to_ask = svara(facts, done)
    return {"end": "svara", "pot": pot(facts, done), "tied": sorted(tied), "fee": fee, "may_join": to_ask}


def net(facts, done, over):
    """The chips each seat has won (above 0) or paid (below). The pot of a svara belongs to nobody yet."""
    has_put = totals(done)
    chips = [-ante(facts, seat) - has_put.get(seat, 0) for seat in range(facts.seats)]
    for seat, kind, _ in done:
        if kind == "join":
            chips[seat] -= over["fee"]
    if over and "winner" in over:
        chips[over["winner"]] += over["pot"]
    return chips


def company(facts, done, over, changes=()):
    """Return the players at the table and their chips after a deal and the changes since (D20-D23)."""
    taken, out = {*facts.taken}, {*facts.out}
    nets = [before + won for before, won in zip(facts.nets, net(facts, done, over), strict=True)]
    stacks = list(facts.stacks or nets)
    if facts.stacks is not None:
        stacks = [had + won for had, won in zip(facts.stacks, net(facts, done, over), strict=True)]
    claims, carried = set(), 0
    if over["end"] == "svara":
        joined = [seat for seat, kind, _ in done if kind == "join"]
        claims, carried = {*over["tied"], *joined}, over["pot"] + over["fee"] * len(joined)
    for seat, kind, chips in changes:
        if kind in ("sit", "leave"):
            (taken.add if kind == "sit" else taken.remove)(seat)
            stacks[seat], nets[seat] = chips if kind == "sit" else 0, 0
        if kind == "add":
            stacks[seat] += chips
        if kind == "sit out":
            out.add(seat)
        if kind in ("sit in", "leave"):
            out.discard(seat)
        if kind in ("sit out", "leave"):
            claims.discard(seat)  # D22
        if len(claims) == 1:
            winner = claims.pop()
            stacks[winner], nets[winner], carried = stacks[winner] + carried, nets[winner] + carried, 0
    left_over = None if facts.stacks is None else tuple(stacks)
    return Company(tuple(sorted(taken)), tuple(sorted(out)), left_over, tuple(nets), tuple(sorted(claims)), carried)


def following(facts, done, over, changes=()):
    """The facts of the next deal, without its hands; None if there is none.

    The deal passes clockwise to the next seat that is in the svara (D17), else to the next that can pay the ante.
    """
    now = company(facts, done, over, changes)
    players = now.claims or tuple(
        seat
        for seat in now.taken
        if seat not in now.out and (now.stacks is None or now.stacks[seat] >= facts.ante)  # D21
    )
    if len(players) < 2:
        return None
    dealer = clockwise(facts, facts.dealer, players)[0]
    at_table = {"taken": now.taken, "out": now.out, "stacks": now.stacks, "nets": now.nets}
    return facts._replace(players=players, dealer=dealer, carried=now.pot, points={}, **at_table)
