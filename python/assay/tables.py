"""What comes from a data frame, and goes into one: of pandas or polars, neither of which is needed here."""

from __future__ import annotations

import html
import importlib
from collections.abc import Iterable, Mapping
from typing import Any


def plain(value: Any) -> Any:
    """A number of numpy as one of Python; what data frames write for "nothing" as None."""
    item = getattr(value, "item", None)
    if callable(item) and getattr(value, "shape", None) == ():
        value = item()
    return None if value is None or value != value or type(value).__name__ in ("NAType", "NaTType") else value


def is_frame(value: Any) -> bool:
    return hasattr(value, "columns") and hasattr(value, "shape")


def is_series(value: Any) -> bool:
    """Of pandas: values by an index. One of polars has no index."""
    return hasattr(value, "index") and hasattr(value, "items") and not hasattr(value, "columns") and hasattr(value, "iloc")


def column(frame: Any, name: str, what: str) -> list:
    """A column of a data frame.

    :raises ValueError: where it has none of this name, with those it has
    """
    names = [str(one) for one in frame.columns]
    if name not in names:
        raise ValueError(f"the frame has no column {name!r} for {what}; it has: {', '.join(names)}")
    return [plain(value) for value in list(frame[name])]


def rows_of(labels: Any) -> list[dict]:
    """Rows as `read` gives them; of a frame with nothing in a cell as None."""
    if not is_frame(labels):
        return list(labels)
    names = [str(name) for name in labels.columns]
    return [dict(zip(names, row)) for row in zip(*(column(labels, name, "the labels") for name in names))]


def records(rows: Iterable[Mapping[str, Any]], library: str | None = None) -> Any:
    """Rows as a data frame of pandas, or of polars where that is what there is.

    :param library: "pandas" or "polars"; by default the first that is installed
    :raises ImportError: where there is neither
    """
    rows = [dict(row) for row in rows]
    for name in [library] if library else ["pandas", "polars"]:
        if name not in ("pandas", "polars"):
            raise ValueError(f"a frame is of pandas or of polars, not of {name!r}")
        try:
            return importlib.import_module(name).DataFrame(rows)
        except ImportError:
            continue
    raise ImportError(f"{library or 'pandas or polars'} is not installed: pip install {library or 'pandas'}")


def table(rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as a table of HTML, for notebooks."""
    rows = [dict(row) for row in rows]
    names = list(dict.fromkeys(name for row in rows for name in row))
    cell = lambda value: html.escape("" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value))
    head = "".join(f"<th>{html.escape(str(name))}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{cell(row.get(name))}</td>" for name in names) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
