"""Runs the Python blocks of a page, given as a JSON list on standard input, and prints the value of each expression."""

import ast
import importlib.util
import json
import sys

blocks = json.load(sys.stdin)
names = {}
if importlib.util.find_spec("pandas"):
    import pandas

    scores = {f"chat-{i}": (i * 37 % 101) / 100 for i in range(40)}
    names["frame"] = pandas.DataFrame({"chat": list(scores), "judge": list(scores.values())})
    names["series"] = pandas.Series(scores)
    names["labels_frame"] = pandas.DataFrame(columns=["id", "value"])
for block in blocks:
    if "frame" in block and "frame" not in names:
        print("without pandas a block is not run", file=sys.stderr)
        continue
    for node in ast.parse(block).body:
        if isinstance(node, ast.Expr):
            print(repr(eval(compile(ast.Expression(node.value), "page", "eval"), names)))
        else:
            exec(compile(ast.Module([node], []), "page", "exec"), names)
