// Compiled by types.test.mjs, where `Symbol.dispose` is known.
import { Engine, START } from "reversi-engine";

export async function main(): Promise<number> {
  using engine = await Engine.create();
  return engine.evaluate(START);
}
