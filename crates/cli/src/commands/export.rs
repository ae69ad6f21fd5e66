//! `skirmish export`

use crate::fail::unknown;
use crate::{replays, say};
use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use serde_json::json;
use skirmish_core::Seat;
use skirmish_core::scene::Theme;
use skirmish_viewer::Reel;
use skirmish_viewer::export::{self, Look};
use skirmish_viewer::session::About;
use std::io::Write;
use std::path::PathBuf;

/// Make a page, a picture or a film of a replay, to give away.
///
/// The page (--html) is one file that plays anywhere, without a network; inside an iframe it tells the page around it
/// {type: "TURN", turn, frame} and {type: "GAME_OVER", winner}. What bots logged and noted is in none of them.
#[derive(clap::Args)]
pub struct Args {
    replay: PathBuf,
    /// One page that plays offline.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// A film of the whole match.
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// A picture of one turn.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// The same as a drawing that can be scaled.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The turn of the picture; without it the end.
    #[arg(long, value_name = "N")]
    turn: Option<i64>,
    /// What this seat was shown, in place of everything.
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// Dark instead of light.
    #[arg(long)]
    dark: bool,
    /// Of pictures and films, in pixels.
    #[arg(long, default_value_t = 1200, value_parser = clap::value_parser!(u32).range(16..=4096))]
    width: u32,
    /// Overwrite files that exist.
    #[arg(long)]
    force: bool,
    /// One JSON object: the files and their sizes.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    if [&args.html, &args.gif, &args.png, &args.svg].iter().all(|file| file.is_none()) {
        bail!("say what to make: --html FILE, --gif FILE, --png FILE or --svg FILE");
    }
    let (file, mut playback) = replays::open(&args.replay)?;
    let reel = Reel::open(&file.text).with_context(|| args.replay.display().to_string())?;
    let table = playback.table();
    let seat = match &args.seat {
        Some(name) => {
            let known: Vec<&str> = table.seats().iter().map(String::as_str).collect();
            let found = known.iter().position(|seat| seat == name);
            Some(Seat(found.ok_or_else(|| unknown("seat", name, &known))? as u8))
        }
        None => None,
    };
    let frame = match args.turn {
        None => reel.index.steps,
        Some(turn) => reel.index.turn.iter().position(|&due| due >= turn).with_context(|| {
            let last = reel.index.turn.last().copied().unwrap_or(0);
            format!("{}: there is no turn {turn}; the last is {last}", args.replay.display())
        })?,
    };
    let theme = if args.dark { Theme::Dark } else { Theme::Light };
    let look = Look { frame, seat, theme, width: args.width };
    let mut made = Vec::new();
    if let Some(path) = &args.html {
        let title = format!("{}, {} against {}", reel.header().game, name_of(&reel, 0), name_of(&reel, 1));
        let about = About::of(table, &reel.header().players, title);
        made.push((path, export::html(&reel, &about)?.into_bytes()));
    }
    if let Some(path) = &args.svg {
        made.push((path, export::svg(&reel, look)?.into_bytes()));
    }
    if let Some(path) = &args.png {
        made.push((path, export::png(&reel, look)?));
    }
    if let Some(path) = &args.gif {
        let bar = if args.json { ProgressBar::hidden() } else { ProgressBar::new(0) };
        let film = export::gif(&reel, look, |done, of| {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
        })?;
        bar.finish_and_clear();
        made.push((path, film));
    }
    let mut files = Vec::new();
    for (path, bytes) in made {
        let mut options = std::fs::OpenOptions::new();
        let opened = if args.force {
            options.write(true).create(true).truncate(true).open(path)
        } else {
            options.write(true).create_new(true).open(path)
        };
        let mut file = opened.with_context(|| match path.exists() {
            true => format!("{} exists; --force overwrites it", path.display()),
            false => format!("cannot write {}", path.display()),
        })?;
        file.write_all(&bytes).with_context(|| format!("cannot write {}", path.display()))?;
        files.push(json!({ "file": path, "bytes": bytes.len() }));
        if !args.json {
            say!("{}: {} bytes", path.display(), bytes.len());
        }
    }
    if args.json {
        say!("{}", json!({ "files": files }));
    }
    Ok(())
}

fn name_of(reel: &Reel, seat: usize) -> &str {
    reel.header().players.get(seat).map_or("?", |player| player.player.as_str())
}
