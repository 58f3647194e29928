"""Runs a script's main() on a file after another, whose paths come by standard input; prints a line of JSON for each.

    python3 one_after_another.py docs/verify.py
"""

import contextlib
import importlib.util
import io
import json
import sys
import traceback

spec = importlib.util.spec_from_file_location("verify", sys.argv[1])
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)

for line in sys.stdin:
    said, faults = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(faults):
        try:
            status = verify.main(line.rstrip("\n"))
        except SystemExit as end:
            status = end.code
            if isinstance(status, str):
                print(status, file=sys.stderr)
                status = 1
        except Exception:
            traceback.print_exc()
            status = 1
    print(json.dumps({"status": status, "stdout": said.getvalue(), "stderr": faults.getvalue()}), flush=True)
