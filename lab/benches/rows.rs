//! The output of the benches: tables, or with `--json` a line for each row.

use serde_json::json;

/// How a bench prints.
#[derive(clap::Args)]
pub(crate) struct Output {
    /// A JSON object for each row, with all rounds, instead of tables.
    #[arg(long)]
    json: bool,
    /// Passed by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

/// A row of a table.
pub(crate) struct Row {
    pub(crate) table: String,
    /// The names of the row, such as kernel, level and technique.
    pub(crate) cells: Vec<String>,
    /// Each column with its name and one value a round.
    pub(crate) columns: Vec<(&'static str, Vec<f64>)>,
}

/// Prints rows. `headings` are above the cells, with a bar between them. A table shows the least value of
/// each column.
pub(crate) fn print(headings: &str, rows: &[Row], output: &Output) {
    for Row { table, cells, columns } in rows.iter().filter(|_| output.json) {
        println!("{}", json!({ "table": table, "row": cells, "columns": columns }));
    }
    for rows in rows.chunk_by(|a, b| a.table == b.table).filter(|_| !output.json) {
        let Row { table, cells, columns } = &rows[0];
        let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        println!("\n### {table}\n\n| {headings} | {} |", names.join(" | "));
        println!("|{}{}", "---|".repeat(cells.len()), "--:|".repeat(columns.len()));
        for Row { cells, columns, .. } in rows {
            let values: Vec<String> =
                columns.iter().map(|(_, rounds)| format!("{:.3}", least(rounds))).collect();
            println!("| {} | {} |", cells.join(" | "), values.join(" | "));
        }
    }
}

/// The least value, which other processes have disturbed the least.
pub(crate) fn least(rounds: &[f64]) -> f64 {
    rounds.iter().copied().fold(f64::INFINITY, f64::min)
}
