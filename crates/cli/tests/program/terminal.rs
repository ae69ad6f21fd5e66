//! The real program in a terminal: watched and played by keys, and the terminal left as it was found.

use crate::pty::{Pty, Screen, setsid};
use crate::support::{Folder, GAMES};
use rustix::process::Signal;

const ESCAPE: &str = "\u{1b}";
const SMALL: [u16; 2] = [80, 24];

/// Settings under which a match of a game is short.
fn short(game: &str) -> &'static [&'static str] {
    match game {
        "outbreak" => &["--set", "max_turns=3"],
        "infection" => &["--set", "turn_limit=3"],
        "golems" => &["--set", "max_turns=6"],
        "footsoldiers" => &["--set", "total_turns=6"],
        _ => &["--set", "days=2"],
    }
}

/// A replay of a short match.
fn replay(folder: &Folder, game: &str) -> &'static str {
    folder.ok(&[&["play", game, "weak", "weak", "--seed", "7", "--record", "match.skirmish"], short(game)].concat());
    "match.skirmish"
}

fn has(text: &'static str) -> impl Fn(&Screen) -> bool {
    move |screen| screen.text().contains(text)
}

#[test]
fn a_replay_of_every_game_is_watched_to_its_end_and_the_terminal_given_back() {
    if !setsid() {
        return;
    }
    for game in GAMES {
        let folder = Folder::new(&format!("terminal-watch-{game}"));
        let told = folder.ok(&["replay", "info", replay(&folder, game), "--json"]);
        let steps = crate::support::json_of(&told)["steps"].as_u64().expect("a number of steps");
        let mut pty = Pty::start(&folder, &["watch", "match.skirmish", "--terminal"], SMALL);
        // It plays by itself; faster, and it comes to its end.
        pty.until("the film", |screen| screen.row(0).contains(game) && screen.row(0).contains(&format!("/{steps}")));
        pty.press(&format!("{ESCAPE}[A").repeat(8));
        pty.until("the last frame", |screen| screen.row(0).contains(&format!("{steps}/{steps}")));
        pty.until("64x", |screen| screen.row(0).contains("64x"));
        pty.press(",");
        pty.until("the first frame", |screen| screen.row(0).contains(&format!(" 0/{steps}")));
        pty.press(&format!("{ESCAPE}[C"));
        pty.until("the second frame", |screen| screen.row(0).contains(&format!(" 1/{steps}")));
        pty.press("f");
        pty.shows("saw it");
        pty.press("\u{3}");
        assert_eq!(pty.code(), Some(0), "{game}");
        assert!(pty.is_as_before(), "{game}: {}", pty.screen.text());
    }
}

#[test]
fn a_film_is_stepped_sought_and_stretched() {
    if !setsid() {
        return;
    }
    let folder = Folder::new("terminal-keys");
    let args =
        ["play", "infection", "strong", "weak", "--seed", "7", "--record", "match.skirmish", "--set", "turn_limit=20"];
    folder.ok(&args);
    let mut pty = Pty::start(&folder, &["watch", "match.skirmish", "--terminal", "--turn", "5"], SMALL);
    pty.until("turn 5", |screen| screen.row(0).contains("turn 5") && screen.row(0).contains("||"));
    pty.press(&format!("{ESCAPE}[1;2C"));
    pty.until("turn 6", |screen| screen.row(0).contains("turn 6"));
    pty.press(":12\r");
    pty.until("turn 12", |screen| screen.row(0).contains("turn 12"));
    pty.press(" ");
    pty.until("it plays", |screen| screen.row(0).contains("> 1x") && !screen.row(0).contains("turn 12"));
    pty.press(" ");
    pty.until("it rests", |screen| screen.row(0).contains("|| 1x"));
    pty.press("?");
    pty.until("the keys", |screen| has("- Keys -")(screen) && has("play, pause")(screen));
    pty.press(ESCAPE);
    pty.until("no keys", |screen| !has("- Keys -")(screen));
    pty.press("g");
    pty.until("the legend", |screen| has("- Legend -")(screen) && has("zombie (zombies)")(screen));
    pty.press("g");
    // Coordinates are at the edges, and a part of the board is shown or all of it, smaller.
    pty.until("axes", |screen| {
        screen.row(1).contains('0') && screen.row(3).trim_start().starts_with(|c: char| c.is_ascii_digit())
    });
    pty.press("z");
    pty.until("a smaller board", |screen| has("cells to a character")(screen) || !has("a part of the board")(screen));
    pty.resize([120, 40]);
    pty.until("the larger screen", |screen| screen.row(39).contains("space play") && screen.row(0).len() > 100);
    pty.resize([40, 12]);
    pty.until("the smaller screen", |screen| {
        screen.row(11).contains("space play") && screen.row(0).contains("infection")
    });
    pty.press(".");
    pty.until("the result", |screen| has("win")(screen) || has("draw")(screen));
    pty.press("Q");
    assert_eq!(pty.code(), Some(0));
    assert!(pty.is_as_before());
}

