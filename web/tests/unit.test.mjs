// What needs no browser: rules, links, pasted texts and the store of values.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';

import { Game } from '../src/game.js';
import { imported, importedGame, importText, pickFromList } from '../src/import.js';
import { fromFragment, toFragment } from '../src/link.js';
import { recognise } from '../src/notation.js';
import { OPENINGS, openingOf, shapeOf } from '../src/openings.js';
import { PASS, START, isOver, legalSquares, moveOf, nameOf, play, turnOver } from '../src/rules.js';
import { TEXT, setLang, t } from '../src/strings.js';
import { Values, better, negated } from '../src/values.js';

/** Games of so many plies; a pass is a ply. */
function perft(position, depth) {
    if (depth === 0 || isOver(position)) return 1;
    const moves = legalSquares(position);
    if (moves.length === 0) return perft(turnOver(position), depth - 1);
    return moves.reduce((sum, move) => sum + perft(play(position, move), depth - 1), 0);
}

const movesOf = (text) => text.match(/../g).map(moveOf);
const GAME =
    'f5d6c4d3c3f4f6f3e6e7d7g6g5f7f8h6e2d8e3c8g7c7e8c5b6e1c6d2g8b3g3b5g4a5f2h3b4b7a4f1h4a6h2h8g2a3a8h7h5b8a7g1h1psa2b2b1a1c1d1c2';

test('the rules find as many games as are known', () => {
    assert.deepEqual(
        [1, 2, 3, 4, 5, 6].map((depth) => perft(START, depth)),
        [4, 12, 56, 244, 1396, 8200],
    );
});

test('a forced pass may be left out of a game', () => {
    const whole = Game.read(START, movesOf(GAME));
    const without = Game.read(
        START,
        movesOf(GAME).filter((move) => move !== PASS),
    );
    assert.deepEqual([whole.bad, without.bad, whole.game.length], [-1, -1, 61]);
    assert.deepEqual(without.game.moves, whole.game.moves);
    assert.ok(whole.game.isOver);
});

test('a link restores view, game and ply', () => {
    const { game } = Game.read(START, movesOf(GAME));
    for (const [mode, ply] of [
        ['play', 61],
        ['analyse', 25],
        ['solve', 0],
    ]) {
        const link = toFragment(mode, game, ply);
        assert.ok(link.length <= 512);
        const read = fromFragment(link);
        assert.deepEqual([read.mode, read.ply, read.game.moves], [mode, ply, game.moves]);
    }
    const set = new Game({ cells: `${'-'.repeat(27)}XO${'-'.repeat(35)}`, side: 'X' });
    assert.deepEqual(fromFragment(toFragment('solve', set, 0)).game.start, set.start);
});

test('a damaged link is told from one without a game', () => {
    assert.equal(fromFragment(''), null);
    assert.equal(fromFragment('board'), null);
    for (const bad of [
        'm=win',
        'g=f5f5',
        'g=f',
        'g=zz',
        'n=1',
        'g=f5&n=-1',
        'g=f5&n=2',
        'b=XO',
        'b=',
        `g=${'f5'.repeat(300)}`,
        'g=%00',
        'm=play&n=1e9',
    ]) {
        assert.equal(fromFragment(bad), 'damaged', bad);
    }
    assert.equal(fromFragment('g=f5&unknown=1').game.length, 1);
});

test('moves are read with numbers, blanks and capitals', () => {
    for (const text of ['f5d6c3', 'F5 D6 C3', '1. f5 2. d6 3. c3', '1 f5\n2 d6\n3 c3', 'f5,d6;c3']) {
        const read = recognise(text);
        assert.equal(read.kind, 'game', text);
        assert.equal(read.game.length, 3, text);
    }
});

test('cells are read with the side to move or without it', () => {
    const cells = START.cells;
    for (const text of [
        `${cells} X`,
        cells,
        cells.match(/.{8}/g).join('\n'),
        cells.replaceAll('X', '*').replaceAll('-', '.'),
    ]) {
        const read = recognise(text);
        assert.deepEqual([read.kind, read.game?.start], ['game', START], text);
    }
    assert.equal(recognise(`${cells} O`).game.start.side, 'O');
    assert.equal(recognise(`${cells} w`).game.start.side, 'O');
});

test('a problem names its place', () => {
    const place = (text) => {
        const read = recognise(text);
        assert.equal(read.kind, 'problem', text);
        const { key, params, from, to } = read.problem;
        return [key, params, text.slice(from, to)];
    };
    assert.deepEqual(place('f5d6a1c4'), ['errMove', { n: 3, m: 'a1' }, 'a1']);
    assert.deepEqual(place('f5 hello'), ['errText', { m: 'hello' }, 'hello']);
    assert.deepEqual(place('-'.repeat(40)).slice(0, 2), ['errCells', { n: 40 }]);
    assert.deepEqual(place('-'.repeat(64))[0], 'setBad');
    assert.deepEqual(place(`${START.cells}${START.cells}`)[0], 'errCells');
    assert.deepEqual(place('f5'.repeat(100_000))[0], 'errMove');
    assert.equal(recognise('  ').kind, 'nothing');
});

