"""The Sphinx site: ``sphinx-build -n -W -b html docs docs/_build/html``; ``-b doctest`` runs its examples."""

import doctest
import sys
from pathlib import Path

from svara_eval import __version__

sys.path.insert(0, str(Path(__file__).with_name("extensions")))

project = "svara_eval"
author = "The svara_eval authors"
project_copyright = author
release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.doctest",
    "sphinx.ext.extlinks",
    "matplotlib.sphinxext.plot_directive",
    "sphinx_copybutton",
    "attributes",
    "mermaid",
    "modules",
    "calculator_data",
    "downloads",
    "frame",
    "pages",
    "twins",
]
exclude_patterns = ["_build"]
templates_path = ["_templates"]
html_theme = "furo"
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
html_title = f"svara_eval {release}"
html_baseurl = "https://svara-eval.readthedocs.io/en/latest/"
html_additional_pages = {"404": "404.html", "bg/search": "search.html"}
html_search_language = "svara"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/icon.svg"
html_show_sphinx = False
html_theme_options = {
    "source_repository": "https://github.com/svara-eval/svara-eval/",
    "source_branch": "main",
    "source_directory": "docs/",
    # The last eight are the colors of the calculator and of the heads-up chart; the color-blind can tell them apart.
    "light_css_variables": {
        "color-brand-primary": "#0b6b4b",
        "color-brand-content": "#0b6b4b",
        "color-brand-visited": "#0b6b4b",
        "color-red": "#b8211b",
        "color-api-name": "#0b6b4b",
        "color-plot-grid": "#e4e6e9",
        "color-win": "#177e89",
        "color-tie": "#e0a52f",
        "color-lose": "#b3312c",
        "color-fold": "#a9aeb6",
        "color-call": "#4a86c5",
        "color-raise-0": "#edbd55",
        "color-raise-1": "#c9571b",
        "color-raise-2": "#75191a",
    },
    "dark_css_variables": {
        "color-brand-primary": "#63cfa4",
        "color-brand-content": "#63cfa4",
        "color-brand-visited": "#63cfa4",
        "color-red": "#ff8078",
        "color-api-name": "#63cfa4",
        "color-plot-grid": "#33363b",
        "color-win": "#4fb3bf",
        "color-tie": "#efd37e",
        "color-lose": "#dc5b55",
        "color-fold": "#6d737c",
        "color-call": "#6fa8e0",
        "color-raise-0": "#f5d68a",
        "color-raise-1": "#e07238",
        "color-raise-2": "#9c2b33",
    },
}

# {example}`bot.py` is a link to examples/bot.py.
extlinks = {"example": ("https://github.com/svara-eval/svara-eval/blob/main/examples/%s", "examples/%s")}

add_module_names = False
# Names that stand in signatures alone.
nitpick_ignore = [("py:class", name) for name in ("Random", "Policy", "ArrayLike", "NDArray", "np.float64", "np.bool_")]
autodoc_member_order = "bysource"
# A game that several examples solve, in English and in Bulgarian, is solved once.
doctest_global_setup = """
from functools import cache
from svara_eval import *
from svara_eval import solver
solver.solve = cache(solver.solve)
"""
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence"]
myst_fence_as_directive = ["mermaid"]
myst_ref_domains = ["std"]  # so that [a link](#like-this) is a label and never an attribute of that name

plot_basedir = "plots"
plot_formats = ["svg"]
plot_html_show_source_link = False
plot_html_show_formats = False
plot_apply_rcparams = True
plot_rcparams = {"font.size": 10, "svg.fonttype": "none", "svg.hashsalt": "svara_eval"}

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# Sphinx's own flags would also ignore the messages of errors.
doctest_default_flags = doctest.ELLIPSIS | doctest.DONT_ACCEPT_TRUE_FOR_1
