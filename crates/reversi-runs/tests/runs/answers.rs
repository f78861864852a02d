//! Files of finished shards: whole, or refused.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use reversi_bitboard::{Board, Color, Position};
use reversi_engine::SolveRequest;
use reversi_engine::question::{Answer, Ask, QuestionId, Reply};
use reversi_runs::Shard;
use reversi_runs::answers::{AnswersError, Header, Lines, Set, read, write};

use crate::support::{Scratch, boards, engine, engine_by, sealed, unsealed};

/// Positions, and what is asked of them.
struct Run {
    boards: Vec<Board>,
    set: Set,
}

impl Run {
    fn new() -> Run {
        let boards = boards(12, 8);
        let set = Set::new(boards.iter().copied(), &exact(), &engine(1), 1);
        Run { boards, set }
    }

    /// The numbers of the positions of a shard, from 1, and their lines.
    fn lines(&self, shard: Shard) -> Vec<(u64, String)> {
        let mut engine = engine(1);
        let of = (1..).zip(&self.boards).filter(|(_, board)| shard.has(board));
        of.map(|(id, board)| {
            let solution = engine.solve(board, SolveRequest::exact()).unwrap();
            let position = Position { board: *board, side: Color::Black };
            let mut answer = Answer::new(position, Reply::Solution(solution));
            answer.id = Some(QuestionId::Number(i64::try_from(id).unwrap()));
            (id, serde_json::to_string(&answer).unwrap())
        })
        .collect()
    }

    /// The file of a shard, line by line.
    fn file(&self, shard: Shard) -> Vec<Vec<u8>> {
        let lines = self.lines(shard);
        let mut file = Vec::new();
        let answers = lines.iter().map(|(_, line)| Ok(line.clone()));
        write(&mut file, &self.set, shard, lines.len() as u64, answers).unwrap();
        file.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
    }
}

fn exact() -> Ask {
    SolveRequest::exact().into()
}

fn shard(number: u64, of: u64) -> Shard {
    Shard::new(number, of).unwrap()
}

/// Reads these bytes.
fn read_bytes(folder: &Scratch, bytes: &[u8]) -> Result<(Header, Vec<(u64, String)>), AnswersError> {
    folder.write(bytes);
    let mut found = Vec::new();
    let header = read(&folder.file(), |id, answer, line| {
        assert_eq!(answer.id, Some(QuestionId::Number(i64::try_from(id).unwrap())));
        found.push((id, line.to_owned()));
        Ok(())
    })?;
    Ok((header, found))
}

#[test]
fn the_shards_of_a_run_have_each_position_once_and_read_back() {
    let (folder, run) = (Scratch::new("shards"), Run::new());
    let mut ids = Vec::new();
    for number in 1..=3 {
        let shard = shard(number, 3);
        let (header, found) = read_bytes(&folder, &run.file(shard).concat()).unwrap();
        assert_eq!((&header.set, header.shard), (&run.set, shard));
        let expected = run.lines(shard);
        let fields = |lines: &[(u64, String)]| lines.iter().map(|line| line.0).collect::<Vec<_>>();
        assert_eq!(fields(&found), fields(&expected));
        let again: Vec<_> = Lines::of(&folder.file()).map(Result::unwrap).collect();
        assert_eq!(again, found);
        ids.extend(fields(&found));
    }
    ids.sort_unstable();
    assert!(ids.into_iter().eq(1..=12));
    assert_eq!(run.set.positions(), 12);
}

#[test]
fn a_flipped_bit_of_any_byte_is_refused() {
    let (folder, run) = (Scratch::new("flipped-answers"), Run::new());
    let lines = run.file(shard(1, 3));
    let good = lines.concat();
    assert!(lines.len() > 2 && read_bytes(&folder, &good).is_ok());
    for (at, bit) in (0..good.len()).map(|at| (at, at % 8)) {
        let mut bad = good.clone();
        bad[at] ^= 1 << bit;
        let error = read_bytes(&folder, &bad).unwrap_err();
        let of_header = at < lines[0].len();
        assert_eq!(matches!(error, AnswersError::Other(_)), of_header, "{at}: {error}");
        assert_eq!(matches!(error, AnswersError::Damaged(_)), !of_header, "{at}: {error}");
        assert!(error.to_string().contains(if of_header { "line 1" } else { "line " }), "{at}: {error}");
    }
}

