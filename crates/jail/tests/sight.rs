//! What a bot sees of the files around it: its own, and nothing that is hidden or off limits.

#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use common::{Den, installed, jail};
use skirmish_jail::{Error, Language, Level, Pack, Policy, Runnable, Search};

/// What a shell in the sandbox prints.
fn says(policy: &Policy, script: &str) -> String {
    let mut prisoner = jail().spawn(policy, "/bin/sh", ["-c", script], []).unwrap();
    let mut text = String::new();
    prisoner.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    text
}

fn policy(den: &Den, level: Level) -> Policy {
    let pack = Pack::of(Language::Generic, "/bin/sh".as_ref());
    Policy { allow_processes: true, ..Policy::play(level, &den.folder, pack) }
}

#[test]
fn what_is_hidden_is_not_read_and_the_rest_is() {
    let den = Den::new("hidden");
    for folder in ["replays", "lib", "cache/mine"] {
        fs::create_dir_all(den.folder.join(folder)).unwrap();
    }
    den.write("bot.py", "own");
    den.write("other.py", "another's");
    den.write("lib/more.py", "own too");
    den.write("replays/old", "a replay");
    den.write("cache/mine/built", "what was built");
    let hides = ["replays", "other.py", "cache"].map(|name| den.folder.join(name)).to_vec();
    for level in den.levels().into_iter().filter(|&level| level >= Level::Filters) {
        let reads = vec![den.folder.join("cache/mine")];
        let policy = Policy { hides: hides.clone(), reads, ..policy(&den, level) };
        let running = jail().spawn(&policy, "/bin/sh", ["-c", "read x; cat replays/*; ls replays/new"], []);
        den.write("replays/new", "a replay that grows");
        let mut running = running.unwrap();
        drop(running.stdin.take());
        let mut text = String::new();
        running.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        assert!(!text.contains("replay that"), "{level}: {text}");
        let text = says(&policy, "cat bot.py other.py lib/more.py replays/* cache/mine/built; ls");
        for (word, seen) in
            [("own", true), ("own too", true), ("what was built", true), ("another's", false), ("a replay", false)]
        {
            assert_eq!(text.contains(word), seen, "{level}: {word} in {text}");
        }
        assert!(text.contains("bot.py\n"), "{level}: it can list its folder: {text}");
        let text = says(&policy, "echo x > replays/x; echo x > other.py; rm other.py; echo done");
        assert_eq!(text, "done\n", "{level}");
        assert_eq!(fs::read_to_string(den.folder.join("other.py")).unwrap(), "another's");
        assert!(!den.folder.join("replays/x").exists(), "{level}");
    }
}

#[test]
fn a_bot_that_sees_files_only_sees_these() {
    let den = Den::new("files");
    den.write("bot.py", "own");
    den.write("other.py", "another's");
    std::os::unix::fs::symlink("bot.py", den.folder.join("link.py")).unwrap();
    for level in den.levels().into_iter().filter(|&level| level >= Level::Filters) {
        let only = Some(vec![PathBuf::from("bot.py"), den.folder.join("link.py")]);
        let policy = Policy { only, ..policy(&den, level) };
        let text = says(&policy, "pwd; cat bot.py link.py other.py bad-bot; ls");
        assert!(text.starts_with(&format!("{}\nownown", den.folder.display())), "{level}: {text}");
        assert!(!text.contains("another's") && !text.contains("bad-bot"), "{level}: {text}");
    }
}

#[test]
fn homes_and_system_folders_are_refused_at_every_level() {
    let den = Den::new("refused");
    for level in den.levels() {
        for folder in ["/", "/etc", "/home", "/root", "/usr/lib", "/tmp", "/tmp/../etc"] {
            let policy = Policy { folder: folder.into(), ..policy(&den, level) };
            match jail().spawn(&policy, "/bin/sh", ["-c", "exit"], []) {
                Err(error @ Error::BadFolder { .. }) => assert!(error.is_the_bots(), "{level} {folder}: {error}"),
                Err(error) if !Path::new(folder).exists() => eprintln!("SKIPPED: {folder}: {error}"),
                other => panic!("{level} {folder}: {other:?}"),
            }
        }
    }
}

#[test]
fn folders_with_parents_and_links_in_their_names_work() {
    let den = Den::new("names");
    fs::create_dir_all(den.folder.join("a b/\u{e9}")).unwrap();
    den.write("a b/\u{e9}/file", "here");
    std::os::unix::fs::symlink("a b", den.folder.join("link")).unwrap();
    for level in den.levels() {
        for name in ["a b/../a b/\u{e9}/", "link/\u{e9}", "./link/../link/\u{e9}/."] {
            let policy = Policy { folder: den.folder.join(name), ..policy(&den, level) };
            assert_eq!(says(&policy, "cat file"), "here", "{level} {name}");
        }
    }
}

/// The name of a program, and what a bot says of itself, loosen nothing; what is started does.
#[test]
fn only_an_installed_runtime_is_one() {
    let den = Den::new("claims");
    let find = |program: &str, claim| {
        let search = Search::of(&den.folder, [den.folder.clone()]);
        Runnable::of(&search, program.as_ref(), claim).map(|found| found.pack)
    };
    for name in ["python3", "java", "node", "rustc"] {
        den.copy("/bin/true", name);
        for claim in [None, Some(Language::Java), Some(Language::Generic), Some(Language::Python)] {
            let pack = find(&format!("./{name}"), claim).unwrap();
            assert_eq!((pack.language, pack.reserves), (Language::Native, false), "{name} {claim:?}");
        }
    }
    if installed("java") {
        assert!(find("java", None).unwrap().reserves);
        let with_java = find("./java", Some(Language::Java)).unwrap();
        assert!(with_java.reads.len() >= find("./java", None).unwrap().reads.len());
    }
    let elsewhere = Den::new("elsewhere");
    for path in
        ["../".to_owned() + &elsewhere.token + "/bad-bot", elsewhere.folder.join("bad-bot").display().to_string()]
    {
        assert!(matches!(find(&path, None), Err(Error::Elsewhere(_))), "{path}");
    }
    std::os::unix::fs::symlink(elsewhere.folder.join("bad-bot"), den.folder.join("link")).unwrap();
    assert!(matches!(find("./link", None), Err(Error::Elsewhere(_))), "a link that leads out");
}
