"""Tasks: ``nox -s NAME``; ``nox -l`` lists them. ``.ci/run`` runs most of them."""

from pathlib import Path
from shutil import rmtree
from zipfile import ZipFile

import nox

nox.options.default_venv_backend = "venv"
nox.options.sessions = ["without_compiler", "wheels", "interop", "lint", "docs"]

COMPILED = {"_fast", "_columns", "_deals", "_lines", "_counting", "_simulation"}


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def wheels(session: nox.Session) -> None:
    """Build a wheel from a source archive, see that the compiled modules are in it, install it, test it."""
    (wheel,) = built(session).glob("*.whl")
    with ZipFile(wheel) as archive:
        compiled = {name.split("/")[-1].split(".")[0] for name in archive.namelist() if name.endswith((".so", ".pyd"))}
    if compiled != COMPILED:
        session.error(f"{wheel.name} holds {compiled}, not {COMPILED}")
    session.install(f"{wheel}[test]")
    session.run("pytest", "-q", "-m", "compiled")  # what is compiled for this Python; most else is tested once
    session.run("pytest", "-q", "tests/test_game_cases.py", "tests/test_game_rules.py", "tests/test_play.py")


@nox.session
def without_compiler(session: nox.Session) -> None:
    """Without a compiler it installs and passes its tests on the reference scorer; where it must compile it fails."""
    (archive,) = built(session, "--sdist").glob("*.tar.gz")
    broken = {"CC": "false", "SVARA_EVAL_REQUIRE_EXTENSION": "0"}
    session.install("--no-binary", "svara-eval", f"{archive}[test]", env=broken)
    # Which scorer runs is all the same to most of the game; its cases and rules are played here too.
    others = [f"--ignore=tests/test_game_{part}.py" for part in ("hidden", "history", "model", "players", "properties")]
    session.run("pytest", "-q", "-m", "not compiled", *others, env={"SVARA_EVAL_REQUIRE_EXTENSION": "0"})
    required = broken | {"SVARA_EVAL_REQUIRE_EXTENSION": "1"}
    session.run(
        "pip", "install", "--force-reinstall", "--no-deps", str(archive), env=required, success_codes=[1], silent=True
    )


def built(session: nox.Session, *options: str) -> Path:
    """The folder of what was built from a clean source archive."""
    folder = Path(session.create_tmp()) / "dist"
    rmtree(folder, ignore_errors=True)
    session.install("build")
    session.run("python", "-m", "build", *options, "--outdir", str(folder), silent=True)
    return folder


@nox.session
def lint(session: nox.Session) -> None:
    """Style, types, and stubs against the compiled modules."""
    session.install(".[dev]")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("mypy")
    session.run("stubtest", "svara_eval", "--allowlist", "tools/stubtest-allowlist.txt")


@nox.session
def interop(session: nox.Session) -> None:
    """Beside the tools people use: the examples, and columns of pandas, polars, Arrow, DuckDB and dask."""
    session.install(".[test,interop]")
    session.run("python", "-c", "import dask, distributed, duckdb, pandas, polars, pyarrow")  # else all is skipped
    session.run("pytest", "-q", "-rs", "tests/interop")


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation as pages, and its examples run; warnings are errors."""
    session.install(".[docs]")
    for builder in ("html", "doctest"):
        session.run("sphinx-build", "-q", "-n", "-W", "-b", builder, "docs", f"docs/_build/{builder}")


@nox.session
def bench(session: nox.Session) -> None:
    """The figures of the README and the documentation, beside other evaluators."""
    session.install(".[bench,interop]")
    for script in ("scalar", "peers", "batch", "odds", "game"):
        session.run("python", f"benchmarks/{script}.py")


@nox.session
def simulation(session: nox.Session) -> None:
    """The table of odds against ten million random deals for each of 24 hands and 4 to 9 opponents; a minute."""
    session.install(".[test]")
    session.run("pytest", "tests/test_simulation.py", "-k", "hand_of_each_total", env={"SVARA_EVAL_DEALS": "10000000"})


@nox.session
def game(session: nox.Session) -> None:
    """The game at 2000 random tables, with all that must hold after every action; some minutes."""
    session.install(".[test]")
    session.run("pytest", "tests/test_game_properties.py", env={"SVARA_EVAL_EXAMPLES": "2000"})
