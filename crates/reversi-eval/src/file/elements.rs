use bytemuck::Pod;
use memmap2::Mmap;
use reversi_bitboard::__internal::LargeTable;

/// The number of bytes before the elements in a mapped file: a page, so that the elements are aligned in
/// memory.
pub(crate) const MAPPED_AT: usize = 4096;

/// The elements of tables: in their own memory, or in a mapped file that passed the check.
pub(crate) enum Elements<T> {
    Owned(LargeTable<T>),
    Mapped(Mmap),
}

impl<T: Pod> Elements<T> {
    /// Returns all elements, `len` of them.
    pub(crate) fn get(&self, len: usize) -> &[T] {
        match self {
            Elements::Owned(elements) => elements,
            Elements::Mapped(file) => bytemuck::cast_slice(&file[MAPPED_AT..][..len * size_of::<T>()]),
        }
    }
}
