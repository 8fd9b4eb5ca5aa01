"""Tasks: ``nox -s NAME``; ``nox -l`` lists them. ``.ci/run`` runs wheels, lint and docs after the README's command."""

from pathlib import Path
from zipfile import ZipFile

import nox

nox.options.default_venv_backend = "venv"
nox.options.sessions = ["wheels", "lint", "docs"]


@nox.session(python=["3.11", "3.12", "3.13"])
def wheels(session: nox.Session) -> None:
    """Build a wheel from a source archive, see that the compiled module is in it, install it, test it."""
    directory = Path(session.create_tmp()) / "dist"
    session.install("build")
    session.run("python", "-m", "build", "--outdir", str(directory), silent=True)
    (wheel,) = directory.glob(f"*cp{str(session.python).replace('.', '')}*.whl")
    with ZipFile(wheel) as archive:
        if not any("_fast." in name and name.endswith((".so", ".pyd")) for name in archive.namelist()):
            session.error(f"{wheel.name} holds no compiled module")
    session.install(f"{wheel}[test]")
    session.run("pytest", "-q")


@nox.session
def lint(session: nox.Session) -> None:
    """Style, types, and stubs against the compiled modules."""
    session.install(".[dev,bench]")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("mypy")
    session.run("stubtest", "svara_eval", "--allowlist", "tools/stubtest-allowlist.txt")


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation as pages, and its examples run; warnings are errors."""
    session.install(".[docs]")
    for builder in ("html", "doctest"):
        session.run("sphinx-build", "-q", "-n", "-W", "-b", builder, "docs", f"docs/_build/{builder}")


@nox.session
def bench(session: nox.Session) -> None:
    """The figures of the README and the documentation, beside other evaluators."""
    session.install(".[bench]")
    session.run("python", "benchmarks/scalar.py")
    session.run("python", "benchmarks/peers.py")
