//! The proof that a game needs rules, documents and words alone: crates that have never heard of cairns play it with
//! programs, record, verify and show it, and it obeys the laws.
//!
//! It has a `main` of its own, as every program that starts bots: their guards are this very program, started again.

use libtest_mimic::{Arguments, Trial};
use skirmish_cairns::Cairns;
use skirmish_core::scene::Theme;
use skirmish_core::{Registry, Seat, Setup, Viewer};
use skirmish_jail::{Brief, Jail, probe_cached};
use skirmish_laws::suite::{Effort, actions_come_back, check};
use skirmish_referee::clock::Timekeeping;
use skirmish_referee::program::Start;
use skirmish_referee::scribe::Scribe;
use skirmish_referee::{Cancel, Contest, Options, Player, Sitter};
use skirmish_replay::{Recorder, ReplayFile};
use skirmish_viewer::Reel;
use skirmish_viewer::editor::Editor;
use skirmish_viewer::export::{Look, svg};
use std::path::{Path, PathBuf};

const TESTS: [(&str, fn()); 3] = [
    ("the_laws_hold", the_laws_hold),
    ("programs_play_it_and_the_match_is_proved_and_shown", programs_play_it_and_the_match_is_proved_and_shown),
    ("nothing_is_offered_that_it_has_not", nothing_is_offered_that_it_has_not),
];

fn main() {
    skirmish_jail::helper_main_if_asked();
    let trial = |(name, test): (&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    libtest_mimic::run(&Arguments::from_args(), TESTS.into_iter().map(trial).collect()).exit();
}

/// The games of the program, and one more.
fn registry() -> Registry {
    skirmish_games::registry().with::<Cairns>()
}

fn the_laws_hold() {
    let seen = check::<Cairns>(Effort { games: 12, steps: 40 });
    assert!(seen.steps > 50 && seen.listed > 200 && seen.refused > 100 && seen.finished == 12, "{seen:?}");
    assert_eq!(seen.reshuffled, seen.tried, "the other seat's secret is always another: {seen:?}");
    actions_come_back::<Cairns>(4);
}

/// Takes one stone from the first cairn that has any. It is a script of the shell, which is everywhere.
const BOT: &str = r#"
read -r hello
echo '{"type":"ready","name":"picker"}'
while read -r line; do
    case "$line" in *'"type":"end"'*) exit 0 ;; esac
    request=${line#*'"request":'}; request=${request%%,*}
    case "$line" in
        *'"cairns":[0,0,'*) cairn=2 ;;
        *'"cairns":[0,'*) cairn=1 ;;
        *) cairn=0 ;;
    esac
    echo "{\"type\":\"orders\",\"request\":$request,\"actions\":[{\"do\":\"take\",\"cairn\":$cairn,\"count\":1}]}"
done
"#;

fn programs_play_it_and_the_match_is_proved_and_shown() {
    let folder = Folder::new();
    let registry = registry();
    let table = registry.game("cairns").unwrap().set_up(&Setup::seeded(7)).unwrap();
    let found = probe_cached(&Jail::new(), &Path::new(env!("CARGO_TARGET_TMPDIR")).join("sandbox.json"));
    let sandbox: Brief = found.brief(found.chosen);
    let time = Timekeeping { off: true, ..Timekeeping::default() };
    let options = Options { time, ponder: false, sandbox, again: false, cancel: Cancel::default(), interpreters: None };
    let recorder = Recorder::create_in(&folder.0, "cairns-proof").unwrap();
    let mut scribe = Scribe::new(recorder, "cairns-proof".into(), serde_json::Value::Null, None, &|_| {});
    let played =
        Contest::new("cairns-proof".into(), table, vec![folder.bot(), folder.bot()], options, &mut scribe).play();
    let (finished, capsules) = scribe.finish(&*played.table, played.report.void.as_deref());
    assert!(played.report.void.is_none() && capsules.is_empty(), "{:?}", played.report);
    // Fifteen stones, one by one.
    assert_eq!(played.report.steps, 15);
    assert_eq!(played.report.result["reason"], "last_stone");
    assert_eq!(played.report.seats[0].name.as_deref(), Some("picker"));

    // Proved, and shown.
    let text = ReplayFile::read(&finished.unwrap().path).unwrap().text;
    let mut playback = registry.playback(text.clone()).unwrap();
    playback.finish().unwrap();
    assert_eq!(playback.played(), 15);
    let board = playback.table().sketch(Viewer::Omniscient).to_string();
    assert!(board.contains("cairns: 0, 0, 0"), "{board}");
    let reel = Reel::open(&registry, &text).unwrap();
    let scene = reel.scene(15, None).unwrap();
    assert!(scene.items.iter().any(|item| item.title == "cairns 2"), "{:?}", scene.items);
    assert_eq!(scene.sides.len(), 2);
    let picture =
        svg(&reel, Look { frame: 3, seat: Some(Seat(0)), theme: Theme::Light, width: 600, plain: false }).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains(">scores<"), "{picture}");
    let mut told = Vec::new();
    reel.log(0, 15, |line| {
        told.push(line.text);
        Ok(())
    })
    .unwrap();
    assert_eq!(told[0], "seat 0, cairn 0, count 1, left 4");
}

/// A game without pictures has no verbs, no brushes and no seat for a person, so that pages show no buttons for them.
fn nothing_is_offered_that_it_has_not() {
    let table = registry().game("cairns").unwrap().set_up(&Setup::seeded(1)).unwrap();
    assert!(table.verbs().is_empty() && table.brushes().is_empty() && table.symbols().is_empty());
    assert!(table.hand(Seat(0)).is_none() && table.bots().is_empty());
    assert_eq!(table.turn().number, 1);
    // The editor still opens a position, draws it and changes its values.
    let editor = Editor::start(&registry(), "cairns", None).unwrap();
    assert!(editor.state().scene.is_some_and(|scene| !scene.items.is_empty()));
}

/// A folder that is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let folder = std::env::temp_dir().join(format!("skirmish-cairns-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder.canonicalize().unwrap())
    }

    fn bot(&self) -> Player {
        let folder = self.0.join("bot");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("bot.sh"), BOT).unwrap();
        let start = Start { command: "sh".into(), args: vec!["bot.sh".into()], folder, ..Start::default() };
        Player { sitter: Sitter::Program(start), spelled: "sh bot.sh".into() }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is a temporary file more.
        let _left = std::fs::remove_dir_all(&self.0);
    }
}
