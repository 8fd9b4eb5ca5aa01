"""A view and a table as people read them: in a few lines of text, or as a small HTML table in a notebook."""

from __future__ import annotations

from svara_eval import format_hand, score
from svara_eval._messages import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Final

    from svara_eval.game._deal import View
    from svara_eval.game._table import Table
    from svara_eval.game.types import Phase

_PHASES: Final[dict[Phase, str]] = {"blind": "blind betting", "open": "open betting"}


def view_lines(view: View) -> str:
    """Return a view in lines: the phase and the pot, each player, the seat's own hand, and whose turn it is."""
    lines = [_heading(view)]
    for name, chips, bet, cards in _players(view):
        parts = [f"{chips} chips"] if chips else []
        parts += [f"bet {bet}"] if bet else []
        parts += [cards] if cards else []
        lines.append(f"{name}: {', '.join(parts)}" if parts else name)
    if view.hand is not None:
        lines.append(f"your hand: {_hand(view.hand)}")
    return "\n".join([*lines, *_turn(view)])


def view_html(view: View) -> str:
    """Return a view as an HTML table, with a row for each player."""
    hand = [] if view.hand is None else [f"your hand: {_hand(view.hand)}"]
    return _html(_heading(view), ("", "chips", "bet", "cards"), _players(view), [*hand, *_turn(view)])


def table_html(table: Table) -> str:
    """Return a table as an HTML table, with a row for each seat that is taken and no hidden card."""
    stacks, rows = table.stacks, []
    for seat in table.taken:
        claim = "has a claim" if seat in table.claims else "sits out" if seat in table.sitting_out else ""
        rows.append((f"seat {seat}", "" if stacks is None else shown(stacks[seat]), shown(table.net[seat]), claim))
    return _html(repr(table)[1:-1], ("", "chips", "net", ""), rows, [])


def _heading(view: View) -> str:
    if view.outcome is not None:
        return str(view.outcome)
    carried = "svara, " * (view.start.carried > 0)
    return f"{carried}{_PHASES[view.phase]}, pot {shown(view.pot)}"


def _players(view: View) -> Iterable[tuple[str, str, str, str]]:
    """Yield the name, chips, bet and cards of each player, by seat; each is empty where there is nothing to say."""
    for seat in sorted(view.start.players):
        roles = ", ".join(role for role, here in (("dealer", view.start.dealer), ("you", view.seat)) if here == seat)
        name = f"seat {seat} ({roles})" if roles else f"seat {seat}"
        chips = "" if view.stacks is None else shown(view.stacks[seat])
        bet = shown(view.totals[seat]) if view.totals[seat] else ""
        cards = _hand(view.shown[seat]) if seat in view.shown else "" if seat in view.remaining else "folded"
        yield name, chips, bet, cards


def _hand(hand: Iterable[object]) -> str:
    cards = [*map(str, hand)]
    return f"{format_hand(cards)}, {score(cards)} points"


def _turn(view: View) -> list[str]:
    if view.legal:
        return [f"you can {', '.join(map(str, view.legal.values()))}"]
    return [] if view.turn is None else [f"it is the turn of seat {view.turn}"]


def _html(caption: str, columns: Sequence[str], rows: Iterable[Sequence[str]], below: Iterable[str]) -> str:
    """Return an HTML table. Its texts are the library's own, and hold no markup."""
    head = "".join(f"<th>{column}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    after = "".join(f"<div>{line}</div>" for line in below)
    return f"<table><caption>{caption}</caption><tr>{head}</tr>{body}</table>{after}"
