// Compiled by types.test.mjs: what a program takes of a page, or of another host that has the same.
import { Engine, START, type Signal } from "reversi-engine";

export async function main({ signal }: AbortController): Promise<Signal> {
  const engine = await Engine.create({ signal, baseUrl: new URL("https://host/reversi-engine/") });
  const analysis = await engine.analyze(START, { signal: AbortSignal.any([signal, AbortSignal.timeout(100)]) });
  // @ts-expect-error an event target cannot be aborted
  await engine.solve(START, { signal: new EventTarget() });
  console.log(analysis.lines);
  return signal;
}
