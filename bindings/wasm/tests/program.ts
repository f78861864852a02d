// Compiled by types.test.mjs: what a program in TypeScript writes, and what the compiler has to refuse.
import { AbortedError, Engine, ReversiError, Rules, START, STRENGTHS } from "../js/index.js";
import type { Answer, GameInput, Played, Question, Strength, Value } from "../js/index.js";

/** The fields of the wire form are those of the API, in the case of JavaScript. */
type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;
type InCamel<Wire> = { [Name in keyof Wire as Camel<Name>]: Wire[Name] };
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type WirePlayed = NonNullable<Answer["played"]>;
type WireClock = NonNullable<Extract<Question, { ask: "analyze" | "analyze_game" }>["clock"]>;
type ApiClock = NonNullable<NonNullable<Parameters<Engine["analyze"]>[1]>["clock"]>;
export const same: [Same<Played, InCamel<WirePlayed>>, Same<ApiClock, InCamel<WireClock>>] = [true, true];

const show = ({ exact, bounds, estimate }: Value): string =>
  exact !== undefined ? `${exact}` : bounds ? `${bounds.lower} to ${bounds.upper}` : `about ${estimate?.score}`;

export async function main(game: GameInput, strength: Strength): Promise<void> {
  const engine = await Engine.create({ hashMiB: 64, weights: "full", book: true });
  const { signal } = new AbortController();
  try {
    const { value, pv } = await engine.solve(game, { window: [-1, 1], signal, onProgress: ({ bounds }) => bounds.lower });
    console.log(show(value), pv[0]?.length, STRENGTHS[0] === strength);
    await engine.analyzeGame(game, { level: 10, onMove: ({ loss = 0 }, index) => loss + index });
    const { move, seed } = await engine.chooseMove(START, { strength, clock: { remainingSeconds: 60 } });
    if (move) await engine.play(START, move);
    console.log(seed.length, (await engine.ask({ ask: "evaluate", moves: "" })).evaluation);
  } catch (error) {
    if (error instanceof ReversiError) console.log(error.code, error.at.offset);
    if (error instanceof AbortedError) console.log(error.partial);
  } finally {
    engine.close();
  }
  const rules = await Rules.load();
  // @ts-expect-error there is no such notation
  rules.write(game, "pgn");
  // @ts-expect-error a move is a text or a number
  rules.play(game, { square: "f5" });
  // @ts-expect-error there is no such strength
  await engine.chooseMove(game, { strength: "novice" });
  // @ts-expect-error the kind of question has no such field
  await engine.ask({ ask: "solve", moves: "", level: 10 });
  // @ts-expect-error an engine is made by create
  new Engine();
}
