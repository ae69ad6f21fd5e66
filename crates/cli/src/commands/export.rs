//! `skirmish export`

use crate::fail::unknown;
use crate::{replays, say};
use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use serde_json::json;
use skirmish_core::Seat;
use skirmish_core::scene::Theme;
use skirmish_viewer::export::{self, Look};
use skirmish_viewer::reel::Cut;
use skirmish_viewer::session::About;
use skirmish_viewer::{Error, Reel};
use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Turn a replay into a page, a picture or a film that you can share.
///
/// The page (--html) is one file that plays anywhere, without a network; inside an iframe it posts
/// {type: "TURN", turn, frame} and {type: "GAME_OVER", winner} to the page around it. None of them contains what bots
/// logged or noted. If a match is too long for one page, export parts of it (--from, --to) or fewer frames (--every).
#[derive(clap::Args)]
pub struct Args {
    /// The replay.
    replay: PathBuf,
    /// Write a page that plays offline.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write a film of the whole match.
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Write a picture of one turn.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write the same picture as a scalable drawing.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The turn of the picture. Default: the end.
    #[arg(long, value_name = "N")]
    turn: Option<i64>,
    /// Show only what this seat saw.
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// Dark colours instead of light ones.
    #[arg(long)]
    dark: bool,
    /// Width of pictures and films, in pixels.
    #[arg(long, default_value_t = 1200, value_parser = clap::value_parser!(u32).range(16..=4096))]
    width: u32,
    /// First turn of pages and films.
    #[arg(long, value_name = "N")]
    from: Option<i64>,
    /// Last turn of pages and films.
    #[arg(long, value_name = "N")]
    to: Option<i64>,
    /// One frame every STEPS steps, in pages and films.
    #[arg(long, value_name = "STEPS", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Overwrite files that exist.
    #[arg(long)]
    force: bool,
    /// Print one JSON object: the files and their sizes.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    if [&args.html, &args.gif, &args.png, &args.svg].iter().all(|file| file.is_none()) {
        bail!("name what to write: --html FILE, --gif FILE, --png FILE or --svg FILE");
    }
    let (file, mut playback) = replays::open(&args.replay)?;
    let reel =
        Reel::open(&skirmish_games::registry(), &file.text).with_context(|| args.replay.display().to_string())?;
    let table = playback.table();
    let seat = match &args.seat {
        Some(name) => {
            let known: Vec<&str> = table.seats().iter().map(String::as_str).collect();
            let found = known.iter().position(|seat| seat == name);
            Some(Seat(found.ok_or_else(|| unknown("seat", name, &known))? as u8))
        }
        None => None,
    };
    let last = reel.index.steps;
    let no_turn = |turn: i64| {
        let last = reel.index.turn.last().copied().unwrap_or(0);
        format!("{}: there is no turn {turn}; the last is {last}", args.replay.display())
    };
    // The first frame of a turn.
    let begins = |turn: i64| reel.index.turn.iter().position(|&due| due >= turn).with_context(|| no_turn(turn));
    let frame = args.turn.map_or(Ok(last), begins)?;
    let cut = Cut {
        from: args.from.map_or(Ok(0), begins)?,
        // Up to where the next turn begins, or the end.
        to: args.to.map_or(last, |turn| reel.index.turn.iter().position(|&due| due > turn).unwrap_or(last)),
        every: usize::try_from(args.every).unwrap_or(usize::MAX),
    };
    if cut.from > cut.to {
        bail!("--from {} is after --to {}", args.from.unwrap_or(0), args.to.unwrap_or(0));
    }
    let theme = if args.dark { Theme::Dark } else { Theme::Light };
    let look = Look { frame, seat, theme, width: args.width };
    let mut files = Vec::new();
    if let Some(path) = &args.html {
        let title = format!("{}, {} against {}", reel.header().game, name_of(&reel, 0), name_of(&reel, 1));
        let about = About::of(table, &reel.header().players, title);
        files.push(write(&args, path, |out| export::html(&reel, &about, cut, out).map(drop))?);
    }
    if let Some(path) = &args.svg {
        files.push(write(&args, path, |out| Ok(out.write_all(export::svg(&reel, look)?.as_bytes())?))?);
    }
    if let Some(path) = &args.png {
        files.push(write(&args, path, |out| Ok(out.write_all(&export::png(&reel, look)?)?))?);
    }
    if let Some(path) = &args.gif {
        let bar = if args.json { ProgressBar::hidden() } else { ProgressBar::new(0) };
        let film = |out: &mut dyn Write| {
            let told = |done, of| {
                bar.set_length(of as u64);
                bar.set_position(done as u64);
            };
            export::gif(&reel, look, cut, out, told).map(drop)
        };
        let file = write(&args, path, film);
        bar.finish_and_clear();
        files.push(file?);
    }
    for (path, bytes) in &files {
        if !args.json {
            say!("{}: {bytes} bytes", path.display());
        }
    }
    if args.json {
        let files: Vec<_> = files.iter().map(|(path, bytes)| json!({ "file": path, "bytes": bytes })).collect();
        say!("{}", json!({ "files": files }));
    }
    Ok(())
}

/// Writes a file as it is made, and gives its size. It gets its name when it is whole: who is interrupted leaves a
/// `.part` behind, and whoever fails not even that.
fn write<'a>(
    args: &Args,
    path: &'a Path,
    make: impl FnOnce(&mut dyn Write) -> Result<(), Error>,
) -> Result<(&'a Path, u64)> {
    if path.exists() && !args.force {
        bail!("{} exists; --force overwrites it", path.display());
    }
    // A device is written to as it is.
    let plain = path.metadata().map_or(true, |data| data.is_file());
    let beside = if plain { named(path, ".part") } else { path.to_owned() };
    let file = OpenOptions::new().write(true).create(true).truncate(true).open(&beside);
    let file = file.with_context(|| format!("cannot write {}", beside.display()))?;
    let mut out = BufWriter::new(&file);
    let made = make(&mut out).and_then(|()| Ok(out.flush()?));
    drop(out);
    if let Err(why) = made {
        if plain {
            std::fs::remove_file(&beside).with_context(|| format!("cannot remove {}", beside.display()))?;
        }
        return Err(anyhow::Error::new(why).context(path.display().to_string()));
    }
    if plain {
        std::fs::rename(&beside, path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok((path, file.metadata()?.len()))
}

/// The path with something behind its name.
fn named(path: &Path, more: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(more);
    path.with_file_name(name)
}

fn name_of(reel: &Reel, seat: usize) -> &str {
    reel.header().players.get(seat).map_or("?", |player| player.player.as_str())
}
