"""How Sphinx builds the site, from the pages of the whole repository where they lie.

The root of the repository is the source folder, so that the pages link to each other here as they
do where they are read as files. Typer writes the pages of commands from the programs themselves.
"""

from __future__ import annotations

import importlib.metadata
import re
import shutil
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from pkgutil import walk_packages

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.ext.napoleon import GoogleDocstring
from sphinx.util.inspect import stringify_signature
from sphinx.util.typing import stringify_annotation
from typer.cli import app as typer_program
from typer.testing import CliRunner

import saqqara_contest

project = "Saqqara"
author = "The Saqqara maintainers"
project_copyright = author
release = importlib.metadata.version("saqqara")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/index"
include_patterns = [
    "*.md",
    "*/*.md",
    "docs/*/*.md",
    "helm/saqqara/README.md",
    "tests/chaos/README.md",
]
exclude_patterns = [".*", "**/node_modules", "docs/_build"]

nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # annotations name more types than the pages do
suppress_warnings = ["ref.python"]  # and some by a name that several have
smartquotes = False
toc_object_entries = False
default_role = "code"
autodoc_default_options = {"members": True, "exclude-members": "model_config"}
autodoc_member_order = "bysource"
autodoc_mock_imports = ["pyspiel", "stable_baselines3"]  # they are large
autodoc_typehints = "none"  # `shorten_signature` does
python_use_unqualified_type_names = True
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"Saqqara {release}"
html_copy_source = False
html_additional_pages = {"index": "front.html"}
templates_path = ["templates"]

PROGRAMS = {
    "docs/reference/saqqara": ("saqqara_sdk.cli", "saqqara"),
    "docs/reference/saqqara-server": ("saqqara_service.cli", "saqqara-server"),
}
CONTEST = "docs/reference/contest"


def described(module: str, name: str) -> str:
    """Return the text that a program writes about its commands; raises if it writes none."""
    result = CliRunner().invoke(typer_program, [module, "utils", "docs", "--name", name])
    if result.exit_code:
        raise RuntimeError(f"typer cannot describe {name}: {result.output}{result.exception}")
    return re.sub(r"^(#+ )", r"#\1", f"\n{result.output}", flags=re.MULTILINE)


# Before autodoc imports their modules: it reads annotations as a type checker would and so changes
# pydantic.
COMMANDS = {page: described(*program) for page, program in PROGRAMS.items()}


def write_commands(_app: Sphinx, page: str, source: list[str]) -> None:
    """Let a page go on with the commands of its program."""
    source[0] += COMMANDS.get(page, "")


def write_contest(_app: Sphinx, page: str, source: list[str]) -> None:
    """List every module of the contest on its page."""
    if page == CONTEST:
        found = walk_packages(saqqara_contest.__path__, "saqqara_contest.")
        names = [module.name for module in found]
        rows = "\n\n".join(f".. automodule:: {name}" for name in names)
        source[0] += f"\n```{{eval-rst}}\n{rows}\n```\n"


def shorten_signature(
    _app: Sphinx, what: str, _name: str, documented: Callable[..., object], *_: object
) -> tuple[str, str] | None:
    """Annotations as they are written."""
    try:
        found = signature(documented)
    except (TypeError, ValueError):
        return None
    parameters = [one for one in found.parameters.values() if what == "class" or one.name != "self"]
    answer = "" if what == "class" else stringify_annotation(found.return_annotation)
    arguments = stringify_signature(
        found.replace(parameters=parameters), show_return_annotation=False
    )
    return arguments, answer


def part_literals(
    _app: Sphinx, _what: str, _name: str, _object: object, _options: object, lines: list[str]
) -> None:
    """Let a literal touch what is not white space, as in the plural of a name."""
    parts = re.split(r"(`[^`]+`)", "\n".join(lines))
    parts[::2] = [re.sub(r"\A(?=[\w^*+])|(?<=[\w^*+])\Z", r"\\ ", part) for part in parts[::2]]
    lines[:] = "".join(parts).split("\n")


def list_arguments(
    _app: Sphinx, what: str, _name: str, _object: object, _options: object, lines: list[str]
) -> None:
    """Set the arguments and errors of a call out as lists."""
    if what in {"function", "method"}:  # in a field's text it would take a colon for its type's end
        lines[:] = GoogleDocstring(lines, what=what).lines()


def write_llms_text(app: Sphinx, fault: Exception | None) -> None:
    """Write `llms.txt`, which lists the pages for language models, and each page as Markdown."""
    if fault is not None:
        return
    index, readme = app.env.get_doctree(root_doc), app.env.get_doctree("README")
    steps = [one.astext().replace("\n", " ") for one in next(readme.findall(nodes.bullet_list))]
    lead = next(index.findall(nodes.paragraph)).astext().replace("\n", " ")
    lines = [f"# {project}", "", f"> {lead}", "", *(f"- {step}" for step in steps)]
    for contents in index.findall(addnodes.toctree):
        lines += ["", f"## {contents['caption']}", ""]
        for _, page in contents["entries"]:
            lines.append(f"- [{app.env.titles[page].astext()}]({page}.md)")
            copy = Path(app.outdir, f"{page}.md")
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(app.env.doc2path(page), copy)
    Path(app.outdir, "llms.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Sphinx calls this once."""
    app.connect("build-finished", write_llms_text)
    app.connect("source-read", write_commands)
    app.connect("source-read", write_contest)
    app.connect("autodoc-process-signature", shorten_signature)
    app.connect("autodoc-process-docstring", list_arguments)
    app.connect("autodoc-process-docstring", part_literals)
