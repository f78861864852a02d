// Tests without a browser: how moves are judged and described, and when mistakes come back.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { puzzlesOf } from '../src/collect.js';
import { accuracy, askedMistakes, chanceAt, isRead, lostDiscs, losses, mistakes, ownMistakes, replyOf, sentence, turningPoint, turningPoints } from '../src/facts.js';
import { Game, Match } from '../src/game.js';
import { beginGuide, nextLead } from '../src/guide.js';
import { graphHtml, graphSvg } from '../src/graph.js';
import { answerStyle } from '../src/board.js';
import { mistakesHtml, stepTo } from '../src/mistakes.js';
import { entryOf, isEntryRead, nextQueued, readGames, recordOf, wantedGames } from '../src/queue.js';
import { INTERVALS, MOST, NEW_A_DAY, duePuzzles, graded, isLearned, judgeTry, loadPractice, savePractice, today, withGraded, withPuzzles } from '../src/practice.js';
import { forgetReviews, keepReview, reviewOf, storeReview } from '../src/reviews.js';
import { START, keyOf, loadRules, moveOf, nameOf, play } from '../src/rules.js';
import { readMoves, setGame, state } from '../src/state.js';
import { askedSideHtml, lostText } from '../src/status.js';
import { load } from '../src/store.js';
import { setLang } from '../src/strings.js';
import { Values } from '../src/values.js';

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

/** A judgement of a review on a move: its values, and their loss. */
function judged(game, index, best, value, bestValue, more = {}) {
    const at = game.at(index);
    const [a, b] = [value, bestValue].map((each) => each.exact ?? each.estimate.score);
    const proven = value.exact !== undefined && bestValue.exact !== undefined;
    const loss = proven || b - a >= 6 ? b - a : 0;
    return {
        ply: index + 1,
        position: keyOf(at),
        played: nameOf(game.moves[index]),
        value,
        best_move: nameOf(best),
        best_value: bestValue,
        loss,
        error: proven ? 0 : 2.4,
        proven,
        judged: true,
        class: 'good',
        gave_away: null,
        best_chances: { win: 0.6, draw: 0.1, loss: 0.3 },
        chances: { win: 0.2, draw: 0.1, loss: 0.7 },
        best_line: [nameOf(best)],
        line: [nameOf(game.moves[index])],
        why: null,
        found: null,
        ...more,
    };
}

const side = (percent, low, high) => ({ judged: 29, lost: 16, proven: 10, inaccuracies: 0, mistakes: 3, blunders: 0, accuracy: { percent, low, high } });
const BLACK = side(85.8, 69.3, 100);
const WHITE = { ...side(84.8, 62.1, 100), lost: 17 };
const points = [42, 41].map((ply) => ({ ply, before: 'win', after: 'loss', proven: true }));
const reviewOfMoves = (moves, more = {}) => ({
    version: 1,
    fingerprint: 'f',
    black_score: 8,
    opening: null,
    left_book: null,
    moves,
    sides: { black: BLACK, white: WHITE },
    turning_points: points,
    stopped: null,
    ...more,
});

/** The moves of the game as a review has them. */
function judgedMoves(game) {
    const valueAt = (ply, forSide) => {
        const own = forSide === 'X' ? LEAD[ply] : -LEAD[ply];
        return ply >= EXACT ? exact(own) : estimate(own);
    };
    return game.moves.map((move, index) => {
        const { side } = game.at(index);
        const better = BETTER[index + 1];
        const value = valueAt(Math.min(index + 1, 60), side);
        const best = better ? valueAt(index, side) : value;
        return judged(game, index, better ? moveOf(better) : move, value, best);
    });
}

/** The game with its values, read to its end. */
function readGame(me = 'O') {
    const game = Game.read(START, movesOf(GAME));
    Object.assign(state, { values: new Values(), mode: 'analyse', mineOnly: true, drill: null, setup: null });
    setGame(Match.of(game));
    state.record = { me, names: { X: me === 'X' ? '' : 'club', O: me === 'O' ? '' : 'club' } };
    const moves = judgedMoves(game);
    for (const move of moves.toReversed()) state.values.judge(move, 60);
    keepReview(game, 60, reviewOfMoves(moves));
    beginGuide();
    return game;
}

