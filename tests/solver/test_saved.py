"""Solutions in files: a file is loaded as it was saved, or refused in one kind of error whatever is wrong with it."""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import numpy as np
import pytest
from solutions import solved

from svara_eval import SvaraError
from svara_eval.game import Deal, Settings
from svara_eval.solver import Solution, solve


def test_a_saved_solution_is_loaded_as_it_was(tmp_path):
    solution = solve(Settings(ante=1, limit=2), ["max", "min"], tolerance=0.01)
    solution.save(tmp_path / "two")
    loaded = Solution.load(tmp_path / "two")
    for name in (
        "settings",
        "sizes",
        "svara",
        "tolerance",
        "pots",
        "value",
        "exploitability",
        "cutoff",
        "line",
        "lines",
    ):
        assert getattr(loaded, name) == getattr(solution, name), name
    assert loaded.table() == solution.table()
    svara = Deal(solution.settings, ["Ah Kh Qh", "Kd 9d 8c"], dealer=1, carried=4)
    svara.push("look")
    assert loaded.strategy(svara.view(0)) == solution.strategy(svara.view(0))


def written(path, about: object, *arrays: np.ndarray) -> None:
    with path.open("wb") as file:
        np.savez_compressed(file, np.array(json.dumps(about)), *arrays)


def members() -> dict[str, bytes]:
    """Return the members of a saved solution of the smallest game: its JSON, and one strategy of (3, 2, 337)."""
    file = BytesIO()
    solved(1, "all", "half").save(file)
    with ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(path, changed: dict[str, bytes], method: int = ZIP_DEFLATED) -> None:
    with ZipFile(path, "w", method) as archive:
        for name, data in (members() | changed).items():
            archive.writestr(name, data)


def strategy(change) -> dict[str, bytes]:
    """Return the strategy of the smallest game, changed."""
    data = members()["arr_1.npy"]
    array = np.frombuffer(data[128:], "<f4").copy()
    changed = np.asarray(change(array))
    return {"arr_1.npy": data[:128].replace(b"<f4", changed.dtype.str.encode().rjust(3)) + changed.tobytes()}


def declared(shape: str) -> dict[str, bytes]:
    """Return a strategy that declares another shape than its data have."""
    data = members()["arr_1.npy"]
    start = data.index(b"(", 60)
    end = data.index(b")", start)
    header = data[:start] + shape.encode() + data[end + 1 : 127]
    return {"arr_1.npy": header[:127].ljust(127) + b"\n" + data[128:]}


ABOUT = {
    "format": "svara_eval solution",
    "version": 1,
    "settings": {"ante": 1, "min_bet": 1, "min_raise": 1, "limit": 1, "max_blind_multiple": 2, "svara_fee": "share"},
    "sizes": "all",
    "svara": "half",
    "tolerance": 0.001,
}


FILES = {
    "text": lambda path: path.write_text("7c Kh Kd"),
    "nothing": lambda path: path.write_bytes(b""),
    "the beginning of an archive": lambda path: path.write_bytes(b"PK\x03\x04"),
    "one array": lambda path: path.write_bytes(
        b"\x93NUMPY\x01\x00v\x00{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }" + b" " * 60 + b"\n7"
    ),
    "no format": lambda path: written(path, {}),
    "a number": lambda path: written(path, 7),
    "another format": lambda path: written(path, ABOUT | {"format": "svara_eval deal"}),
    "another setting": lambda path: written(path, ABOUT | {"settings": {"stakes": 1}}),
    "no strategy": lambda path: written(path, ABOUT),
    "a strategy of another game": lambda path: written(path, ABOUT, np.zeros(3)),
}


@pytest.mark.parametrize("make", FILES.values(), ids=FILES)
def test_a_file_that_is_not_a_solution_is_refused(make, tmp_path):
    path = tmp_path / "file.npz"
    make(path)
    with pytest.raises(SvaraError) as caught:
        Solution.load(path)
    assert str(caught.value).startswith(f"{path}: not a saved solution")


