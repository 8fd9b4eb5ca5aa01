"""The speed of odds, beside the bars and goals that the project has set itself:

    python benchmarks/odds.py

It prints a Markdown table, all from one run. Hands, dead cards and ranges are drawn at random, and each question is
asked only once, so nothing is measured that was known already. Of several rounds, each with its own questions, the
fastest counts. First calls, memory and long computations are measured in new processes. A single round is measured in
processor seconds, which a busy machine does not lengthen.
"""

from __future__ import annotations

import json
import subprocess
import sys
import zlib
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

import svara_eval
from svara_eval import DECK, all_hands, format_hand, odds, score
from timing import Call, nanoseconds, row, seconds_of, setting

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypeAlias

    from svara_eval import Card

    Hand: TypeAlias = tuple[Card, Card, Card]

HERE = Path(__file__).resolve().parent
DATA = Path(svara_eval.__file__).parent / "_odds" / "odds_table.bin"
HANDS = list(all_hands())
RANGES = ["15+", "18+", "20+", "21+", "8-20", "10-21", "11-19", "15-22", "17-23", "20-30"]


class Question(NamedTuple):
    """The arguments of one call of ``odds``."""

    hand: str | Mapping[Hand, float]
    opponents: int | Sequence[Any]
    dead: str = ""

    def ask(self) -> None:
        odds(self.hand, self.opponents, dead=self.dead, exact=True)


def ask_all(questions: Sequence[Question]) -> None:
    for question in questions:
        question.ask()


def drawn(random: Random, dead: int) -> tuple[str, str]:
    """A hand, and that many dead cards."""
    cards = random.sample(DECK, 3 + dead)
    return format_hand(cards[:3]), " ".join(map(str, cards[3:]))


def with_dead(random: Random, opponents: int) -> Question:
    """A question with 1 to 3 dead cards, fewer if the opponents need them."""
    hand, dead = drawn(random, random.randint(1, min(3, 29 - 3 * opponents)))
    return Question(hand, opponents, dead)


def with_ranges(random: Random, opponents: int) -> Question:
    """A question with a different range of points for each opponent."""
    hand, _ = drawn(random, 0)
    return Question(hand, random.sample(RANGES, opponents))


def with_one_unlike(random: Random, opponents: int) -> Question:
    """A question with one opponent whose range or collection is known, among unknown ones; up to 3 dead cards."""
    hand, dead = drawn(random, random.randint(0, min(3, 29 - 3 * opponents)))
    hands = random.sample(HANDS, 1000)
    return Question(hand, [random.choice([random.choice(RANGES), hands]), *[None] * (opponents - 1)], dead)


def with_range(random: Random, opponents: int) -> Question:
    """A question about a range of points, with a range for each opponent."""
    hero, *others = random.sample(RANGES, opponents + 1)
    return Question(hero, others)


def with_weights(random: Random, opponents: int) -> Question:
    """A question that gives every hand a weight for each player, a random float."""
    hero, *others = ({hand: random.random() for hand in HANDS} for _ in range(opponents + 1))
    return Question(hero, others)


def mean_seconds(draw: Callable[[Random], Question], questions: int = 200, rounds: int = 25) -> float:
    """The seconds for one question: the mean of the fastest round."""
    random = Random(1)
    Question("7♣ K♥ K♦", 2, "A♠").ask()  # loads NumPy
    means = []
    for _ in range(rounds):
        some = [draw(random) for _ in range(questions)]
        means.append(seconds_of(partial(ask_all, some)) / questions)
    return min(means)


# In a process of its own ----------------------------------------------------------------------------------------------


def in_a_process(code: str) -> list[float]:
    """The numbers that code prints, run in a new process."""
    run = subprocess.run([sys.executable, "-c", code], cwd=HERE, stdout=subprocess.PIPE, check=True)
    found: list[float] = json.loads(run.stdout)
    return found


FIRST_CALL = """
from time import perf_counter
from svara_eval import odds
begin = perf_counter()
odds("7♣ K♥ K♦", 9)
print([perf_counter() - begin])
"""

OPENED = """
import sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
import svara_eval
print([sum(name.endswith("odds_table.bin") for name in opened)])
"""


def peak() -> float:
    """The peak memory of this process in MB; nan if the system does not report it.

    ru_maxrss would not do: on Linux it starts from the memory of the parent process.
    """
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1e3 for line in lines if line.startswith("VmHWM")), float("nan"))


def print_many(draw: Callable[..., Question], questions: int = 60) -> None:
    """Print the mean and worst seconds for questions about 3 to 9 opponents, and the memory they take."""
    Question("7♣ K♥ K♦", 2, "A♠").ask()  # loads NumPy, whose import is not to be measured
    random = Random(1)
    before = peak()
    seconds = []
    for _ in range(questions):
        question = draw(random, random.randint(3, 9))
        begin = process_time()
        question.ask()
        seconds.append(process_time() - begin)
    print([sum(seconds) / questions, max(seconds), peak() - before])