/** Lets the page store texts, until a test deletes it. */
function storage() {
    const store = new Map();
    const [getItem, setItem] = [(key) => store.get(key) ?? null, (key, text) => void store.set(key, text)];
    globalThis.localStorage = { getItem, setItem, removeItem: (key) => void store.delete(key) };
    return store;
}

test('a row says what the review says, in the two values that the board shows', () => {
    const game = readGame();
    const values = new Values();
    state.values = values;
    const [at, f4] = [game.at(1), moveOf('f4')];
    const isSame = () => {
        const [own, best] = [values.move(at, game.moves[1]).value, values.move(at, losses()[1].best).value].map((each) => each.exact ?? each.estimate.score);
        return best - own === losses()[1].discs;
    };
    assert.deepEqual([losses()[1], readMoves()], [null, { done: 0, total: 61 }]);
    values.judge(judged(game, 1, f4, estimate(-7), estimate(2)), 20);
    assert.deepEqual(losses()[1], { discs: 9, exact: false, thrown: false, best: f4 });
    assert.equal(mistakes()[0].error, 2.4);
    // Other searches of these moves and positions say other things, also deeper ones.
    values.putMove(at, game.moves[1], estimate(1, 30), [game.moves[1]]);
    values.putMove(at, f4, estimate(-3, 30), [f4]);
    values.put(at, estimate(12, 30), [f4]);
    assert.ok(isSame());
    assert.deepEqual([losses()[1].discs, values.position(at).value, values.lines(at)[0].move], [9, estimate(2), f4]);
    // Another move of the same depth is not shown above the best one.
    const f6 = moveOf('f6');
    values.putMove(at, f6, estimate(5), [f6]);
    assert.deepEqual(values.lines(at).map(({ move, value }) => [move, value.estimate.score]), [[f4, 2], [f6, 2], [game.moves[1], -7]]);
    // Of equal moves the best one of the review is the first.
    const others = new Values();
    others.judge(judged(game, 1, f6, estimate(-7), estimate(2)), 20);
    others.putMove(at, f4, estimate(2), [f4]);
    assert.deepEqual(others.lines(at).map(({ move }) => move), [f6, f4, game.moves[1]]);
    // A loss that may be an error is silent.
    values.judge(judged(game, 1, f4, estimate(0), estimate(4)), 20);
    assert.equal(losses()[1].discs, 0);
    // A proof of one of them shows, and then one of both is the loss.
    values.judge(judged(game, 1, f4, estimate(-7), estimate(2)), 20);
    values.putMove(at, f4, exact(4), [f4]);
    assert.deepEqual([losses()[1].discs, isSame()], [11, true]);
    values.putMove(at, game.moves[1], exact(-2), [game.moves[1]]);
    assert.deepEqual([losses()[1], isSame()], [{ discs: 6, exact: true, thrown: true, best: f4 }, true]);
    // Bounds of a solve are no value of these moves.
    values.judge(judged(game, 2, moveOf('c3'), estimate(-9), estimate(1)), 20);
    values.putMove(game.at(2), game.moves[2], { bounds: { lower: -64, upper: 4 } }, []);
    assert.equal(losses()[2].discs, 10);
    values.levels.clear();
});

