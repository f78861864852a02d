//! The rules on arrays, square by square, and counts of a board. Nothing here uses the library.

use std::collections::HashMap;

/// A square: file and rank, from 0.
pub(crate) type At = (usize, usize);

/// The cells are `X`, `O` and `-`.
#[derive(Clone)]
pub(crate) struct Mailbox {
    pub(crate) cells: [[char; 8]; 8],
    pub(crate) turn: char,
}

pub(crate) fn other(side: char) -> char {
    if side == 'X' { 'O' } else { 'X' }
}

pub(crate) fn square(text: &str) -> At {
    let mut chars = text.chars();
    let file = chars.next().expect("a file") as usize - 'a' as usize;
    let rank = chars.next().expect("a rank") as usize - '1' as usize;
    (file, rank)
}

pub(crate) fn name((file, rank): At) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

const CORNERS: [At; 4] = [(0, 0), (7, 0), (0, 7), (7, 7)];

pub(crate) fn is_corner(at: At) -> bool {
    CORNERS.contains(&at)
}

/// The corner that touches this square, which is not a corner itself.
pub(crate) fn corner_beside(at: At) -> Option<At> {
    CORNERS
        .into_iter()
        .find(|&corner| corner != at && corner.0.abs_diff(at.0) < 2 && corner.1.abs_diff(at.1) < 2)
}

fn all() -> impl Iterator<Item = At> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

fn step(at: At, (dx, dy): (i32, i32)) -> Option<At> {
    let (x, y) = (at.0 as i32 + dx, at.1 as i32 + dy);
    ((0..8).contains(&x) && (0..8).contains(&y)).then_some((x as usize, y as usize))
}

fn around(at: At) -> Vec<At> {
    let both = AXES.into_iter().flat_map(|(dx, dy)| [(dx, dy), (-dx, -dy)]);
    both.filter_map(|way| step(at, way)).collect()
}

impl Mailbox {
    /// From 64 cells and the side to move.
    pub(crate) fn read(text: &str) -> Mailbox {
        let chars: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut cells = [['-'; 8]; 8];
        all().for_each(|(file, rank)| cells[rank][file] = chars[8 * rank + file]);
        Mailbox { cells, turn: chars[64] }
    }

    pub(crate) fn at(&self, (file, rank): At) -> char {
        self.cells[rank][file]
    }

    fn flips(&self, at: At, side: char) -> Vec<At> {
        let mut flips = Vec::new();
        if self.at(at) != '-' {
            return flips;
        }
        for (dx, dy) in AXES.into_iter().flat_map(|(dx, dy)| [(dx, dy), (-dx, -dy)]) {
            let mut run = Vec::new();
            let mut next = step(at, (dx, dy));
            while let Some(here) = next.filter(|&here| self.at(here) == other(side)) {
                run.push(here);
                next = step(here, (dx, dy));
            }
            if next.is_some_and(|end| self.at(end) == side) {
                flips.extend(run);
            }
        }
        flips
    }

    pub(crate) fn moves(&self, side: char) -> Vec<At> {
        all().filter(|&at| !self.flips(at, side).is_empty()).collect()
    }

    /// The board after a move of the side to move.
    pub(crate) fn play(&self, text: &str) -> Mailbox {
        let mut next = self.clone();
        next.turn = other(self.turn);
        if text == "ps" {
            assert!(self.moves(self.turn).is_empty(), "a pass with moves");
            return next;
        }
        let flips = self.flips(square(text), self.turn);
        assert!(!flips.is_empty(), "{text} is illegal");
        for (file, rank) in flips.into_iter().chain([square(text)]) {
            next.cells[rank][file] = self.turn;
        }
        next
    }

    pub(crate) fn follow(&self, line: &[String]) -> Mailbox {
        line.iter().fold(self.clone(), |board, mv| board.play(mv))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.moves('X').is_empty() && self.moves('O').is_empty()
    }

    /// Returns whether the side to move has to pass.
    pub(crate) fn must_pass(&self) -> bool {
        self.moves(self.turn).is_empty() && !self.is_over()
    }

    pub(crate) fn count(&self, side: char) -> usize {
        all().filter(|&at| self.at(at) == side).count()
    }

    /// The moves of the side to move after which the other side can take no corner.
    pub(crate) fn safe_moves(&self) -> usize {
        let gives = |at: At| {
            let next = self.play(&name(at));
            next.moves(next.turn).into_iter().any(is_corner)
        };
        self.moves(self.turn).into_iter().filter(|&at| !gives(at)).count()
    }

    /// The moves of the side to move that are not beside an empty corner.
    pub(crate) fn free_moves(&self) -> usize {
        let is_free = |&at: &At| corner_beside(at).is_none_or(|corner| self.at(corner) != '-');
        self.moves(self.turn).iter().filter(|at| is_free(at)).count()
    }

