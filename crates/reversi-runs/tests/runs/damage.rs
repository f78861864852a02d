//! Files that disks, power cuts and people have damaged: damaged lines are put aside, all others stay.

use std::fs;
use std::time::{Duration, Instant};

use reversi_bitboard::Board;
use reversi_engine::SolveRequest;
use reversi_engine::question::Problem;
use reversi_runs::{Checkpoint, CheckpointErrorKind};

use crate::support::{Scratch, boards, ends_with, engine, solve};

/// A file of solutions, and its lines.
fn solved_lines(folder: &Scratch, boards: &[Board]) -> Vec<Vec<u8>> {
    solve(&folder.open(SolveRequest::exact()), &mut engine(1), boards);
    folder.lines()
}

/// The numbers of the damaged lines.
fn damaged(checkpoint: &Checkpoint) -> Vec<u64> {
    checkpoint.damaged().iter().map(|damaged| damaged.line).collect()
}

#[test]
fn one_damaged_line_costs_one_answer_and_nothing_is_lost() {
    let (folder, boards) = (Scratch::new("one-line"), boards(8, 8));
    let good = solved_lines(&folder, &boards);
    let mut kept = Vec::new();
    let damages: [(Vec<u8>, &str); 9] = [
        (b"nonsense\n".to_vec(), "it does not begin with a checksum"),
        (b"\n".to_vec(), "it does not begin with a checksum"),
        (b"{\"crc\":\"\n".to_vec(), "it does not begin with a checksum"),
        (b"{\"crc\":\"00000000\",}\n".to_vec(), "its checksum does not agree"),
        (b"\xff\xfe\xfd\n".to_vec(), "it is not text from byte 0 on"),
        ([vec![b'x'; 1 << 16], vec![b'\n']].concat(), "it is longer than 65536 bytes"),
        ([vec![b'x'; 1 << 20], vec![b'\n']].concat(), "it is longer than 65536 bytes"),
        ([vec![0; 4096], good[3][40..].to_vec()].concat(), "zero bytes"), // a lost block
        ([good[3].trim_ascii_end(), &good[4]].concat(), "its checksum does not agree"), // a lost line break
    ];
    for (damage, reason) in damages {
        for at in [1, 4, 8] {
            let mut lines = good.clone();
            lines[at] = damage.clone();
            folder.write(lines.concat());
            let checkpoint = folder.open(SolveRequest::exact());
            assert_eq!(checkpoint.len(), 7);
            let [line] = checkpoint.damaged() else { panic!("{:?}", checkpoint.damaged()) };
            assert!(line.line == at as u64 + 1 && line.reason.contains(reason), "{line}");
            assert!(damage.starts_with(line.text.as_bytes()) || reason.contains("not text"), "{line:?}");
            assert!(line.text.len() <= 200);
            let problem = Problem::from(line);
            assert_eq!((&*problem.code, problem.at.line), ("checkpoint-line", Some(line.line)));
            kept.extend_from_slice(&damage);
            assert!(fs::read(folder.rejected()).unwrap() == kept, "those of earlier times come first");
            lines.remove(at);
            assert_eq!(folder.read(), lines.concat());
            // The run goes on.
            let solved = solve(&checkpoint, &mut engine(1), &boards);
            assert_eq!(solved.iter().filter(|solved| !solved.stored).count(), 1);
            drop(checkpoint);
            assert_eq!(folder.lines().len(), good.len());
            let checkpoint = folder.open(SolveRequest::exact());
            assert_eq!((checkpoint.len(), damaged(&checkpoint)), (8, vec![]));
        }
    }
    // A long last line without a break is ended in the file of damaged lines, and one that is cut is
    // dropped.
    folder.write([&good.concat()[..], &[b'x'; 100_000]].concat());
    assert_eq!(damaged(&folder.open(SolveRequest::exact())), [10]);
    kept.extend_from_slice(&[b'x'; 100_000]);
    kept.push(b'\n');
    folder.write([&good.concat()[..], b"nonsense"].concat());
    assert!(damaged(&folder.open(SolveRequest::exact())).is_empty());
    assert_eq!(folder.read(), good.concat());
    assert!(fs::read(folder.rejected()).unwrap() == kept);
}

#[test]
fn zero_bytes_at_the_end_are_dropped_like_a_line_that_is_cut() {
    let (folder, boards) = (Scratch::new("zeros"), boards(3, 8));
    let good = solved_lines(&folder, &boards).concat();
    for len in (0..=good.len()).step_by(37).chain([good.len() - 1, good.len()]) {
        let whole_lines = good[..len].iter().filter(|&&byte| byte == b'\n').count();
        for zeros in [1, 4096, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, 200_000] {
            folder.write([&good[..len], &vec![0; zeros]].concat());
            let checkpoint = folder.open(SolveRequest::exact());
            assert_eq!(checkpoint.len(), whole_lines.saturating_sub(1), "{zeros} after {len} bytes");
            assert!(damaged(&checkpoint).is_empty(), "{zeros} after {len} bytes");
            assert!(folder.read().len() <= good.len(), "the zeros are cut off");
        }
    }
    folder.write(&good);
    let huge = fs::File::options().write(true).open(folder.file()).unwrap();
    if huge.set_len(good.len() as u64 + (17 << 24)).is_err() {
        println!("skipped: no sparse files here");
        return;
    }
    assert_eq!(folder.open(SolveRequest::exact()).len(), 3);
    assert_eq!(folder.read(), good);
    assert!(!folder.rejected().exists());
}

