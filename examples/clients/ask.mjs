// Drives `reversi ask` from Node: progress, a stop, answers as they come. Usage: node ask.mjs [PROGRAM]
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const engine = spawn(process.argv[2] ?? "reversi", ["ask", "--jobs", "2", "--as-completed"], {
  stdio: ["pipe", "pipe", "inherit"],
});
engine.stdin.on("error", () => {}); // it has ended, and its status says why
const send = (line) => engine.stdin.write(`${JSON.stringify(line)}\n`);

send({ id: "deep", moves: "f5d6c3", ask: "analyze", depth: 60, report_every: 0.1 }); // it would take years
send({ id: "quick", moves: "f5d6c3", ask: "legal_moves" });
const waiting = new Set(["deep", "quick"]);
for await (const text of createInterface({ input: engine.stdout })) {
  const line = JSON.parse(text);
  if (line.progress) {
    console.log(line.id, "so far:", ...(line.progress.lines[0]?.pv ?? []).slice(0, 4));
    if (waiting.size === 1) {
      send({ stop: "deep" });
      waiting.add("the reply");
    }
  } else if ("stopped" in line) {
    console.log("stops", line.stopped);
    waiting.delete("the reply");
  } else {
    waiting.delete(line.id);
    console.log(line.id, "is answered:", line.legal_moves ?? line.error ?? line.analysis.lines[0].pv.slice(0, 4));
    if (!waiting.size) engine.stdin.end();
  }
}
engine.on("close", (status) => process.exit(status));
