//! The book (README, `docs/`) is true: its commands run, its links lead somewhere, its options exist, its examples are
//! read, and its rulebooks say what the program does.

mod commands;
mod formats;
mod links;
mod options;
mod rules;

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of a page, by its path in the repository.
fn page(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The pages of the book, by their paths in the repository.
fn pages() -> Vec<String> {
    let mut pages = vec!["README.md".to_string(), "vectors/README.md".into()];
    for folder in ["docs", "docs/rules"] {
        for entry in std::fs::read_dir(root().join(folder)).expect("a folder of the book") {
            let name = entry.expect("a page").file_name().into_string().expect("a plain name");
            if name.ends_with(".md") {
                pages.push(format!("{folder}/{name}"));
            }
        }
    }
    if !cfg!(feature = "service") {
        // What they tell of is not in this build.
        pages.retain(|page| !page.ends_with("/live.md") && !page.ends_with("/hosting.md"));
    }
    pages.sort();
    pages
}

/// A fenced block: the words after its fence, its text, and the line it begins in.
struct Fence {
    info: String,
    text: String,
    line: usize,
}

fn fences(text: &str) -> Vec<Fence> {
    let mut found: Vec<Fence> = Vec::new();
    let mut open = false;
    for (i, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), open) {
            (Some(info), false) => {
                found.push(Fence { info: info.trim().into(), text: String::new(), line: i + 1 });
                open = true;
            }
            (Some(_), true) => open = false,
            (None, true) => {
                let text = &mut found.last_mut().expect("an open fence").text;
                text.push_str(line);
                text.push('\n');
            }
            (None, false) => {}
        }
    }
    assert!(!open, "a fence is not closed");
    found
}

/// The text between fences.
fn prose(text: &str) -> String {
    text.split("\n```").step_by(2).collect::<Vec<_>>().join("\n")
}

/// The code spans of a page's prose.
fn spans(text: &str) -> Vec<String> {
    let text = prose(text);
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
