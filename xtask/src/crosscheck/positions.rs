//! Positions that games reach.

use std::path::PathBuf;

use anyhow::Context as _;
use fastrand::Rng;
use reversi_engine::notation::{read_ggf, read_wtb};
use reversi_engine::{AnalyzeRequest, Board, Engine, Game};
use reversi_testkit::{any_move, moves_until};

/// The games that half of the positions are from.
pub(super) enum Games {
    Recorded(Vec<Game>),
    /// Played by an engine that looks a few plies ahead.
    SelfPlayed(Engine),
}

/// Moves at random before the engine plays on.
const OPENING: u32 = 10;
const PLIES: u32 = 3;

impl Games {
    /// Those of the files, or self-played ones if there are no files.
    pub(super) fn new(files: &[PathBuf]) -> anyhow::Result<Games> {
        if files.is_empty() {
            return Ok(Games::SelfPlayed(Engine::builder().hash_bytes(0).build()?));
        }
        let mut games = Vec::new();
        for path in files {
            read(path, &mut games).with_context(|| path.display().to_string())?;
        }
        anyhow::ensure!(!games.is_empty(), "the files hold no game");
        Ok(Games::Recorded(games))
    }

    /// Where a game stands with so many empties, if it gets there.
    pub(super) fn board(&mut self, rng: &mut Rng, empties: u32) -> Option<Board> {
        match self {
            Games::Recorded(games) => {
                let mut boards = games[rng.usize(..games.len())].turns().map(|(position, _)| position.board);
                boards.find(|board| board.empties().len() == empties)
            }
            Games::SelfPlayed(engine) => moves_until(empties, |board| match 60 - board.empties().len() {
                ..OPENING => any_move(rng, board),
                _ => {
                    engine.clear_hash();
                    engine.analyze(&board, AnalyzeRequest::depth(PLIES)).ok()?.best_move()
                }
            }),
        }
    }
}

/// Games that break off or are not legal to the end are of no use and no harm.
fn read(path: &PathBuf, games: &mut Vec<Game>) -> anyhow::Result<()> {
    let bytes = std::fs::read(path)?;
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")) {
        games.extend(read_wtb(&bytes)?.1.filter_map(|game| Some(game.ok()?.game)));
    } else {
        games.extend(read_ggf(std::str::from_utf8(&bytes)?).filter_map(|game| Some(game.ok()?.game)));
    }
    Ok(())
}

/// Where a game of random moves stands with so many empties, if it gets there.
pub(super) fn random_board(rng: &mut Rng, empties: u32) -> Option<Board> {
    moves_until(empties, |board| any_move(rng, board))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_as_many_empties_as_asked_for_and_depend_on_the_seed_only() {
        let mut games = Games::new(&[]).unwrap();
        for empties in 8..=16 {
            let mut both = || {
                let rng = &mut Rng::with_seed(empties.into());
                [random_board(rng, empties), games.board(rng, empties)]
            };
            let boards = both();
            assert!(boards.iter().flatten().all(|board| board.empties().len() == empties));
            assert!(boards.iter().flatten().count() > 0);
            assert_eq!(boards, both());
        }
    }
}
