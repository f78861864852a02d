//! The rules on arrays of NumPy: the compiled half of `reversi_engine/arrays.py`, which documents them,
//! checks types and shapes, and hands over contiguous arrays of the byte order of the machine.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | boards, sets and cells: a function for each type of results |
//! | `features.rs` | features, regions, patterns, layers: the compiled half of `features.py` |
//! | `games.rs` | games replayed, games of random moves |
//! | `play.rs` | moves of opponents, scores of moves |
//! | `parts.rs` | arrays split among threads |
//!
//! Rows are copied, some thousands at a time, and checked: discs of a [`Board`] never overlap. So another
//! thread of Python that writes to an array spoils results of these rows and nothing else.

pub(crate) mod features;
pub(crate) mod games;
pub(crate) mod parts;
pub(crate) mod play;

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use parts::{IN_CACHE, Wrong, all_boards_of, in_threads_while, on_boards, on_parts};
use pyo3::prelude::*;
use reversi_engine::arrays::{self, Plane};
use reversi_engine::board::Symmetry;
use reversi_engine::{Bitboard, Board};

use crate::errors::Class;
use crate::leaves;

/// An array of boards: the discs of the side to move and of the other side.
type Boards<'a, 'py> = &'a Bound<'py, PyArray2<u64>>;

/// An array of one axis.
type Flat<'a, 'py, T> = &'a Bound<'py, PyArray1<T>>;

/// Reports a name that `arrays.py` does not use.
fn unknown(name: &str) -> PyErr {
    Class::Request.with_code("unknown-name", format!("unknown name {name:?}"))
}

/// Sets of squares and hashes.
#[pyfunction]
pub(crate) fn _array_words(
    rule: &str,
    boards: Boards<'_, '_>,
    out: Flat<'_, '_, u64>,
    threads: usize,
) -> PyResult<()> {
    let sets = |of: fn(&[Board], &mut [Bitboard])| {
        on_boards(boards, out, 1, threads, |_, boards, out| {
            let sets = &mut [Bitboard::EMPTY; IN_CACHE][..boards.len()];
            of(boards, sets);
            arrays::words(sets, out);
            Ok(())
        })
    };
    match rule {
        "legal_moves" => sets(arrays::legal_moves),
        "stable" => sets(arrays::stable),
        "hash" => on_boards(boards, out, 1, threads, |_, boards, out| {
            arrays::hash(boards, out);
            Ok(())
        }),
        _ => Err(unknown(rule)),
    }
}

/// Counts, truths and scores, each as a byte.
#[pyfunction]
pub(crate) fn _array_bytes(
    rule: &str,
    boards: Boards<'_, '_>,
    out: Flat<'_, '_, u8>,
    threads: usize,
) -> PyResult<()> {
    let truths = |of: fn(&[Board], &mut [bool])| {
        on_boards(boards, out, 1, threads, |_, boards, out| {
            let truths = &mut [false; IN_CACHE][..boards.len()];
            of(boards, truths);
            for (out, truth) in out.iter_mut().zip(truths) {
                *out = (*truth).into();
            }
            Ok(())
        })
    };
    match rule {
        "mobility" => on_boards(boards, out, 1, threads, |_, boards, out| {
            arrays::mobility(boards, out);
            Ok(())
        }),
        "final_scores" => on_boards(boards, out, 1, threads, |_, boards, out| {
            let scores = &mut [0; IN_CACHE][..boards.len()];
            arrays::final_scores(boards, scores);
            for (out, score) in out.iter_mut().zip(scores) {
                *out = *score as u8;
            }
            Ok(())
        }),
        "must_pass" => truths(arrays::must_pass),
        "is_over" => truths(arrays::is_over),
        _ => Err(unknown(rule)),
    }
}

#[pyfunction]
pub(crate) fn _array_flips(
    boards: Boards<'_, '_>,
    moves: Flat<'_, '_, u8>,
    out: Flat<'_, '_, u64>,
    threads: usize,
) -> PyResult<()> {
    let moves = moves.try_readonly()?;
    let moves = moves.as_slice()?;
    on_boards(boards, out, 1, threads, |start, boards, out| {
        let flips = &mut [Bitboard::EMPTY; IN_CACHE][..boards.len()];
        arrays::flips(boards, &moves[start..start + boards.len()], flips);
        arrays::words(flips, out);
        Ok(())
    })
}

#[pyfunction]
pub(crate) fn _array_play(
    boards: Boards<'_, '_>,
    moves: Flat<'_, '_, u8>,
    out: Flat<'_, '_, u64>,
    threads: usize,
) -> PyResult<()> {
    let moves = moves.try_readonly()?;
    let moves = moves.as_slice()?;
    on_boards(boards, out, 2, threads, |start, boards, out| {
        let mut next = boards.to_vec();
        arrays::play(boards, &moves[start..start + boards.len()], &mut next).map_err(|mut error| {
            error.index += start;
            Wrong::Play(error)
        })?;
        write(&next, out);
        Ok(())
    })
}

/// The symmetry of all boards, or of each. `arrays.py` has checked that the numbers are below 8.
#[derive(FromPyObject)]
pub(crate) enum Symmetries<'py> {
    Each(Bound<'py, PyArray1<u8>>),
    Same(u8),
}

