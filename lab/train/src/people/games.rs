//! Tournament games between people.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use reversi_bitboard::Game;
use reversi_notation::read_wtb;
use serde::Serialize;

/// The games.
#[derive(clap::Args, Serialize)]
pub(crate) struct Sources {
    /// WTHOR files (.wtb).
    #[arg(required = true)]
    #[serde(skip)] // among the inputs of the manifest
    games: Vec<PathBuf>,
    /// A file with the numbers of players that are no people. Their games are left out.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    programs: Option<PathBuf>,
}

/// A game. Players are numbers of the data base: their names are nowhere in this tool.
pub(crate) struct Played {
    pub(crate) year: u16,
    pub(crate) black: u16,
    pub(crate) white: u16,
    /// The result from black's side.
    pub(crate) score: i32,
    pub(crate) game: Game,
}

impl Played {
    /// A game without moves, for tests.
    #[cfg(test)]
    pub(super) fn of(year: u16, black: u16, white: u16, score: i32) -> Played {
        Played { year, black, white, score, game: Game::new() }
    }
}

impl Sources {
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        self.games.iter().chain(&self.programs).cloned().collect()
    }

    /// Games in the order of the files, which is that of the years. Games that cannot be read are left
    /// out.
    pub(crate) fn read(&self) -> Result<Vec<Played>> {
        let programs = self.programs.as_deref().map_or(Ok(HashSet::new()), programs)?;
        let mut all = Vec::new();
        for path in &self.games {
            let bytes = fs::read(path).with_context(|| format!("{}", path.display()))?;
            let (header, games) = read_wtb(&bytes).with_context(|| format!("{}", path.display()))?;
            let of_people = games.flatten().filter(|played| {
                [played.black, played.white].iter().all(|player| !programs.contains(player))
            });
            all.extend(of_people.map(|played| Played {
                year: header.year,
                black: played.black,
                white: played.white,
                score: played.score(),
                game: played.game,
            }));
        }
        ensure!(!all.is_empty(), "no games between people");
        all.sort_by_key(|played| played.year);
        Ok(all)
    }
}

fn programs(path: &Path) -> Result<HashSet<u16>> {
    let text = fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    let numbers = text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
    let number = |word: &str| word.parse().with_context(|| format!("{}: {word:?}", path.display()));
    numbers.map(number).collect()
}
