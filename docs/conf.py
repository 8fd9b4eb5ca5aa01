"""The Sphinx site: ``sphinx-build -n -W -b html docs docs/_build/html``, and ``-b doctest`` for its examples."""

import doctest

from svara_eval import __version__

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
]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"svara_eval {release}"

add_module_names = False
autodoc_member_order = "bysource"
doctest_global_setup = "from svara_eval import *"
myst_enable_extensions = ["colon_fence"]
myst_ref_domains = ["std"]  # [a link](#like-this) leads to a label, never to an attribute of the same name

plot_basedir = "plots"
plot_formats = ["svg"]
plot_html_show_source_link = False
plot_html_show_formats = False

# Unlike Sphinx's own, these flags hold an error to its words.
doctest_default_flags = doctest.ELLIPSIS | doctest.DONT_ACCEPT_TRUE_FOR_1
