//! Bots as strangers send them in: what they name is started in the sandbox and nowhere else, they see their own files
//! alone, and what they build is ours before anyone uses it.

use crate::support::{Folder, bot, files, json_of, python, said, text};
use serde_json::{Value, json};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names that are looked up, or were.
const NAMES: [&str; 20] = [
    "python3", "python", "pypy3", "node", "nodejs", "java", "javac", "npm", "rustc", "cargo", "rustup", "pyenv", "cc",
    "c++", "gcc", "g++", "make", "go", "sh", "env",
];

/// The levels that can be had here, from the weakest.
fn levels(folder: &Folder) -> Vec<String> {
    let report = json_of(&folder.ok(&["doctor", "--json"]));
    let there = report["levels"].as_array().expect("levels").iter().filter(|one| one["available"] == true);
    let mut levels: Vec<String> = there.map(|one| one["level"].as_str().expect("a name").into()).collect();
    levels.push("off".into());
    levels.reverse();
    levels
}

/// Those at which a bot cannot write outside of its folder, so that whoever does is not in the sandbox.
fn walled(folder: &Folder) -> Vec<String> {
    let mut levels = levels(folder);
    levels.retain(|level| level != "off" && level != "limits");
    assert!(!levels.is_empty(), "without walls there is nothing to try");
    levels
}

fn executable(folder: &Folder, name: &str, text: &str) {
    folder.write(name, text);
    std::fs::set_permissions(folder.file(name), PermissionsExt::from_mode(0o755)).expect("a mode");
}

/// Programs under every name that leave a mark if they run outside of the sandbox; and the mark.
fn canaries(folder: &Folder, place: &str) -> PathBuf {
    let mark = folder.file("mark");
    for name in NAMES {
        let script = format!("#!/bin/sh\necho {name} >> {}\nexec cat\n", mark.display());
        executable(folder, &format!("{place}/{name}"), &script);
    }
    mark
}

#[test]
fn nothing_of_a_submission_runs_outside_the_sandbox() {
    let folder = Folder::new("canary");
    let mark = canaries(&folder, "bot");
    canaries(&folder, "bot/venv/bin");
    folder.write("bot/venv/pyvenv.cfg", "home = /usr/bin\n");
    folder.write("bot/.python-version", "../../../bot\n");
    folder.write("bot/rust-toolchain.toml", "[toolchain]\npath = \".\"\n");
    let path = std::env::var("PATH").expect("a path");
    let paths = [
        format!("{}:{path}", folder.file("bot").display()),
        format!("{}:.::bot:{path}", folder.file("bot/venv/bin").display()),
    ];
    let levels = walled(&folder);
    let mut manifests = vec!["run = [\"./venv/bin/python\", \"x.py\"]".to_string()];
    for name in ["python3", "node", "java", "rustc", "cargo", "sh"] {
        manifests.push(format!("run = [\"./{name}\", \"x\"]"));
        manifests.push(format!("run = [\"{name}\", \"x\"]"));
        manifests.push(format!("build = [\"./{name}\", \"x\"]\nrun = [\"true\"]"));
        manifests.push(format!("build = [\"{name}\", \"x\"]\nrun = [\"true\"]"));
    }
    for language in ["python", "node", "java", "native", "generic"] {
        manifests.push(format!("language = \"{language}\"\nrun = [\"./make\"]"));
    }
    for (i, manifest) in manifests.iter().enumerate() {
        folder.write("bot/skirmish.toml", manifest);
        // From without and from within.
        let (here, spelled) = if i % 2 == 0 { (folder.0.clone(), "bot") } else { (folder.file("bot"), ".") };
        let level = &levels[i % levels.len()];
        let mut command = folder.command(&["play", "golems", spelled, "weak", "--no-replay", "--sandbox", level]);
        let output = command.env("PATH", &paths[i / 2 % 2]).current_dir(here).output().expect("the program starts");
        assert!(!mark.exists(), "{level}: {manifest}: {}", said(&output));
    }
    let best = levels.last().expect("a level");
    for spelled in ["bot/python3 x", "./bot/venv/bin/python x", "bot/cargo", "bot/java -version"] {
        let capsule = json!({"capsule": 1, "game": "golems", "game_version": 1, "seat": "p0", "player": spelled,
            "folder": folder.0, "turn": 0, "request": 0, "step": 0, "ending": {"ending": "not_started", "why": ""},
            "message": "", "limit_ms": 1, "used_ms": 0, "cpu_ms": 0, "wants_legal": false, "hello": "{}", "sent": "",
            "said": "", "stderr": "", "replay": null});
        folder.write("x.capsule.json", &capsule.to_string());
        let rerun = ["rerun", "x.capsule.json", "--sandbox", best];
        for args in [&rerun[..], &["play", "golems", spelled, "weak", "--no-replay", "--sandbox", best]] {
            let output = folder.run(args);
            assert!(!mark.exists(), "{args:?} of {spelled}: {}", said(&output));
        }
    }
}

