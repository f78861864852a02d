//! Tables that are computed when the crate is compiled.

/// Makes the table of an expression for every index, in a constant or a static whose type says how many there
/// are.
macro_rules! table {
    (|$i:ident| $element:expr) => {{
        let mut table = {
            let $i: usize = 0;
            [$element; _]
        };
        let mut i = 1;
        while i < table.len() {
            let $i: usize = i;
            table[i] = $element;
            i += 1;
        }
        table
    }};
}

pub(crate) use table;
