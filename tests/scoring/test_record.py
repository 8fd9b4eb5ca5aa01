"""Small values are immutable, hashable and picklable, and evaluating their repr gives them back."""

from __future__ import annotations

import copy
import itertools
import pickle
import sys
from xml.etree import ElementTree

import pytest

from svara_eval import Card, Explanation, Odds, Showdown, explain, odds, readings, showdown
from svara_eval._record import FrozenMap, Record, final

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


@final
class Point(Record):
    """A record that takes any values."""

    __slots__ = ("x", "y")
    x: int
    y: int


@final
class Range(Record):
    """A record that completes its arguments."""

    __slots__ = ("low", "high")
    low: int
    high: int

    def __init__(self, low: int, high: int | None = None) -> None:
        self._fill(low, low if high is None else high)


VALUES = [
    Point(1, 2),
    Point(x=1, y=("a", (2,))),
    Range(5),
    Range(5, high=7),
    Explanation(31, "joker_pair", (Card(0), Card(25), Card(26)), ("S6", "D3")),
    Showdown(points=(31, 22), winners=(0,)),
    Showdown(points=(20, 20), winners=("Ana", "Bo")),
]


@pytest.mark.parametrize("value", VALUES, ids=itertools.count())
class TestEveryValue:
    def test_its_repr_evaluates_to_it(self, value):
        assert eval(repr(value), globals()) == value

    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_survives_pickling(self, value, protocol):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert (again, type(again)) == (value, type(value))

    def test_survives_copying(self, value):
        assert copy.copy(value) == copy.deepcopy(value) == value.__replace__() == value

    def test_equals_and_hashes_by_its_fields(self, value):
        fields = [getattr(value, name) for name in value.__match_args__]
        again = type(value)(*fields)
        assert again == value
        assert type(value)(**dict(zip(value.__match_args__, fields, strict=True))) == value
        assert value not in (tuple(fields), None)
        assert hash(again) == hash(value)

    def test_cannot_be_changed(self, value):
        name, kind = value.__match_args__[0], type(value).__name__
        with pytest.raises(AttributeError, match=f"^{kind} is immutable; '{name}' cannot be set$"):
            setattr(value, name, 1)
        with pytest.raises(AttributeError, match=f"^{kind} is immutable; '{name}' cannot be deleted$"):
            delattr(value, name)
        with pytest.raises(AttributeError, match=f"^{kind} is immutable; 'other' cannot be set$"):
            value.other = 1

    def test_cannot_be_subclassed(self, value):
        kind = type(value)
        with pytest.raises(TypeError, match=f"^{kind.__name__} cannot be subclassed$"):
            type("Sub", (kind,), {})
        with pytest.raises(TypeError, match=f"^{kind.__name__} cannot be subclassed$"):
            type("Sub", (kind,), {"__slots__": ("more",)})


def test_the_repr_of_a_record_with_a_number_too_long_to_write_evaluates_to_it_too():
    long = Point(x=10**5000, y=(-(10**5000), {"a": 10**5000, 10**5000: ()}))
    assert eval(repr(long)) == long
    assert repr(FrozenMap({"a": 10**5000})) == f"{{'a': {hex(10**5000)}}}"


def test_a_record_is_matched_by_position_and_by_keyword():
    match VALUES[4]:
        case Explanation(points, "joker_pair", cards=(Card(), *_), rules=rules):
            assert (points, rules) == (31, ("S6", "D3"))
        case _:
            raise AssertionError


def test_a_record_takes_exactly_its_fields():
    for arguments, keywords in [((1,), {}), ((1, 2, 3), {}), ((1, 2), {"x": 1}), ((1,), {"z": 1})]:
        with pytest.raises(TypeError, match=r"Point\.__init__\(\)"):
            Point(*arguments, **keywords)


def test_replacing_fields_of_a_record_makes_another():
    assert Point(1, 2).__replace__(y=3) == Point(1, 3)
    assert Range(5).__replace__(high=9) == Range(5, 9)
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'z'$"):
        Point(1, 2).__replace__(z=3)


@pytest.mark.skipif(sys.version_info < (3, 13), reason="copy.replace came with Python 3.13")
def test_copy_replace_works_on_a_record():
    assert copy.replace(Point(1, 2), y=3) == Point(1, 3)


def test_two_kinds_of_records_are_never_equal():
    assert Point(5, 5) != Range(5, 5)
    assert {Point(5, 5), Range(5, 5), Point(5, 5)} == {Range(5, 5), Point(5, 5)}


def test_a_record_with_an_unhashable_field_is_not_hashable():
    with pytest.raises(TypeError, match="unhashable type: 'list'"):
        hash(Point(1, []))


def test_a_showdown_names_its_players_in_annotations():
    assert repr(Showdown[str]) == "svara_eval._showdown.Showdown[str]"
    assert Showdown[str]((20, 20), ("Ana", "Bo")) == VALUES[-1]


MAP = FrozenMap({"a": 1, "b": (2, 3)})


