"""A table of Svara on the network: JSON lines over TCP, with asyncio alone:

    python examples/server.py table.json --port 5000
    python examples/server.py table.json --port 5000  # later: resumes where it stopped

Every message is a line of JSON. A client first names its seat and a key of its own,
with which it can come back:

    {"seat": 2, "key": "a secret"}

Then it takes actions, or asks for changes, which are made as soon as the deal is over:

    {"kind": "raise", "to": 30, "number": 7}
    {"change": "sit_out"}, "sit_in", "leave", or {"change": "add_chips", "chips": 100}

The number is in the client's view, so that nothing is done twice. Whenever something
happens, the server sends each client the table and the client's own view. A client that
makes a mistake is sent an error. Chips are play money: everyone who sits down is given
the buy-in. The server looks, folds and declines for a player whose time is up, and at
once for a player who has asked to leave. A player who is still away when the time is up
between two deals sits out.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from contextlib import suppress
from hmac import compare_digest
from operator import index
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from svara_eval import IllegalActionError, SvaraError
from svara_eval.game import Action, Settings, Table, from_json, to_dict, to_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from svara_eval.game.types import CardSource

LONGEST = 1000  # characters of a message
BEHIND = 1 << 20  # bytes that a client may leave unread
STRANGERS = 50  # connections that have not named a seat; one more closes the oldest
HELLO = 10  # seconds that a connection has to name its seat
RETRY = 1  # seconds from a failed save to the next try
CHANGES = ("sit_out", "sit_in", "leave", "add_chips")
WRONG = (
    SvaraError,
    TypeError,
    ValueError,
    KeyError,
    RecursionError,
)  # the errors of a bad message


class Server:
    """A table, the clients at its seats, and the file in which all of it is saved.

    Args:
        path: The file. If it exists, the table in it is resumed.
        settings: The settings of a new table.
        players: The seats of a new table. The first deal begins when all are taken.
        buy_in: The chips of a player who sits down.
        clock: The seconds that a player has for an action.
        cards: Where the cards come from; by default the system's secure randomness.
    """

    def __init__(
        self,
        path: Path,
        settings: Settings,
        *,
        players: int = 4,
        buy_in: int = 1000,
        clock: float = 30,
        cards: CardSource = None,
    ) -> None:
        self.path, self.buy_in, self.clock, self.cards = path, buy_in, clock, cards
        self.keys: dict[int, str] = {}
        self.clients: dict[int, asyncio.StreamWriter] = {}
        self.waiting: list[
            tuple[int, str, list[int]]
        ] = []  # the changes to make once the deal is over
        self.strangers: dict[asyncio.StreamWriter, None] = {}  # the oldest first
        self.timer: asyncio.TimerHandle | None = None
        self.timed: tuple[bool, int] | None = None  # what the timer is for
        if path.exists():
            keys, table = path.read_text(encoding="utf-8").splitlines()
            self.keys = {int(seat): key for seat, key in json.loads(keys).items()}
            self.table = from_json(table, Table)
        else:
            self.table = Table(settings, stacks=[0] * players, taken=[])

    async def start(self, host: str, port: int) -> asyncio.Server:
        """Listen for clients. Those of a resumed table have one clock to come back."""
        self.wind()
        return await asyncio.start_server(self.serve, host, port, limit=LONGEST)

    # The clients ----------------------------------------------------------------------

    async def serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Read a client's messages until it disconnects."""
        seat = None
        self.strangers[writer] = None
        if len(self.strangers) > STRANGERS:
            oldest = next(iter(self.strangers))
            del self.strangers[oldest]
            oldest.transport.abort()
        with suppress(
            ConnectionError,
            TimeoutError,
            asyncio.IncompleteReadError,
            asyncio.LimitOverrunError,
        ):
            while True:
                async with asyncio.timeout(HELLO if seat is None else None):
                    line = await reader.readuntil()
                try:
                    message = json.loads(line)
                    if seat is None:
                        seat = self.seat_of(message)
                        self.welcome(seat, writer)
                    else:
                        self.receive(seat, message)
                except WRONG as error:
                    send(
                        writer,
                        {
                            "type": "error",
                            "message": f"{type(error).__name__}: {error}",
                        },
                    )
                if writer.is_closing():
                    break
        self.strangers.pop(writer, None)
        if seat is not None and self.clients.get(seat) is writer:
            del self.clients[seat]
            if self.timer is None:
                self.wind()
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()

    def seat_of(self, message: dict[str, Any]) -> int:
        """The seat that a client may have: a free one, or that of its key."""
        seat, key = message["seat"], message["key"]
        if (
            type(seat) is not int
            or not 0 <= seat < self.table.seats
            or not (isinstance(key, str) and key.isascii())
        ):
            raise ValueError(
                f"seat must be a number from 0 to {self.table.seats - 1}, "
                "and key a string in ASCII"
            )
        if not compare_digest(self.keys.setdefault(seat, key), key):
            raise ValueError(f"seat {seat} belongs to someone with another key")
        return seat

    def welcome(self, seat: int, writer: asyncio.StreamWriter) -> None:
        """Give a client its seat, and close an earlier connection of its player."""
        if older := self.clients.get(seat):
            older.transport.abort()
        self.clients[seat] = writer
        self.strangers.pop(writer, None)
        if seat not in self.table.taken:
            self.waiting.append((seat, "sit", [self.buy_in]))
        elif seat in self.table.sitting_out:
            self.waiting.append((seat, "sit_in", []))
        self.go_on()

    def receive(self, seat: int, message: dict[str, Any]) -> None:
        """Do what a client asks for, at the seat of its connection."""
        if "change" in message:
            if message["change"] not in CHANGES:
                raise ValueError(f"change must be one of {', '.join(CHANGES)}")
            if any(other == seat for other, _, _ in self.waiting):
                raise ValueError(
                    "another change is still waiting for the end of the deal"
                )
            chips = [message["chips"]] if message["change"] == "add_chips" else []
            self.waiting.append((seat, message["change"], chips))
            if self.playing:
                self.wind()
            else:
                self.go_on()
            return
        action = Action(
            message["kind"], message.get("to"), seat, index(message["number"])
        )
        if self.table.deal is None:
            raise IllegalActionError("no deal has begun")
        self.table.deal.push(action)
        self.go_on()

    def tell(self, seat: int) -> None:
        """Send a client what its seat may know."""
        table, deal = self.table, self.table.deal
        names = ("taken", "sitting_out", "stacks", "claims", "pot", "net")
        view = None if deal is None else to_dict(deal.view(seat))
        send(
            self.clients[seat],
            {
                "type": "table",
                **{name: getattr(table, name) for name in names},
                "view": view,
            },
        )

    # The game -------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Whether a deal is in progress."""
        return self.table.deal is not None and self.table.deal.turn is not None

    @property
    def absent(self) -> list[int]:
        """The seats that sit in but have no client."""
        return [
            seat
            for seat in self.table.taken
            if seat not in {*self.table.sitting_out, *self.clients}
        ]

    def go_on(self) -> None:
        """Save and publish what has happened, and start the next deal if any.

        If it cannot be saved, nobody is told; the server tries again until it can.
        """
        try:
            self.publish()
            while not self.playing:
                if self.waiting:
                    self.change()
                    self.publish()
                all_here = (
                    self.table.deal is not None
                    or len(self.table.taken) == self.table.seats
                )
                if not self.table.next_players or self.absent or not all_here:
                    break
                self.table.next_deal(self.cards)
                self.publish()
        except OSError as error:
            print(f"cannot save {self.path}: {error}", file=sys.stderr, flush=True)
            self.time(None, RETRY, self.go_on)
        else:
            self.wind()

    def change(self) -> None:
        """Make the changes that players have asked for."""
        for seat, kind, chips in self.waiting:
            try:
                getattr(self.table, kind)(seat, *chips)
            except WRONG as error:
                if client := self.clients.get(seat):
                    send(
                        client,
                        {
                            "type": "error",
                            "message": f"{type(error).__name__}: {error}",
                        },
                    )
            if seat not in self.table.taken:
                self.keys.pop(seat, None)
                if client := self.clients.pop(seat, None):
                    client.close()
        self.waiting.clear()

    def publish(self) -> None:
        """Save the table before telling the clients: what they saw is never undone."""
        part = self.path.with_name(f"{self.path.name}.part")
        part.write_text(
            f"{json.dumps(self.keys)}\n{to_json(self.table)}\n", encoding="utf-8"
        )
        os.replace(part, self.path)
        for seat in sorted(self.clients):
            self.tell(seat)

    def wind(self) -> None:
        """Start the clock for the player whose turn it is, or for those away.

        A clock that runs for the same turn goes on, whoever comes or goes meanwhile.
        """
        deal = self.table.deal
        what = (self.playing, 0 if deal is None else deal.number)
        if deal is not None and (deal.turn, "leave", []) in self.waiting:
            self.time(None, 0, self.time_is_up)
        elif not (self.playing or self.absent):
            self.stop()
        elif self.timer is None or self.timed != what:
            self.time(what, self.clock, self.time_is_up)

    def time(
        self, what: tuple[bool, int] | None, seconds: float, then: Callable[[], None]
    ) -> None:
        """Set the timer, the only one."""
        self.stop()
        self.timed = what
        self.timer = asyncio.get_running_loop().call_later(seconds, then)

    def stop(self) -> None:
        """Stop the timer, if it runs."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None

    def time_is_up(self) -> None:
        """Act for the player whose turn it is; between deals, sit out those away."""
        self.timer = None
        deal = self.table.deal
        if deal is not None and deal.turn is not None:
            deal.push(
                next(kind for kind in ("look", "fold", "decline") if kind in deal.legal)
            )
        else:
            self.waiting += [(seat, "sit_out", []) for seat in self.absent]
        self.go_on()


def send(writer: asyncio.StreamWriter, message: dict[str, Any]) -> None:
    """Send a message, or drop a client that has stopped reading."""
    if writer.is_closing():
        return
    if writer.transport.get_write_buffer_size() > BEHIND:
        writer.transport.abort()
    else:
        writer.write(f"{json.dumps(message)}\n".encode())


async def main() -> None:
    parser = argparse.ArgumentParser(
        description="A table of Svara for clients on the network."
    )
    parser.add_argument(
        "file",
        type=Path,
        help="where the table is saved; if it exists, the table is resumed",
    )
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument(
        "--port",
        type=int,
        default=0,
        help="0, the default, takes any free port and prints it",
    )
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--ante", type=int, default=10)
    parser.add_argument("--limit", type=int, default=200)
    parser.add_argument("--buy-in", type=int, default=1000)
    parser.add_argument("--clock", type=float, default=30, metavar="SECONDS")
    parser.add_argument(
        "--seed",
        type=int,
        help="deal the same cards each time, for tests; they are not secret",
    )
    given = parser.parse_args()
    server = Server(
        given.file,
        Settings(given.ante, limit=given.limit),
        players=given.players,
        buy_in=given.buy_in,
        clock=given.clock,
        cards=None if given.seed is None else Random(given.seed),
    )
    listening = await server.start(given.host, given.port)
    print(*listening.sockets[0].getsockname()[:2], flush=True)
    await listening.serve_forever()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(main())
