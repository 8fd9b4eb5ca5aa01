"""The Sphinx site: ``sphinx-build -n -W -b html docs docs/_build/html``; ``-b doctest`` runs its examples."""

import doctest
import sys
from pathlib import Path

from svara_eval import __version__

sys.path.insert(0, str(Path(__file__).parent))

project = "svara_eval"
author = "The svara_eval authors"
project_copyright = author
release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.doctest",
    "matplotlib.sphinxext.plot_directive",
    "mermaid",
    "calculator_data",
]
exclude_patterns = ["_build"]
html_theme = "furo"
html_static_path = ["_static"]
html_title = f"svara_eval {release}"

add_module_names = False
autodoc_member_order = "bysource"
doctest_global_setup = "from svara_eval import *"
myst_enable_extensions = ["colon_fence"]
myst_fence_as_directive = ["mermaid"]
myst_ref_domains = ["std"]  # so that [a link](#like-this) is a label and never an attribute of that name

plot_basedir = "plots"
plot_formats = ["svg"]
plot_html_show_source_link = False
plot_html_show_formats = False

# Sphinx's own flags would also ignore the messages of errors.
doctest_default_flags = doctest.ELLIPSIS | doctest.DONT_ACCEPT_TRUE_FOR_1
