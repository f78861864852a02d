//! The header is what cbindgen writes from the crate, the comments agree with the declarations, and the guide
//! lists the same functions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// If this is set, the header is written instead of compared.
const WRITE: &str = "REVERSI_WRITE_HEADER";

/// The folder of the C library.
fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn written() -> String {
    std::fs::read_to_string(here().join("include/reversi.h")).unwrap()
}

/// A function of the header: its comment, and its declaration in one line.
struct Function {
    comment: Vec<String>,
    declaration: String,
}

/// The functions by name. Types and macros have no parentheses in their first line.
fn functions(header: &str) -> BTreeMap<String, Function> {
    let mut functions = BTreeMap::new();
    let (mut comment, mut declaration) = (Vec::new(), String::new());
    let c = header.split("#ifdef __cplusplus").nth(1).unwrap().split("#endif").nth(1).unwrap();
    for line in c.lines().skip(1) {
        if let Some(text) = line.strip_prefix("//") {
            comment.push(text.trim().to_owned());
        } else if line.is_empty() {
            comment.clear();
        } else {
            declaration = format!("{declaration} {}", line.trim()).trim().to_owned();
            if declaration.ends_with(");") {
                let name =
                    declaration.split('(').next().unwrap().rsplit([' ', '*']).next().unwrap().to_owned();
                let comment = std::mem::take(&mut comment);
                functions.insert(name, Function { comment, declaration: std::mem::take(&mut declaration) });
            }
        }
    }
    functions
}

/// A file of the crate as cbindgen reads it: it does not know the macro `calls!`.
fn without_calls(source: &str) -> String {
    let mut is_call = false;
    let line = |line: &str| {
        is_call = line == "calls!(" || is_call && line != ");";
        match line {
            "calls!(" => "mod calls {".to_owned(),
            ");" => "}".to_owned(),
            _ if is_call && line.starts_with("    fn ") || line == "    ) {" => line
                .replace("    fn ", "    #[unsafe(no_mangle)] pub extern \"C\" fn ")
                .replace(") {", ") -> ReversiStatus {"),
            _ => line.to_owned(),
        }
    };
    source.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn generated() -> String {
    let config = cbindgen::Config::from_file(here().join("cbindgen.toml")).unwrap();
    let mut builder = cbindgen::Builder::new().with_config(config);
    // The modules in their order.
    let lib = std::fs::read_to_string(here().join("src/lib.rs")).unwrap();
    for module in lib.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')) {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(module).with_extension("rs");
        let source = std::fs::read_to_string(here().join("src").join(file.file_name().unwrap())).unwrap();
        std::fs::write(&file, without_calls(&source)).unwrap();
        builder = builder.with_src(file);
    }
    let bindings = builder.generate().unwrap();
    let mut bytes = Vec::new();
    bindings.write(&mut bytes);
    with_initialisers(&without_wrappers(&String::from_utf8(bytes).unwrap()))
}

/// `REVERSI_LIMITS_INIT` and so on for the structs that programs make and that begin with their size, inside
/// of the include guard.
fn with_initialisers(header: &str) -> String {
    let first = "    // The size of this struct.\n    size_t size;\n";
    let structs: Vec<&str> = header
        .split("typedef struct {\n")
        .skip(1)
        .filter(|rest| rest.starts_with(first))
        .map(|rest| rest.split("} ").nth(1).unwrap().split(';').next().unwrap())
        .collect();
    let macros = |value: fn(&str) -> String| -> String {
        let define = |name: &&str| {
            let init = snake_case(name).to_uppercase();
            format!("#define {init}_INIT {}\n", value(name))
        };
        structs.iter().map(define).collect()
    };
    let cpp = macros(|name| format!("reversi_init<{name}>()"));
    let c = macros(|name| format!("{{.size = sizeof({name})}}"));
    let initialisers = format!(
        "\
// Structs with their size, and zeros: ReversiLimits limits = REVERSI_LIMITS_INIT;
#ifdef __cplusplus
extern \"C++\" {{
template <class Struct>
inline Struct reversi_init() {{
    Struct made = Struct();
    made.size = sizeof(Struct);
    return made;
}}
}}
{cpp}#else
{c}#endif

"
    );
    let guard = "#endif  /* REVERSI_H */";
    header.replace(guard, &(initialisers + guard))
}

