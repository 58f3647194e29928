"""Projects by way of the command line, which answers in JSON."""

import json
import os
import shlex
import shutil
import subprocess


class AssayError(Exception):
    """What the command line says went wrong. `code` is one of a closed list, `remedy` says what to do.

    `altered` lists what another program changed in the project, where `code` is PROJECT_ALTERED; else it is empty.
    """

    def __init__(self, message, code=None, remedy=None, exit_code=None, altered=()):
        super().__init__(f"{message} {remedy}" if remedy else message)
        self.code, self.remedy, self.exit_code, self.altered = code, remedy, exit_code, list(altered)


def command():
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


def run(*words):
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
    return said


class Project:
    """A project file. Every method is the command of that name; options are given as `seed=1` for `--seed 1`.

    An option that is True stands alone (`all=True`), a list repeats it (`scale=[...]`).
    """

    def __init__(self, file):
        self.file = os.fspath(file)

    def run(self, *words, **options):
        """Any command on the project: `project.run("study", "list")`."""
        return run(*words, "--project", self.file, *_options(options))

    @classmethod
    def create(cls, file, **options):
        """A new, empty project."""
        run("init", os.fspath(file), *_options(options))
        return cls(file)

    def import_file(self, file, *others, **options):
        """Takes a data file in, all of it or nothing. With others, each is the replies of a system to the same prompts."""
        return self.run("import", file, *others, **options)

    def create_study(self, **options):
        """Draws the first items of a study: `system`, `measure`, `seed` and more."""
        return self.run("study", "create", **options)

    def plan(self, **options):
        """How many labels a goal takes."""
        return self.run("plan", **options)

    def label(self, file, **options):
        """Takes in labels **that people gave**, from a table or JSON Lines. A model's are a judge's: import them as scores."""
        return self.run("label", file, **options)

    def estimate(self, **options):
        """The answer, and every method on the same labels."""
        return self.run("estimate", **options)

    def failures(self, **options):
        """What goes wrong: the share of all conversations that each failure mode has, in `modes`, the largest first."""
        return self.run("failures", **options)

    def report(self, out, **options):
        """Writes the report of a study to a file."""
        return self.run("report", out=out, **options)


def _options(options):
    words = []
    for name, given in options.items():
        option = "--" + name.strip("_").replace("_", "-")
        for value in given if isinstance(given, (list, tuple)) else [given]:
            if value is True:
                words.append(option)
            elif value is not None and value is not False:
                words += [option, os.fspath(value) if isinstance(value, os.PathLike) else str(value)]
    return words
