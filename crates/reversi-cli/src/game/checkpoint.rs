//! The games that earlier runs have analysed, in a file of one JSON object a line.

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use reversi_engine::{AnalyzedMove, Game};
use serde::{Deserialize, Serialize};

/// The first line of the file.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// Says what the file is.
    analysed_games: u32,
    /// The options that the analyses depend on.
    settings: String,
}

/// A further line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnalysedGame {
    game: Game,
    turns: Vec<AnalyzedMove>,
}

/// Games that are analysed, and the file where further ones are recorded. No other run can use the file
/// meanwhile.
pub(super) struct Checkpoint {
    path: PathBuf,
    file: File,
    games: HashMap<Game, Vec<AnalyzedMove>>,
}

impl Checkpoint {
    /// Opens the file, or makes it. An incomplete last line, which a run left that was killed, is cut off.
    ///
    /// # Errors
    /// If the file cannot be used, belongs to other settings, or has a line that is no analysed game.
    pub(super) fn open(path: &Path, settings: &str) -> Result<Checkpoint, String> {
        let at = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut file = File::options().read(true).append(true).create(true).open(path).map_err(|e| at(&e))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(at(&"in use: another run has it open")),
            Err(TryLockError::Error(error)) => return Err(at(&error)),
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|e| at(&e))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(|e| at(&e))?;

        let expected = Header { analysed_games: 1, settings: settings.to_owned() };
        let mut checkpoint = Checkpoint { path: path.to_owned(), file, games: HashMap::new() };
        let mut lines = (1..).zip(text[..whole].lines());
        match lines.next().map(|(_, line)| serde_json::from_str::<Header>(line)) {
            None => checkpoint.append(&expected)?,
            Some(Ok(found)) if found == expected => {}
            Some(Ok(found)) => {
                let (found, expected) = (found.settings, expected.settings);
                return Err(at(&format!("its games are analysed with {found}, and not with {expected}")));
            }
            Some(Err(_)) => return Err(at(&"this is no file of analysed games")),
        }
        for (number, line) in lines {
            let read = serde_json::from_str::<AnalysedGame>(line);
            let AnalysedGame { game, turns } = read.map_err(|error| {
                at(&format!("line {number} is damaged: {error}; delete the line to analyse its game again"))
            })?;
            checkpoint.games.insert(game, turns);
        }
        Ok(checkpoint)
    }

    /// The analysis of a game by an earlier run.
    pub(super) fn get(&self, game: &Game) -> Option<&[AnalyzedMove]> {
        self.games.get(game).map(Vec::as_slice)
    }

    /// Records a game. It is on the disk when this returns.
    pub(super) fn add(&mut self, game: &Game, turns: &[AnalyzedMove]) -> Result<(), String> {
        self.append(&AnalysedGame { game: game.clone(), turns: turns.to_owned() })
    }

    fn append(&mut self, line: &impl Serialize) -> Result<(), String> {
        let mut text = serde_json::to_string(line).map_err(|error| error.to_string())?;
        text.push('\n');
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| format!("{}: {error}", self.path.display()))
    }
}
