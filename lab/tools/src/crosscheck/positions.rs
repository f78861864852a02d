//! Positions from games.

use std::path::PathBuf;

use anyhow::Context as _;
use fastrand::Rng;
use reversi_engine::notation::{read_ggf, read_wtb};
use reversi_engine::{AnalyzeRequest, Board, Engine, Game};
use reversi_testkit::{any_move, moves_until};

/// The source of the positions that come from games.
pub(super) enum Games {
    Recorded(Vec<Game>),
    /// Played by an engine with a shallow search.
    SelfPlayed(Engine),
}

/// Number of random moves before the engine plays.
const OPENING: u32 = 10;
const PLIES: u32 = 3;

impl Games {
    /// Reads the games of the files. Without files, games are self-played.
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

    /// The board of a game at this number of empties, if the game reaches it.
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

/// Reads the games of a file. Incomplete and illegal games are skipped.
fn read(path: &PathBuf, games: &mut Vec<Game>) -> anyhow::Result<()> {
    let bytes = std::fs::read(path)?;
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")) {
        games.extend(read_wtb(&bytes)?.1.filter_map(|game| Some(game.ok()?.game)));
    } else {
        games.extend(read_ggf(std::str::from_utf8(&bytes)?).filter_map(|game| Some(game.ok()?.game)));
    }
    Ok(())
}

/// The board of a random game at this number of empties, if the game reaches it.
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
