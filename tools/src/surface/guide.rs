//! Tables of the guide on questions, between `<!-- surface: NAME -->` and `<!-- end -->`.

use std::ptr;

use anyhow::{Context as _, Result};
use reversi_engine::surface::{ANSWER, ASKS, CODES, Field, QUESTION, asked_fields};

use super::line;

pub(super) fn with_tables(guide: &str) -> Result<String> {
    let mut text = guide.to_owned();
    for (name, table) in [("questions", questions()), ("answers", answers()), ("codes", codes())] {
        let begin = format!("<!-- surface: {name} -->\n");
        let (before, rest) = text.split_once(&begin).with_context(|| format!("no {begin}"))?;
        let (_, after) = rest.split_once("<!-- end -->").with_context(|| format!("no end of {name}"))?;
        text = format!("{before}{begin}\n{table}\n<!-- end -->{after}");
    }
    Ok(text)
}

fn questions() -> String {
    let mut rows = "| Field | In | Range | Default | |\n|---|---|---|---|---|\n".to_owned();
    let mut asked: Vec<(&Field, String)> =
        QUESTION.fields.iter().map(|field| (field, "all".to_owned())).collect();
    for ask in ASKS {
        for field in asked_fields(ask.name) {
            match asked.iter_mut().find(|(known, _)| ptr::eq(*known, field)) {
                Some((_, asks)) => *asks += &format!(", `{}`", ask.name),
                None => asked.push((field, format!("`{}`", ask.name))),
            }
        }
    }
    for (field, asks) in asked {
        rows += &format!(
            "| `{}` | {asks} | {} | {} | {} |\n",
            field.name,
            cell(&field.kind.expected()),
            if field.default.is_empty() { "needed" } else { field.default },
            cell(&line(field.doc)),
        );
    }
    rows
}

fn answers() -> String {
    let mut rows = "| Field | |\n|---|---|\n".to_owned();
    for Field { name, doc, .. } in ANSWER.fields {
        rows += &format!("| `{name}` | {} |\n", cell(&line(doc)));
    }
    rows
}

fn codes() -> String {
    let mut rows = String::new();
    let mut group = "";
    for code in CODES {
        if code.group != group {
            group = code.group;
            rows += &format!("{}| {group} | |\n|---|---|\n", if rows.is_empty() { "" } else { "\n" });
        }
        rows += &format!("| `{}` | {} |\n", code.code, cell(&line(code.doc)));
    }
    rows
}

/// Text that ends no cell and begins no HTML or link.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('[', "\\[").replace('<', "\\<")
}