/// Not even where a bot may do as it likes once it runs. The one here is no program, so nothing of it runs at all.
#[test]
fn nobody_in_a_bots_folder_is_asked_about_languages_at_any_level() {
    let folder = Folder::new("asked");
    let mark = canaries(&folder, "bot");
    folder.write("bot/notes.txt", "no program");
    let path = format!("{}:{}", folder.file("bot").display(), std::env::var("PATH").expect("a path"));
    for level in levels(&folder) {
        for language in ["python", "node", "java", "generic"] {
            folder.write("bot/skirmish.toml", &format!("language = \"{language}\"\nrun = [\"./notes.txt\"]"));
            let mut command = folder.command(&["play", "golems", "bot", "weak", "--no-replay", "--sandbox", &level]);
            let output = command.env("PATH", &path).output().expect("the program starts");
            assert!(said(&output).contains("could not be started"), "{level} {language}: {}", said(&output));
            assert!(!mark.exists(), "{level} {language}: {}", said(&output));
        }
    }
}

#[test]
fn a_virtual_environment_in_the_folder_works_and_is_not_asked() {
    if !python() {
        return;
    }
    let folder = Folder::new("environment");
    let mut make = Command::new("python3");
    let made = make.args(["-m", "venv", "--without-pip", "bot/venv"]).current_dir(&folder.0).status();
    assert!(made.expect("Python starts").success(), "an environment can be made");
    let mark = folder.file("mark");
    let lib = std::fs::read_dir(folder.file("bot/venv/lib")).expect("a folder").next().expect("a version").expect("it");
    let line = format!("import os; open({:?}, 'a').write('ran')\n", mark.display());
    std::fs::write(lib.path().join("site-packages/evil.pth"), line).expect("a .pth file");
    folder.write("bot/bot.py", &bot("{}", "assert sys.prefix != sys.base_prefix"));
    folder.write("bot/skirmish.toml", "run = [\"./venv/bin/python\", \"bot.py\"]");
    let more = ["--json", "--no-replay", "--set", "max_turns=6"];
    for (here, spelled) in
        [("", "bot"), ("bot", "."), ("bot", "venv/bin/python bot.py"), ("", "bot/venv/bin/python bot/bot.py")]
    {
        let args = [&["play", "golems", spelled, "weak"], &more[..]].concat();
        let report = crate::support::played(|| folder.command(&args).current_dir(folder.file(here)).output().unwrap());
        assert_eq!(report["match"]["seats"][0]["faults"], json!([]), "{spelled}: {report}");
        assert!(!mark.exists(), "{spelled}: its packages ran outside");
    }
}

/// A bot that tries to read everything it is told of, and says in its log where it found something.
fn spy(paths: &[&str]) -> String {
    let look = format!(
        "import glob\nfor path in {paths:?}:\n    for file in glob.glob(path, recursive=True):\n        try:\n\
         \x20           open(file, 'rb').read() and print('READ', os.path.relpath(os.path.realpath(file)), file=sys.stderr)\n        except OSError: pass\nprint('LOOKED', file=sys.stderr)"
    );
    bot("{}", &look)
}

/// What the spies of a match have read.
fn read_by_spies(report: &Value, folder: &Folder) -> String {
    let replay = PathBuf::from(report["replay"].as_str().expect("a replay"));
    let at = folder.0.join(&replay);
    let beside =
        std::fs::read_dir(at.parent().expect("a folder")).expect("it is there").flatten().map(|entry| entry.path());
    let stem = at.with_extension("").display().to_string() + ".";
    let is_log = |path: &PathBuf| {
        let path = path.to_string_lossy();
        path.starts_with(&stem) && path.ends_with(".private.jsonl")
    };
    let logs = beside.filter(is_log);
    let log: String = logs.map(|path| std::fs::read_to_string(path).expect("a log")).collect();
    assert!(log.contains("LOOKED"), "{report}");
    log
}