test('the review finds what turned the game, and how well each side played', () => {
    const game = readGame();
    assert.deepEqual(mistakes().map(({ index, loss }) => [index + 1, loss.discs, loss.thrown]), [
        [37, 6, false],
        [41, 4, true],
        [42, 10, true],
        [44, 6, false],
        [59, 6, false],
    ]);
    state.record.me = 'X';
    assert.deepEqual([53, 54, 61].map((ply) => game.number(ply)), [53, 53, 60]); // a pass has no number
    // The first turning point of the engine, whoever made it.
    assert.equal(turningPoint().index, 41);
    state.record.me = 'O';
    assert.equal(turningPoint().index, 41);
    assert.equal(sentence(), 'Moves 41 and 42 gave the win back and forth.');
    const turnedBy = (...turns) => {
        reviewOf(game).turning_points = turns;
        return [turningPoint().index + 1, sentence()];
    };
    assert.deepEqual(turnedBy(points[0]), [42, 'Move 42 turned a win by 2 into a loss by 8.']);
    assert.deepEqual(turnedBy(points[0], { ...points[1], ply: 40 }), [42, 'Move 42 turned a win by 2 into a loss by 8.']); // one side twice
    assert.deepEqual(turnedBy(points[0], { ...points[1], after: 'draw' }), [42, 'Move 42 turned a win by 2 into a loss by 8.']);
    assert.deepEqual(turnedBy({ ply: 37, before: 'win', after: 'loss', proven: false }), [37, 'Move 37 turned about +6 into 0.']);
    assert.deepEqual(turnedBy(), [42, 'No single move decided it. The most costly was move 42: 10 discs.']);
    reviewOf(game).turning_points = points;
    // A mistake of a proof and an estimate is no puzzle.
    state.record.me = 'X';
    state.values.putMove(game.at(36), game.moves[36], exact(0), []);
    assert.deepEqual([ownMistakes(), askedMistakes()].map((all) => all.map(({ index }) => index)), [[36, 40, 58], [40, 58]]);
    assert.deepEqual([accuracy('X'), accuracy('O').percent], [{ percent: 85.8, low: 69.3, high: 100, moves: 29 }, 84.8]);
    assert.deepEqual([lostDiscs(), turningPoints()], [{ X: 16, O: 17 }, [41, 40]]);
    state.settings.depth = 'deep';
    assert.ok(isRead()); // a deeper review will do
    state.values.reviews.get([...state.values.reviews.keys()][0]).level = 20;
    assert.ok(!isRead() && accuracy('O') === undefined && sentence() === '' && lostDiscs() === null && turningPoints().length === 0);
    state.settings.depth = 'normal';
    assert.ok(isRead());
    keepReview(game, 60, reviewOfMoves(judgedMoves(game), { sides: { black: BLACK, white: { ...WHITE, accuracy: null } } }));
    assert.equal(accuracy('O'), null); // too few moves
    setGame(Match.of(Game.read(START, movesOf('f5d6c3d3c4f4f6f3'))));
    assert.deepEqual([accuracy('O'), isRead()], [null, false]); // it goes on
});

test('the chance to win is that of Black, also where the game goes on or is over', () => {
    const game = readGame();
    assert.deepEqual([chanceAt(0), chanceAt(1)], [65, 35]);
    assert.equal(chanceAt(61), 100);
    setGame(Match.of(Game.read(START, movesOf('f5d6'))));
    state.values.judge(judged(state.game, 1, state.game.moves[1], estimate(1), estimate(1)), 20);
    assert.deepEqual([chanceAt(0), chanceAt(1), chanceAt(2)], [65, 35, 75]); // White moved, and has 25
    state.values = new Values();
    assert.equal(chanceAt(1), null);
    assert.equal(mistakes(game).length, 0);
});

