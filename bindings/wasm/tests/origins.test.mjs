// A page takes the package from another origin: in Chromium, with two servers.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { serve } from "../../../web/serve.mjs";
import { folder, problem, root } from "./package.mjs";

const browsers = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = browsers.find((file) => file && existsSync(file));
const driver = new URL("web/node_modules/playwright-core", root);
const skip = !executablePath ? "there is no Chromium" : !existsSync(driver) && "npm ci in web brings Playwright";

const hasModule = existsSync(new URL("wasm/engine-threads.wasm", folder));

/** The program that runs in the page. */
async function visit({ index, problem, options }) {
  const { Engine, START } = await import(index);
  const engine = await Engine.create({ hashMiB: 1, weights: "full", book: true, ...options });
  const { value } = await engine.solve(problem);
  const control = new AbortController();
  const call = engine.solve(START, { signal: control.signal, onProgress: () => control.abort() });
  const aborted = await call.catch(({ name, partial }) => [name, partial.reason]);
  await engine.restart();
  const { source } = await engine.analyze("f5", { level: 1, book: "always" });
  const { threads } = engine;
  engine.close();
  return { threads, score: value.exact, aborted, source, isolated: crossOriginIsolated };
}

test("a page of one origin runs the package of another", { skip }, async () => {
  const { chromium } = createRequire(new URL("web/package.json", root))("playwright-core");
  const empty = mkdtempSync(path.join(tmpdir(), "reversi-"));
  writeFileSync(path.join(empty, "index.html"), "<!doctype html><title>A page</title>");
  const isolated = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
  };
  const host = await serve(fileURLToPath(folder), 0, undefined, { "access-control-allow-origin": "*" });
  const pages = [await serve(empty), await serve(empty, 0, undefined, isolated)];
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  after(async () => {
    await browser.close();
    for (const server of [host, ...pages]) server.close();
    rmSync(empty, { recursive: true });
  });
  for (const [index, { url }] of pages.entries()) {
    const page = await browser.newPage();
    await page.goto(url);
    for (const options of [{}, { baseUrl: host.url }, { files: { worker: `${host.url}worker.js` } }]) {
      const isolated = index === 1; // then calls end by shared memory, else by a URL
      const threads = isolated && hasModule ? 2 : 1;
      const given = { ...options, threads: threads === 2 ? 2 : "auto" };
      const found = await page.evaluate(visit, { index: `${host.url}index.js`, problem, options: given });
      assert.deepEqual(found, { threads, score: 18, aborted: ["AbortError", "stop"], source: "book", isolated });
    }
    await page.close();
  }
});
