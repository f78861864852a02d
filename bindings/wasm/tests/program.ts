// Compiled by types.test.mjs: what a program in TypeScript writes, and what the compiler has to refuse. It uses
// nothing of a host: page.ts does.
import { AbortedError, Engine, ReversiError, Rules, Session, START, STRENGTHS } from "reversi-engine";
import type { Answer, GameInput, HumanMoves, Played, Player, Question, Reason, ReviewOptions, Signal, Strength, Value } from "reversi-engine";

/** The fields of the wire form are those of the API, in the case of JavaScript. */
type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;
type InCamel<Wire> = { [Name in keyof Wire as Camel<Name>]: Wire[Name] };
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type WirePlayed = NonNullable<Answer["played"]>;
type WireClock = NonNullable<Extract<Question, { ask: "analyze" | "analyze_game" | "review" }>["clock"]>;
type ApiClock = NonNullable<NonNullable<Parameters<Engine["analyze"]>[1]>["clock"]>;
export const same: [Same<Played, InCamel<WirePlayed>>, Same<ApiClock, InCamel<WireClock>>] = [true, true];

declare const log: (...values: unknown[]) => void;

const show = ({ exact, bounds, estimate }: Value): string =>
  exact !== undefined ? `${exact}` : bounds ? `${bounds.lower} to ${bounds.upper}` : `about ${estimate?.score}`;

export async function main(game: GameInput, strength: Strength, signal: Signal): Promise<void> {
  const files = { worker: "https://host/worker.js", rules: { href: "https://host/rules.wasm" } };
  const engine = await Engine.create({ hashMiB: 64, weights: "full", book: true, baseUrl: "https://host/", files });
  try {
    const { file }: { file: Uint8Array } = await engine.prove(game, { atLeast: 2, leafEmpties: 6, signal });
    const { claim, leaves } = await engine.verify(file, { positions: 1000 });
    log(claim === "at-least", leaves + 1);
    const { value, pv } = await engine.solve(game, { window: [-1, 1], signal, onProgress: ({ bounds }) => bounds.lower });
    log(show(value), pv[0]?.length, STRENGTHS[0] === strength);
    await engine.analyzeGame(game, { level: 10, onMove: async ({ loss = 0 }, index) => loss + index });
    const onMove: ReviewOptions["onMove"] = ({ loss }, index, { sides }) => (loss ?? 0) + index + sides.black.lost;
    const { moves, sides: { white }, opening } = await engine.review(game, { level: 10, onMove, signal });
    log(moves[0]?.class satisfies "best" | "good" | "inaccuracy" | "mistake" | "blunder" | undefined, white.accuracy?.low, opening);
    const why: Reason | null | undefined = moves[0]?.why;
    const people: HumanMoves = await engine.humanMoves(START, 1500, { signal });
    log(why?.en, why?.squares[0], people.moves[0]?.chance, (await engine.analyze(game, { human: 1500 })).human?.moves[0]?.move);
    const { move, seed } = await engine.chooseMove(START, { strength, clock: { remainingSeconds: 60 } });
    if (move) await engine.play(START, move);
    log(seed.length, (await engine.ask({ ask: "evaluate", moves: "" })).evaluation);
  } catch (error) {
    if (error instanceof ReversiError) log(error.code, error.at.offset);
    if (error instanceof AbortedError) log(error.name satisfies "AbortError", error.partial, error.cause);
  } finally {
    engine.close();
  }
  const rules = await Rules.load();
  const white: Player = { opponent: { strength } };
  const black: Player = { opponent: { rating: 1500, seed: 1 } };
  const session = rules.session({ game, black, white, clocks: { white: { remainingSeconds: 60 } } });
  const request = session.request();
  if (session.due === "engine" && request) log(session.answer(await engine.analyze(session.position, request)).move);
  log(session.result?.ending satisfies "no_moves" | "resignation" | "time" | undefined, session.player("white").valueOf());
  log(Session.fromJSON(session.toJSON()).timeLeft("white") ?? 0, session.clock("black")?.incrementSeconds);
  // @ts-expect-error a side is black or white
  session.resign("X");
  // @ts-expect-error there is no such variety
  session.setVariety("worst");
  // @ts-expect-error a player is of one kind
  session.setPlayer("black", { engine: {}, opponent: { strength } });
  session.free();
  log(rules.opening(game)?.length);
  // @ts-expect-error a review is of one game
  await engine.review([game]);
  // @ts-expect-error there is no such notation
  rules.write(game, "pgn");
  // @ts-expect-error a move is a text or a number
  rules.play(game, { square: "f5" });
  // @ts-expect-error there is no such strength
  await engine.chooseMove(game, { strength: "novice" });
  // @ts-expect-error there is no such file
  await Rules.load({ files: { wasm: "https://host/rules.wasm" } });
  // @ts-expect-error the kind of question has no such field
  await engine.ask({ ask: "solve", moves: "", level: 10 });
  // @ts-expect-error an engine is made by create
  new Engine();
}