test('the graph as the chance to win has 100, 50 and 0, and says whose it is', () => {
    const at = (chance, value = estimate(3)) => ({ value, side: 'X', chance });
    const view = {
        points: [at(50), at(75), at(null), at(100, exact(8))],
        losses: [null, null, null],
        movers: ['X', 'O', 'X'],
        ply: 1,
        number: 1,
        up: 'O',
        mineOnly: true,
        names: { X: '<X>', O: 'You' },
        width: 300,
        height: 120,
    };
    const numbers = (svg) => [...svg.matchAll(/text-anchor="end">(\d+)</g)].map((each) => each[1]);
    assert.deepEqual(numbers(graphSvg(view, 'g')), ['16', '0', '16']);
    const svg = graphSvg({ ...view, unit: 'chance' }, 'g');
    assert.deepEqual(numbers(svg), ['100', '50', '0']);
    assert.match(svg, /aria-valuetext="Move 1: win chance of You 25 %"/);
    assert.ok(svg.includes('&#60;X&#62; ahead') && !svg.includes('<X>'));
    // Up is White: 75 for Black lies half way down, and what is not known is no line.
    assert.match(svg, /<path d="M24\.0 57\.0L113\.3 78\.5" fill="none"/);
    assert.equal(svg.match(/<path d="M[^"]*" fill="none" stroke="var\(--ink\)"/g).length, 1);
    assert.match(graphHtml({ ...view, unit: 'chance' }), /data-arg="discs" aria-pressed="false".*data-arg="chance" aria-pressed="true"/);
});

test('one mark of the graph has the ring of the open mistake', () => {
    const loss = { discs: 6, exact: true, thrown: false, best: 1 };
    const points = [0, 1, 2, 3].map(() => ({ value: exact(1), side: 'X' }));
    const view = { points, losses: [loss, loss, null], movers: ['X', 'O', 'X'], up: 'X', mineOnly: false, names: { X: '', O: '' }, width: 300, height: 120 };
    const rings = [0, 1, 2, 3].map((ply) => graphSvg({ ...view, ply }, 'g').split('stroke="var(--accent)" stroke-width="1.5"').length - 1);
    assert.deepEqual(rings, [1, 1, 1, 0]);
});

test('the games that were imported together are read in their order, and then no more', () => {
    const shown = readGame();
    const [second, third] = ['f5d6', 'f5f6c4'].map((moves) => Game.read(START, movesOf(moves)));
    const of = (game, X = 'Ann') => entryOf({ game, names: { X, O: 'Bob' } });
    const next = () => nextQueued()?.moves ?? null;
    state.queue = { id: 0, name: '', games: [of(shown), of(second), of(third, 'Cy')], me: 'Bob', at: 0, wants: 'some' };
    assert.deepEqual([next(), readGames()], [second.moves, { done: 1, total: 3 }]);
    assert.deepEqual([recordOf(of(third)).me, recordOf({ names: { X: 'a', O: 'b' } }).me], ['O', null]);
    state.queue.me = ''; // neither
    assert.deepEqual(recordOf(of(third, 'Cy')), { me: null, names: { X: 'Cy', O: 'Bob' }, asked: true });
    state.queue.me = 'O'; // the side of a game without names
    assert.deepEqual([recordOf({ names: { X: '', O: '' } }).me, recordOf({ names: { X: 'a', O: '' } }).me], ['O', null]);
    keepReview(second, 60, reviewOfMoves([]));
    assert.deepEqual([next(), readGames()], [third.moves, { done: 2, total: 3 }]);
    state.mode = 'play';
    assert.equal(nextQueued(), null);
    state.mode = 'analyse';
    setGame(Match.of(Game.read(START, movesOf('c4')))); // while another game is shown they are read on
    assert.deepEqual([next(), readGames()], [third.moves, null]);
    setGame(Match.of(third));
    state.queue.at = 2;
    keepReview(third, 60, reviewOfMoves([]));
    assert.deepEqual([nextQueued(), readGames()], [null, null]);
    const many = Array.from({ length: 30 }, (_, at) => ({ ...of(second), key: `${of(second).key}${'c4'.repeat(at)}`, date: `2026-${String(40 - at)}` }));
    const wanted = (wants) => {
        Object.assign(state.queue, { games: many, wants });
        return wantedGames().map((each) => many.indexOf(each));
    };
    // Of many games three tell how long all take; the newest have the latest dates.
    assert.deepEqual([wanted('some'), wanted('none'), wanted('all').length], [[0, 1, 2], [], 30]);
    assert.deepEqual(wanted('newest'), Array.from({ length: 20 }, (_, at) => 19 - at));
    many[1].facts = { level: 60, weights: state.settings.weights };
    assert.deepEqual(isEntryRead(many[1]), true);
    many[1].facts.weights = 'other';
    assert.deepEqual(isEntryRead(many[1]), false);
    state.queue = { id: 0, name: '', games: [], me: null, at: 0, wants: 'some' };
});

test('puzzles of a game have its names, and the error of its losses', () => {
    const game = readGame();
    const puzzles = puzzlesOf(mistakes().filter(({ side }) => side === 'O'));
    assert.deepEqual(puzzles.map(({ n, g, e, l, v }) => [n, g, e, l, v]), [[42, 'Club 36–28 You', 0, 10, 2], [44, 'Club 36–28 You', 0, 6, -8]]);
    const [first] = puzzlesOf(mistakes().slice(0, 1), { game, record: { me: 'X', names: { X: 'Ann', O: 'Bob' } } });
    assert.deepEqual([first.g, first.e, first.kind], ['You 36–28 Bob', 2.4, 'estimate']);
});

test('a review on the device is of this version, network and evaluation, and not of too many games', () => {
    const store = storage();
    const read = () => JSON.parse(store.get('reversi.reviews.1'));
    const game = readGame();
    const whole = (fingerprint, version = 1) => reviewOfMoves(judgedMoves(game), { fingerprint, version });
    const keep = (of, review) => (keepReview(of, 20, review), storeReview(of));
    keep(game, whole('a'));
    const others = ['f5', 'f5d6', 'f5f6', 'f5f4', 'f5d6c3', 'f5d6c4'].map((moves) => Game.read(START, movesOf(moves)));
    keepReview(others[0], 20, reviewOfMoves([], { fingerprint: 'a' })); // it is not shown
    assert.equal(read().kept.length, 1);
    for (const other of others) keep(other, reviewOfMoves([], { fingerprint: 'a' }));
    assert.equal(read().kept.length, 5);
    assert.ok(store.get('reversi.reviews.1').length <= 250_000);
    // Of another evaluation or other rules nothing stays, of another network all.
    keep(game, whole('b'));
    assert.equal(read().kept.length, 1);
    keep(others[0], reviewOfMoves([], { fingerprint: 'b', version: 2 }));
    assert.equal(read().kept.length, 1);
    keep(game, whole('b'));
    state.settings.weights = 'full';
    keep(others[0], reviewOfMoves([], { fingerprint: 'c' }));
    assert.equal(read().kept.length, 2);
    state.values = new Values();
    assert.equal(reviewOf(game), null); // that of the other network
    state.settings.weights = 'small';
    assert.equal(reviewOf(game).fingerprint, 'b');
    assert.equal(mistakes().length, 5);
    delete globalThis.localStorage;
});

test('two pages on one device keep the reviews of each other, and forget them together', async () => {
    const store = storage();
    const listeners = [];
    const listen = globalThis.addEventListener;
    globalThis.addEventListener = (name, listener) => void (name === 'storage' && listeners.push(listener));
    const [here, there] = [await import('../src/reviews.js?here'), await import('../src/reviews.js?there')];
    globalThis.addEventListener = listen;
    const keep = (page, moves) => {
        const game = Game.read(START, movesOf(moves));
        page.keepReview(game, 20, reviewOfMoves([]));
        page.storeReview(game);
        return page.keyOfGame(game);
    };
    const games = [keep(here, 'f5d6'), keep(there, 'f5f6'), keep(here, 'f5f4')];
    const kept = () => JSON.parse(store.get('reversi.reviews.1')).kept.map(({ game }) => game);
    assert.deepEqual(kept(), games.toReversed());
    // Damaged entries are left out, and do not stop the page.
    const damaged = JSON.parse(store.get('reversi.reviews.1'));
    damaged.kept[0].review.moves = [null];
    store.set('reversi.reviews.1', JSON.stringify(damaged));
    games[2] = keep(there, 'f5d6c3');
    assert.deepEqual(kept(), [games[2], games[1], games[0]]);
    there.forgetReviews();
    listeners.forEach((listener) => listener({ key: 'reversi.reviews.1', newValue: null }));
    keep(here, 'f5d6c4');
    assert.equal(store.size, 0);
    delete globalThis.localStorage;
});

test('the board is led to the move that turned the game, once, and not if anything was touched', () => {
    readGame();
    assert.deepEqual([nextLead().to, nextLead().stage], [41, 2]);
    assert.equal(nextLead().text, 'Review finished. Your mistakes: 2. Moves 41 and 42 gave the win back and forth.');
    state.guide.touched = true;
    assert.equal(nextLead().to, -1); // it is said all the same
    state.guide.stage = 2;
    assert.equal(nextLead(), null);
    beginGuide();
    forgetReviews();
    state.values.reviews.clear();
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

test('a game that is over asks for the side, until it is known, or nobody wants to say', () => {
    const game = readGame(null);
    state.record = { me: null, names: { X: '', O: '<Ann>' } };
    assert.match(askedSideHtml(), /Which side were you\?.*data-arg="X".*>Black<.*data-arg="O".*>&#60;Ann&#62;<.*data-act="my-side" aria-label="Close"/s);
    for (const other of [{ me: 'X' }, { asked: true }]) {
        state.record = { me: null, names: { X: '', O: '' }, ...other };
        assert.equal(askedSideHtml(), '');
    }
    globalThis.localStorage = { getItem: () => JSON.stringify({ game: { mode: 'analyse', session: Match.of(game).stored().session, ply: 3, record: state.record } }) };
    assert.equal(load().saved.record.asked, true);
    state.record = { me: null, names: { X: '', O: '' } };
    state.mode = 'play';
    assert.equal(askedSideHtml(), '');
    state.mode = 'analyse';
    setGame(Match.of(Game.read(START, movesOf(GAME.slice(0, 60)))));
    assert.equal(askedSideHtml(), '');
});

test('a hint at a lost position says so once all moves are known', () => {
    const at = (...scores) => {
        const game = Game.read(START, movesOf('f5'));
        Object.assign(state, { values: new Values(), mode: 'play', hint: true });
        setGame(Match.of(game));
        const [position, moves] = [game.at(1), ['d6', 'f4', 'f6'].map(moveOf)];
        for (const [n, value] of scores.entries()) state.values.putMove(position, moves[n], value, [moves[n]]);
        state.values.levels.set(keyOf(position), 60);
        return lostText();
    };
    assert.equal(at(exact(-12), exact(-14), { bounds: { lower: -64, upper: -14 } }), 'Every move loses; d6 loses least, by 12.');
    assert.equal(at(exact(-2), exact(-14), exact(-2)), 'Every move loses; d6 loses least, by 2.');
    assert.equal(at(exact(-12), exact(-14), estimate(-20)), 'Every move loses; d6 loses least, by about 12.');
    assert.equal(at(estimate(-6), estimate(-9), estimate(-8)), 'Every move loses; d6 loses least, by about 6.');
    for (const scores of [[estimate(-5), estimate(-9), estimate(-8)], [exact(0), exact(-2), exact(-2)], [exact(4), exact(-2), exact(-2)]]) assert.equal(at(...scores), '');
    setLang('ja');
    assert.equal(at(exact(-12), exact(-14), exact(-20)), 'どの手も負けです。最も良いd6でも12石負けです。');
    setLang('en');
    state.hint = false;
    assert.equal(lostText(), '');
    state.mode = 'analyse';
});

test('a reason about the reply shows it, with a line from the move, and no other reason', () => {
    const of = (fact, ...squares) => replyOf({ why: { ...REASON, fact, squares } });
    assert.deepEqual([of('reply_moves', 'h2', 'c1'), of('free_moves', 'a1')], [moveOf('h2'), moveOf('a1')]);
    assert.deepEqual([of('must_pass', 'h2'), of('leaves_best'), of('few_moves', 'a1', 'a2'), replyOf({ why: null })], [null, null, null, null]);
    const marks = (...all) => new Map(all.map(([kind, square]) => [moveOf(square), { kind }]));
    const line = answerStyle(marks(['better', 'h5'], ['played', 'a6'], ['reply', 'a2']));
    assert.equal(line, 'left:calc(0.5*var(--sq));top:calc(5.5*var(--sq));width:calc(3.240*var(--sq));transform:translateY(-50%) rotate(-1.5708rad) translateX(calc(0.48*var(--sq)))');
    for (const none of [undefined, marks(['played', 'a6']), marks(['better', 'a6'], ['reply', 'a2'])]) assert.equal(answerStyle(none), 'display:none');
});

/** A reason as the engine has it. */
const REASON = { fact: 'gives_corner', squares: ['h8'], played: 0, best: 0, en: 'It gives the corner.', ja: '隅を譲ります。' };

test('a mistake says the reason of the review in the language of the page, or nothing', () => {
    const game = readGame();
    const moves = judgedMoves(game);
    moves[41].why = REASON;
    state.values.judge(moves[41], 60);
    const all = mistakes();
    assert.deepEqual(all.filter(({ why }) => why).map(({ index, why }) => [index, why.en]), [[41, REASON.en]]);
    state.home.show(41);
    const open = () => mistakesHtml().match(/<div class="detail"><p>(.*?)<\/p>/)[1];
    assert.equal(open(), 'It gives the corner. h5 kept a win by 2.');
    setLang('ja');
    assert.ok(open().startsWith('隅を譲ります。h5'), open());
    setLang('en');
    state.home.show(43);
    assert.doesNotMatch(open(), /corner|null|undefined/);
    // A puzzle has it too, also one that was kept before.
    const young = puzzlesOf(all);
    assert.deepEqual(young.map(({ n, why }) => [n, why]).filter(([, why]) => why), [[42, { en: REASON.en, ja: REASON.ja }]]);
    const old = young.map(({ why, ...each }) => ({ ...each, step: 3 }));
    const { kept } = withPuzzles({ puzzles: old, day: 0, fresh: 0 }, young);
    assert.deepEqual(kept.puzzles.filter(({ why }) => why).map(({ n, step }) => [n, step]), [[42, 3]]);
});

test('a mistake says how many people find the better move, and the review what rating the moves look like', () => {
    const game = readGame();
    const moves = judgedMoves(game);
    moves[41].found = 0.124;
    moves[40].found = 0.004;
    for (const at of [40, 41]) state.values.judge(moves[at], 60);
    assert.doesNotMatch(mistakesHtml(), /played like/); // nothing is known
    const rating = { rating: 1423, low: 1151, high: 1688, moves: 27, enough: false };
    const sides = { black: BLACK, white: { ...WHITE, rating } };
    keepReview(game, 60, reviewOfMoves(moves, { sides }));
    state.home.show(41);
    const said = () => mistakesHtml().match(/<p class="fb">(.*?)<\/p>/)?.[1];
    assert.equal(said(), 'Found by 12 % of players of your rating.');
    assert.match(mistakesHtml(), /You played like 1420 \(1150 to 1690\)\. One game says little\.</);
    state.mineOnly = false;
    state.home.show(40);
    assert.equal(said(), 'Found by &#60;1 % of players of that rating.');
    state.home.show(43);
    assert.equal(said(), undefined);
    keepReview(game, 60, reviewOfMoves(moves, { sides: { ...sides, white: { ...WHITE, rating: { ...rating, low: 1300, high: 1500, enough: true } } } }));
    assert.match(mistakesHtml(), /You played like 1420 \(1300 to 1500\)\.</);
    assert.deepEqual(puzzlesOf(mistakes()).map(({ n, f }) => [n, f]).filter(([, f]) => f !== undefined), [[41, 0.004], [42, 0.124]]);
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

test('a day asks a limited number of new ones, and the ones that come back first', () => {
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
    const store = storage();
    assert.ok(savePractice({ puzzles: [puzzle(1, { e: 2.4 }), { ...puzzle(2), best: ['z9'] }, null, puzzle(3)], day: 5, fresh: 2 }));
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
