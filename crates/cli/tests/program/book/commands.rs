//! Every fenced `sh` block is run, page by page, in a folder of the page's own, with this program first on `PATH`.
//!
//! | after `sh` | what happens |
//! |---|---|
//! | nothing | each command must succeed |
//! | `exit-1` | each command must exit with 1 |
//! | `page` | each command must serve a page, until Ctrl-C |
//! | `no-run WHY` | nothing; a page may skip only so many commands |
//!
//! A block such as `python bot.py` is a file for the commands below it.

use super::{Fence, fences, page, pages, root};
use crate::support::{Folder, SKIRMISH, python, said};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

macro_rules! run {
    ($($name:ident: $page:literal skips $skips:literal;)*) => {
        const RUN: &[&str] = &[$($page),*];
        $(#[test]
        fn $name() {
            run($page, $skips);
        })*
    };
}

run! {
    readme: "README.md" skips 3;
    start: "docs/start.md" skips 2;
    games: "docs/games.md" skips 0;
    kits: "docs/kits.md" skips 1;
    authors: "docs/authors.md" skips 2;
    practice: "docs/loop.md" skips 2;
    training: "docs/training.md" skips 6;
    viewer: "docs/viewer.md" skips 3;
    live: "docs/live.md" skips 7;
    competitions: "docs/competitions.md" skips 2;
    report: "docs/report.md" skips 0;
    balance: "docs/balance.md" skips 0;
    fleet: "docs/fleet.md" skips 8;
    hosting: "docs/hosting.md" skips 15;
    sandbox: "docs/sandbox.md" skips 1;
    protocol: "docs/protocol.md" skips 0;
    formats: "docs/formats.md" skips 0;
    replays: "docs/replays.md" skips 0;
    json: "docs/json.md" skips 0;
    performance: "docs/performance.md" skips 7;
    vectors: "vectors/README.md" skips 0;
}

#[test]
fn every_page_with_commands_is_run() {
    for path in pages() {
        let has_commands = fences(&page(&path)).iter().any(|fence| fence.info.split(' ').next() == Some("sh"));
        assert!(!has_commands || RUN.contains(&path.as_str()), "{path} has commands that no test runs");
    }
    for path in RUN {
        // What is set off by blanks alone would be passed over.
        let indented =
            page(path).lines().any(|line| line.starts_with("    skirmish ") || line.starts_with("    cargo "));
        assert!(!indented, "{path} has commands outside of a fence");
    }
}

fn run(path: &str, most_skipped: usize) {
    if !python() || !pages().iter().any(|page| page == path) {
        return;
    }
    let folder = Folder::new(&format!("book-{}", path.replace(['/', '.'], "-")));
    // As in a clone of the repository.
    std::os::unix::fs::symlink(root().join("vectors"), folder.file("vectors")).expect("a link");
    let (mut ran, mut skipped) = (0, 0);
    for fence in fences(&page(path)) {
        let (language, mode) = fence.info.split_once(' ').unwrap_or((&fence.info, ""));
        let place = |command: &str| format!("{path}:{}: {command}", fence.line);
        if language != "sh" {
            if is_file_name(mode) {
                folder.write(mode, &fence.text);
            }
            continue;
        }
        for command in commands(&fence) {
            match mode.split_once(' ').unwrap_or((mode, "")) {
                ("", "") => succeeds(&folder, &command, 0, &place(&command)),
                ("exit-1", "") => succeeds(&folder, &command, 1, &place(&command)),
                ("page", "") => serves(&folder, &command, &place(&command)),
                ("no-run", why) if !why.is_empty() => {
                    skipped += 1;
                    continue;
                }
                other => panic!("{path}:{}: no such mark: {other:?}", fence.line),
            }
            ran += 1;
        }
    }
    println!("{path}: {ran} commands run, {skipped} skipped");
    assert!(skipped <= most_skipped, "{path}: {skipped} commands are skipped, {most_skipped} may be");
    assert!(ran + skipped > 0, "{path} has no commands; take it off the list");
}

/// `bot.py`, but not `no-run WHY` or nothing.
fn is_file_name(word: &str) -> bool {
    !word.contains(' ') && Path::new(word).extension().is_some()
}

/// The commands of a block; a line that ends in `\` goes on in the next.
fn commands(fence: &Fence) -> Vec<String> {
    let text = fence.text.replace("\\\n", " ");
    text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

fn shell(folder: &Folder, script: &str) -> Command {
    let program = Path::new(SKIRMISH).parent().expect("a folder");
    let mut path = program.as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(&folder.0).stdin(Stdio::null());
    command.env("PATH", path).env("XDG_CACHE_HOME", folder.file(".cache")).env("BROWSER", "true");
    command
}

/// Runs a command until its match is not void: a busy machine may make the referee itself late.
fn succeeds(folder: &Folder, command: &str, code: i32, place: &str) {
    for _ in 0..20 {
        let output = shell(folder, command).output().expect("a shell");
        if output.status.code() == Some(3) && code != 3 {
            continue;
        }
        assert_eq!(output.status.code(), Some(code), "{place}\n{}", said(&output));
        return;
    }
    panic!("{place}: nothing was decided in twenty tries");
}

/// Runs a command until it says where its page is, and ends it as a person would.
fn serves(folder: &Folder, command: &str, place: &str) {
    let mut child =
        shell(folder, &format!("exec 2>&1\nexec {command}")).stdout(Stdio::piped()).spawn().expect("a shell");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let mut text = String::new();
        while !text.contains("http://127.0.0.1:") && out.read_line(&mut text).is_ok_and(|read| read > 0) {}
        let _ = tell.send(text);
        let _ = std::io::copy(&mut out, &mut std::io::sink());
    });
    let text = told.recv_timeout(Duration::from_secs(120)).unwrap_or_else(|_| "nothing".into());
    if child.try_wait().expect("our child").is_none() {
        kill_process(Pid::from_child(&child), Signal::INT).expect("our child");
    }
    let status = child.wait().expect("our child");
    assert!(text.contains("http://127.0.0.1:"), "{place}: no page: {text}");
    assert!(matches!(status.code(), Some(0 | 3)), "{place}: {status}");
}
