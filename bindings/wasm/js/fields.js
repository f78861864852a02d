// The options of each call, and their names in questions.
//
// Written by `cargo tools surface`: do not edit.

export const SOLVE = Object.freeze({
  window: "window",
  atLeast: "at_least",
  limits: "limits",
  totalLimits: "total_limits",
});

export const PROVE = Object.freeze({
  atLeast: "at_least",
  atMost: "at_most",
  exactly: "exactly",
  leafEmpties: "leaf_empties",
  limits: "limits",
});

export const ANALYZE = Object.freeze({
  level: "level",
  depth: "depth",
  selectivity: "selectivity",
  lines: "lines",
  only: "only",
  clock: "clock",
  book: "book",
  human: "human",
  limits: "limits",
  totalLimits: "total_limits",
});

export const LIMITS = Object.freeze({
  seconds: "seconds",
  nodes: "nodes",
});

export const CLOCK = Object.freeze({
  remainingSeconds: "remaining_seconds",
  incrementSeconds: "increment_seconds",
});

export const OPPONENT = Object.freeze({
  strength: "strength",
  rating: "rating",
  seed: "seed",
});

/** The weakest first. */
export const STRENGTHS = Object.freeze([
  "beginner",
  "casual",
  "intermediate",
  "club",
  "tournament",
  "expert",
  "master",
]);

export const DEFAULT_HASH_MIB = 64;
