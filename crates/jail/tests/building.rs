//! Building happens in the jail too: compilers run, write where they may, and nowhere else.

#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;

use common::{Den, end, installed, jail};
use skirmish_jail::{Language, Level, Outcome, Pack, Policy};

#[test]
fn a_compiler_writes_its_output_and_nothing_else() {
    if !installed("gcc") {
        return;
    }
    let den = Den::new("building");
    den.write("bot.c", "#include <stdio.h>\nint main(void) { puts(\"built\"); return 0; }\n");
    for level in den.levels().into_iter().filter(|&level| level > Level::Off) {
        let out = Den::new("out");
        // Below namespaces the bot's own user must be allowed to write there by mode.
        fs::set_permissions(&out.folder, fs::Permissions::from_mode(0o777)).unwrap();
        let policy = Policy::build(level, &den.folder, &out.folder, Pack::of(Language::Generic, "gcc".as_ref()));
        let target = out.folder.join("bot");
        let args = ["bot.c", "-o", target.to_str().unwrap()];
        if level == Level::Filters {
            // Without a private scratch a compiler keeps its intermediate files in the output folder.
            let env = [("TMPDIR".into(), out.folder.clone().into_os_string())];
            check(jail().spawn(&policy, "gcc", args, env), level);
        } else {
            check(jail().spawn(&policy, "gcc", args, []), level);
        }
        let built = std::process::Command::new(&target).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&built.stdout), "built\n", "{level}");

        if level >= Level::Filters {
            let stray = den.folder.join("stray");
            let args = ["bot.c", "-o", stray.to_str().unwrap()];
            let mut prisoner = jail().spawn(&policy, "gcc", args, []).unwrap();
            assert_ne!(end(&mut prisoner).outcome, Outcome::Code(0), "{level}: its own folder is read-only");
            assert!(!stray.exists(), "{level}");
        }
    }
}

fn check(spawned: Result<skirmish_jail::Prisoner, skirmish_jail::Error>, level: Level) {
    let mut prisoner = spawned.unwrap();
    let mut errors = String::new();
    prisoner.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    let ending = end(&mut prisoner);
    assert_eq!(ending.outcome, Outcome::Code(0), "{level}: {errors}");
}

/// Root's private folders are shown to the bot as its own, without changing a mode on disk.
#[test]
fn a_private_folder_is_readable_inside_namespaces() {
    let den = Den::new("private");
    let home = den.folder.join("home");
    let bot = home.join("bot");
    fs::create_dir_all(&bot).unwrap();
    fs::copy(den.folder.join("bad-bot"), bot.join("bad-bot")).unwrap();
    fs::write(bot.join("data"), "x").unwrap();
    for (path, mode) in [(bot.join("data"), 0o600), (bot.join("bad-bot"), 0o700), (bot.clone(), 0o700), (home, 0o700)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    for level in den.levels().into_iter().filter(|level| level.has_namespaces()) {
        let policy = Policy { folder: bot.clone(), ..den.policy(level) };
        let mut prisoner = jail().spawn(&policy, "./bad-bot", ["secret=data", "own_folder"], []).unwrap();
        let mut text = String::new();
        prisoner.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text.lines().next(), Some("secret yes accepted"), "{level}: its own data");
        assert!(text.contains("own_folder no"), "{level}: {text}");
    }
}