#[test]
fn a_file_that_is_cut_or_goes_on_is_refused() {
    let (folder, run) = (Scratch::new("cut-answers"), Run::new());
    let none = Set::new([], &exact(), &engine(1), 1);
    let mut empty = Vec::new();
    write(&mut empty, &none, Shard::WHOLE, 0, [].into_iter()).unwrap();
    for good in [run.file(shard(2, 3)).concat(), empty] {
        assert!(read_bytes(&folder, &good).is_ok());
        for len in 0..good.len() {
            let error = read_bytes(&folder, &good[..len]).map(drop).unwrap_err();
            assert_eq!(matches!(error, AnswersError::Missing), len == 0, "{len}: {error}");
        }
        for more in [&b"\n"[..], b"x", b"\0", b"{}\n", &good] {
            let error = read_bytes(&folder, &[&good[..], more].concat()).map(drop).unwrap_err();
            assert!(matches!(&error, AnswersError::Damaged(_)), "{error}");
            assert!(error.to_string().starts_with("it goes on after "), "{error}");
        }
    }
    let missing = read(Path::new("/no/such/file"), |_, _, _| Ok(())).unwrap_err();
    assert!(matches!(missing, AnswersError::Missing));
}

#[test]
fn lines_that_are_exchanged_or_repeated_or_of_another_shard_are_refused() {
    let (folder, run) = (Scratch::new("exchanged"), Run::new());
    let (good, other) = (run.file(shard(1, 2)), run.file(shard(2, 2)));
    assert!(good.len() > 3 && other.len() > 2);
    let renumbered = |line: &[u8], id: &str| {
        let object = unsealed(line);
        let from = object.find("\"id\":").unwrap() + 5;
        let end = from + object[from..].find(',').unwrap();
        sealed(&format!("{}{id}{}", &object[..from], &object[end..])).into_bytes()
    };
    let mut bad: Vec<(&str, Vec<Vec<u8>>)> = Vec::new();
    let mut with = |what, change: &dyn Fn(&mut Vec<Vec<u8>>)| {
        let mut lines = good.clone();
        change(&mut lines);
        bad.push((what, lines));
    };
    with("exchanged", &|lines| lines.swap(1, 2));
    with("twice in place of another", &|lines| lines[2] = lines[1].clone());
    with("twice", &|lines| lines.insert(2, lines[1].clone()));
    with("missing", &|lines| drop(lines.remove(2)));
    with("of another shard", &|lines| lines[1] = other[1].clone());
    with("two lines as one", &|lines| {
        lines[1].pop();
    });
    with("without an id", &|lines| {
        lines[1] = sealed(&unsealed(&lines[1]).replacen("\"id\"", "\"ids\"", 1)).into()
    });
    for id in ["0", "-1", "13", "\"1\"", "18446744073709551617"] {
        with("with another id", &|lines| lines[1] = renumbered(&lines[1], id));
    }
    with("with the id of the last one", &|lines| {
        let last = lines.len() - 1;
        lines[last] = renumbered(&lines[last], "1");
    });
    with("no answer", &|lines| lines[1] = sealed(r#"{"id":1}"#).into());
    with("too long", &|lines| {
        lines[1] = sealed(&format!(r#"{{"id":1,"x":"{}"}}"#, "x".repeat(1 << 21))).into()
    });
    for (what, lines) in bad {
        let error = read_bytes(&folder, &lines.concat()).map(drop).unwrap_err();
        assert!(matches!(error, AnswersError::Damaged(_)), "{what}: {error}");
    }
    folder.write(good.concat());
    let refused = read(&folder.file(), |_, _, _| Err("no use".to_owned()));
    assert_eq!(refused.unwrap_err().to_string(), "line 2: no use");
}

#[test]
fn a_header_of_numbers_beyond_reason_is_refused_at_once() {
    let (folder, run) = (Scratch::new("numbers"), Run::new());
    let good = run.file(shard(1, 2));
    let header = unsealed(&good[0]);
    let answers = format!("\"answers\":{}", good.len() - 1);
    let begin = Instant::now();
    for (from, to) in [
        ("\"of\":2", "\"of\":4611686018427387904"),
        ("\"of\":2", "\"of\":1000001"),
        ("\"of\":2", "\"of\":0"),
        ("\"number\":1", "\"number\":3"),
        ("\"number\":1", "\"number\":0"),
        (&*answers, "\"answers\":18446744073709551615"),
        (&*answers, "\"answers\":4611686018427387904"),
        (&*answers, "\"answers\":0"),
        (&*answers, "\"answers\":-1"),
        ("\"positions\":12", "\"positions\":1"),
        ("\"positions\":12", "\"positions\":1e99"),
        ("\"run\"", "\"ran\""),
    ] {
        let changed = header.replacen(from, to, 1);
        assert_ne!(changed, header, "{from}");
        let bytes = [sealed(&changed).into_bytes(), good[1..].concat()].concat();
        let result = read_bytes(&folder, &bytes);
        assert!(result.is_err(), "{to}");
    }
    assert!(begin.elapsed() < Duration::from_secs(10));
    let checkpoint = folder.open_at("checkpoint", SolveRequest::exact());
    drop(checkpoint);
    let error = read(&folder.at("checkpoint"), |_, _, _| Ok(())).unwrap_err();
    assert!(matches!(error, AnswersError::Other(_)), "{error}");
}

#[test]
fn another_number_of_answers_than_promised_is_an_error() {
    let run = Run::new();
    let line = || Ok::<_, io::Error>("{\"id\":1}".to_owned());
    for (promised, lines) in [(1, vec![]), (0, vec![line()]), (1, vec![line(), line()])] {
        let written = write(&mut Vec::new(), &run.set, Shard::WHOLE, promised, lines.into_iter());
        assert!(written.is_err(), "{promised}");
    }
    let broken =
        write(&mut Vec::new(), &run.set, Shard::WHOLE, 1, [Err(io::Error::other("gone"))].into_iter());
    assert_eq!(broken.unwrap_err().to_string(), "gone");
}

#[test]
fn lines_of_a_file_that_has_changed_are_an_error() {
    let (folder, run) = (Scratch::new("lines"), Run::new());
    let mut lines = run.file(Shard::WHOLE);
    folder.write(lines.concat());
    assert_eq!(Lines::of(&folder.file()).map(Result::unwrap).count(), 12);
    lines[3][40] ^= 1;
    folder.write(lines.concat());
    assert!(Lines::of(&folder.file()).next().unwrap().is_err());
    fs::remove_file(folder.file()).unwrap();
    assert!(Lines::of(&folder.file()).next().unwrap().is_err());
    // More than is read at a time.
    let long = format!("{{\"id\":7,\"x\":\"{}\"}}", "x".repeat(5000));
    let mut file = Vec::new();
    write(&mut file, &run.set, Shard::WHOLE, 20, (0..20).map(|_| Ok(long.clone()))).unwrap();
    folder.write(file);
    assert!(Lines::of(&folder.file()).map(Result::unwrap).eq((0..20).map(|_| (7, long.clone()))));
}

/// Everything that decides on an answer or its nodes is compared.
#[test]
fn sets_are_different_where_their_answers_may_be() {
    let boards = boards(3, 8);
    let of = |boards: &[Board], ask: Ask, hash_mib, threads| {
        Set::new(boards.iter().copied(), &ask, &engine(threads), hash_mib)
    };
    let ours = of(&boards, exact(), 1, 1);
    assert_eq!(ours.difference(&of(&boards, exact(), 1, 1)), None);
    let reversed: Vec<Board> = boards.iter().rev().copied().collect();
    let by_another = Set::new(boards.iter().copied(), &exact(), &engine_by(2), 1);
    let mut names = vec![ours.name(Shard::WHOLE), ours.name(shard(1, 2)), ours.name(shard(2, 2))];
    for (theirs, name) in [
        (of(&boards, SolveRequest::wld().into(), 1, 1), "question"),
        (of(&boards[..2], exact(), 1, 1), "number of positions"),
        (of(&reversed, exact(), 1, 1), "checksum of the positions"),
        (by_another, "fingerprint of the evaluation"),
        (of(&boards, exact(), 2, 1), "size of the hash table in MiB"),
        (of(&boards, exact(), 1, 2), "number of threads of a search"),
    ] {
        let difference = ours.difference(&theirs).unwrap();
        assert!(difference.starts_with(&format!("the {name} is ")), "{difference}");
        names.push(theirs.name(Shard::WHOLE));
    }
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all, "each set and each shard has its own");
}
