// What needs no browser: how moves are judged, why they were worse, and when mistakes come back.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accuracy, errorOf, hasChoice, isEqual, judge, losses, mistakes, sentence, turningPoint } from '../src/facts.js';
import { Game, Match } from '../src/game.js';
import { beginGuide, nextLead } from '../src/guide.js';
import { stepTo } from '../src/mistakes.js';
import {
    INTERVALS,
    MOST,
    NEW_A_DAY,
    duePuzzles,
    graded,
    isLearned,
    judgeTry,
    loadPractice,
    savePractice,
    today,
    withGraded,
    withPuzzles,
} from '../src/practice.js';
import { START, keyOf, loadRules, moveOf, play } from '../src/rules.js';
import { setGame, state } from '../src/state.js';
import { Values } from '../src/values.js';
import { why } from '../src/why.js';

await loadRules(new URL('../../target/npm/index.js', import.meta.url).href);

const GAME =
    'f5d6c4d3c3f4f6f3e6e7d7g6g5f7f8h6e2d8e3c8g7c7e8c5b6e1c6d2g8b3g3b5g4a5f2h3b4b7a4f1h4a6h2h8g2a3a8h7h5b8a7g1h1psa2b2b1a1c1d1c2';
/** Black's lead after each move, at level 18; exact from 39 on. */
const LEAD = [
    -1, 0, 0, 0, -1, 0, -1, 0, -2, 0, -1, -2, -2, -1, -2, -1, 0, 0, 0, 0, 0, 0, -2, -2, -1, 0, 4, 4, 4, 2, 5, 5, 11, 8, 6, 6, 6, 0,
    2, 2, 2, -2, 8, 8, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 8, 8, 8,
];
const EXACT = 39;
/** Better moves, by the number of the move. */
const BETTER = { 37: 'g2', 41: 'a6', 42: 'h5', 44: 'h5', 59: 'd1' };
const estimate = (score, depth = 18) => ({ estimate: { score, depth, selectivity: 73 } });
const exact = (score) => ({ exact: score });
const movesOf = (text) => text.match(/../g).map(moveOf);

/** The game with its values, read to its end. */
function readGame(me = 'O') {
    const game = Game.read(START, movesOf(GAME));
    Object.assign(state, { values: new Values(), mode: 'analyse', mineOnly: true, drill: null, setup: null });
    setGame(Match.of(game));
    state.record = { me, names: { X: me === 'X' ? '' : 'club', O: me === 'O' ? '' : 'club' } };
    // What follows is known before what leads to it.
    for (let ply = 60; ply >= 0; ply--) {
        const at = game.at(ply);
        const own = (score) => (at.side === 'X' ? score : -score);
        const value = ply >= EXACT ? exact(own(LEAD[ply])) : estimate(own(LEAD[ply]));
        const better = BETTER[ply + 1];
        state.values.put(at, value, [better ? moveOf(better) : game.moves[ply]]);
        state.values.levels.set(`game ${keyOf(at)}`, 60);
    }
    beginGuide();
    return game;
}

const EMPTIES_30 = `${'X'.repeat(17)}${'O'.repeat(17)}${'-'.repeat(30)}`;

test('an estimated loss counts from 3 discs, and only if it exceeds twice its error', () => {
    const at = { cells: EMPTIES_30, side: 'X' };
    const raw = (discs, isExact = false) => ({ discs, exact: isExact, thrown: false, best: -1 });
    const best = estimate(0, 16);
    const error = errorOf(best, 30);
    assert.ok(error > 1.8 && error < 2.5, String(error));
    assert.equal(errorOf(exact(3), 30), 0);
    assert.ok(errorOf(estimate(0, 20), 30) < error && errorOf({ estimate: { score: 0, depth: 16, selectivity: 99 } }, 30) < error);
    assert.equal(judge(at, 40, raw(Math.floor(2 * error)), best).discs, 0);
    assert.equal(judge(at, 40, raw(Math.ceil(2 * error)), best).discs, Math.ceil(2 * error));
    assert.equal(judge(at, 40, raw(2), estimate(0, 30)).discs, 0);
    assert.equal(judge(at, 40, raw(3), estimate(0, 30)).discs, 3);
    assert.equal(judge(at, 40, raw(1, true), exact(0)).discs, 1);
});

