"""Projects by way of the command line, which answers in JSON."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from typing import Any

from . import tables


class AssayError(Exception):
    """What the command line says went wrong. `code` is one of a closed list, `remedy` says what to do.

    `altered` lists what another program changed in the project, where `code` is PROJECT_ALTERED; else it is empty.
    """

    def __init__(self, message: str, code: str | None = None, remedy: str | None = None, exit_code: int | None = None, altered=()) -> None:
        super().__init__(f"{message} {remedy}" if remedy else message)
        self.code, self.remedy, self.exit_code, self.altered = code, remedy, exit_code, list(altered)


class Answer(dict):
    """A document that a command printed. Its list of estimates, failure modes or studies is a data frame by `frame()`."""

    def rows(self, name: str | None = None) -> list[dict]:
        """The list of this name, else the first list of records in it."""
        lists = {key: value for key, value in self.items() if isinstance(value, list) and value and isinstance(value[0], dict)}
        if name is not None and name not in lists:
            raise ValueError(f"the answer has no list {name!r}; it has: {', '.join(lists) or 'none'}")
        return lists[name] if name is not None else next(iter(lists.values()), [])

    def frame(self, name: str | None = None, library: str | None = None) -> Any:
        """Such a list as a data frame of pandas or polars."""
        return tables.records(self.rows(name), library)

    def _repr_html_(self) -> str:
        return tables.table(self.rows() or [{key: value for key, value in self.items() if not isinstance(value, (dict, list))}])


def command() -> list[str]:
    """How Assay is started: as ASSAY_COMMAND says, else `assay`, else by the checkout that this file lies in.

    :raises AssayError: where there is none of them.
    """
    said = os.environ.get("ASSAY_COMMAND")
    if said:
        return shlex.split(said)
    found = shutil.which("assay")
    if found:
        return [found]
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "host", "assay.js")
    if os.path.exists(program):
        return ["node", os.path.normpath(program)]
    raise AssayError(
        "Assay itself is not found.",
        remedy="Run npm ci in a checkout of it, and set ASSAY_COMMAND to: node CHECKOUT/host/assay.js",
    )


def run(*words: Any) -> Any:
    """Runs `assay WORDS --json`, and gives the document that it prints.

    :raises AssayError: where the command failed, with its message, code and remedy.
    """
    done = subprocess.run(
        [*command(), *map(str, words), "--json"], capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL
    )
    try:
        said = json.loads(done.stdout)
    except ValueError:
        raise AssayError(done.stderr.strip() or "Assay gave no answer.", exit_code=done.returncode) from None
    error = said.get("error") if isinstance(said, dict) and done.returncode else None
    if isinstance(error, dict):
        details = error.get("details") or {}
        raise AssayError(
            error["message"], error.get("code"), details.get("remedy"), done.returncode, details.get("altered") or ()
        )
    if set(said) == {"schema", "results"}:
        return said["results"]
    return Answer({name: value for name, value in said.items() if name != "schema"})


class Project:
    """A project file. Every method is the command of that name; options are given as `seed=1` for `--seed 1`.

    An option that is True stands alone (`all=True`), a list repeats it (`scale=[...]`).
    """

    def __init__(self, file: str | os.PathLike) -> None:
        self.file = os.fspath(file)

    def __repr__(self) -> str:
        return f"Project({self.file!r})"

    def run(self, *words: Any, **options: Any) -> Any:
        """Any command on the project: `project.run("study", "list")`."""
        return run(*words, "--project", self.file, *_options(options))

    @classmethod
    def create(cls, file: str | os.PathLike, **options: Any) -> Project:
        """A new, empty project."""
        run("init", os.fspath(file), *_options(options))
        return cls(file)

    def import_file(self, file: str | os.PathLike, *others: str | os.PathLike, **options: Any) -> Answer:
        """Takes a data file in, all of it or nothing. With others, each is the replies of a system to the same prompts."""
        return self.run("import", file, *others, **options)

    def create_study(self, **options: Any) -> Answer:
        """Draws the first items of a study: `system`, `measure`, `seed` and more."""
        return self.run("study", "create", **options)

    def plan(self, **options: Any) -> Answer:
        """How many labels a goal takes."""
        return self.run("plan", **options)

    def label(self, file: str | os.PathLike, **options: Any) -> Answer:
        """Takes in labels **that people gave**, from a table or JSON Lines. A model's are a judge's: import them as scores."""
        return self.run("label", file, **options)

    def estimate(self, **options: Any) -> Answer:
        """The answer, and every method on the same labels."""
        return self.run("estimate", **options)

    def failures(self, **options: Any) -> Answer:
        """What goes wrong: the share of all conversations that each failure mode has, in `modes`, the largest first."""
        return self.run("failures", **options)

    def gate(self, **options: Any) -> Answer:
        """Whether the labels decide a claim, such as `at_least=4` or `failure="Wrong date", at_most="5%"`: `verdict` is pass, fail or inconclusive."""
        return self.run("gate", **options)

    def report(self, out: str | os.PathLike, **options: Any) -> Answer:
        """Writes the report of a study to a file."""
        return self.run("report", out=out, **options)


def _options(options: dict[str, Any]) -> list[str]:
    words = []
    for name, given in options.items():
        option = "--" + name.strip("_").replace("_", "-")
        for value in given if isinstance(given, (list, tuple)) else [given]:
            if value is True:
                words.append(option)
            elif value is not None and value is not False:
                words += [option, os.fspath(value) if isinstance(value, os.PathLike) else str(value)]
    return words
