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
        "players",
        "classes",
        "values",
        "gains",
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


def written(path, about: object, array: bytes = b"", packing: int = ZIP_DEFLATED) -> None:
    with ZipFile(path, "w") as archive:
        archive.writestr("solution.json", json.dumps(about))
        archive.writestr("2.npy", array, packing)


def npy(array: object) -> bytes:
    file = BytesIO()
    np.save(file, array)
    return file.getvalue()


ABOUT = {
    "format": "svara_eval solution",
    "version": 1,
    "settings": {
        "ante": 1, "min_bet": 1, "min_raise": 1, "limit": 1, "max_blind_multiple": 2, "svara_fee": "share"
    },
    "sizes": "all",
    "svara": "split",
    "tolerance": 0.001,
    "players": 2,
    "classes": [*range(337)],
    "pots": [2],
}  # fmt: skip
PLAYED = np.full((3, 2, 337), 0.5, np.float32)


def changed(value: float) -> bytes:
    """A strategy with a value in one place."""
    played = PLAYED.copy()
    played[1, 0, 7] = value
    return npy(played)


FILES = {
    "text": lambda path: path.write_text("7c Kh Kd"),
    "nothing": lambda path: path.write_bytes(b""),
    "the beginning of an archive": lambda path: path.write_bytes(b"PK\x03\x04"),
    "an array": lambda path: path.write_bytes(npy(np.zeros(3))),
    "an archive without a description": lambda path: np.savez(path, PLAYED),
    "no format": lambda path: written(path, {}),
    "a number": lambda path: written(path, 7),
    "another format": lambda path: written(path, ABOUT | {"format": "svara_eval deal"}),
    "another setting": lambda path: written(path, ABOUT | {"settings": {**ABOUT["settings"], "stakes": 1}}),
    "another field": lambda path: written(path, ABOUT | {"speed": 1}, npy(PLAYED)),
    "an impossible tolerance": lambda path: written(path, ABOUT | {"tolerance": -1}, npy(PLAYED)),
    "classes of different points": lambda path: written(path, ABOUT | {"classes": [0] * 337}, npy(PLAYED)),
    "no strategy": lambda path: written(path, ABOUT),
    "a strategy of another game": lambda path: written(path, ABOUT, npy(np.zeros((1, 2, 337), np.float32))),
    "a strategy in double precision": lambda path: written(path, ABOUT, npy(PLAYED.astype(float))),
    "complex numbers": lambda path: written(path, ABOUT, npy(PLAYED.astype(complex))),
    "no number": lambda path: written(path, ABOUT, changed(float("nan"))),
    "a negative probability": lambda path: written(path, ABOUT, changed(-0.5)),
    "an infinite probability": lambda path: written(path, ABOUT, changed(float("inf"))),
    "probabilities that add up to more than one": lambda path: written(path, ABOUT, changed(0.6)),
    "a shape of a trillion": lambda path: written(path, ABOUT, npy(PLAYED)[:128].replace(b"(3,", b"(9" + b"9" * 9)),
    "an array that is not packed": lambda path: written(path, ABOUT, npy(PLAYED), ZIP_STORED),
    "a larger game than the file can hold": lambda path: written(
        path, ABOUT | {"settings": {**ABOUT["settings"], "limit": 1000}}, npy(PLAYED)
    ),
}


def test_the_file_of_the_cases_below_is_a_solution(tmp_path):
    written(tmp_path / "file.npz", ABOUT, npy(PLAYED))
    assert Solution.load(tmp_path / "file.npz").settings == Settings(ante=1, limit=1)


@pytest.mark.parametrize("make", FILES.values(), ids=FILES)
def test_a_file_that_is_not_a_solution_is_refused(make, tmp_path):
    path = tmp_path / "file.npz"
    make(path)
    with pytest.raises(SvaraError) as caught:
        Solution.load(path)
    assert str(caught.value) == f"{path}: not a saved solution"


def check_changes(path, step: int) -> None:
    """After a change of one byte the file is refused, or the solution is as it was."""
    solution = solved(1, svara="split")
    solution.save(path)
    data, refused = path.read_bytes(), 0
    for position in range(0, len(data), step):
        path.write_bytes(data[:position] + bytes([data[position] ^ 1 << position % 8]) + data[position + 1 :])
        try:
            assert Solution.load(path).values == solution.values
        except SvaraError:
            refused += 1
    assert refused > 0.9 * len(data) / step


def test_a_file_with_a_changed_byte_is_refused_or_loads_as_it_was(tmp_path):
    check_changes(tmp_path / "file.npz", step=97)


@pytest.mark.proof
def test_a_file_with_any_byte_changed_is_refused_or_loads_as_it_was(tmp_path):
    check_changes(tmp_path / "file.npz", step=1)


def test_a_solution_of_a_later_release_is_refused(tmp_path):
    path = tmp_path / "file.npz"
    written(path, ABOUT | {"version": 2})
    with pytest.raises(SvaraError) as caught:
        Solution.load(path)
    assert str(caught.value) == f"{path}: version 2 of a saved solution; this release reads version 1"


def test_an_encrypted_archive_is_refused(tmp_path):
    path = tmp_path / "file.npz"
    written(path, ABOUT, npy(PLAYED))
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
    large = {"settings": {**ABOUT["settings"], "limit": 150}, "sizes": ["pot"], "tolerance": 1}
    written(tmp_path / "file.npz", ABOUT | large, npy(PLAYED))
    with pytest.raises(SvaraError, match="not a saved solution"):
        Solution.load(tmp_path / "file.npz")
    assert 0 < len(built) < 1000
