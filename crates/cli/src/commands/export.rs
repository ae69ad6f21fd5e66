//! `skirmish export`

use crate::fail::{Undecided, unknown};
use crate::interrupt::{self, Interrupt};
use crate::{replays, say};
use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use skirmish_core::Seat;
use skirmish_core::scene::Theme;
use skirmish_viewer::export::{self, Look};
use skirmish_viewer::film::{self, Made};
use skirmish_viewer::reel::Cut;
use skirmish_viewer::session::About;
use skirmish_viewer::{Error, Reel, captions};
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Turn a replay into a page, a picture or a film that you can share.
///
/// All of them say which game it is, who plays, the score, the turn and the result, beside the board and never on it;
/// --plain leaves that out. A GIF has at most 2 MB (--max-size): a longer match gets fewer pictures, then smaller ones, and
/// you are told. --mp4 makes a video and needs ffmpeg. A file gets its name when it is whole: what fails or is interrupted
/// leaves nothing behind.
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
    /// Write a film of the match as a GIF.
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Write a film of the match as a video. Needs ffmpeg on the PATH.
    #[arg(long, value_name = "FILE")]
    mp4: Option<PathBuf>,
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
    /// Leave out who plays, the score, the turn and the result: only the board.
    #[arg(long)]
    plain: bool,
    /// The most a GIF may take, in MB (millions of bytes).
    #[arg(long, value_name = "MB", default_value_t = film::SMALL as f64 / 1e6, value_parser = megabytes)]
    max_size: f64,
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

fn megabytes(text: &str) -> Result<f64, String> {
    let size: f64 = text.parse().map_err(|_| "a number of megabytes, such as 2 or 0.5".to_string())?;
    if (0.001..=4000.0).contains(&size) { Ok(size) } else { Err("0.001 to 4000 megabytes".into()) }
}

pub fn run(args: Args) -> Result<()> {
    if [&args.html, &args.gif, &args.mp4, &args.png, &args.svg].iter().all(|file| file.is_none()) {
        bail!("name what to write: --html FILE, --gif FILE, --mp4 FILE, --png FILE or --svg FILE");
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
    let look = Look { frame, seat, theme, width: args.width, plain: args.plain };
    let stop = interrupt::watch();
    let target = Target { force: args.force, stop };
    let mut files = Vec::new();
    if let Some(path) = &args.html {
        let about = About::of(table, &reel.header().players, captions::title(&reel));
        let about = if args.plain { about.plain() } else { about };
        files.push(target.write(path, |out| export::html(&reel, &about, cut, out).map(|_| None))?);
    }
    if let Some(path) = &args.svg {
        files.push(target.write(path, |out| {
            out.write_all(export::svg(&reel, look)?.as_bytes())?;
            Ok(None)
        })?);
    }
    if let Some(path) = &args.png {
        files.push(target.write(path, |out| {
            out.write_all(&export::png(&reel, look)?)?;
            Ok(None)
        })?);
    }
    let bar = if args.json { ProgressBar::hidden() } else { ProgressBar::new(0) };
    let mut told = |done: usize, of: usize| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
        if stop.was_pressed() { Err(Error::Stopped) } else { Ok(()) }
    };
    if let Some(path) = &args.gif {
        let most = (args.max_size * 1e6) as u64;
        let file = target.write(path, |out| {
            let (bytes, made) = film::small_gif(&reel, look, cut, most, &mut told)?;
            out.write_all(&bytes)?;
            Ok(Some(made))
        });
        bar.finish_and_clear();
        files.push(file?);
    }
    if let Some(path) = &args.mp4 {
        let file = target.make(path, |part| film::mp4(&reel, look, cut, part, &mut told).map(Some));
        bar.finish_and_clear();
        files.push(file?);
    }
    if args.json {
        let files: Vec<_> = files.iter().map(|file| file.json()).collect();
        say!("{}", json!({ "files": files }));
    } else {
        files.iter().for_each(|file| file.say(args.width, args.max_size));
    }
    Ok(())
}

/// A file that was written.
struct Written<'a> {
    path: &'a Path,
    bytes: u64,
    /// What a film is made of.
    film: Option<Made>,
}

impl Written<'_> {
    fn json(&self) -> Value {
        let mut told = json!({ "file": self.path, "bytes": self.bytes });
        if let Some(Made { pictures, of, width }) = self.film {
            told["film"] = json!({ "pictures": pictures, "of": of, "width": width });
        }
        told
    }

    fn say(&self, width: u32, limit: f64) {
        say!("{}: {} bytes", self.path.display(), self.bytes);
        let Some(made) = self.film else { return };
        let mut done = Vec::new();
        if made.pictures < made.of {
            done.push(format!("{} pictures instead of {}", made.pictures, made.of));
        }
        if made.width < width {
            done.push(format!("{} pixels wide instead of {width}", made.width));
        }
        if !done.is_empty() {
            say!("  made smaller to stay below {limit} MB: {}; --max-size MB allows more", done.join(", "));
        }
    }
}

/// How files come into being: under another name beside their own, which they get when they are whole.
struct Target {
    force: bool,
    stop: Interrupt,
}

impl Target {
    /// Writes a file as it is made.
    fn write<'a>(
        &self,
        path: &'a Path,
        make: impl FnOnce(&mut dyn Write) -> Result<Option<Made>, Error>,
    ) -> Result<Written<'a>> {
        self.make(path, |part| {
            let file = OpenOptions::new().write(true).truncate(true).open(part)?;
            let mut out = BufWriter::new(Watched(file, self.stop));
            let made = make(&mut out)?;
            out.flush()?;
            Ok(made)
        })
    }

    /// Has a file made under the name that is given, where an empty one is already.
    fn make<'a>(&self, path: &'a Path, make: impl FnOnce(&Path) -> Result<Option<Made>, Error>) -> Result<Written<'a>> {
        if path.exists() && !self.force {
            bail!("{} exists; --force overwrites it", path.display());
        }
        // A device is written to as it is.
        if path.metadata().is_ok_and(|data| !data.is_file()) {
            let film = make(path).with_context(|| path.display().to_string())?;
            return Ok(Written { path, bytes: path.metadata()?.len(), film });
        }
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(name);
        // A new file, so that nothing of somebody else's is overwritten.
        let begun = OpenOptions::new().write(true).create_new(true).open(&part);
        begun.with_context(|| format!("cannot write {}", part.display()))?;
        let made = make(&part).and_then(|film| Ok((film, part.metadata()?.len())));
        let made = made.and_then(|made| std::fs::rename(&part, path).map(|()| made).map_err(Error::Unwritten));
        made.map(|(film, bytes)| Written { path, bytes, film }).or_else(|why| {
            std::fs::remove_file(&part).with_context(|| format!("cannot remove {}", part.display()))?;
            if self.stop.was_pressed() {
                return Err(Undecided(format!("interrupted: {} was not written", path.display())).into());
            }
            Err(anyhow::Error::new(why).context(path.display().to_string()))
        })
    }
}

/// A file that nothing more is written to once Ctrl-C was pressed.
struct Watched<W>(W, Interrupt);

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.1.was_pressed() {
            return Err(io::Error::other("interrupted"));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
