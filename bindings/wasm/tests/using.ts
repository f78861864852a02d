// Compiled by types.test.mjs, where `Symbol.dispose` is known.
import { Engine } from "reversi-engine";

export async function main(): Promise<number> {
  using engine = await Engine.create();
  using session = engine.rules.session();
  return engine.evaluate(session.position);
}