/// Plain pointers in place of `In`, `Out` and `Handle`: cbindgen makes a typedef of each.
fn without_wrappers(header: &str) -> String {
    let mut pointers: Vec<(String, String)> = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    for line in header.lines() {
        let typedef = line.strip_prefix("typedef ").and_then(|line| line.strip_suffix(';'));
        let named = typedef.and_then(|typedef| {
            let (target, name) = typedef.rsplit_once('*')?;
            ["In_", "Out_", "Handle_"].iter().any(|kind| name.starts_with(kind)).then_some((target, name))
        });
        match named {
            Some((target, name)) => {
                pointers.push((format!("{name} "), format!("{target}*")));
                while lines.pop_if(|line| line.starts_with("//")).is_some() {}
                lines.pop_if(|line| line.is_empty());
            }
            None => lines.push(line),
        }
    }
    // `Out_Handle_X` is longer than the `Handle_X` in it.
    pointers.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let mut header = lines.join("\n") + "\n";
    for _ in 0..2 {
        for (name, pointer) in &pointers {
            header = header.replace(name.as_str(), pointer);
        }
    }
    header
}

#[test]
fn the_header_is_that_of_the_crate() {
    let generated = generated();
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(here().join("include/reversi.h"), &generated).unwrap();
    }
    assert!(
        written() == generated,
        "write it again: {WRITE}=1 cargo test --manifest-path bindings/c/header/Cargo.toml"
    );
    assert!(!["In_", "Out_", "Handle_"].iter().any(|wrapper| generated.contains(wrapper)), "{generated}");
}

/// Checks that each comment mentions the arguments that the rules at the top of the header do not explain, and
/// does not repeat the errors that every function may have.
#[test]
fn comments_agree_with_declarations() {
    let functions = functions(&written());
    assert!(functions.len() > 50, "{}", functions.len());
    for (name, Function { comment, declaration }) in &functions {
        let text = comment.join(" ");
        let arguments = declaration.split(['(', ')']).nth(1).unwrap().split(", ");
        for argument in arguments.filter_map(|argument| Some(argument.rsplit_once([' ', '*'])?.1)) {
            assert!(
                ["capacity", "length", "count"].contains(&argument)
                    || text.contains(&format!("`{argument}`")),
                "{name}: its comment does not mention {argument}"
            );
        }
        for repeated in ["NULL_POINTER", "BAD_HANDLE", "BAD_SIZE", "BUFFER_TOO_SMALL", "BUSY", "FORKED"] {
            assert!(!text.contains(&format!("`REVERSI_STATUS_{repeated}`")), "{name}: {repeated} is a rule");
        }
        assert!(!name.ends_with("_free") || text.contains("Does nothing for"), "{name}");
    }
}

/// `ReversiEngine` is `reversi_engine`.
fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// All statuses that comments name exist.
#[test]
fn comments_name_no_other_constants() {
    let header = written();
    let constants: BTreeSet<&str> = header
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'))
        .filter(|word| word.starts_with("REVERSI_"))
        .collect();
    for line in header.lines().filter(|line| line.trim_start().starts_with("//")) {
        for word in line.split('`').skip(1).step_by(2).filter(|word| word.starts_with("REVERSI_")) {
            assert!(constants.contains(word), "{line}");
        }
    }
}

/// The table of functions in the guide: no more and no fewer than those of the header.
#[test]
fn the_guide_lists_the_functions_of_the_header() {
    let path = here().join("../../crates/reversi-engine/src/docs/c.md");
    let guide = std::fs::read_to_string(path).unwrap();
    let table: BTreeSet<String> = guide
        .lines()
        .filter(|line| line.starts_with("| "))
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .filter(|word| word.starts_with("reversi_") && !word.contains('.'))
        .map(str::to_owned)
        .collect();
    let header: BTreeSet<String> = functions(&written()).into_keys().collect();
    // The functions in its programs, too.
    for word in guide.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        let is_function = word.starts_with("reversi_") && word != "reversi_engine";
        assert!(!is_function || header.contains(word), "the header has no {word}");
    }
    let missing: Vec<_> = header.difference(&table).collect();
    let extra: Vec<_> = table.difference(&header).collect();
    assert!(missing.is_empty() && extra.is_empty(), "missing {missing:?}, extra {extra:?}");
}