const MANY: [&str; 3] = ["**/*", "../**/*", "replays/*"];

#[test]
fn a_bot_sees_neither_the_other_one_nor_the_match() {
    if !python() {
        return;
    }
    let folder = Folder::new("sight");
    let short = ["--set", "max_turns=6", "--json", "--no-clock"];
    for level in walled(&folder) {
        if level == "filters" && rustix::process::geteuid().is_root() {
            // There the bot's user must reach Python by itself.
            continue;
        }
        folder.write("a.py", &spy(&MANY));
        folder.write("b.py", &spy(&MANY));
        folder.write("lib/helper.py", "# helps");
        let play = |args: &[&str]| folder.play(&[&["play", "golems"], args, &short, &["--sandbox", &level]].concat());

        // Two in one folder.
        let log = read_by_spies(&play(&["python3 a.py", "python3 b.py"]), &folder);
        assert!(log.contains("READ a.py") && log.contains("READ b.py"), "{level}: their own: {log}");
        for other in ["helper.py", ".skirmish", "private", "../"] {
            assert!(!log.contains(other), "{level}: {other} in {log}");
        }
        for line in log.lines() {
            assert!(!(line.contains("READ a.py") && line.contains("READ b.py")), "{level}: each other: {line}");
        }

        // One alone sees its folder, but not what is written of the match.
        let log = read_by_spies(&play(&["python3 a.py", "weak"]), &folder);
        assert!(log.contains("READ lib/helper.py") && log.contains("READ b.py"), "{level}: {log}");
        assert!(!log.contains(".skirmish") && !log.contains("private"), "{level}: {log}");

        // The replay beside the bot itself.
        let record = format!("r-{level}.skirmish");
        let log = read_by_spies(&play(&["python3 a.py", "weak", "--record", &record]), &folder);
        let seen = read_by_spies(&play(&["python3 a.py", "weak"]), &folder);
        assert!(seen.contains("READ b.py") && !seen.contains(".skirmish"), "{level}: nor an old one: {seen}");
        assert!(log.contains("READ a.py") && !log.contains("skirmish") && !log.contains("private"), "{level}: {log}");

        // Folders side by side, and the same one twice.
        for name in ["one", "two"] {
            folder.write(&format!("{name}/bot.py"), &spy(&MANY));
            folder.write(&format!("{name}/secret-of-{name}"), "a secret");
            folder.write(&format!("{name}/skirmish.toml"), "run = [\"python3\", \"bot.py\"]");
        }
        let log = read_by_spies(&play(&["one", "two"]), &folder);
        assert!(log.contains("READ secret-of-one") && log.contains("READ secret-of-two"), "{level}: {log}");
        assert!(!log.contains("READ ../") && !log.contains("two/"), "{level}: {log}");
        let log = read_by_spies(&play(&["one", "one"]), &folder);
        assert!(log.contains("READ secret-of-one"), "{level}: {log}");
        std::fs::remove_dir_all(folder.file("replays")).expect("replays");
    }
    let told = folder.run(&["play", "golems", "python3 a.py", "python3 b.py", "--set", "max_turns=6"]);
    assert!(text(&told.stderr).contains("another bot is in it"), "{}", said(&told));
    assert!(text(&told.stderr).contains("a folder of its own"), "{}", said(&told));
}