test('the first move of a game loses nothing', () => {
    const [d3, f5] = [moveOf('d3'), moveOf('f5')];
    assert.ok(isEqual(START, d3, f5) && !hasChoice(START) && hasChoice(play(START, f5)));
    assert.ok(!isEqual(play(START, f5), moveOf('d6'), moveOf('f6')));
    const loss = { discs: 9, exact: false, thrown: false, best: d3 };
    assert.equal(judge(START, f5, loss, estimate(0, 50)).discs, 0);
    readGame();
    assert.equal(losses()[0].discs, 0);
});

test('the review finds what turned the game, and how well each side played', () => {
    readGame();
    assert.deepEqual(mistakes().map(({ index, loss }) => [index + 1, loss.discs, loss.thrown]), [
        [37, 4, false], // what follows it is known to be 2
        [41, 4, true],
        [42, 10, true],
        [44, 6, false],
        [59, 6, false],
    ]);
    state.record.me = 'X';
    assert.equal(turningPoint().index, 40); // a win that was given away comes before a greater loss
    state.record.me = 'O';
    assert.equal(turningPoint().index, 41);
    assert.equal(sentence(), 'Move 42 turned a win by 2 into a loss by 8.');
    // 16 discs of White, in 29 moves or so with a choice.
    const white = accuracy('O');
    assert.ok(Math.abs(white.percent - 100 * 2 ** (-16 / white.moves / 2.5)) < 1e-9, JSON.stringify(white));
    assert.ok(white.moves > 20 && white.low < white.percent && white.percent < white.high && white.high <= 100);
    state.values.levels.clear();
    assert.equal(accuracy('O'), undefined);
    assert.equal(sentence(), '');
    setGame(Match.of(Game.read(START, movesOf('f5d6c3d3c4f4f6f3'))));
    assert.equal(accuracy('O'), null); // too few moves
});

test('the board is led to the worst own mistake, once, and not if anything was touched', () => {
    readGame();
    assert.deepEqual([nextLead().to, nextLead().stage], [41, 2]);
    assert.equal(nextLead().text, 'Review finished. Your mistakes: 2. Worst: move 42.');
    state.guide.touched = true;
    assert.equal(nextLead().to, -1); // it is said all the same
    state.guide.stage = 2;
    assert.equal(nextLead(), null);
    beginGuide();
    state.values.levels.delete(`game ${keyOf(state.game.at(2))}`);
    assert.deepEqual([nextLead().to, nextLead().stage], [43, 1]); // the latest, while the game is read
    state.home.show(20);
    assert.equal(nextLead(), null);
});

test('steps reach each own mistake, in order, both ways', () => {
    readGame();
    const walk = (step) => {
        const seen = [];
        for (let found = stepTo(step); found; found = stepTo(step)) {
            seen.push(found.index + 1);
            state.home.show(found.index);
        }
        return seen;
    };
    state.home.show(0);
    assert.deepEqual(walk(1), [42, 44]);
    assert.deepEqual(walk(-1), [42]);
    state.mineOnly = false;
    assert.deepEqual(walk(1), [44, 59]);
    assert.deepEqual(walk(-1), [44, 42, 41, 37]);
});

test('a sentence is true on the board, or there is none', () => {
    const game = readGame();
    const at = game.at(41);
    const [a6, h5] = [moveOf('a6'), moveOf('h5')];
    const of = (isProven, more = {}) => why({ at, move: a6, better: h5, isProven, ...more });
    // Only once all moves are known.
    assert.notEqual(of(true), 'This gave away a won game. h5 was the only move that won.');
    for (const [name, score] of [['h5', 2], ['h8', -2], ['a3', -8], ['a6', -8], ['h7', -36]])
        state.values.putMove(at, moveOf(name), exact(score), [moveOf(name)]);
    assert.equal(of(true), 'This gave away a won game. h5 was the only move that won.');
    assert.notEqual(of(false), of(true));
    // A corner that the better move does not give: b2 against another move.
    const corner = { cells: `--------${'-'.repeat(8)}--XO----${'-'.repeat(3)}OX---${'-'.repeat(32)}`, side: 'O' };
    assert.equal(typeof why({ at: corner, move: moveOf('b3'), better: moveOf('b3'), isProven: false }), 'string');
    assert.equal(why({ at: game.at(1), move: game.moves[1], better: game.moves[1], isProven: false }), '');
});

const puzzle = (n, more = {}) => ({
    b: `${'X'.repeat(1 + (n % 30))}O`.padEnd(64, '-').slice(0, 63) + (n >= 30 ? 'X' : '-'),
    s: n % 2 ? 'X' : 'O',
    p: 'a1',
    best: ['a2'],
    v: 2,
    kind: 'exact',
    l: 4,
    n,
    g: '',
    due: 10,
    step: 0,
    asked: false,
    ...more,
});

