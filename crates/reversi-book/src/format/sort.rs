//! Sorts more records than fit the memory: sorted runs in a temporary file, merged when they are read.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The number of bytes before the data of a record: its key and the length of its data.
const HEAD: usize = 16 + 2;
/// The number of bytes of a record's place in the index: a part of its key and its offset.
const INDEX: usize = 16;
/// Up to this number of bytes of records, memory grows as usual.
const FEW: usize = 1 << 20;
/// The minimum number of bytes that are read of a run at once.
const LEAST_CHUNK: usize = 1 << 12;

/// Collects records and sorts them by their keys, records with the same key by their data. Up to `memory`
/// bytes of records are in memory. The others are in a temporary file that has no name and is deleted with
/// the sorter.
pub(super) struct Sorter {
    folder: PathBuf,
    memory: usize,
    bytes: Vec<u8>,
    index: Vec<(u64, u32)>,
    file: Option<BufWriter<File>>,
    /// The ends of the runs in the file.
    ends: Vec<u64>,
    len: u64,
}

impl Sorter {
    /// Makes an empty sorter. The temporary file, if one is needed, is made in `folder`.
    pub(super) fn new(folder: &Path, memory: usize) -> Sorter {
        let memory = memory.clamp(1 << 16, u32::MAX as usize);
        let (bytes, index, ends) = (Vec::new(), Vec::new(), Vec::new());
        Sorter { folder: folder.to_owned(), memory, bytes, index, file: None, ends, len: 0 }
    }

    /// Returns the number of records.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Adds a record of less than 2^16 bytes.
    pub(super) fn push(&mut self, key: u128, data: &[u8]) -> io::Result<()> {
        let used = self.bytes.len() + HEAD + data.len() + (self.index.len() + 1) * INDEX;
        if used > self.memory && !self.index.is_empty() {
            self.write_run()?;
        }
        let len = u16::try_from(data.len()).expect("a record is short");
        self.reserve(HEAD + data.len());
        self.index.push((prefix(key), self.bytes.len() as u32));
        self.bytes.extend(key.to_be_bytes());
        self.bytes.extend(len.to_be_bytes());
        self.bytes.extend(data);
        self.len += 1;
        Ok(())
    }

    /// Makes space for a record. Once there are many, the whole memory is allocated at once: memory that
    /// grows step by step leaves unused blocks of the same total size.
    fn reserve(&mut self, len: usize) {
        let is_full = self.bytes.capacity() - self.bytes.len() < len;
        if is_full && self.bytes.len() >= FEW {
            self.bytes.reserve_exact(self.memory.saturating_sub(self.bytes.len()).max(len));
            let most = self.memory / (HEAD + INDEX) + 1;
            self.index.reserve_exact(most.saturating_sub(self.index.len()));
        }
    }

    /// Forgets all records.
    pub(super) fn clear(&mut self) {
        *self = Sorter::new(&self.folder, self.memory);
    }

    fn write_run(&mut self) -> io::Result<()> {
        self.sort_index();
        let file = match &mut self.file {
            Some(file) => file,
            None => {
                let file = tempfile::tempfile_in(&self.folder)?;
                self.file.insert(BufWriter::with_capacity(1 << 18, file))
            }
        };
        let mut end = self.ends.last().copied().unwrap_or(0);
        for &(_, at) in &self.index {
            let record = record(&self.bytes, at);
            file.write_all(record)?;
            end += record.len() as u64;
        }
        self.ends.push(end);
        self.bytes.clear();
        self.index.clear();
        Ok(())
    }

    fn sort_index(&mut self) {
        let Sorter { bytes, index, .. } = self;
        index.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| order(record(bytes, a.1)).cmp(&order(record(bytes, b.1))))
        });
    }

    /// Returns the records in order. The sorter keeps them, so they can be read again.
    pub(super) fn sorted(&mut self) -> io::Result<Sorted<'_>> {
        if self.ends.is_empty() {
            self.sort_index();
            return Ok(Sorted { source: Source::Memory { bytes: &self.bytes, index: self.index.iter() } });
        }
        if !self.index.is_empty() {
            self.write_run()?;
        }
        (self.bytes, self.index) = (Vec::new(), Vec::new());
        let file = self.file.as_mut().expect("there are runs");
        file.flush()?;
        let mut merge = Merge::new(file.get_mut(), &self.ends, self.memory)?;
        merge.fill()?;
        Ok(Sorted { source: Source::Runs(merge) })
    }
}

/// Returns the bits of a key that are compared first. Keys have 102 bits.
fn prefix(key: u128) -> u64 {
    (key >> 38) as u64
}

/// Returns the record at `at`.
fn record(bytes: &[u8], at: u32) -> &[u8] {
    let bytes = &bytes[at as usize..];
    &bytes[..HEAD + usize::from(u16::from_be_bytes([bytes[16], bytes[17]]))]
}

/// Returns the sort key of a record: its key and its data.
fn order(record: &[u8]) -> (&[u8], &[u8]) {
    (&record[..16], &record[HEAD..])
}

/// Records in their order.
pub(super) struct Sorted<'a> {
    source: Source<'a>,
}

enum Source<'a> {
    Memory { bytes: &'a [u8], index: std::slice::Iter<'a, (u64, u32)> },
    Runs(Merge<'a>),
}

