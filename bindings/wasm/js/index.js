// A Reversi (Othello) engine: solve, analyze, evaluate, play. See index.d.ts and README.md.

export { Engine, STRENGTHS } from "./engine.js";
export { AbortedError, ReversiError } from "./error.js";
export { Rules, START } from "./rules.js";
export { Session } from "./session.js";