test('what is found comes back later and later, and what is missed tomorrow', () => {
    let each = puzzle(1);
    const days = [];
    for (let day = 10; !isLearned(each); day = each.due) {
        each = graded(each, 'found', day);
        days.push(each.due - day);
    }
    assert.deepEqual(days, [3, 7, 16, 40, 40]);
    assert.deepEqual(INTERVALS, [1, 3, 7, 16, 40]);
    const held = puzzle(1, { step: 2 });
    assert.deepEqual([graded(held, 'hint', 10).due, graded(held, 'hint', 10).step], [17, 2]);
    assert.deepEqual([graded(held, 'near', 10).due, graded(held, 'near', 10).step], [17, 2]);
    assert.deepEqual([graded(held, 'missed', 10).due, graded(held, 'missed', 10).step], [11, 0]);
    assert.equal(today(new Date(2026, 0, 2, 0, 1)) - today(new Date(2026, 0, 1, 23, 59)), 1);
});

test('a day asks so many new ones, and what comes back first', () => {
    const puzzles = Array.from({ length: 28 }, (_, n) => puzzle(n));
    let kept = withPuzzles({ puzzles: [], day: 0, fresh: 0 }, puzzles).kept;
    assert.equal(kept.puzzles.length, 28);
    assert.equal(withPuzzles(kept, puzzles).kept.puzzles.length, 28); // none twice
    assert.equal(duePuzzles(kept, 9).length, 0);
    assert.equal(duePuzzles(kept, 10).length, NEW_A_DAY);
    kept = withGraded(kept, graded(kept.puzzles[27], 'missed', 10), 10);
    assert.equal(duePuzzles(kept, 10).length, NEW_A_DAY - 1);
    assert.equal(duePuzzles(kept, 11).length, NEW_A_DAY + 1);
    assert.equal(duePuzzles(kept, 11)[0].n, 27);
    assert.equal(withGraded(kept, graded(kept.puzzles[3], 'found', 11), 11).fresh, 1); // another day
    assert.equal(withGraded(kept, graded(kept.puzzles[3], 'found', 10), 10).fresh, 2);
});

test('of too many those that are learned go first, then the oldest', () => {
    const many = Array.from({ length: MOST }, (_, n) => ({ ...puzzle(1), b: n.toString(2).padStart(64, '0').replace(/0/g, '-').replace(/1/g, 'X'), n }));
    many[7].step = INTERVALS.length;
    const young = [puzzle(900, { b: 'O'.repeat(64) }), puzzle(901, { b: `${'O'.repeat(63)}X` })];
    const { kept, dropped } = withPuzzles({ puzzles: many, day: 0, fresh: 0 }, young);
    assert.deepEqual([kept.puzzles.length, dropped], [MOST, 2]);
    assert.ok(!kept.puzzles.some(({ n }) => n === 7 || n === 0) && kept.puzzles.some(({ n }) => n === 1));
});

test('practice is kept, and what is damaged is left out', () => {
    const store = new Map();
    globalThis.localStorage = { getItem: (key) => store.get(key) ?? null, setItem: (key, text) => void store.set(key, text) };
    assert.ok(savePractice({ puzzles: [puzzle(1), { ...puzzle(2), best: ['z9'] }, null, puzzle(3)], day: 5, fresh: 2 }));
    assert.deepEqual([...store.keys()], ['reversi.practice.1']);
    assert.deepEqual(loadPractice().puzzles.map(({ n }) => n), [1, 3]);
    assert.ok(store.get('reversi.practice.1').length < 1200);
    store.set('reversi.practice.1', '{');
    assert.deepEqual(loadPractice(), { puzzles: [], day: 0, fresh: 0 });
    delete globalThis.localStorage;
});

test('equal moves are right, near ones are named, and others are wrong', () => {
    const lines = (...scores) => scores.map((score, move) => ({ move, score, exact: true }));
    const kinds = (all, error = 0) => all.map(({ move }) => judgeTry(all, move, error).kind);
    assert.deepEqual(kinds(lines(6, 6, 4, 3, -1)), ['right', 'right', 'near', 'wrong', 'wrong']);
    assert.deepEqual(kinds(lines(1, 0, -1)), ['right', 'wrong', 'wrong']); // another result
    const guessed = lines(6, 5, 3).map((line) => ({ ...line, exact: false }));
    assert.deepEqual(kinds(guessed, 1.5), ['right', 'right', 'wrong']);
    assert.equal(judgeTry(lines(2), 9, 0), null);
});