test('openings are legal, and have their names however the board is turned', () => {
    const read = (text) => Game.read(START, movesOf(text));
    const ends = new Set();
    for (const { moves, names } of OPENINGS) {
        const { game, bad } = read(moves);
        assert.equal(bad, -1, names[0]);
        assert.equal(openingOf(game, game.length)?.names[0], names[0]);
        ends.add(shapeOf(game.at(game.length)));
    }
    assert.equal(ends.size, OPENINGS.length);
    for (const text of ['f5d6c3d3c4', 'e6f4c3c4d3', 'c4e3f6e6f5', 'd3c5f6f5e6'])
        assert.equal(openingOf(read(text).game, 5)?.names[0], 'Tiger', text);
    const { game } = read(GAME);
    assert.equal(openingOf(game, 0), null);
    assert.equal(openingOf(game, 1), null);
    assert.equal(openingOf(game, 60), openingOf(game, 20)); // the game keeps the name of its opening
});

test('a board without a side to move leaves it open where both can move', () => {
    const cells = START.cells;
    assert.equal(recognise(cells).sideOpen, true);
    assert.equal(recognise(`${cells} O`).sideOpen, false);
    assert.equal(recognise(`${'-'.repeat(62)}XO`).sideOpen, false);
});

test('a text of several lines that are no game together is a list of games', async () => {
    const lines = ['f5d6c3', `${START.cells} O`, GAME];
    await importText(lines.join('\n'));
    assert.equal(imported.list?.length, 3);
    assert.equal(imported.list[1].note(), 'White to move');
    assert.equal(importedGame(), null);
    pickFromList(2);
    assert.equal(importedGame()?.length, 61);
    await importText([...lines, 'f5f5'].join('\n'));
    assert.deepEqual([imported.list, imported.problem?.text.length], [null, lines.join('\n').length + 5]);
    await importText('1 f5\n2 d6');
    assert.equal(importedGame()?.length, 2);
});

const estimate = (score, depth, selectivity = 73) => ({ estimate: { score, depth, selectivity } });
const exact = (score) => ({ exact: score });
const bounds = (lower, upper) => ({ bounds: { lower, upper } });

test('what is proven beats an estimate, and a deeper estimate a shallower one', () => {
    assert.deepEqual(better(estimate(4, 10), estimate(2, 12)), estimate(2, 12));
    assert.deepEqual(better(estimate(4, 10, 98), estimate(2, 10, 73)), estimate(4, 10, 98));
    assert.deepEqual(better(exact(2), estimate(9, 60)), exact(2));
    assert.deepEqual(better(bounds(0, 20), bounds(-4, 8)), bounds(0, 8));
    assert.deepEqual(better(bounds(0, 20), bounds(-4, 0)), exact(0));
    assert.deepEqual(negated(bounds(-64, 2)), bounds(-2, 64));
});

test('a move and the position after it have one value', () => {
    const values = new Values();
    const [f5, d6] = [moveOf('f5'), moveOf('d6')];
    values.put(START, estimate(2, 10), [f5, d6]);
    assert.deepEqual(values.move(START, f5).value, estimate(2, 10));
    const after = play(START, f5);
    values.put(after, estimate(-6, 16), [d6]);
    assert.deepEqual(values.move(START, f5).value, estimate(6, 17));
    assert.equal(values.position(START).value.estimate.score, 6);
    assert.equal(values.loss(START, f5).discs, 0);
});

test('the choice of a deep search leads over a higher value of a shallow one', () => {
    const values = new Values();
    const [f5, d3] = [moveOf('f5'), moveOf('d3')];
    for (const square of legalSquares(START))
        values.putMove(START, square, estimate(square === d3 ? 7 : 0, 7), [square]);
    values.put(START, estimate(6, 26), [f5]);
    assert.equal(values.lines(START)[0].move, f5);
    assert.equal(values.position(START).value.estimate.score, 6);
});

test('an exact move does not make its position exact while another is open', () => {
    const values = new Values();
    const [f5, d3] = [moveOf('f5'), moveOf('d3')];
    values.put(START, estimate(0, 10), [f5]);
    values.putMove(START, f5, exact(2), [f5]);
    assert.deepEqual(values.position(START).value, estimate(2, 10));
    for (const square of legalSquares(START))
        values.putMove(START, square, square === d3 ? exact(4) : exact(2), [square]);
    assert.deepEqual(values.position(START).value, exact(4));
    assert.deepEqual(values.loss(START, f5), { discs: 2, exact: true, thrown: false, best: d3 });
});

test('a value of the engine is kept as it is', () => {
    const { game } = Game.read(START, movesOf('f5d6'));
    const [at, pv] = [game.at(2), [moveOf('c3')]];
    for (const value of [estimate(0, 24, 98), estimate(-3, 1, 100), bounds(-64, 2), bounds(3, 64), exact(-7)]) {
        const values = new Values();
        values.put(at, value, pv);
        assert.deepEqual(values.position(at).value, value);
        assert.deepEqual(negated(negated(value)), value);
    }
});

test('no type of the page is any', async () => {
    const source = new URL('../src/', import.meta.url);
    for (const name of await readdir(source)) {
        const lines = (await readFile(new URL(name, source), 'utf8')).split('\n');
        // Prose goes on after the word, a type ends there.
        const found = lines.filter((line) => /\bany\b(?! [a-z])/.test(line));
        assert.deepEqual(found, [], name);
    }
});

test('every text is there in both languages, with the same parameters', () => {
    const names = (text) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [key, [english, japanese]] of Object.entries(TEXT)) {
        assert.ok(english && japanese, key);
        assert.deepEqual(names(english), names(japanese), key);
    }
    setLang('en');
    assert.equal(t('empties', { n: 1 }), '1 square empty');
    assert.equal(t('empties', { n: 24 }), '24 squares empty');
    assert.equal(nameOf(63), 'h8');
});