    pub(crate) fn frontier(&self, side: char) -> usize {
        let is_open = |at: At| around(at).into_iter().any(|beside| self.at(beside) == '-');
        all().filter(|&at| self.at(at) == side && is_open(at)).count()
    }

    /// Returns whether an empty square is on an edge and between two discs of a side on it.
    pub(crate) fn is_between(&self, at: At, side: char) -> bool {
        let on = |one: Option<At>| one.is_some_and(|at| self.at(at) == side);
        let on_rank = (at.1 == 0 || at.1 == 7) && on(step(at, (1, 0))) && on(step(at, (-1, 0)));
        let on_file = (at.0 == 0 || at.0 == 7) && on(step(at, (0, 1))) && on(step(at, (0, -1)));
        self.at(at) == '-' && !is_corner(at) && (on_rank || on_file)
    }

    pub(crate) fn odd_regions(&self) -> usize {
        let mut seen = [[false; 8]; 8];
        let mut odd = 0;
        for start in all().filter(|&at| self.at(at) == '-') {
            let (mut open, mut size) = (vec![start], 0);
            while let Some((file, rank)) = open.pop() {
                if !std::mem::replace(&mut seen[rank][file], true) {
                    size += 1;
                    open.extend(around((file, rank)).into_iter().filter(|&at| self.at(at) == '-'));
                }
            }
            odd += size % 2;
        }
        odd
    }

    /// Discs that cannot be turned: whatever is placed along an edge, or because each line through them is
    /// full or ends at the border or beside such a disc.
    pub(crate) fn stable(&self, side: char, edges: &mut Edges) -> usize {
        let mut stable = [[false; 8]; 8];
        for i in 0..8 {
            let lines: [fn(usize, usize) -> At; 4] =
                [|i, _| (i, 0), |i, _| (i, 7), |i, _| (0, i), |i, _| (7, i)];
            for line in lines {
                let cells: [char; 8] = std::array::from_fn(|j| self.at(line(j, 0)));
                let (file, rank) = line(i, 0);
                stable[rank][file] |= edges.stable(cells, side)[i];
            }
        }
        loop {
            let before = stable;
            for at in all().filter(|&at| self.at(at) == side) {
                let is_safe = |(dx, dy): (i32, i32)| {
                    let is_end = |way| step(at, way).is_none_or(|(file, rank)| before[rank][file]);
                    let full = |way| {
                        let mut here = Some(at);
                        while let Some(square) = here {
                            if self.at(square) == '-' {
                                return false;
                            }
                            here = step(square, way);
                        }
                        true
                    };
                    is_end((dx, dy)) || is_end((-dx, -dy)) || (full((dx, dy)) && full((-dx, -dy)))
                };
                stable[at.1][at.0] |= AXES.into_iter().all(is_safe);
            }
            if stable == before {
                return stable.iter().flatten().filter(|&&is| is).count();
            }
        }
    }

    /// Returns whether the side to move can get at least this score, the empty squares to the winner.
    fn reaches(&self, least: i32) -> bool {
        let moves = self.moves(self.turn);
        if moves.is_empty() && !self.is_over() {
            return !self.play("ps").reaches(1 - least);
        }
        if moves.is_empty() {
            let own = self.count(self.turn) as i32 - self.count(other(self.turn)) as i32;
            return own.signum() * 64 >= least && least.abs() <= 1;
        }
        moves.into_iter().any(|at| !self.play(&name(at)).reaches(1 - least))
    }

    /// Returns whether a move wins by perfect play.
    pub(crate) fn wins(&self, text: &str) -> bool {
        !self.play(text).reaches(0)
    }
}

/// The stable discs of an edge, by all that can be placed on it.
#[derive(Default)]
pub(crate) struct Edges(HashMap<([char; 8], char), [bool; 8]>);

impl Edges {
    fn stable(&mut self, cells: [char; 8], side: char) -> [bool; 8] {
        if let Some(&known) = self.0.get(&(cells, side)) {
            return known;
        }
        let mut stable = cells.map(|cell| cell == side);
        for i in (0..8).filter(|&i| cells[i] == '-') {
            for placed in ['X', 'O'] {
                let mut next = cells;
                next[i] = placed;
                for way in [1, -1] {
                    let mut j = i as i32 + way;
                    while (0..8).contains(&j) && cells[j as usize] == other(placed) {
                        j += way;
                    }
                    if (0..8).contains(&j) && cells[j as usize] == placed {
                        while j != i as i32 {
                            next[j as usize] = placed;
                            j -= way;
                        }
                    }
                }
                let later = self.stable(next, side);
                (0..8).for_each(|k| stable[k] &= later[k]);
            }
        }
        self.0.insert((cells, side), stable);
        stable
    }
}
