"""What the members of a class mean: the docstring below each, which both transports publish."""

from __future__ import annotations

import ast
import inspect
import textwrap
from itertools import pairwise


def member_texts(kind: type) -> dict[str, str]:
    """What each field or value of a class means, by its name; the class's own, none inherited."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    found: dict[str, str] = {}
    for member, text in pairwise(tree.body if isinstance(tree, ast.ClassDef) else ()):
        match (member, text):
            case (
                ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]),
                ast.Expr(value=ast.Constant(str(words))),
            ):
                found[name] = inspect.cleandoc(words)
    return found
