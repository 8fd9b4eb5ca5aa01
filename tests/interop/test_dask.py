"""Arrays and columns of dask, scored by two worker processes with the same points as locally."""

from __future__ import annotations

import os
import pickle
import sys
from types import ModuleType

import dask.array as da
import dask.dataframe as dd
import distributed
import numpy as np
import pandas as pd
import pytest

from svara_eval import DuplicateCardError, score_batch, score_cards, showdown_batch

pytestmark = pytest.mark.compiled

PATIENCE = 120  # seconds; a cluster that has lost its workers would wait forever


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A cluster of two worker processes, which share nothing with this one."""
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            local_directory=str(tmp_path_factory.mktemp("dask")),
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.wait_for_workers(2, timeout=PATIENCE)
        yield client


def computed(client, collection):
    """The result of the workers."""
    return client.compute(collection).result(timeout=PATIENCE)


def test_an_array_of_hands_is_scored_block_by_block(client, cards, worth):
    blocks = da.from_array(cards, chunks=(500, 3))
    points = blocks.map_blocks(score_batch, errors="coerce", drop_axis=-1, dtype=np.int8)
    assert (points.shape, points.dtype) == ((len(cards),), np.int8)
    assert computed(client, points).tolist() == worth


def test_the_ufunc_turns_dask_arrays_into_a_dask_array(client, cards, worth):
    blocks = da.from_array(cards, chunks=(500, 3))
    points = score_cards(blocks[:, 0], blocks[:, 1], blocks[:, 2])
    assert isinstance(points, da.Array)
    assert points.dtype == np.int8
    found = computed(client, points)
    assert (found.dtype, found.tolist()) == (np.int8, worth)


def test_an_error_comes_back_from_the_worker_and_counts_rows_in_its_block(client, cards):
    blocks = da.from_array(cards[4900:], chunks=(500, 3))
    with pytest.raises(DuplicateCardError, match=r"^row 60 of 68: .*7♣"):
        computed(client, blocks.map_blocks(score_batch, drop_axis=-1, dtype=np.int8))


def test_showdowns_of_deals(client, cards):
    deals = cards[: 4960 // 2 * 2].reshape(-1, 2, 3)
    deals = deals[[not set(first) & set(second) for first, second in deals.tolist()]]
    blocks = da.from_array(deals, chunks=(100, 2, 3))
    svara = blocks.map_blocks(lambda some: showdown_batch(some).svara, drop_axis=(1, 2), dtype=bool)
    assert computed(client, svara).tolist() == showdown_batch(deals).svara.tolist()


def test_a_column_of_a_dataframe(client, gaps):
    frame = dd.from_pandas(pd.DataFrame({"hand": gaps.hands}), npartitions=7)
    points = frame["hand"].map_partitions(score_batch, errors="coerce", meta=("points", "int8"))
    assert computed(client, points).tolist() == gaps.points
    scored = computed(client, frame.assign(points=points))
    assert (scored["points"].dtype, scored["points"].tolist()) == (np.int8, gaps.points)


def test_three_columns_of_a_dataframe(client, cards, worth):
    frame = dd.from_pandas(pd.DataFrame(cards, columns=["a", "b", "c"]), npartitions=7)
    points = computed(client, score_cards(frame["a"], frame["b"], frame["c"]))
    assert (points.dtype, points.tolist()) == (np.int8, worth)


def test_the_functions_travel_to_each_worker_process(client):
    for function, arguments, points in (score_cards, (0, 26, 25), 31), (score_batch, ([[0, 26, 25]],), [31]):
        for worker in client.scheduler_info()["workers"]:
            future = client.submit(function, *arguments, workers=[worker], pure=False)
            assert future.result(timeout=PATIENCE) == points
    assert len({os.getpid(), *client.run(os.getpid).values()}) == 3


@pytest.mark.skipif(not hasattr(score_cards, "__dict__"), reason="a ufunc has no __module__ to set before NumPy 2.2")
def test_the_ufunc_is_pickled_under_the_name_of_the_package_even_if_another_module_imports_it(monkeypatch):
    borrower = ModuleType("borrower")
    borrower.score_cards = score_cards
    monkeypatch.setattr(sys, "modules", {"borrower": borrower, **sys.modules})
    assert b"svara_eval" in pickle.dumps(score_cards)
    assert pickle.loads(pickle.dumps(score_cards)) is score_cards
