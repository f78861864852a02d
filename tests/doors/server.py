"""The corpus at the HTTP service of examples/server: the questions of `reversi ask`, each posted to a server.

    cargo build --manifest-path examples/server/Cargo.toml && python tests/doors/server.py

The settings of an engine are no part of a question: cases about them are left out.
"""

import http.client
import json
import subprocess

import ask
import corpus

PROGRAM = str(corpus.ROOT / "examples/server/target/debug/reversi-server")
SETTINGS = {"hash_mib", "threads", "cpu_level", "book", "weights"}
STATUSES = {"not-json": 400, "not-utf-8": 400}


def post(arguments, stdin=None):
    """The answers of a new server to the questions of `reversi ask`: its arguments behind `--`, or a line of its input."""
    questions = arguments[arguments.index("--") + 1 :] if stdin is None else [stdin.rstrip(b"\n")]
    server = subprocess.Popen([PROGRAM, "--listen=127.0.0.1:0", "--engines=1", "--hash-mib=1"], stdout=subprocess.PIPE)
    try:
        address = server.stdout.readline().decode().strip().rsplit("/", 1)[1]
        client, answers = http.client.HTTPConnection(address, timeout=60), []
        for question in questions:
            client.request("POST", "/ask", question.encode() if isinstance(question, str) else question)
            response = client.getresponse()
            answers.append(json.loads(response.read()))
            wanted = STATUSES.get(answers[-1].get("error", {}).get("code"), 422) if "error" in answers[-1] else 200
            assert response.status == wanted, f"{response.status}: {answers[-1]}"
        return answers
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    check, ask.run = corpus.check, post
    corpus.check = lambda door, case, answer: (
        (None, "a setting of the engine") if case.get("with", {}).keys() & SETTINGS else check(door, case, answer))
    corpus.replay("ask", ask.answer)