/// Returns the images by symmetries.
#[pyfunction]
pub(crate) fn _array_transform(
    boards: Boards<'_, '_>,
    symmetry: Symmetries<'_>,
    out: Flat<'_, '_, u64>,
    threads: usize,
) -> PyResult<()> {
    let of = |&number: &u8| Symmetry::ALL[usize::from(number & 7)];
    match symmetry {
        Symmetries::Same(number) => on_boards(boards, out, 2, threads, |_, boards, out| {
            let mut images = boards.to_vec();
            arrays::transform(boards, of(&number), &mut images);
            write(&images, out);
            Ok(())
        }),
        Symmetries::Each(numbers) => {
            let numbers = numbers.try_readonly()?;
            let numbers = numbers.as_slice()?;
            on_boards(boards, out, 2, threads, |start, boards, out| {
                let mut images = boards.to_vec();
                let each: Vec<_> = numbers[start..start + boards.len()].iter().map(of).collect();
                arrays::transform_each(boards, &each, &mut images);
                write(&images, out);
                Ok(())
            })
        }
    }
}

/// Returns the numbers of sequences of moves. A thread takes a board at a time.
#[pyfunction]
pub(crate) fn _array_perft(
    boards: Boards<'_, '_>,
    depth: u32,
    out: Flat<'_, '_, u64>,
    threads: usize,
) -> PyResult<()> {
    let (rows, mut out) = (boards.try_readonly()?, out.try_readwrite()?);
    let all = all_boards_of(rows.as_slice()?)?;
    let jobs = all.into_iter().zip(out.as_slice_mut()?);
    in_threads_while(boards.py(), threads, jobs, |(board, out), goes_on| {
        let mut look = || if goes_on() { Ok(()) } else { Err(()) };
        *out = leaves(board, depth, &mut look).unwrap_or_default();
        Ok(())
    })
}

/// Returns the smallest images, and the numbers of the symmetries that lead there as a third column.
#[pyfunction]
pub(crate) fn _array_canonical(
    boards: Boards<'_, '_>,
    out: Flat<'_, '_, u64>,
    threads: usize,
) -> PyResult<()> {
    on_boards(boards, out, 3, threads, |_, boards, out| {
        let mut images = boards.to_vec();
        let mut symmetries = vec![Symmetry::IDENTITY; boards.len()];
        arrays::canonical(boards, &mut images, &mut symmetries);
        for ((out, image), symmetry) in out.as_chunks_mut::<3>().0.iter_mut().zip(images).zip(symmetries) {
            *out = [image.player().0, image.opponent().0, symmetry.index() as u64];
        }
        Ok(())
    })
}

fn write(boards: &[Board], out: &mut [u64]) {
    arrays::rows(boards, out.as_chunks_mut::<2>().0);
}

fn planes<T: Element + arrays::Cell + Send>(
    boards: Boards<'_, '_>,
    names: &[String],
    out: Flat<'_, '_, T>,
    threads: usize,
) -> PyResult<()> {
    let plane = |name: &String| Plane::ALL.into_iter().find(|plane| plane.name() == name);
    let planes = names.iter().map(|name| plane(name).ok_or_else(|| unknown(name)));
    let planes = planes.collect::<PyResult<Vec<Plane>>>()?;
    on_boards(boards, out, 64 * planes.len(), threads, |_, boards, out| {
        arrays::planes(boards, &planes, out);
        Ok(())
    })
}

/// Cells to write, of a type that models take.
#[derive(FromPyObject)]
pub(crate) enum Cells<'py> {
    Float(Bound<'py, PyArray1<f32>>),
    Byte(Bound<'py, PyArray1<u8>>),
}

#[pyfunction]
pub(crate) fn _array_planes(
    boards: Boards<'_, '_>,
    names: Vec<String>,
    out: Cells<'_>,
    threads: usize,
) -> PyResult<()> {
    match out {
        Cells::Float(out) => planes(boards, &names, &out, threads),
        Cells::Byte(out) => planes(boards, &names, &out, threads),
    }
}

#[pyfunction]
pub(crate) fn _array_cells(boards: Boards<'_, '_>, out: Flat<'_, '_, i8>, threads: usize) -> PyResult<()> {
    on_boards(boards, out, 64, threads, |_, boards, out| {
        arrays::cells(boards, out);
        Ok(())
    })
}

#[pyfunction]
pub(crate) fn _array_from_cells(
    cells: Flat<'_, '_, i8>,
    out: Flat<'_, '_, u64>,
    threads: usize,
) -> PyResult<()> {
    on_parts(cells, 64, out, 2, threads, |start, cells, out| {
        let mut boards = vec![Board::START; out.len() / 2];
        arrays::from_cells(cells, &mut boards).map_err(|mut error| {
            error.index += start;
            Wrong::Cell(error)
        })?;
        write(&boards, out);
        Ok(())
    })
}

fn unpack<T: Element + arrays::Cell + Send>(
    sets: Flat<'_, '_, u64>,
    out: Flat<'_, '_, T>,
    threads: usize,
) -> PyResult<()> {
    on_parts(sets, 1, out, 64, threads, |_, sets, out| {
        let sets: Vec<Bitboard> = sets.iter().copied().map(Bitboard).collect();
        arrays::unpack(&sets, out);
        Ok(())
    })
}

#[pyfunction]
pub(crate) fn _array_unpack(sets: Flat<'_, '_, u64>, out: Cells<'_>, threads: usize) -> PyResult<()> {
    match out {
        Cells::Float(out) => unpack(sets, &out, threads),
        Cells::Byte(out) => unpack(sets, &out, threads),
    }
}

#[pyfunction]
pub(crate) fn _array_pack(cells: Flat<'_, '_, u8>, out: Flat<'_, '_, u64>, threads: usize) -> PyResult<()> {
    on_parts(cells, 64, out, 1, threads, |_, cells, out| {
        let mut sets = vec![Bitboard::EMPTY; out.len()];
        arrays::pack(cells, &mut sets);
        arrays::words(&sets, out);
        Ok(())
    })
}
