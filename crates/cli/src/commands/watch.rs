//! `skirmish watch`

use crate::fail::unknown;
use crate::pages::{Leave, PageArgs, Pages};
use crate::{interrupt, place, say};
use anyhow::{Context, Result, bail};
use serde_json::json;
use skirmish_core::Seat;
use skirmish_matches::replays;
use skirmish_referee::capsule::Capsule;
use skirmish_terminal::Start;
use skirmish_viewer::private::read_capsule;
use skirmish_viewer::watched::Watched;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Watch replays in the browser (one match, or all of a folder), or one in the terminal.
///
/// The page replays the match with the same rules: every turn, what each seat was sent, why orders were rejected, what
/// your bot logged and noted. A match that is still running is followed live. From any turn you can play on yourself,
/// export what you see, or change the position.
///
/// A folder opens as a library: its matches as cards with pictures, found by game, player and ending; two side by side;
/// what was played on from what; live ones as they are played. It can delete and rename them, too.
///
/// A failure capsule (NAME.capsule.json) opens its match at the moment of the failure. The page is for this machine
/// only, at an address that cannot be guessed; without the part after the # it is for watching only.
#[derive(clap::Args)]
pub struct Args {
    /// A replay, a folder of replays, or a failure capsule. Default: the newest replay in replays/.
    #[arg(value_name = "FILE|DIR")]
    file: Option<PathBuf>,
    /// Start at this turn.
    #[arg(long, value_name = "N")]
    turn: Option<i64>,
    /// Show what this seat saw.
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// Show it in this terminal, as a film of characters; `?` shows all keys (docs/viewer.md).
    #[arg(long, conflicts_with_all = ["no_browser", "port", "yes", "json"])]
    terminal: bool,
    #[command(flatten)]
    page: PageArgs,
    /// Let the page start the programs that a replay names without asking, in the sandbox as always.
    #[arg(long)]
    yes: bool,
    /// Print one JSON object: the address, and one to share that is for watching only.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    if args.terminal {
        skirmish_terminal::check()?;
    }
    if let Some(folder) = args.file.as_ref().filter(|file| file.is_dir()) {
        if args.terminal {
            bail!(
                "{} is a folder: name the replay to watch in the terminal; the library of a folder is a page",
                folder.display()
            );
        }
        return library(folder, &args);
    }
    let file = match &args.file {
        Some(file) => file.clone(),
        None => newest(Path::new("replays"))?,
    };
    let (mut query, mut start) = (Vec::new(), Start { turn: args.turn, ..Start::default() });
    let replay = match capsule(&file)? {
        Some((replay, capsule)) => {
            query.push(format!("frame={}", capsule.step));
            start.frame = usize::try_from(capsule.step).ok();
            query.push(format!("capsule={}", encoded(&file.file_name().unwrap_or_default().to_string_lossy())));
            replay
        }
        None => file,
    };
    let (read, mut playback) = replays::open(&place::venue(true), &replay)?;
    query.extend(args.turn.map(|turn| format!("turn={turn}")));
    if let Some(seat) = &args.seat {
        let known: Vec<&str> = playback.table().seats().iter().map(String::as_str).collect();
        let Some(place) = known.iter().position(|known| known == seat) else {
            return Err(unknown("seat", seat, &known));
        };
        start.seat = Some(Seat(place as u8));
    }
    query.extend(args.seat.as_deref().map(|seat| format!("seat={}&fog=1", encoded(seat))));
    // A match that still runs may come to that turn.
    if let Some(turn) = args.turn.filter(|_| read.complete) {
        replays::go_to_turn(&replay, &mut *playback, turn)?;
    }
    if args.terminal {
        let watched =
            Watched::open(&skirmish_games::registry(), &replay).with_context(|| replay.display().to_string())?;
        return Ok(skirmish_terminal::watch(&watched, &start, &interrupt::watch().token())?);
    }
    let pages = serve(&args)?;
    let address = pages.viewer().watch(&replay).with_context(|| replay.display().to_string())?;
    let address = address.asking(&query.join("&"));
    if args.json {
        say!("{}", json!({ "url": address.whole(), "share": address.shared(), "replay": replay }));
    }
    pages.show(&address);
    pages.stay()
}

fn serve(args: &Args) -> Result<Pages> {
    Pages::start(&args.page, if args.yes { Leave::All } else { Leave::Named(Vec::new()) })
}

/// All replays of a folder.
fn library(folder: &Path, args: &Args) -> Result<()> {
    if args.turn.is_some() || args.seat.is_some() {
        bail!("--turn and --seat are for one match; {} is a folder", folder.display());
    }
    // Read once here, so that a folder that cannot be opened is refused before there is a page.
    std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let pages = serve(args)?;
    let address = pages.viewer().library(folder)?;
    if args.json {
        say!("{}", json!({ "url": address.whole(), "share": address.shared(), "folder": folder }));
    }
    pages.show(&address);
    pages.stay()
}

/// The replay of a failure capsule, if the file is one.
fn capsule(file: &Path) -> Result<Option<(PathBuf, Capsule)>> {
    if !file.to_string_lossy().ends_with(".capsule.json") {
        return Ok(None);
    }
    let capsule = read_capsule(file)?;
    match capsule.replay_beside(file) {
        Some(replay) => Ok(Some((replay, capsule))),
        None => bail!("{}: its match was not recorded", file.display()),
    }
}

/// The replay that was written last.
fn newest(folder: &Path) -> Result<PathBuf> {
    let written =
        |path: &PathBuf| std::fs::metadata(path).and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let replays = files.filter(|path| path.extension().is_some_and(|extension| extension == "skirmish"));
    replays.max_by_key(written).context("there is no replay in replays/; play a match first: skirmish play infection")
}

/// Text inside an address.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
