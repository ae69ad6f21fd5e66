//! What a shell and `man` are given.

use crate::support::{Folder, fails, ok};
use std::process::{Command, Stdio};

const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "powershell", "elvish"];

#[test]
fn completions_know_every_command_in_every_shell() {
    for shell in SHELLS {
        let script = ok(&["completions", shell]);
        for word in ["play", "simulate", "replay", "completions", "swap"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let said = fails(&["completions", "tcsh"], 2);
    assert!(SHELLS.iter().all(|shell| said.contains(shell)), "{said}");
}

/// The script as a shell reads it, not as we print it.
#[test]
fn bash_completes_a_command() {
    let try_it = "eval \"$1\"; COMP_WORDS=(skirmish simu); COMP_CWORD=1; _skirmish skirmish simu skirmish; echo \"${COMPREPLY[@]}\"";
    let bash = Command::new("bash")
        .args(["-c", try_it, "bash", &ok(&["completions", "bash"])])
        .stderr(Stdio::inherit())
        .output();
    match bash {
        Ok(output) => assert_eq!(String::from_utf8_lossy(&output.stdout), "simulate\n"),
        Err(error) => eprintln!("SKIPPED: bash: {error}"),
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let page = ok(&["man"]);
    assert!(page.starts_with(".ie") && page.contains(".SH SYNOPSIS") && page.contains("skirmish\\-play(1)"), "{page}");
    let folder = Folder::new("man");
    folder.ok(&["man", "--out", "pages/man1"]);
    let read = |name: &str| {
        let file = folder.file("pages/man1").join(name);
        std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    };
    assert_eq!(read("skirmish.1"), page);
    assert!(read("skirmish-replay-verify.1").contains(".SH OPTIONS"));
    assert!(!folder.file("pages/man1/skirmish-help.1").exists());
    let pages = std::fs::read_dir(folder.file("pages/man1")).unwrap().count();
    assert!(pages > 20, "{pages}");
    folder.write("file", "");
    assert!(folder.fails(&["man", "--out", "file/man1"], 2).contains("file/man1"));
}

/// Whoever tries a command that this build has not learns how to get it.
#[test]
fn a_command_that_is_not_here_is_named_as_such() {
    for (command, option) in [("serve", "--demo"), ("worker", "--concurrency"), ("fleet", "status")] {
        if cfg!(feature = "service") {
            assert!(ok(&[command, "--help"]).contains(option));
        } else {
            assert!(fails(&[command, "--help"], 2).contains("--features service"));
        }
    }
}