#[test]
fn paths_with_parents_links_and_blanks_lead_to_a_bot() {
    if !python() {
        return;
    }
    let folder = Folder::new("paths");
    folder.write(
        "a b/bot/bot.py",
        &(bot("{}", "pass") + "import helper\n").replacen("import", "import helper\nimport", 1),
    );
    folder.write("a b/bot/helper.py", "");
    folder.write("a b/bot/skirmish.toml", "run = [\"python3\", \"../bot/bot.py\"]\ngames = [\"golems\"]\n");
    std::fs::create_dir_all(folder.file("here/deeper")).expect("folders");
    symlink("a b/bot", folder.file("link")).expect("a link");
    let absolute = folder.file("a b/bot/bot.py").display().to_string();
    for (here, spelled) in [
        ("here", "../a b/bot"),
        ("here", "../a b/bot/"),
        ("here/deeper", "../../a b/bot/../bot/."),
        ("here", "../link"),
        ("", "link/"),
        ("here", "python3 '../a b/bot/bot.py'"),
        ("a b", "python3 bot/bot.py"),
        ("a b/bot", "python3 ../bot/bot.py"),
        ("here", "python3 ../link/bot.py"),
        ("here", &format!("python3 '{absolute}'")),
    ] {
        let run = || {
            let args = ["play", "golems", spelled, "weak", "--json", "--no-replay", "--set", "max_turns=6"];
            folder.command(&args).current_dir(folder.file(here)).output().expect("the program starts")
        };
        let report = crate::support::played(run);
        assert_eq!(report["match"]["seats"][0]["faults"], json!([]), "{here}: {spelled}: {report}");
    }
    let mut check = folder.command(&["check", "../a b/bot"]);
    let checked = check.current_dir(folder.file("here")).output().expect("the program starts");
    assert!(checked.status.success(), "{}", said(&checked));
}

#[test]
fn what_a_bot_may_not_have_is_refused_with_the_reason() {
    let folder = Folder::new("refusals");
    folder.write("other/skirmish.toml", "run = [\"true\"]");
    executable(&folder, "other/bot", "#!/bin/sh\n");
    let other = folder.file("other/bot");
    for run in ["../other/bot", other.to_str().expect("a path"), "./link"] {
        folder.write("bot/skirmish.toml", &format!("run = [{run:?}]"));
        let link = folder.file("bot/link");
        let _again = symlink(&other, &link);
        let output = folder.run(&["play", "golems", "bot", "weak", "--no-replay"]);
        assert!(said(&output).contains("outside of the bot's folder"), "{run}: {}", said(&output));
    }
    std::fs::remove_file(folder.file("bot/skirmish.toml")).expect("it was there");
    symlink("/etc/passwd", folder.file("bot/skirmish.toml")).expect("a link");
    let output = folder.run(&["play", "golems", "bot", "weak"]);
    assert!(said(&output).contains("it is a link") && !said(&output).contains("root:"), "{}", said(&output));
    // A home is nobody's folder.
    folder.write("home/skirmish.toml", "run = [\"true\"]");
    let mut home = folder.command(&["play", "golems", "home", "weak"]);
    let output = home.env("HOME", folder.file("home")).output().expect("the program starts");
    assert!(said(&output).contains("a home folder"), "{}", said(&output));
}

/// What a build leaves is copied through a filter; the build itself is nobody who matters.
#[test]
fn a_build_leaves_plain_files_and_not_too_many() {
    let folder = Folder::new("leavings");
    let manifest = |script: &str| format!("build = [\"sh\", \"-c\", {script:?}]\nrun = [\"true\"]\n");
    let build = |level: &str, script: &str| {
        folder.write("bot/skirmish.toml", &manifest(script));
        said(&folder.run(&["play", "golems", "bot", "weak", "--no-replay", "--sandbox", level]))
    };
    for level in levels(&folder) {
        build(
            &level,
            "cp /bin/sh $OUT/sh; chmod 6755 $OUT/sh; mkfifo $OUT/pipe; ln -s /etc/passwd $OUT/out; ln -s sh $OUT/in; \
             ln $OUT/sh $OUT/hard; mkdir $OUT/d; ln -s ../../.. $OUT/d/up; chmod 000 $OUT/d/.. ; chmod 700 $OUT; \
             touch \"$OUT/$(printf 'a\\nb')\"; sleep 1000 & exit 0",
        );
        let [entry] = &entries(&folder)[..] else { panic!("{level}: one entry: {:?}", entries(&folder)) };
        let out = entry.join("out");
        for name in ["sh", "hard", "in", "d", "a\nb"] {
            let data = out.join(name).metadata().unwrap_or_else(|error| panic!("{level}: {name}: {error}"));
            assert_eq!(data.mode() & 0o7000, 0, "{level}: {name}");
            assert_eq!(data.uid(), rustix::process::geteuid().as_raw(), "{level}: {name} is ours");
        }
        assert_eq!(out.join("hard").metadata().expect("a file").nlink(), 1, "{level}");
        for name in ["pipe", "out", "d/up"] {
            assert!(out.join(name).symlink_metadata().is_err(), "{level}: {name} was left");
        }
        std::fs::remove_dir_all(folder.file(".cache/skirmish/builds")).expect("entries");

        for (script, what) in [
            ("i=0; while [ $i -lt 10100 ]; do : > $OUT/$i || exit 7; i=$((i+1)); done", "too many files"),
            (
                "for i in 1 2 3 4 5 6; do head -c 100000000 /dev/zero > $OUT/$i || exit 7; done; sleep 2",
                "too many bytes",
            ),
        ] {
            let said = build(&level, script);
            assert!(said.contains("more than 10000 files") || said.contains("failed with"), "{level}: {what}: {said}");
            assert_eq!(entries(&folder), Vec::<PathBuf>::new(), "{level}: {what}: nothing is kept");
        }
        let work = std::fs::read_dir(folder.file(".cache/skirmish/builds.work")).expect("a place to work").count();
        assert_eq!(work, 0, "{level}: nothing is left");
    }
}

