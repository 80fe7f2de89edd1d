"""Tables that show every word in full, however narrow the terminal is."""

from __future__ import annotations

from rich.table import Table


def folding(*headers: str) -> Table:
    """Return a table whose columns fold long words, such as ids, instead of cutting them."""
    table = Table()
    for header in headers:
        table.add_column(header, overflow="fold")
    return table