#[test]
fn a_signal_gives_the_terminal_back() {
    if !setsid() {
        return;
    }
    let folder = Folder::new("terminal-signals");
    let replay = replay(&folder, "golems");
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let mut pty = Pty::start(&folder, &["watch", replay, "--terminal"], SMALL);
        pty.shows("golems");
        assert!(!pty.is_as_before());
        pty.signal(signal);
        assert_eq!(pty.code(), Some(0));
        assert!(pty.is_as_before(), "{signal:?}");
    }
}

#[test]
fn ctrl_z_goes_to_the_shell_and_back() {
    if !setsid() {
        return;
    }
    let folder = Folder::new("terminal-shell");
    let replay = replay(&folder, "golems");
    let script = format!(
        "set -m; {} watch {replay} --terminal; echo at the shell; stty -a | grep -o ' -*icanon'; read line; fg; echo over",
        crate::support::SKIRMISH
    );
    let mut pty = Pty::run(&folder, "bash", &["-c", &script], SMALL);
    pty.shows("space play");
    pty.press("\u{1a}");
    pty.until("the shell", |screen| has("at the shell")(screen) && has(" icanon")(screen) && !screen.alternate);
    pty.press("\r");
    pty.until("the film again", |screen| screen.alternate && has("space play")(screen));
    pty.press("?");
    pty.shows("- Keys -");
    pty.press("\u{3}");
    pty.shows("over");
    pty.code();
    assert!(pty.is_as_before());
}

#[test]
fn without_a_terminal_the_way_out_is_told() {
    let folder = Folder::new("terminal-none");
    let replay = replay(&folder, "golems");
    for args in [
        &["watch", replay, "--terminal"][..],
        &["play", "golems", "--terminal"],
        &["play", "golems", "human", "weak", "--terminal"],
    ] {
        let told = folder.fails(args, 2);
        assert!(told.contains("--terminal needs a terminal") && told.contains("replay show"), "{told}");
    }
    if !setsid() {
        return;
    }
    let script = format!("TERM=dumb {} watch {replay} --terminal; echo code $?", crate::support::SKIRMISH);
    let mut pty = Pty::run(&folder, "bash", &["-c", &script], SMALL);
    pty.until("a refusal", |screen| has("TERM=dumb")(screen) && has("code 2")(screen));
    pty.code();
}

#[test]
fn no_color_is_respected() {
    if !setsid() {
        return;
    }
    let folder = Folder::new("terminal-colours");
    let replay = replay(&folder, "golems");
    for (setting, colours) in [("NO_COLOR=1", false), ("TERM=xterm", true), ("TERM=xterm-256color", true)] {
        let script = format!("{setting} {} watch {replay} --terminal", crate::support::SKIRMISH);
        let mut pty = Pty::run(&folder, "bash", &["-c", &script], SMALL);
        pty.until("the legend", has("golem (p0)"));
        pty.press("Q");
        pty.code();
        let raw = &pty.screen.raw;
        assert_eq!(raw.contains(";38;5;"), setting.contains("256"), "{setting}");
        assert_eq!(raw.contains(";38;5;") || raw.contains(";36m"), colours, "{setting}");
    }
}

#[test]
fn a_running_match_is_followed_and_its_result_printed() {
    if !setsid() {
        return;
    }
    let folder = Folder::new("terminal-live");
    let args =
        [&["play", "footsoldiers", "strong", "weak", "--seed", "3", "--terminal"], short("footsoldiers")].concat();
    let mut pty = Pty::start(&folder, &args, [100, 30]);
    pty.until("the film", |screen| screen.alternate && screen.row(0).contains("footsoldiers"));
    pty.press(&format!("{ESCAPE}[A").repeat(8));
    pty.until("the end", |screen| screen.row(0).contains("6/6") && !screen.row(0).contains("live"));
    pty.press("Q");
    pty.shows("watch it: skirmish watch");
    assert_eq!(pty.code(), Some(0));
    assert!(pty.is_as_before());
    // Whoever goes early sees the result all the same.
    let mut pty = Pty::start(&folder, &["play", "infection", "weak", "weak", "--seed", "3", "--terminal"], [100, 30]);
    pty.until("the film", |screen| screen.alternate && screen.row(0).contains("infection"));
    pty.press("Q");
    pty.shows("seed: 3");
    assert_eq!(pty.code(), Some(0));
}