SPOILT = {
    "a probability that is not a number": strategy(lambda array: np.where(array == array[0], np.nan, array)),
    "infinite probabilities": strategy(lambda array: np.where(array > 0, np.inf, array)),
    "negative probabilities": strategy(lambda array: array - 2),
    "probabilities that add up to 2": strategy(lambda array: 2 * array),
    "complex numbers": strategy(lambda array: array[: array.size // 2].astype("<c8")),
    "double precision": strategy(lambda array: array[: array.size // 2].astype("<f8")),
    "a shape of a trillion": declared("(1000000000000, 2, 337)"),
    "a shape of one decision less": declared("(2, 3, 337)"),
    "a shape with a negative number": declared("(-3, -2, 337)"),
    "no shape": declared("()"),
    "a strategy that ends early": {"arr_1.npy": members()["arr_1.npy"][:-4]},
    "another name": {"arr_7.npy": b""},
    "text that is not JSON": {"arr_0.npy": members()["arr_0.npy"][:-4] + b"x\0\0\0"},
    "text too deep": {"arr_0.npy": members()["arr_0.npy"][:128].replace(b"<U", b"<U9999 #")[:128] + 9999 * b"[\0\0\0"},
}


@pytest.mark.parametrize("changed", SPOILT.values(), ids=SPOILT)
def test_a_spoilt_solution_is_refused(changed, tmp_path):
    path = tmp_path / "file.npz"
    packed(path, {})
    assert Solution.load(path).value == solved(1, "all", "half").value
    packed(path, changed)
    with pytest.raises(SvaraError, match="not a saved solution"):
        Solution.load(path)


def test_an_archive_that_is_not_compressed_is_refused(tmp_path):
    packed(tmp_path / "file.npz", {}, ZIP_STORED)
    with pytest.raises(SvaraError, match="not a saved solution"):
        Solution.load(tmp_path / "file.npz")


def test_an_encrypted_archive_is_refused(tmp_path):
    path = tmp_path / "file.npz"
    packed(path, {})
    data = bytearray(path.read_bytes())
    for start in (b"PK\x03\x04", b"PK\x01\x02"):
        data[data.index(start) + (6 if start[2] == 3 else 8)] |= 1
    path.write_bytes(data)
    with pytest.raises(SvaraError, match="not a saved solution"):
        Solution.load(path)


def test_a_small_file_of_a_large_game_is_refused_before_the_game_is_built(tmp_path, monkeypatch):
    """The file declares three decisions, so the tree stops at the seventh of its tens of thousands."""
    built = []
    monkeypatch.setattr("svara_eval.game.Deal.copy", lambda deal, copy=Deal.copy: built.append(1) or copy(deal))
    arrays = [np.full((3, 2, 337), 0.5, "<f4")]
    large = ABOUT | {"settings": ABOUT["settings"] | {"limit": 150}, "sizes": ["pot"], "tolerance": 1}
    written(tmp_path / "file.npz", large, *arrays)
    with pytest.raises(SvaraError, match="its strategies do not fit the game"):
        Solution.load(tmp_path / "file.npz")
    assert len(built) < 1000


@pytest.mark.parametrize("step", [41, pytest.param(1, marks=pytest.mark.proof)])
def test_a_changed_byte_is_refused_or_makes_no_difference(step, tmp_path):
    path = tmp_path / "file.npz"
    solution = solved(1, "all", "half")
    solution.save(path)
    data = path.read_bytes()
    for place in range(0, len(data), step):
        for flip in (1, 0x80, 0xFF) if step == 1 else (0xFF,):
            changed = bytearray(data)
            changed[place] ^= flip
            path.write_bytes(changed)
            try:
                loaded = Solution.load(path)
            except SvaraError:
                continue
            assert loaded.value == solution.value, place


def test_strategies_are_saved_in_one_byte_order():
    assert b"'descr': '<f4'" in members()["arr_1.npy"]
    assert b"'descr': '<U" in members()["arr_0.npy"]


def test_a_solution_of_a_later_release_is_refused(tmp_path):
    path = tmp_path / "file.npz"
    written(path, ABOUT | {"version": 2})
    with pytest.raises(SvaraError) as caught:
        Solution.load(path)
    assert str(caught.value) == f"{path}: version 2 of a saved solution; this release reads version 1"