#[test]
fn a_damaged_header_costs_one_line() {
    let (folder, boards) = (Scratch::new("header"), boards(3, 8));
    let good = solved_lines(&folder, &boards);
    for header in [&b"{\"crc\":\"e215e0ec\",\"run\":{}}\n"[..], &[0; 2000], b"\xef\xbb\xbf\n", b"\n"] {
        let header = [header, if header.ends_with(b"\n") { b"" } else { b"\n" }].concat();
        folder.write([&header, &good[1..].concat()[..]].concat());
        let checkpoint = folder.open(SolveRequest::exact());
        assert_eq!((checkpoint.len(), damaged(&checkpoint)), (3, vec![1]));
        let expected = format!("it is not {:?}", str::from_utf8(good[0].trim_ascii_end()).unwrap());
        assert_eq!(checkpoint.damaged()[0].reason, expected);
        assert_eq!(folder.read(), good.concat());
    }
    fs::remove_file(folder.rejected()).unwrap();
    folder.write(good[1..].concat()); // no header
    let checkpoint = folder.open(SolveRequest::exact());
    assert_eq!((checkpoint.len(), damaged(&checkpoint)), (3, vec![]));
    drop(checkpoint);
    assert_eq!(folder.read(), good.concat());
    assert!(!folder.rejected().exists(), "nothing was damaged");
}

#[test]
fn several_damages_at_once_are_all_listed() {
    let (folder, boards) = (Scratch::new("several-damages"), boards(8, 8));
    let good = solved_lines(&folder, &boards);
    let mut lines = good.clone();
    lines[0][5] ^= 1;
    lines[2] = vec![0; 300];
    lines[2].push(b'\n');
    lines[3] = b"nonsense\n".to_vec();
    lines[5].truncate(40); // and the next line behind it
    lines[8].truncate(100); // cut at the end of the file
    folder.write(lines.concat());
    let checkpoint = folder.open(SolveRequest::exact());
    assert_eq!((checkpoint.len(), damaged(&checkpoint)), (3, vec![1, 3, 4, 6]));
    let known: Vec<bool> = boards.iter().map(|board| checkpoint.solution(board).is_some()).collect();
    assert_eq!(known, [true, false, false, true, false, false, true, false]);
    let aside = [&lines[0][..], &lines[2], &lines[3], &lines[5], &lines[6]].concat();
    assert_eq!(fs::read(folder.rejected()).unwrap(), aside);
    let kept = [&good[0][..], &good[1], &good[4], &good[7]].concat();
    assert_eq!(folder.read(), kept);
    solve(&checkpoint, &mut engine(1), &boards);
    drop(checkpoint);
    assert_eq!(folder.open(SolveRequest::exact()).len(), 8);
}

/// Lines that are whole, but in another order, twice, or with the line ends of another system.
#[test]
fn an_editor_may_move_lines() {
    let (folder, boards) = (Scratch::new("editor"), boards(4, 8));
    let good = solved_lines(&folder, &boards);
    let mut lines = good.clone();
    lines[1..].reverse();
    lines.push(good[2].clone());
    folder.write(lines.concat());
    assert_eq!((folder.open(SolveRequest::exact()).len(), folder.read()), (4, lines.concat()));
    let text = String::from_utf8(good.concat()).unwrap().replace('\n', "\r\n");
    folder.write(&text);
    let checkpoint = folder.open(SolveRequest::exact());
    assert_eq!((checkpoint.len(), damaged(&checkpoint)), (4, vec![]));
    assert_eq!(folder.text(), text);
}

/// A program that opened the old file just before it was replaced would write to a file without a name.
#[test]
#[cfg(unix)]
fn a_replaced_file_is_locked_keeps_its_permissions_and_is_found_through_links() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = Scratch::new("lock");
    let good = solved_lines(&folder, &boards(3, 8));
    folder.append(b"nonsense\n");
    fs::set_permissions(folder.file(), fs::Permissions::from_mode(0o600)).unwrap();
    symlink(folder.file(), folder.at("link")).unwrap();
    let before = fs::File::open(folder.file()).unwrap();
    let checkpoint = folder.open_at("link", SolveRequest::exact());
    assert_eq!(damaged(&checkpoint), [5]);
    assert!(matches!(before.try_lock(), Err(fs::TryLockError::WouldBlock)));
    let second = Checkpoint::open(folder.file(), SolveRequest::exact()).unwrap_err();
    assert!(matches!(second.kind, CheckpointErrorKind::InUse), "{second}");
    drop(checkpoint);
    assert!(fs::symlink_metadata(folder.at("link")).unwrap().is_symlink());
    assert_eq!(fs::metadata(folder.file()).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(folder.read(), good.concat());
    assert_eq!(fs::read(folder.rejected()).unwrap(), b"nonsense\n");
}

#[test]
fn a_file_is_left_alone_where_its_damaged_lines_cannot_be_put_aside() {
    let folder = Scratch::new("fails");
    solved_lines(&folder, &boards(3, 8));
    folder.append(b"nonsense\n");
    let before = folder.read();
    fs::create_dir(folder.rejected()).unwrap(); // in the way
    let error = Checkpoint::open(folder.file(), SolveRequest::exact()).unwrap_err();
    assert!(ends_with(&error.path, ".rejected"), "{error}");
    assert!(matches!(error.kind, CheckpointErrorKind::Io(_)), "{error}");
    assert_eq!(folder.read(), before);
}

/// A file system may leave a hole of zeros in a file of gigabytes.
#[test]
fn a_line_without_an_end_takes_little_memory_and_time() {
    let folder = Scratch::new("hole");
    let good = solved_lines(&folder, &boards(2, 8)).concat();
    folder.set_len(good.len() as u64 + (1 << 26));
    folder.append(b"\n");
    let begin = Instant::now();
    let checkpoint = folder.open(SolveRequest::exact());
    assert_eq!((checkpoint.len(), damaged(&checkpoint)), (2, vec![4]));
    assert!(checkpoint.damaged()[0].reason.contains("zero bytes"));
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
}
