//! Command lines: what is started, and from which folder.

use super::BadSpec;
use crate::program::Start;
use skirmish_jail::{Language, find_program};
use std::path::{Path, PathBuf};

/// Reads a command line.
pub(super) fn read(text: &str) -> Result<Start, BadSpec> {
    let mut words = split_words(text)?.into_iter();
    let command = words.next().ok_or(BadSpec::Empty)?;
    if !can_be_started(&command) {
        return Err(BadSpec::NoProgram(command));
    }
    Ok(in_its_folder(command, words.collect()))
}

/// A command with the folder it belongs to: that of its program if it has a path and is no interpreter, or else that of
/// the first file among its arguments, or else the current one. The files it names in there are then named from there.
fn in_its_folder(command: String, args: Vec<String>) -> Start {
    let is_file = |word: &&String| Path::new(word.as_str()).is_file();
    let program = Some(&command).filter(|word| word.contains('/'));
    // This very program plays weights, as an interpreter plays scripts.
    let ourselves = std::env::current_exe().and_then(|exe| exe.canonicalize()).ok();
    let is_interpreter = |word: &&String| {
        let real = Path::new(word.as_str()).canonicalize();
        let is_one = |real: &Path| Language::of_program(real.as_os_str()) != Language::Native;
        real.is_ok_and(|real| is_one(&real) || Some(real) == ourselves)
    };
    let own_program = program.filter(|word| !is_interpreter(word));
    let file = own_program.or_else(|| args.iter().find(is_file));
    let folder = file.and_then(|file| real_place(file)?.parent().map(Path::to_owned));
    let folder = folder.or_else(|| Path::new(".").canonicalize().ok()).unwrap_or_else(|| ".".into());
    let files = args.iter().chain(program).filter(is_file).filter_map(|word| real_place(word)).collect();
    // The name of a file as it is seen from the folder.
    let from_folder = |word: &String| {
        let place = Some(word).filter(is_file).and_then(|word| real_place(word))?;
        Some(place.strip_prefix(&folder).unwrap_or(&place).to_str()?.to_owned())
    };
    let args = args.iter().map(|word| from_folder(word).unwrap_or_else(|| word.clone())).collect();
    let command = match program.and_then(from_folder) {
        Some(place) if Path::new(&place).is_absolute() => place,
        Some(name) => format!("./{name}"),
        None => command,
    };
    Start { command, args, folder, files, ..Start::default() }
}

/// Where a file really lies, under its own name: a link stays a link.
fn real_place(file: &str) -> Option<PathBuf> {
    let path = std::path::absolute(file).ok()?;
    Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?))
}

/// Whether a command names a file, or a program on the search path.
fn can_be_started(command: &str) -> bool {
    if command.contains('/') { Path::new(command).is_file() } else { find_program(command.as_ref()).is_some() }
}

/// Splits a command line at blanks; single and double quotes keep words together.
fn split_words(text: &str) -> Result<Vec<String>, BadSpec> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(BadSpec::OpenQuote(text.into()));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_started_from_its_folder() {
        let here = Path::new(".").canonicalize().unwrap();
        let start = in_its_folder("./Cargo.toml".into(), vec![]);
        assert_eq!((start.command.as_str(), &start.folder), ("./Cargo.toml", &here));
        assert_eq!(start.files, [here.join("Cargo.toml")]);
        let start = in_its_folder("src/lib.rs".into(), vec!["x".into()]);
        assert_eq!((start.command.as_str(), start.folder), ("./lib.rs", here.join("src")));
        let start = in_its_folder("python3".into(), vec!["-u".into(), "src/lib.rs".into(), "Cargo.toml".into()]);
        let outside = here.join("Cargo.toml").display().to_string();
        assert_eq!(start.args, ["-u", "lib.rs", &outside]);
        assert_eq!(
            (start.folder, start.files),
            (here.join("src"), vec![here.join("src/lib.rs"), here.join("Cargo.toml")])
        );
        let start = in_its_folder("python3".into(), vec!["../referee/src/lib.rs".into()]);
        assert_eq!((start.args, start.folder), (vec!["lib.rs".into()], here.join("src")));
        // A program by its whole path is a bot's own like any other; an interpreter is not.
        let absolute = here.join("src/lib.rs").display().to_string();
        let start = in_its_folder(absolute, vec![]);
        assert_eq!((start.command.as_str(), start.folder), ("./lib.rs", here.join("src")));
        let start = in_its_folder("/usr/bin/python3".into(), vec!["src/lib.rs".into()]);
        assert_eq!((start.command.as_str(), start.folder), ("/usr/bin/python3", here.join("src")));
        let ourselves = std::env::current_exe().unwrap().display().to_string();
        let start = in_its_folder(ourselves.clone(), vec!["policy".into(), "src/lib.rs".into()]);
        assert_eq!((start.command, start.folder), (ourselves, here.join("src")), "it plays what it names");
        let start = in_its_folder("sh".into(), vec!["-c".into(), "exit".into()]);
        assert_eq!((start.folder, start.files), (here, vec![]));
    }
}