def test_a_frozen_map_equals_a_dict_and_prints_like_it():
    assert MAP == {"b": (2, 3), "a": 1}
    assert {"a": 1, "b": (2, 3)} == MAP
    assert FrozenMap([("a", 1), ("b", (2, 3))]) == MAP != FrozenMap({"a": 1})
    assert repr(MAP) == "{'a': 1, 'b': (2, 3)}"
    assert (MAP["a"], MAP.get("c"), list(MAP), len(MAP), "b" in MAP) == (1, None, ["a", "b"], 2, True)
    assert dict(MAP) == MAP
    assert FrozenMap() == {}


def test_a_frozen_map_is_hashable_whatever_its_order():
    assert hash(MAP) == hash(FrozenMap({"b": (2, 3), "a": 1}))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_frozen_map_survives_pickling_and_copying(protocol):
    again = pickle.loads(pickle.dumps(MAP, protocol))
    assert (again, type(again), list(again)) == (MAP, FrozenMap, ["a", "b"])
    assert copy.copy(MAP) == copy.deepcopy(MAP) == MAP


def test_a_frozen_map_does_not_follow_the_dict_it_was_made_from():
    items = {"a": 1}
    frozen = FrozenMap(items)
    items["b"] = 2
    assert frozen == {"a": 1}


def test_a_frozen_map_cannot_be_changed_or_subclassed():
    for change in (
        lambda: MAP.__setitem__("a", 2),
        lambda: MAP.pop("a"),
        lambda: setattr(MAP, "_items", {}),
        lambda: delattr(MAP, "_items"),
        lambda: setattr(MAP, "other", 1),
    ):
        with pytest.raises(AttributeError):
            change()
    with pytest.raises(TypeError, match=r"^FrozenMap cannot be subclassed$"):
        type("Sub", (FrozenMap,), {})
    assert MAP == {"a": 1, "b": (2, 3)}


# Values in IPython and notebooks --------------------------------------------------------------------------------------


class Printer:
    """What IPython passes to a value that it shows."""

    def __init__(self):
        self.shown = ""

    def text(self, shown):
        self.shown += shown


def shown_by_ipython(value):
    printer = Printer()
    value._repr_pretty_(printer, False)
    return printer.shown


def test_ipython_shows_the_sentence_of_a_value():
    assert shown_by_ipython(explain("Q♣ Q♥ 9♦")) == "10 points: the high card, Q♥"
    assert shown_by_ipython(odds("7♣ K♥ K♦")) == "wins 99.37%, ties 0.49%, loses 0.14%; equity 0.9962, exact"
    assert shown_by_ipython(showdown(["7c Kh Kd", "As Ad 10c"])) == "hand 0 wins with 31 points"
    assert shown_by_ipython(Point(1, 2)) == "Point(x=1, y=2)"


def test_the_readings_of_a_hand_have_columns():
    first = readings("Q♣ Q♥ 9♦")[0]._asdict()
    assert first == {"points": 10, "kind": "high_card", "cards": (Card("Q♥"),), "rules": ("S2", "D5")}
    assert list(first) == list(Explanation.__match_args__)


@pytest.mark.parametrize(
    ("value", "title", "texts"),
    [
        (Card("10♥"), "10♥", ["10"]),
        (
            explain("7♣ K♥ K♦"),
            "31 points: the joker with a pair, 7♣ K♦ K♥ (11 + 10 + 10)",
            ["7", "11", "K", "10", "+", "K", "10", "+", "31", "points", "=", "31"],
        ),
        (explain("7♣ 7♦ A♠"), "23 points: two sevens, 7♣ 7♦", ["7", "7", "23", "points"]),
        (explain("Q♣ Q♥ 9♦"), "10 points: the high card, Q♥", ["Q", "10", "points"]),
        (
            odds("7♣ K♥ K♦"),
            "wins 99.37%, ties 0.49%, loses 0.14%; equity 0.9962, exact",
            ["wins 99.37%", "ties 0.49%", "loses 0.14%", "equity 0.9962, exact"],
        ),
    ],
    ids=str,
)
def test_a_value_draws_itself_in_a_notebook(value, title, texts):
    picture = ElementTree.fromstring(value._repr_svg_())
    svg = "{http://www.w3.org/2000/svg}"
    assert picture.findtext(f"{svg}title") == title
    assert [text.text for text in picture.iter(f"{svg}text")] == texts
    assert float(picture.attrib["width"]) < 450


def test_the_bar_of_odds_has_the_shares_of_wins_ties_and_losses():
    answer = Odds((50, 30, 12, 8), 100, True)
    bars = [
        rect
        for rect in ElementTree.fromstring(answer._repr_svg_()).iter()
        if "x" in rect.attrib and "height" in rect.attrib
    ]
    widths = [float(bar.attrib["width"]) for bar in bars]
    assert [width / sum(widths) for width in widths] == pytest.approx([0.5, 0.42, 0.08], abs=1e-3)


def test_a_showdown_in_a_notebook_shows_the_points_of_all_and_no_markup_of_names():
    html = showdown({"<b>Ana": "Qc Jc 8d", "Bo": "7c Kh Kd"})._repr_html_()
    table = ElementTree.fromstring(html)
    assert [cell.text for cell in table.iter("td")] == ["20", "31"]
    tied = ElementTree.fromstring(showdown({"<b>Ana": "Qc Jc 8d", "B & C": "10h Kh 8c"})._repr_html_())
    assert tied.findtext("caption") == "a svara between <b>Ana and B & C with 20 points: nobody takes the pot"
