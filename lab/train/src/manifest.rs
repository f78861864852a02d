//! Manifests: `FILE.json` beside each `FILE` records the command, its inputs and checksums.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// Writes the manifest of a complete file.
pub(crate) fn write(
    output: &Path,
    stage: &str,
    settings: &impl Serialize,
    inputs: &[PathBuf],
    counts: Value,
) -> Result<()> {
    let inputs = inputs.iter().map(|path| file(path)).collect::<Result<Vec<_>>>()?;
    let mut manifest = start(stage, settings)?;
    manifest["inputs"] = inputs.into();
    manifest["output"] = file(output)?;
    manifest["counts"] = counts;
    store(output, &manifest)
}

/// Writes the manifest of a file that is begun. An existing manifest must have the same stage, version and
/// settings, so that all parts of the file are made in the same way.
pub(crate) fn begin(output: &Path, stage: &str, settings: &impl Serialize) -> Result<()> {
    let manifest = start(stage, settings)?;
    let path = path(output);
    if !output.exists() || !path.exists() {
        return store(output, &manifest);
    }
    let read = || -> Result<()> {
        let found: Value = serde_json::from_reader(BufReader::new(File::open(&path)?))?;
        let manifest: Value = serde_json::from_str(&manifest.to_string())?; // numbers as they are read
        for key in ["stage", "version", "settings"] {
            let (found, expected) = (&found[key], &manifest[key]);
            anyhow::ensure!(found == expected, "begun with different {key}: {found} instead of {expected}");
        }
        Ok(())
    };
    read().with_context(|| format!("{}", path.display()))
}

fn start(stage: &str, settings: &impl Serialize) -> Result<Value> {
    let version = env!("CARGO_PKG_VERSION");
    Ok(json!({ "stage": stage, "version": version, "settings": serde_json::to_value(settings)? }))
}

/// The name, size and checksum of a file. (CRC-32 would not do: files of weights end with their own CRC-32,
/// so their CRC-32 is constant.)
fn file(path: &Path) -> Result<Value> {
    let read = || -> Result<Value> {
        let mut hasher = Sha256::new();
        let bytes = std::io::copy(&mut File::open(path)?, &mut hasher)?;
        let digest: String = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        let name = path.file_name().map(|name| name.to_string_lossy());
        Ok(json!({ "file": name, "bytes": bytes, "sha256": digest }))
    };
    read().with_context(|| format!("{}", path.display()))
}

/// The manifest of a file.
pub(crate) fn path(output: &Path) -> PathBuf {
    beside(output, ".json")
}

/// The file with this added to its name.
pub(crate) fn beside(file: &Path, end: &str) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(end);
    path.into()
}

/// Replaces the file atomically, so that it is never incomplete.
fn store(output: &Path, manifest: &Value) -> Result<()> {
    let path = path(output);
    let temporary = path.with_extension("json.tmp");
    let store = || {
        std::fs::write(&temporary, format!("{manifest:#}\n"))?;
        std::fs::rename(&temporary, &path)
    };
    store().with_context(|| format!("{}", path.display()))
}

/// Serializes a value as its `Display` text.
pub(crate) fn text<T: std::fmt::Display, S: serde::Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_goes_on_only_as_it_began() -> Result<()> {
        let output = std::env::temp_dir().join(format!("reversi-train-manifest-{}", std::process::id()));
        begin(&output, "test", &json!({ "seed": 1 }))?;
        std::fs::write(&output, "123456789")?;
        begin(&output, "test", &json!({ "seed": 1 }))?;
        let error = format!("{:#}", begin(&output, "test", &json!({ "seed": 2 })).unwrap_err());
        assert!(error.contains("begun with different settings"), "{error}");
        write(&output, "test", &json!({ "seed": 1 }), &[], json!({ "games": 3 }))?;
        let manifest: Value = serde_json::from_str(&std::fs::read_to_string(path(&output))?)?;
        let digest = manifest["output"]["sha256"].as_str().unwrap();
        assert!(digest.starts_with("15e2b0d3c33891eb"), "{digest}"); // as sha256sum says
        assert_eq!((&manifest["output"]["bytes"], &manifest["counts"]["games"]), (&json!(9), &json!(3)));
        std::fs::remove_file(path(&output))?;
        Ok(std::fs::remove_file(output)?)
    }
}
