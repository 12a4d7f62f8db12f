"""Sphinx configuration."""

import compadagrad

project = "CompAdaGrad"
author = "The CompAdaGrad developers"
copyright = f"2026, {author}"
release = version = compadagrad.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.mathjax",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build"]
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 3
nb_execution_mode = "force"  # pages with code cells are run whenever they are built
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_merge_streams = True
autosummary_generate = True
autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True
suppress_warnings = ["config.cache"]

html_theme = "pydata_sphinx_theme"
html_title = "CompAdaGrad"
html_theme_options = {
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "secondary_sidebar_items": ["page-toc"],
}
