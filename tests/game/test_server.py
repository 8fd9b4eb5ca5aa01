"""The example server, over loopback: a hundred deals, a client that drops, a server that is killed, nothing leaked."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from random import Random

import pytest
from games import deck
from paths import ROOT

from svara_eval.game import Action, Settings, Table, from_json

SERVER = ROOT / "examples" / "server.py"
TIMEOUT = 100


@pytest.fixture(scope="module")
def server():
    """The example as a module."""
    spec = spec_from_file_location("example_server", SERVER)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Client:
    """A client at a seat; ``received`` is every byte it was sent."""

    def __init__(self, seat, port, key=None):
        self.seat, self.port, self.key, self.received = seat, port, key or f"key {seat}", b""

    async def connect(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        self.send({"seat": self.seat, "key": self.key})
        return self

    def send(self, message):
        self.writer.write(f"{json.dumps(message)}\n".encode())

    async def hear(self):
        """The next message; None once the server is gone."""
        try:
            line = await asyncio.wait_for(self.reader.readline(), TIMEOUT)
        except ConnectionError:
            line = b""
        self.received += line
        return json.loads(line) if line else None

    async def answer(self, choose):
        """Hear messages until it is this client's turn, and take the action that ``choose`` makes of the view."""
        while True:
            message = await self.hear()
            view = message and message.get("view")
            if message is None or (view and view["turn"] == self.seat):
                break
        if message is not None:
            self.send(choose(view) | {"number": view["number"]})
        return view

    async def drop(self):
        self.writer.transport.abort()
        with suppress(ConnectionError):
            await self.writer.wait_closed()


def simply(view):
    """Look; then call, or bet the minimum; join nothing."""
    kind = next(kind for kind in ("look", "call", "bet", "decline") if kind in view["legal"])
    return {"kind": kind, "to": view["legal"][kind]["low"]}


def at_random(rng):
    """A choice among all that is legal, with calls and joins more often."""

    def choose(view):
        kinds = [kind for kind in view["legal"] for _ in range({"call": 4, "join": 2, "bet": 3}.get(kind, 1))]
        option = view["legal"][rng.choice(kinds)]
        low, high = option["low"], option["high"]
        return {
            "kind": option["kind"],
            "to": low if low is None or low == high else rng.randint(low, min(high, 3 * low)),
        }

    return choose


async def begin(path, *arguments):
    """The server as a process of its own, and its port."""
    command = [sys.executable, str(SERVER), str(path), *arguments]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    host, port = (await process.stdout.readline()).split()
    assert host == b"127.0.0.1"
    return process, int(port)


async def evening(path):
    """A hundred deals of four clients, one of whom drops every now and then; the server is killed in the middle."""
    options = ("--buy-in", "100000", "--limit", "60", "--clock", "20", "--seed", "5")
    process, port = await begin(path, *options)
    deals, svaras, killed, ports = set(), set(), asyncio.Event(), [port]

    def done():
        return len(deals) >= 100 and svaras

    async def sit(seat):
        rng, client = Random(seat), await Client(seat, port).connect()
        while not done():
            view = await client.answer(at_random(rng))
            if view is None and not done():  # the server is gone
                await killed.wait()
                await client.drop()
                client = await Client(seat, ports[-1]).connect()
            elif view is not None:
                deals.add(view["start"]["number"])
                svaras.update([view["start"]["number"]] if view["start"]["carried"] else [])
                if seat == 3 and rng.random() < 0.05:
                    await client.drop()
                    client = await Client(seat, ports[-1]).connect()
        await client.drop()

    async def kill():
        nonlocal process
        for enough in (lambda: len(deals) >= 50, done):
            while not enough():
                await asyncio.sleep(0.01)
            process.kill()
            await process.wait()
            if enough is not done:
                process, again = await begin(path, *options)
                ports.append(again)
                killed.set()

    await asyncio.gather(kill(), *map(sit, range(4)))
    return deals, svaras


def saved(path):
    return from_json(path.read_text(encoding="utf-8").splitlines()[1], Table)


def test_a_hundred_deals_with_svaras_are_played_though_a_client_drops_and_the_server_is_killed(tmp_path):
    path = tmp_path / "table.json"
    deals, svaras = asyncio.run(asyncio.wait_for(evening(path), TIMEOUT))
    assert len(deals) >= 100
    assert svaras
    table = saved(path)
    assert table.taken == (0, 1, 2, 3)
    assert (table.brought, table.taken_away) == (400_000, 0)
    assert sum(table.stacks) + table.pot == 400_000
    assert table.deal.number > 300


