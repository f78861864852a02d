"""Drives `reversi ask` from Python: progress, a stop, answers as they come.

Usage: python3 ask.py [PROGRAM]
"""

import json
import subprocess
import sys

program = sys.argv[1] if len(sys.argv) > 1 else "reversi"
engine = subprocess.Popen([program, "ask", "--jobs", "2", "--as-completed"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def send(line):
    print(json.dumps(line), file=engine.stdin, flush=True)


send({"id": "deep", "moves": "f5d6c3", "ask": "analyze", "depth": 60, "report_every": 0.1})  # it would take years
send({"id": "quick", "moves": "f5d6c3", "ask": "legal_moves"})
waiting = {"deep", "quick"}
for text in engine.stdout:
    line = json.loads(text)
    if "progress" in line:
        best = line["progress"]["lines"][0] if line["progress"]["lines"] else {"pv": []}
        print(line["id"], "so far:", *best["pv"][:4])
        if waiting == {"deep"}:
            send({"stop": "deep"})
            waiting.add("the reply")
    elif "stopped" in line:
        print("stops", line["stopped"])
        waiting.discard("the reply")
    else:
        waiting.discard(line["id"])
        print(line["id"], "is answered:", line.get("legal_moves") or line.get("error") or line["analysis"]["lines"][0]["pv"][:4])
        if not waiting:
            engine.stdin.close()
sys.exit(engine.wait())
