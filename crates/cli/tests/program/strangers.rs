//! Texts and commands of others: nothing they write steers a terminal or forges a line of ours, and nothing they name is run
//! unasked.

use crate::support::{Folder, bot, files, json_of, python, said, text};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Everything a terminal could take for something else than text.
const NASTY: &str = "\u{1b}[2J\u{1b}]0;title\u{7}\r\u{8}\u{7f}\u{9b}31m\u{85}\u{202e}\u{2066}\u{200b}\u{2028}\u{feff}";

/// A line that a user would believe if it stood alone.
const FORGED: &str = "winner: p0 at turn 1";

fn is_raw(c: char) -> bool {
    c.is_control() && c != '\n'
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// What a command printed, none of it raw and no line of it forged.
fn clean(what: &str, output: &Output) -> String {
    for (stream, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        let printed = std::str::from_utf8(bytes).unwrap_or_else(|e| panic!("{what}: {stream}: {e}"));
        if let Some(at) = printed.find(is_raw) {
            let around: String = printed[at..].chars().take(40).collect();
            panic!("{what}: raw text on {stream}: {around:?}");
        }
        assert!(!printed.lines().any(|line| line.starts_with(FORGED)), "{what}: a forged line: {printed}");
    }
    said(output)
}

/// A text for a Python source.
fn quoted(text: &str) -> String {
    json!(text).to_string()
}

/// A bot that puts nasty text wherever it can, and does `turn` besides.
fn nasty_bot(turn: &str) -> String {
    let nasty = quoted(&format!("{NASTY}\n{FORGED}\n"));
    bot(
        &format!("{{'name': {nasty}, 'version': {nasty}}}"),
        &format!(
            "print({nasty}, file=sys.stderr, flush=True)\nnotes = [{{'text': {nasty}}}, {{'exception': {nasty}}}]\n\
             actions = [{{'do': {nasty}}}]\n{turn}"
        ),
    )
}

#[test]
fn no_text_of_a_bot_steers_the_terminal() {
    if !python() {
        return;
    }
    let folder = Folder::new("nasty");
    let nasty = quoted(&format!("{NASTY} {FORGED}"));
    folder.write("crash.py", &nasty_bot(&format!("if n == 3: raise ValueError({nasty})")));
    folder.write("garbage.py", &nasty_bot(&format!("print({nasty}.replace(chr(10), ''), flush=True)")));
    folder.write("unready.py", &format!("import sys\nprint({nasty}, flush=True)\nprint({nasty}, file=sys.stderr)\n"));
    folder.write("plain.py", &nasty_bot("pass"));
    for name in ["crash", "garbage", "unready", "plain"] {
        let bot = format!("python3 {name}.py");
        let ways = [&[][..], &["--json", "--log"], &["--swap"], &["--every", "1", "--no-replay"]];
        for more in if name == "crash" { &ways[..] } else { &ways[..2] } {
            let args = [&["play", "golems", &bot, "weak", "--set", "max_turns=6", "--no-clock"], *more].concat();
            let shown = clean(&format!("{args:?}"), &folder.run(&args));
            // The bot's name is there, and everything in it can be seen.
            let named = more.is_empty() && name != "unready";
            assert!(!named || shown.contains(r"(\u001b[2J\u001b]0;title\u0007\r"), "{shown}");
        }
    }
    clean("check", &folder.run(&["check", "python3 crash.py", "golems"]));
    clean("check", &folder.run(&["check", "python3 unready.py", "golems", "--json"]));
    let capsules = files(&folder, ".capsule.json");
    assert!(capsules.len() > 3, "{capsules:?}");
    for capsule in capsules.iter().filter_map(|path| path.to_str()) {
        for more in [&["--yes"][..], &["--yes", "--json"], &["--only", "--yes"], &[]] {
            let args = [&["rerun", capsule], more].concat();
            clean(&format!("{args:?}"), &folder.run(&args));
        }
    }
    for replay in files(&folder, ".skirmish").iter().filter_map(|path| path.to_str()) {
        for args in [
            &["replay", "info", replay][..],
            &["replay", "show", replay],
            &["replay", "verify", replay],
            &["replay", "export", replay, "--private"],
            &["fork", replay, "--turn", "1"],
            &["rerun", replay, "--seat", "p0", "python3 crash.py", "--all"],
        ] {
            clean(&format!("{args:?}"), &folder.run(args));
        }
    }
}

#[test]
fn no_text_in_a_file_or_its_name_steers_the_terminal() {
    let folder = Folder::new("nasty-files");
    let nasty = format!("{NASTY}\n{FORGED}");
    let name = format!("x\u{1b}[2J\n{FORGED}\u{202e}");
    // A file that is no replay, no capsule, no position and no manifest, under a name like that.
    for text in [nasty.clone(), format!("{{\"capsule\":{}}}", quoted(&nasty)), format!("{{{nasty}")] {
        folder.write(&name, &text);
        let name = name.as_str();
        for args in [
            &["replay", "info", name][..],
            &["replay", "verify", name],
            &["rerun", name],
            &["fork", name, "--turn", "1"],
            &["watch", name, "--no-browser"],
            &["play", "golems", "--position", name],
            &["play", "golems", "--config", name],
            &["play", "golems", name, "weak"],
            &["play", name],
            &["play", "golems", "--set", &format!("max_turns={nasty}")],
            &["play", "golems", "--map", name],
            &["check", name, "golems"],
            &["vectors", "golems", name],
        ] {
            let output = folder.run(args);
            clean(&format!("{args:?}"), &output);
            assert_ne!(output.status.code(), Some(0), "{args:?}: {}", said(&output));
        }
    }
    // What a compiler prints is kept in lines, each set in.
    folder.write("made/skirmish.toml", "build = [\"sh\", \"-c\", \"printf 'a\\\\033[2J\\\\nwinner: p0 at turn 1\\\\n' >&2; exit 3\"]\nrun = [\"true\"]\n");
    let built = clean("a build", &folder.run(&["play", "golems", "made", "weak"]));
    assert!(built.contains("\\u001b[2J\n  winner: p0"), "{built}");
    // A manifest that is none.
    folder.write("odd/skirmish.toml", &format!("{} = 1\n", quoted(&nasty)));
    clean("a manifest", &folder.run(&["play", "golems", "odd", "weak"]));
    clean("a manifest", &folder.run(&["check", "odd"]));
}

/// A capsule that says to run something else than it was made for.
fn changed(capsule: &Path, change: impl FnOnce(&mut Value)) {
    let mut told = json_of(&std::fs::read_to_string(capsule).expect("a capsule"));
    change(&mut told);
    std::fs::write(capsule, told.to_string()).expect("the capsule can be written");
}

#[test]
fn what_a_capsule_or_a_replay_names_is_not_run_unasked() {
    if !python() {
        return;
    }
    let folder = Folder::new("unasked");
    folder.write("bot.py", &bot("{}", "if n == 2: raise ValueError"));
    folder.write("mine.py", &bot("{}", "pass"));
    let report = folder.play(&["play", "golems", "python3 bot.py", "weak", "--json", "--set", "max_turns=8"]);
    let replay = report["replay"].as_str().expect("a replay");
    let [capsule] = &files(&folder, ".capsule.json")[..] else { panic!("one capsule: {report}") };
    // If it runs, it leaves a trace, wherever it runs.
    folder.write("bot.py", "open('trace', 'w')\nprint('RAN', flush=True)\n");
    let trace = |what: &str, output: &Output| {
        assert!(!folder.file("trace").exists() && !said(output).contains("RAN"), "{what} ran it: {}", said(output));
    };
    let capsule = capsule.to_str().expect("a name");
    for args in [&["rerun", capsule][..], &["rerun", capsule, "--only"], &["rerun", capsule, "--json"]] {
        let output = folder.run(args);
        trace("rerun", &output);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        for told in ["python3 bot.py", "--yes", "skirmish rerun", folder.0.to_str().expect("a name")] {
            assert!(text(&output.stderr).contains(told), "{told}: {}", said(&output));
        }
    }
    let fork = folder.run(&["fork", replay, "--turn", "1"]);
    trace("fork", &fork);
    assert_eq!(fork.status.code(), Some(2), "{}", said(&fork));
    assert!(text(&fork.stderr).contains("python3 bot.py") && text(&fork.stderr).contains("--yes"), "{}", said(&fork));
    // A line on standard input is no agreement: nobody has read the question.
    let mut piped =
        folder.command(&["rerun", capsule]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    std::io::Write::write_all(&mut piped.stdin.take().expect("a pipe"), b"y\n").expect("it reads");
    assert_eq!(piped.wait_with_output().expect("it ends").status.code(), Some(2));
    // Not outside the sandbox, whoever agrees.
    for args in [
        &["rerun", capsule, "--yes", "--sandbox", "off"][..],
        &["fork", replay, "--turn", "1", "--yes", "--sandbox", "off"],
    ] {
        let output = folder.run(args);
        trace("without a sandbox", &output);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(text(&output.stderr).contains("only in the sandbox"), "{}", said(&output));
    }
    // Whoever names the bot has decided, and so has --yes.
    assert_eq!(folder.run(&["rerun", capsule, "python3 mine.py"]).status.code(), Some(0));
    let named = folder.run(&["fork", replay, "--turn", "1", "python3 mine.py", "weak", "--set", "x"]);
    assert_eq!(named.status.code(), Some(2), "fork has no --set");
    folder.play(&["fork", replay, "--turn", "1", "python3 mine.py", "weak", "--json"]);
    folder.write("bot.py", &bot("{}", "pass"));
    folder.play(&["fork", replay, "--turn", "1", "--yes", "--json"]);
    assert_eq!(folder.run(&["rerun", capsule, "--yes"]).status.code(), Some(0));
    // Built-in bots are nobody's command.
    let ours = folder.play(&["play", "golems", "--json", "--set", "max_turns=8"]);
    folder.play(&["fork", ours["replay"].as_str().expect("a replay"), "--turn", "1", "--json"]);
    // The folder of a capsule is shown with its commands, whatever is in it.
    folder.write("theirs/skirmish.toml", "build = [\"sh\", \"-c\", \"touch built\"]\nrun = [\"sh\", \"run me\"]\n");
    changed(Path::new(capsule), |told| told["player"] = "theirs".into());
    let output = folder.run(&["rerun", capsule]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    for told in ["theirs", "built by: sh -c touch built", "started by: sh run me"] {
        assert!(text(&output.stderr).contains(told), "{told}: {}", said(&output));
    }
    assert!(!folder.file("theirs/built").exists());
}

#[test]
fn a_terminal_is_asked() {
    if !python() || !Command::new("script").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("*** SKIPPED: there is no `script` to make a terminal");
        return;
    }
    let folder = Folder::new("asked");
    folder.write("bot.py", &bot("{}", "if n == 2: raise ValueError('two')"));
    folder.play(&["play", "golems", "python3 bot.py", "weak", "--json", "--set", "max_turns=8"]);
    let [capsule] = &files(&folder, ".capsule.json")[..] else { panic!("one capsule") };
    for (answer, code, told) in
        [("y\n", 1, "ValueError: two"), ("\n", 2, "nothing was run"), ("no\n", 2, "nothing was run")]
    {
        let line = format!("{} rerun {}", crate::support::SKIRMISH, capsule.display());
        let mut typed = Command::new("script")
            .args(["-qec", &line, "/dev/null"])
            .current_dir(&folder.0)
            .env("XDG_CACHE_HOME", folder.0.join(".cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("script starts");
        std::io::Write::write_all(&mut typed.stdin.take().expect("a pipe"), answer.as_bytes()).expect("it reads");
        let output = typed.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(code), "{answer:?}: {}", said(&output));
        assert!(said(&output).contains("Run it? [y/N]") && said(&output).contains(told), "{}", said(&output));
    }
}

/// Code among the words of a command may be anybody's; what a replay names sees no more than the files it names.
#[test]
fn a_command_out_of_a_replay_does_not_see_the_folder_it_is_run_in() {
    let folder = Folder::new("replayed");
    folder.write("secret.txt", "the word is xyzzy");
    folder.write("kept/about", "replays");
    let spy = "sh -c 'exec cat secret.txt >&2'";
    let args = ["play", "infection", spy, "weak", "--set", "turn_limit=4", "--record", "kept/x.skirmish"];
    let said = folder.fails(&args, 1);
    assert!(said.contains("xyzzy"), "who names the command shows it the folder: {said}");
    let said = folder.fails(&["fork", "kept/x.skirmish", "--turn", "1", "--yes"], 1);
    assert!(said.contains("standard error") && !said.contains("xyzzy"), "{said}");
    // Nor does it see a file that only its owner may read, though it names it.
    let secret = folder.file("secret.txt");
    std::fs::set_permissions(&secret, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let spy = format!("sh -c 'exec cat \"$0\" >&2' {}", secret.display());
    let args = ["play", "infection", &spy, "weak", "--set", "turn_limit=4", "--record", "kept/y.skirmish"];
    assert!(folder.fails(&args, 1).contains("xyzzy"));
    let said = folder.fails(&["fork", "kept/y.skirmish", "--turn", "1", "--yes"], 1);
    assert!(said.contains("standard error") && !said.contains("xyzzy"), "{said}");
}

/// Names beside a replay can be guessed; what lies there already is not written through.
#[test]
fn logs_and_capsules_follow_no_link() {
    if !python() {
        return;
    }
    let folder = Folder::new("links");
    folder.write("bots/bot.py", &bot("{}", "if n == 3: raise ValueError('three')"));
    folder.write("victim", "dear");
    for name in ["x.p0.private.jsonl", "x.p0-turn5.capsule.json"] {
        std::os::unix::fs::symlink("victim", folder.file(name)).unwrap();
    }
    let args = ["play", "golems", "python3 bots/bot.py", "weak", "--record", "x.skirmish", "--json", "--seed", "1"];
    let report = folder.play(&args);
    assert_eq!(report["capsules"][0], "x.p0-turn5.capsule.json", "{report}");
    assert_eq!(std::fs::read_to_string(folder.file("victim")).unwrap(), "dear");
    for name in ["x.p0.private.jsonl", "x.p0-turn5.capsule.json"] {
        assert!(!folder.file(name).symlink_metadata().unwrap().is_symlink(), "{name}");
    }
}