impl Sorted<'_> {
    /// Returns the next record: its key and its data.
    pub(super) fn next(&mut self) -> io::Result<Option<(u128, &[u8])>> {
        let record = match &mut self.source {
            Source::Memory { bytes, index } => index.next().map(|&(_, at)| record(bytes, at)),
            Source::Runs(merge) => merge.next()?,
        };
        Ok(record.map(|record| {
            let key = record.first_chunk().expect("a record begins with its key");
            (u128::from_be_bytes(*key), &record[HEAD..])
        }))
    }
}

/// The runs of a file, read together.
struct Merge<'a> {
    file: &'a mut File,
    runs: Vec<Run>,
    /// The first records of the runs.
    first: BinaryHeap<Reverse<(u128, Vec<u8>, usize)>>,
    chunk: usize,
    current: Vec<u8>,
}

/// A part of the file.
struct Run {
    next: u64,
    end: u64,
    bytes: Vec<u8>,
    taken: usize,
}

impl<'a> Merge<'a> {
    fn new(file: &'a mut File, ends: &[u64], memory: usize) -> io::Result<Merge<'a>> {
        let starts = [0].into_iter().chain(ends.iter().copied());
        let chunk = (memory / ends.len()).max(LEAST_CHUNK);
        // A chunk, and the start of a record before it.
        let bytes = || Vec::with_capacity(chunk + usize::from(u16::MAX));
        let runs = starts.zip(ends).map(|(next, &end)| Run { next, end, bytes: bytes(), taken: 0 }).collect();
        Ok(Merge { file, runs, first: BinaryHeap::new(), chunk, current: Vec::new() })
    }

    /// Puts the first record of each run into the heap.
    fn fill(&mut self) -> io::Result<()> {
        for run in 0..self.runs.len() {
            self.advance(run, Vec::new())?;
        }
        Ok(())
    }

    /// Puts the next record of a run, if there is one, into the heap. `data` is memory to use again.
    fn advance(&mut self, run: usize, mut data: Vec<u8>) -> io::Result<()> {
        let chunk = self.chunk;
        let of_run = &mut self.runs[run];
        let Some(head) = of_run.bytes(HEAD, chunk, self.file)? else { return Ok(()) };
        let key = u128::from_be_bytes(*head.first_chunk().expect("a record begins with its key"));
        let len = usize::from(u16::from_be_bytes([head[16], head[17]]));
        let bytes = of_run.bytes(len, chunk, self.file)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        data.clear();
        data.extend(bytes);
        self.first.push(Reverse((key, data, run)));
        Ok(())
    }

    fn next(&mut self) -> io::Result<Option<&[u8]>> {
        let Some(Reverse((key, data, run))) = self.first.pop() else { return Ok(None) };
        self.current.clear();
        self.current.extend(key.to_be_bytes());
        self.current.extend((data.len() as u16).to_be_bytes());
        self.current.extend(&data);
        self.advance(run, data)?;
        Ok(Some(&self.current))
    }
}

impl Run {
    /// Takes the next bytes. `None` at the end of the run.
    fn bytes(&mut self, len: usize, chunk: usize, file: &mut File) -> io::Result<Option<&[u8]>> {
        if self.bytes.len() - self.taken < len {
            self.bytes.drain(..self.taken);
            self.taken = 0;
            let known = self.bytes.len();
            let more = chunk.max(len).min(usize::try_from(self.end - self.next).unwrap_or(usize::MAX));
            self.bytes.resize(known + more, 0);
            file.seek(SeekFrom::Start(self.next))?;
            file.read_exact(&mut self.bytes[known..])?;
            self.next += more as u64;
        }
        if self.bytes.is_empty() && len > 0 {
            return Ok(None);
        }
        let taken = self.bytes.get(self.taken..self.taken + len).ok_or(io::ErrorKind::UnexpectedEof)?;
        self.taken += len;
        Ok(Some(taken))
    }
}

#[cfg(test)]
mod tests {
    use reversi_testkit::Rng;

    use super::Sorter;

    fn sorted(memory: usize, records: &[(u128, Vec<u8>)]) -> Vec<(u128, Vec<u8>)> {
        let mut sorter = Sorter::new(&std::env::temp_dir(), memory);
        records.iter().for_each(|(key, data)| sorter.push(*key, data).unwrap());
        assert_eq!(sorter.len(), records.len() as u64);
        let mut all = || {
            let (mut sorted, mut found) = (sorter.sorted().unwrap(), Vec::new());
            while let Some((key, data)) = sorted.next().unwrap() {
                found.push((key, data.to_vec()));
            }
            found
        };
        let first = all();
        assert_eq!(first, all(), "the second time");
        first
    }

    #[test]
    fn records_are_sorted_in_memory_and_on_the_disk() {
        let mut rng = Rng::with_seed(7);
        for count in [0, 1, 100, 20_000] {
            let record = |_| {
                // Few keys, so that many are equal.
                let key = u128::from(rng.u64(..500)) << rng.u32(0..94);
                let len = rng.usize(..40);
                (key, (0..len).map(|_| rng.u8(..)).collect::<Vec<u8>>())
            };
            let records: Vec<_> = (0..count).map(record).collect();
            let mut expected = records.clone();
            expected.sort();
            assert!(sorted(usize::MAX, &records) == expected, "{count} in memory");
            assert!(sorted(0, &records) == expected, "{count} on the disk");
        }
    }
}