async def played(server, path, decks, actions):
    """Return the messages to each of four clients in deals with these decks."""

    class Rigged(server.Server):
        def go_on(self):
            if not self.playing and decks:
                self.cards = decks[0]
            before = self.table.deal
            super().go_on()
            if self.table.deal is not before:
                decks.pop(0)

    rigged = Rigged(path, Settings(10, limit=100))
    listening = await rigged.start("127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    clients = []
    for seat in range(4):  # one after the other, so that what each is sent does not depend on the network
        clients.append(await Client(seat, port).connect())
        await clients[-1].hear()
    for seat, kind in actions:
        view = await clients[seat].answer(lambda view, kind=kind: {"kind": kind, "to": view["legal"][kind]["low"]})
        assert view["turn"] == seat
    for client in clients:
        client.send({"kind": "nothing", "number": 0})  # the answer to this is the last that the client reads
        while (await client.hear())["type"] != "error":
            pass
        await client.drop()
    await end(rigged, listening)
    return [client.received for client in clients]


async def end(server, listening):
    listening.close()
    while server.clients:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.01)  # the connections are closed a step later
    if server.timer:
        server.timer.cancel()


def test_games_that_differ_only_in_cards_a_client_may_not_see_send_it_identical_bytes(server, tmp_path):
    """Seats 1 and 2 fold; 0 and 3 go to the showdown. Only 1 and 2, who see their own cards, are sent anything else."""
    one = {0: "Q♦ J♦ 8♠", 1: "A♥ 7♥ K♦", 2: "8♦ 9♥ K♣", 3: "10♥ K♥ 9♣"}
    other = one | {1: "7♣ 7♦ 7♠", 2: "A♠ A♦ A♣"}
    actions = [(1, "look"), (1, "fold"), (2, "fold"), (3, "bet"), (0, "call"), (1, "decline"), (2, "decline")]
    actions += [(0, "look"), (0, "fold")]
    tie = [{0: one[0], 3: "J♥ 10♥ 9♦"} | {seat: hands[seat] for seat in (1, 2)} for hands in (one, other)]
    svara = {0: "K♠ Q♠ 9♠", 3: "A♥ 8♥ 7♥"}
    received = []
    for number, hands in enumerate(tie):
        decks = [deck(hands, 0), deck(svara, 3), deck(one, 0)]
        received.append(asyncio.run(played(server, tmp_path / f"{number}.json", decks, actions)))
    same = [first == second for first, second in zip(*received, strict=True)]
    assert same == [True, False, False, True]
    assert all(len(each) > 10_000 for game in received for each in game)
    folded = [card for hand in (other[1], other[2]) for card in hand.split()]
    text = received[1][0].decode().encode().decode("unicode_escape")
    assert not any(card in text for card in folded)
    assert all(card in text for card in tie[0][0].split() + tie[0][3].split())


