"""How good a conversational AI system is, from few human labels: Assay's numbers in Python, without Node.

    labels, pool = assay.read("labels.jsonl")      # written by "assay report --format labels-jsonl", or a JSON report
    assay.estimate(labels, pool)["calibrated"]     # Estimate(value=3.32, lower=3.02, upper=3.75)

`recipe` is docs/verify.py of Assay, which follows docs/recipe.md and needs the standard library only. `Project` runs the
command line of the checkout (after `npm ci`) and gives its JSON.
"""

from .estimate import Estimate, Estimates, Pool, draw, estimate, gate, pool, read
from .project import Answer, AssayError, Project, run

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "AssayError",
    "Estimate",
    "Estimates",
    "Pool",
    "Project",
    "draw",
    "estimate",
    "gate",
    "pool",
    "read",
    "run",
]
