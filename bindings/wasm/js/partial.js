// The results of an aborted call.

/** From the answer of a search that was ended. The signal has stopped it, whatever the engine was told. */
export function partialOf(kind, done) {
  if (done === undefined) return undefined;
  const parsed = JSON.parse(done);
  const { solution, interrupted, analysis, game, review } = kind === "choose" ? parsed.answer : parsed;
  if (solution) {
    const { value, nodes, seconds } = solution;
    const bounds = value.bounds ?? { lower: value.exact, upper: value.exact };
    return { reason: "stop", bounds, nodes, seconds };
  }
  if (interrupted) return { ...interrupted, reason: "stop" };
  if (analysis) return { ...analysis, stopped: "stop" };
  return review ? { ...review, stopped: "stop" } : game;
}

/** From what a search has shown before it was ended. */
export function lastSeen({ kind, seen, turns, review }) {
  if (kind === "analyze_game") return turns;
  if (kind === "review") return review && { ...review, stopped: "stop" };
  if (!seen) return undefined;
  const { nodes, seconds, bounds, lines } = seen;
  if (kind === "solve" || kind === "prove") return { reason: "stop", bounds, nodes, seconds };
  return lines.length > 0 ? { lines, stopped: "stop", nodes, seconds } : undefined;
}