fn entries(folder: &Folder) -> Vec<PathBuf> {
    let builds = std::fs::read_dir(folder.file(".cache/skirmish/builds")).into_iter().flatten();
    builds.flatten().map(|entry| entry.path()).collect()
}

/// What a build can see is what it is kept by.
#[test]
fn a_build_sees_what_it_is_kept_by() {
    let folder = Folder::new("kept");
    folder.write("bot/skirmish.toml", "build = [\"sh\", \"-c\", \"find . > $OUT/seen\"]\nrun = [\"true\"]\n");
    folder.write("elsewhere/secret", "");
    let build = || {
        let output = folder.run(&["play", "golems", "bot", "weak", "--no-replay"]);
        assert!(!said(&output).contains("failed with"), "{}", said(&output));
    };
    for hidden in [".hidden", ".git/config", "target/x", "out/x", "replays/x", "node_modules/x"] {
        folder.write(&format!("bot/{hidden}"), "poison");
    }
    symlink("../elsewhere", folder.file("bot/linked")).expect("a link");
    folder.write("bot/src/target", "a file, not a folder");
    build();
    let [entry] = &entries(&folder)[..] else { panic!("one entry") };
    let seen = std::fs::read_to_string(entry.join("out/seen")).expect("what it saw");
    let mut seen: Vec<&str> = seen.lines().collect();
    seen.sort();
    assert_eq!(seen, [".", "./skirmish.toml", "./src", "./src/target"]);
    // None of that makes another build; everything it saw does.
    folder.write("bot/target/x", "other poison");
    build();
    assert_eq!(entries(&folder).len(), 1);
    std::fs::create_dir(folder.file("bot/empty")).expect("a folder");
    build();
    assert_eq!(entries(&folder).len(), 2, "an empty folder can be seen");
    let cache = folder.file(".cache/skirmish/builds").metadata().expect("a cache").mode();
    assert_eq!(cache & 0o066, 0, "others neither read nor write it: {cache:o}");
}

/// Neither links nor pipes are opened, and sizes are asked for before anything is read.
#[test]
fn odd_files_in_a_folder_hang_and_fill_nothing() {
    let folder = Folder::new("odd-files");
    folder.write("bot/skirmish.toml", "build = [\"sh\", \"-c\", \"ls > $OUT/seen\"]\nrun = [\"true\"]\n");
    for (target, name) in [("/proc/kmsg", "kernel"), ("/dev/zero", "zero"), ("/etc/passwd", "file"), (".", "loop")] {
        symlink(target, folder.file("bot").join(name)).expect("a link");
    }
    let made = Command::new("mkfifo").arg(folder.file("bot/pipe")).status();
    assert!(made.expect("mkfifo starts").success());
    let _listens = std::os::unix::net::UnixListener::bind(folder.file("bot/socket")).expect("a socket");
    folder.run(&["play", "golems", "bot", "weak", "--no-replay"]);
    let [entry] = &entries(&folder)[..] else { panic!("one entry") };
    assert_eq!(std::fs::read_to_string(entry.join("out/seen")).expect("what it saw"), "loop\nskirmish.toml\n");

    std::fs::File::create(folder.file("bot/sparse")).expect("a file").set_len(3 << 30).expect("a size");
    let output = folder.fails(&["play", "golems", "bot", "weak", "--no-replay"], 2);
    assert!(output.contains("more than 512 MiB"), "{output}");
    assert!(Path::new("/etc/passwd").exists() && files(&folder, ".skirmish").is_empty());
}
