//! Searched values of positions, kept in a file so that they are searched only once.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use reversi_bitboard::{Bitboard, Board};
use reversi_engine::{AnalyzeRequest, Engine, Level, Value};

use crate::{parallel, progress, selfplay};

/// A position and the level of its search.
pub(crate) type Search = (Board, Level);

/// A line of the file: the discs of the side to move and of the other one, the level, and the value.
type Line = (u64, u64, Level, Value);

/// The values of searches, each with an empty table. With a file, those that it has are read and the others
/// are added to it.
pub(crate) fn values(searches: &[Search], file: Option<&Path>) -> Result<Vec<Value>> {
    let engines = selfplay::engines(None, 1)?;
    let (mut known, mut file) = match file {
        None => (HashMap::new(), None),
        Some(path) => {
            let fingerprint = engines[0].evaluation_fingerprint();
            let (known, file) = opened(path, &fingerprint).with_context(|| format!("{}", path.display()))?;
            (known, Some(file))
        }
    };
    let mut missing: Vec<Search> =
        searches.iter().filter(|search| !known.contains_key(search)).copied().collect();
    missing.sort_unstable();
    missing.dedup();
    // In order, the early positions would make the forecast of the time wrong.
    fastrand::Rng::with_seed(1).shuffle(&mut missing);
    let bar = progress::bar(missing.len() as u64, "positions");
    let work = |engine: &mut Engine, i: u32| {
        let (board, level) = missing[i as usize];
        engine.clear_hash();
        Ok((board, level, engine.analyze(&board, AnalyzeRequest::level(level))?.value()))
    };
    parallel::in_order(engines, 0..missing.len() as u32, work, |(board, level, value)| {
        if let Some(file) = &mut file {
            let line: Line = (board.player().0, board.opponent().0, level, value);
            writeln!(file, "{}", serde_json::to_string(&line)?)?;
        }
        known.insert((board, level), value);
        bar.inc(1);
        Ok(ControlFlow::Continue(()))
    })?;
    bar.finish_and_clear();
    Ok(searches.iter().map(|search| known[search]).collect())
}

/// The values of a file, and the file to append to. Its first line tells the evaluation that made them. A
/// last line that was cut off is removed.
fn opened(path: &Path, fingerprint: &str) -> Result<(HashMap<Search, Value>, File)> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let complete = text.rfind('\n').map_or("", |end| &text[..=end]);
    file.set_len(complete.len() as u64)?;
    file.seek(SeekFrom::End(0))?;
    let mut lines = complete.lines();
    match lines.next() {
        None => writeln!(file, "{fingerprint}")?,
        Some(first) => ensure!(first == fingerprint, "its values are of another evaluation: remove it"),
    }
    let mut values = HashMap::new();
    for (i, line) in lines.enumerate() {
        let at = || format!("line {}", i + 2);
        let (player, opponent, level, value): Line = serde_json::from_str(line).with_context(at)?;
        let board = Board::new(Bitboard(player), Bitboard(opponent)).with_context(at)?;
        values.insert((board, level), value);
    }
    Ok((values, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_has_is_not_searched_again() -> Result<()> {
        let path = std::env::temp_dir().join(format!("reversi-train-values-{}", std::process::id()));
        let search = |level| Ok::<_, anyhow::Error>((Board::START, Level::new(level)?));
        let searches = [search(1)?, search(2)?, search(1)?];
        let found = values(&searches, Some(&path))?;
        assert_eq!(found, values(&searches, None)?);
        // The second value is made another one, the third line is torn.
        let text = std::fs::read_to_string(&path)?;
        assert_eq!(text.lines().count(), 3);
        let first = text.lines().next().unwrap_or_default();
        let line = serde_json::to_string::<Line>(&(
            Board::START.player().0,
            Board::START.opponent().0,
            Level::of::<1>(),
            Value::Exact(2),
        ))?;
        std::fs::write(&path, format!("{first}\n{line}\n[1234"))?;
        assert_eq!(values(&searches, Some(&path))?, [Value::Exact(2), found[1], Value::Exact(2)]);
        assert_eq!(std::fs::read_to_string(&path)?.lines().count(), 3);
        std::fs::write(&path, format!("another\n{line}\n"))?;
        assert!(values(&searches, Some(&path)).is_err());
        std::fs::remove_file(&path)?;
        Ok(())
    }
}
