//! The part of JSON Schema (2020-12) that the schema uses. An unknown keyword is an error.

use std::sync::LazyLock;

use serde_json::{Value, from_str};

/// Returns whether the value matches this definition.
pub(super) fn is_valid(definition: &str, value: &Value) -> bool {
    problem_with(definition, value).is_none()
}

/// Returns why the value does not match this definition.
pub(super) fn problem_with(definition: &str, value: &Value) -> Option<String> {
    static ROOT: LazyLock<Value> = LazyLock::new(|| from_str(reversi_engine::question::schema()).unwrap());
    check(&ROOT, &ROOT["$defs"][definition], value).err()
}

fn check(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(allowed) = schema.as_bool() {
        return if allowed { Ok(()) } else { Err(format!("{value} has no place here")) };
    }
    let schema = schema.as_object().expect("a schema is an object");
    for (keyword, wanted) in schema {
        let ok = match keyword.as_str() {
            "description" | "title" | "$schema" | "$defs" => true,
            "$ref" => {
                let target =
                    root.pointer(wanted.as_str().unwrap().trim_start_matches('#')).expect("it exists");
                check(root, target, value)?;
                true
            }
            "anyOf" => matching(root, wanted, value) > 0,
            "oneOf" => matching(root, wanted, value) == 1,
            "not" => check(root, wanted, value).is_err(),
            "const" => same(wanted, value),
            "enum" => wanted.as_array().unwrap().iter().any(|allowed| same(allowed, value)),
            "type" => has_type(value, wanted.as_str().unwrap()),
            "minimum" => value.as_f64().is_none_or(|number| number >= wanted.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= wanted.as_f64().unwrap()),
            "minItems" => value.as_array().is_none_or(|list| list.len() as u64 >= wanted.as_u64().unwrap()),
            "maxItems" => value.as_array().is_none_or(|list| list.len() as u64 <= wanted.as_u64().unwrap()),
            "items" => {
                value.as_array().into_iter().flatten().try_for_each(|item| check(root, wanted, item))?;
                true
            }
            "required" => value.as_object().is_none_or(|object| {
                wanted.as_array().unwrap().iter().all(|name| object.contains_key(name.as_str().unwrap()))
            }),
            "properties" => {
                for (name, schema) in wanted.as_object().unwrap() {
                    if let Some(value) = value.get(name) {
                        check(root, schema, value).map_err(|problem| format!("{name}: {problem}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                assert_eq!(wanted, false);
                let known = schema["properties"].as_object().unwrap();
                value
                    .as_object()
                    .into_iter()
                    .flat_map(|object| object.keys())
                    .all(|name| known.contains_key(name))
            }
            other => panic!("the keyword {other} is not known"),
        };
        if !ok {
            return Err(format!("{value} contradicts {keyword} {wanted}"));
        }
    }
    Ok(())
}

fn matching(root: &Value, schemas: &Value, value: &Value) -> usize {
    schemas.as_array().unwrap().iter().filter(|schema| check(root, schema, value).is_ok()).count()
}

/// Numbers are equal by their value.
fn same(one: &Value, other: &Value) -> bool {
    one == other || one.is_number() && one.as_f64() == other.as_f64()
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        other => panic!("the type {other} is not known"),
    }
}

#[test]
fn the_checker_refuses() {
    use serde_json::json;

    assert!(is_valid("question", &json!({ "moves": "f5", "ask": "evaluate" })));
    for bad in [
        json!(3),
        json!({ "ask": "evaluate" }),
        json!({ "moves": "f5", "ask": "evaluate", "level": 3 }),
        json!({ "moves": "f5", "ask": "evaluate", "nonsense": 3 }),
        json!({ "moves": "f5", "ask": "analyze", "level": 61 }),
        json!({ "moves": "f5", "ask": "analyze", "level": 3, "depth": 3 }),
        json!({ "moves": "f5", "ask": "solve", "window": [1, 2, 3] }),
        json!({ "moves": "f5", "ask": "solve", "limits": { "second": 3 } }),
        json!({ "moves": "f5", "ask": "play" }),
        json!({ "moves": "f5", "ask": "evaluate", "version": 2 }),
    ] {
        assert!(!is_valid("question", &bad), "{bad}");
    }
}