def print_making() -> None:
    """Compute the odds table as tools/make_odds.py does, and print the seconds and the memory it takes."""
    sys.path.append(str(HERE.parent / "tools"))
    import make_odds

    if zlib.compress(make_odds.data(), 9) != DATA.read_bytes():
        raise SystemExit("the computed odds table differs from the shipped one")
    print([process_time(), peak()])


# The table ------------------------------------------------------------------------------------------------------------


def print_lookups() -> None:
    hands = [format_hand(hand) for hand in all_hands()]
    Random(1).shuffle(hands)
    calls = [Call(f"odds(hand, {opponents})", hands, {"odds": odds}) for opponents in (1, 5, 9)]
    one, five, nine = nanoseconds(calls, seconds=3)
    what = "`odds(hand, k)` from the odds table, over all hands, k = 1, 5, 9"
    row(what, "≤ 0.5 µs", "0.3 µs", f"{one / 1e3:.2f}, {five / 1e3:.2f}, {nine / 1e3:.2f} µs")
    first = min(in_a_process(FIRST_CALL)[0] for _ in range(9))
    row("the first call in a process", "≤ 10 ms", "", f"{first * 1e3:.1f} ms")
    row("its data, compressed", "≤ 80 KB", "", f"{DATA.stat().st_size / 1e3:.1f} KB")
    (opened,) = in_a_process(OPENED)
    row("is read by `import svara_eval`", "no", "", "yes" if opened else "no")


def print_counting() -> None:
    def micro(draw: Callable[..., Question], opponents: int) -> str:
        return f"{mean_seconds(partial(draw, opponents=opponents)) * 1e6:.0f} µs"

    row("one opponent, 1-3 dead cards, exact", "≤ 50 µs", "", micro(with_dead, 1))
    row("one opponent, a range, exact", "≤ 50 µs", "", micro(with_ranges, 1))
    row("two opponents, 1-3 dead cards, exact", "≤ 1 ms", "", micro(with_dead, 2))
    row("two opponents, different ranges, exact", "≤ 15 ms", "", micro(with_ranges, 2))
    for draw, what, bars in (
        (with_dead, "three to nine opponents, 1-3 dead cards", ("≤ 40 ms", "25 ms", "≤ 300 ms", "190 ms")),
        (with_one_unlike, "three to nine opponents, one unlike the others", ("", "", "≤ 2 s", "0.5 s")),
    ):
        mean, worst, memory = in_a_process(f"import odds; odds.print_many(odds.{draw.__name__})")
        row(f"{what}, exact: mean", *bars[:2], f"{mean * 1e3:.0f} ms")
        row(f"{what}, exact: worst of 60", *bars[2:], f"{worst * 1e3:.0f} ms")
        row(f"{what}, exact: memory", *(("≤ 60 MB", "42 MB") if draw is with_dead else ("", "")), f"{memory:.0f} MB")


def print_ranges() -> None:
    for draw, opponents, what, bar in (
        (with_range, 1, "a range against one range", "≤ 30 ms"),
        (with_weights, 1, "weights of all hands against one opponent's", "≤ 30 ms"),
        (with_range, 2, "a range against two ranges", "≤ 1000 ms"),
        (with_weights, 2, "weights of all hands against two opponents'", "≤ 15000 ms"),
    ):
        rounds = 1 if bar == "≤ 15000 ms" else 10
        seconds = mean_seconds(partial(draw, opponents=opponents), questions=rounds, rounds=rounds)
        row(f"{what}, exact", bar, "", f"{seconds * 1e3:.1f} ms")


def print_whole_table() -> None:
    seconds, memory = in_a_process("import odds; odds.print_making()")
    row("the whole odds table, whole process", "≤ 3 s", "2 s", f"{seconds:.1f} s")
    row("the same, memory of the whole process", "", "100 MB", f"{memory:.0f} MB")


def print_simulation() -> None:
    hands = list({score(hand): hand for hand in all_hands()}.values())
    for opponents, trials, bar, goal in ((1, 4_000_000, "≥ 80", "150"), (9, 1_000_000, "≥ 27", "")):
        calls = [partial(odds, hand, opponents, exact=False, trials=trials, rng=1) for hand in hands]
        seconds = sum(min(seconds_of(call) for _ in range(5)) for call in calls)
        what = f"simulation, {opponents} opponent{'s' * (opponents > 1)}, a hand of each total, one core"
        row(what, f"{bar} million/s", goal, f"{len(hands) * trials / seconds / 1e6:.0f} million/s")


def main() -> None:
    print(setting(), end="\n\n")
    print("| | bar | goal | measured |\n|---|---|---|---|")
    print_lookups()
    print_counting()
    print_ranges()
    print_whole_table()
    print_simulation()


if __name__ == "__main__":
    main()
