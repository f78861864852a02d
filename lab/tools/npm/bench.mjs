// The speed of the package in target/npm, in turn with that of a native program on this machine:
//
//   node lab/tools/npm/bench.mjs [--chromium] [--native PROGRAM] [--cpu-level LEVEL] [--rounds N] [--no-simd]
//       [--threads N] [--package FOLDER]
//
// It prints the nodes and the least seconds of FFO 20-29 with the small weights, and the ratio of the
// speeds: of the first pass after the module was compiled, and of later ones. With --chromium it runs in
// Chromium and also prints the time from the start of a page to an analysis at level 10; playwright-core
// comes from `web`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { ISOLATED, serve } from "../../../web/serve.mjs";

const { values: options } = parseArgs({
  options: {
    chromium: { type: "boolean" },
    "no-simd": { type: "boolean" },
    native: { type: "string" },
    "cpu-level": { type: "string", default: "x86-v2" },
    rounds: { type: "string", default: "5" },
    package: { type: "string" },
    threads: { type: "string", default: "1" },
  },
});

const root = new URL("../../../", import.meta.url);
const folder = options.package ? path.resolve(options.package) : fileURLToPath(new URL("target/npm", root));
const suite = fileURLToPath(new URL("examples/data/ffo-20-39.obf", root));
const positions = readFileSync(suite, "utf8")
  .split("\n")
  .filter((line) => /^[-XO]{64} [XO];/.test(line))
  .slice(0, 10)
  .map((line) => line.slice(0, 66));
const engine = { hashMiB: 64, threads: Number(options.threads), simd: !options["no-simd"] };

/** Two passes, each with a new engine. It also runs in a page, so it takes all that it needs. */
async function passes({ index, positions, engine: options }) {
  const { Engine } = await import(index);
  const found = [];
  for (let pass = 0; pass < 2; pass++) {
    const engine = await Engine.create(options);
    const sum = { nodes: 0, seconds: 0 };
    for (const position of positions) {
      const { nodes, seconds } = await engine.solve(position, { limits: { seconds: Infinity } });
      sum.nodes += nodes;
      sum.seconds += seconds;
    }
    engine.close();
    found.push(sum);
  }
  return found;
}

/** Milliseconds from the start of a page to an analysis at level 10 of a position out of the book. */
async function firstMove({ index, engine: options }) {
  const { Engine } = await import(index);
  const engine = await Engine.create(options);
  await engine.analyze("f5f6e6f4e3c5", { level: 10 });
  return performance.now();
}

async function inChromium(work) {
  const { chromium } = createRequire(new URL("web/package.json", root))("playwright-core");
  const server = await serve(folder, 0, undefined, ISOLATED);
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  await page.route("**/page.html", (route) => route.fulfill({ contentType: "text/html", headers: ISOLATED, body: "<p>" }));
  await page.goto(`${server.url}page.html`);
  const found = await page.evaluate(work, { index: `${server.url}index.js`, positions, engine });
  await browser.close();
  server.close();
  return found;
}

function natively() {
  const weights = fileURLToPath(new URL("crates/reversi-eval/src/weights/small.weights", root));
  const command = ["solve", suite, "--limit", "10", "--cpu-level", options["cpu-level"], "--weights", weights];
  const output = execFileSync(options.native, [...command, "--format", "json"], { encoding: "utf8" });
  const sum = { nodes: 0, seconds: 0 };
  for (const line of output.trim().split("\n")) {
    const { solution } = JSON.parse(line);
    sum.nodes += solution.nodes;
    sum.seconds += solution.seconds;
  }
  return sum;
}

const index = pathToFileURL(path.join(folder, "index.js")).href;
const [first, second, native, moves] = [[], [], [], []];
for (let round = 0; round < Number(options.rounds); round++) {
  // A module is compiled once for a process, so a first pass takes a new page, and Node has one alone.
  const [cold, warm] = options.chromium ? await inChromium(passes) : await passes({ index, positions, engine });
  if (options.chromium || round === 0) first.push(cold);
  else second.push(cold);
  second.push(warm);
  if (options.native) native.push(natively());
  if (options.chromium) moves.push(await inChromium(firstMove));
}

const least = (sums) => Math.min(...sums.map(({ seconds }) => seconds));
for (const [name, sums] of Object.entries({ first, second, native })) {
  if (!sums.length) continue;
  const ratio = native.length ? `  ${(least(native) / least(sums)).toFixed(2)} of native` : "";
  const nodes = [...new Set(sums.map((sum) => sum.nodes))].join(", ");
  console.log(`${name.padEnd(6)}  ${nodes} nodes  ${least(sums).toFixed(3)} s${ratio}`);
}
if (moves.length) {
  const [soonest, latest] = [Math.min(...moves), Math.max(...moves)].map((time) => time.toFixed(0));
  console.log(`level 10 after ${soonest} to ${latest} ms`);
}