/// A bot finishes every turn of the person, after a try at an order of its own.
#[test]
fn every_game_is_played_by_keys_to_its_end() {
    if !setsid() {
        return;
    }
    for game in GAMES {
        let folder = Folder::new(&format!("terminal-play-{game}"));
        let args = [&["play", game, "human", "weak", "--seed", "5", "--terminal"], short(game)].concat();
        let mut pty = Pty::start(&folder, &args, SMALL);
        let over = has("The match is over");
        let mut turns = 0;
        loop {
            pty.until("a turn or the end", |screen| over(screen) || screen.row(0).contains("you are"));
            if over(&pty.screen) {
                break;
            }
            turns += 1;
            // Something of one's own, where there is anything: the first of everything that is possible.
            let moment = |screen: &Screen| screen.row(0).split(": you are").next().unwrap_or_default().to_string();
            let before = moment(&pty.screen);
            pty.press("/");
            pty.until("the list", |screen| has("type to find")(screen) || has("nothing can be done")(screen));
            pty.press(if has("type to find")(&pty.screen) { "\r" } else { "e" });
            pty.until("no list", |screen| !has("type to find")(screen));
            pty.press("f");
            pty.until("the bot", has("S sends"));
            pty.press("S");
            pty.until("sent", |screen| over(screen) || moment(screen) != before || has("empty turn?")(screen));
            if has("empty turn?")(&pty.screen) {
                pty.press("y");
                pty.until("sent", |screen| over(screen) || moment(screen) != before);
            }
            assert!(turns < 400, "{game} does not end");
        }
        pty.press("w");
        pty.until("the whole match", |screen| screen.row(0).contains("1x") && screen.alternate);
        pty.press("Q");
        pty.shows("replay:");
        assert_eq!(pty.code(), Some(0), "{game}: {}", pty.screen.text());
        assert!(pty.is_as_before());
        let replay = crate::support::files(&folder, ".skirmish");
        folder.ok(&["replay", "verify", &replay[0].display().to_string()]);
    }
}

#[test]
fn a_person_resigns_leaves_or_is_interrupted() {
    if !setsid() {
        return;
    }
    let folder = Folder::new("terminal-ends");
    let args = ["play", "golems", "human", "weak", "--seed", "5", "--terminal"];
    let mut pty = Pty::start(&folder, &args, SMALL);
    pty.shows("you are p0");
    pty.press("R");
    pty.shows("Resign?");
    pty.press("n");
    pty.until("no question", |screen| !has("Resign?")(screen));
    pty.press("R");
    pty.shows("Resign?");
    pty.press("y");
    pty.shows("The match is over");
    pty.press("Q");
    assert_eq!(pty.code(), Some(0), "{}", pty.screen.text());
    assert!(pty.is_as_before());
    for (keys, question) in [("\u{3}", None), ("Q", Some("Leave?"))] {
        let mut pty = Pty::start(&folder, &args, SMALL);
        pty.shows("you are p0");
        pty.press(keys);
        if let Some(question) = question {
            pty.shows(question);
            pty.press("y");
        }
        assert_eq!(pty.code(), Some(3), "{}", pty.screen.text());
        assert!(pty.is_as_before() && has("replay:")(&pty.screen), "{}", pty.screen.text());
    }
}

#[test]
fn two_people_change_places_at_one_terminal() {
    if !setsid() {
        return;
    }
    let folder = Folder::new("terminal-two");
    let mut pty = Pty::start(&folder, &["play", "golems", "human", "human", "--seed", "5", "--terminal"], SMALL);
    for seat in ["p0", "p1", "p0"] {
        pty.until("a change", move |screen| {
            has("Change places")(screen) && screen.text().contains(&format!("turn of {seat}"))
        });
        pty.press("\r");
        pty.until("the turn", move |screen| screen.row(0).contains(&format!("you are {seat}")));
        pty.press("f");
        pty.shows("S sends");
        pty.press("S");
        pty.until("sent", |screen| {
            !screen.row(0).contains("you are") || has("Change places")(screen) || has("empty turn?")(screen)
        });
        if has("empty turn?")(&pty.screen) {
            pty.press("y");
        }
    }
    pty.press("\u{3}");
    assert_eq!(pty.code(), Some(3));
    assert!(pty.is_as_before());
}