async def talk(server, path, clock):
    """Two clients of a table for two; what they are told of mistakes, of a clock that runs out, and of coming back."""
    table = server.Server(path, Settings(10, limit=100), players=2, clock=clock)
    listening = await table.start("127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    heard = []

    async def error(client, message):
        client.send(message)
        while (answer := await client.hear())["type"] != "error":
            pass
        heard.append(answer["message"])

    first = await Client(0, port).connect()
    await error(first, {"kind": "look", "number": 0})
    thief = await Client(0, port, "another key").connect()
    heard.append((await thief.hear())["message"])
    await error(thief, {"seat": 7, "key": "k"})
    await error(thief, [])
    second = await Client(1, port).connect()
    view = await second.answer(lambda _: {"kind": "blind", "to": 10})
    assert view["start"]["players"] == [1, 0]
    await error(second, {"kind": "blind", "to": 10, "number": view["number"]})  # sent twice
    await error(second, {"kind": "fold"})
    await error(second, {"kind": "fold", "number": None})  # as a number it would be taken at any time
    await error(second, {"kind": "fold", "number": 0.5})
    await error(second, {"change": "dance"})
    second.send({"change": "add_chips", "chips": 500})
    await error(second, {"change": "leave"})
    await first.drop()  # and the clock looks and folds for seat 0
    while not second_knows(await second.hear()):
        pass
    first = await Client(0, port).connect()
    while (message := await first.hear())["sitting_out"] or message["view"]["turn"] is None:
        pass
    heard.append(message["stacks"])
    for client in (first, second, thief):
        await client.drop()
    await end(table, listening)
    return heard


def second_knows(message):
    """Whether seat 0 sits out."""
    return message["type"] == "table" and message["sitting_out"] == [0]


def test_the_server_reports_errors_keeps_a_clock_and_lets_a_client_come_back(server, tmp_path):
    heard = asyncio.run(asyncio.wait_for(talk(server, tmp_path / "table.json", 0.3), TIMEOUT))
    assert heard == [
        "IllegalActionError: no deal has begun",
        "ValueError: seat 0 belongs to someone with another key",
        "ValueError: seat must be a number from 0 to 1, and key a string in ASCII",
        "TypeError: list indices must be integers or slices, not str",
        "IllegalActionError: action number 0 has already been taken; the next is number 1; "
        "seat 0 can look, blind to 20",
        "KeyError: 'number'",
        "TypeError: 'NoneType' object cannot be interpreted as an integer",
        "TypeError: 'float' object cannot be interpreted as an integer",
        "ValueError: change must be one of sit_out, sit_in, leave, add_chips",
        "ValueError: another change is still waiting for the end of the deal",
        [980, 1500],  # seat 0 paid an ante and folded, then both paid one; seat 1 has 500 more
    ]
    table = saved(tmp_path / "table.json")
    assert (table.brought, table.taken_away) == (2500, 0)


def test_a_late_message_is_refused_after_a_restart(server, tmp_path):
    path = tmp_path / "table.json"

    async def run():
        first = server.Server(path, Settings(10, limit=100), players=2)
        for seat in (0, 1):
            first.table.sit(seat, 100)
        deal = first.table.next_deal()
        deal.push("blind 10")
        first.publish()
        again = server.Server(path, Settings(10, limit=100), players=2)
        with pytest.raises(server.IllegalActionError, match=r"^action number 0 has already been taken; "):
            again.receive(0, {"kind": "blind", "to": 20, "number": 0})
        again.receive(0, {"kind": "look", "number": 1})
        again.timer.cancel()
        return again.table

    table = asyncio.run(run())
    assert [action.kind for action in table.deal.actions] == ["blind", "look"]
    assert table.deal.actions[1] == Action("look", None, 0, 1)


async def heads_up(server, path, **options):
    """A table for two in its first deal, with its two clients: seat 1 is asked first."""
    table = server.Server(path, Settings(10, limit=100), players=2, **options)
    listening = await table.start("127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    return table, listening, [await Client(seat, port).connect() for seat in (0, 1)]


async def until(client, wanted):
    """The first message that a client hears of which something is true."""
    while not wanted(message := await client.hear()):
        pass
    return message


def run(coroutine):
    return asyncio.run(asyncio.wait_for(coroutine, TIMEOUT))


def test_after_a_save_that_fails_nobody_is_told_until_one_succeeds_and_the_game_goes_on(
    server, tmp_path, monkeypatch, capsys
):
    path, failing = tmp_path / "table.json", []
    replace = server.os.replace

    def fail(part, to):
        if failing:
            failing.pop()
            raise OSError("no space left on device")
        replace(part, to)

    monkeypatch.setattr(server.os, "replace", fail)
    monkeypatch.setattr(server, "RETRY", 0.05)

    async def played():
        table, listening, clients = await heads_up(server, path, clock=1)
        view = await clients[1].answer(lambda _: {"kind": "blind", "to": 10})
        failing.extend([1, 1])  # the save of that action, and the next try
        message = await until(clients[0], lambda message: (message["view"] or {"number": 0})["number"] > view["number"])
        assert saved(path).deal.number == message["view"]["number"]  # the file has what the client knows
        assert failing == []
        ended = await until(
            clients[1], lambda message: message["view"] and message["view"]["turn"] is None
        )  # the clock acts for seat 0
        for client in clients:
            await client.drop()
        await end(table, listening)
        return ended

    assert run(played())["view"]["outcome"]["type"] == "won"
    assert capsys.readouterr().err == 2 * f"cannot save {path}: no space left on device\n"


def test_idle_connections_are_closed_and_do_not_keep_a_player_out(server, tmp_path, monkeypatch):
    monkeypatch.setattr(server, "HELLO", 0.5)

    async def crowded():
        table, listening, clients = await heads_up(server, tmp_path / "table.json")
        idle = [await asyncio.open_connection("127.0.0.1", clients[0].port) for _ in range(200)]
        back = await Client(0, clients[0].port).connect()  # closes the earlier connection of its player
        assert (await back.hear())["type"] == "table"
        assert len(table.strangers) <= server.STRANGERS
        for reader, writer in idle:  # closed as the oldest, or when their time was up
            with suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()
        assert not table.strangers
        for client in (back, *clients):
            await client.drop()
        await end(table, listening)

    run(crowded())


@pytest.mark.parametrize("turn", ["theirs", "the other's"])
def test_nobody_waits_for_a_player_who_has_asked_to_leave(server, tmp_path, turn):
    async def left():
        table, listening, clients = await heads_up(server, tmp_path / "table.json", clock=10 * TIMEOUT)
        await until(clients[1], lambda message: message["view"] and message["view"]["turn"] == 1)
        leaver = clients[1] if turn == "theirs" else clients[0]
        leaver.send({"change": "leave"})
        if turn != "theirs":
            await clients[1].drop()
            clients[1] = await Client(1, leaver.port).connect()
            await clients[1].answer(lambda _: {"kind": "blind", "to": 10})
        stays = clients[1 - leaver.seat]
        message = await until(stays, lambda message: message["taken"] == [stays.seat])
        for client in clients:
            await client.drop()
        await end(table, listening)
        return message

    assert run(left())["stacks"].count(0) == 1


def test_a_client_that_comes_back_again_and_again_does_not_stop_the_clock(server, tmp_path):
    async def played():
        table, listening, clients = await heads_up(server, tmp_path / "table.json", clock=0.5)
        await until(clients[1], lambda message: message["view"] and message["view"]["turn"] == 1)
        number = table.table.deal.number
        while table.table.deal.number == number:
            older, clients[1] = clients[1], await Client(1, clients[0].port).connect()
            await clients[1].hear()
            await older.drop()
        for client in clients:
            await client.drop()
        await end(table, listening)

    run(played())
