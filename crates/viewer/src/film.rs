//! A match as a film: a GIF that is kept small, or a video that ffmpeg makes.

use crate::capped::{self, Capped};
use crate::captions::Captions;
use crate::error::Error;
use crate::export::Look;
use crate::reel::{Cut, Reel};
use skirmish_core::scene::{Color, Scene};
use skirmish_picture::{EncodingError, Film, FilmError, Pictures, Pixmap};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

/// How large a GIF gets, unless somebody wants more: what most places take.
pub const SMALL: u64 = 2_000_000;

/// The most pictures in a film; longer matches skip some.
const MOST_PICTURES: usize = 400;
/// How long a film shows each picture, and the last one, in hundredths of a second.
const PICTURE: u16 = 12;
const LAST_PICTURE: u16 = 200;
/// A GIF that is too large gets fewer pictures down to this, then smaller ones down to that, and at last hardly any.
const FEWER_PICTURES: usize = 80;
const LEAST_WIDTH: u32 = 120;
const FEWEST_PICTURES: usize = 12;
/// With fewer pictures each stays longer, but no longer than this.
const LONGEST: u16 = 50;
/// How much of what ffmpeg says is told.
const LINES_TOLD: usize = 6;

/// What a film is made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Made {
    pub pictures: usize,
    /// How many there would be without a limit.
    pub of: usize,
    pub width: u32,
}

/// Is told how many pictures are done, of how many; an error stops the work.
pub type Progress<'a> = &'a mut dyn FnMut(usize, usize) -> Result<(), Error>;

/// A GIF of a match, written as it is made, however large it gets.
pub fn gif<W: Write>(reel: &Reel, look: Look, cut: Cut, out: W, progress: Progress<'_>) -> Result<W, Error> {
    let mut film = Film::new(out);
    let cut = short(cut);
    draw(
        reel,
        look,
        cut,
        &mut |picture, last| film.add(picture, if last { LAST_PICTURE } else { PICTURE }).map_err(why_no_film),
        progress,
    )?;
    film.end().map_err(why_no_film)
}

/// A GIF of at most so many bytes: what is too large is made again with fewer pictures, then with smaller ones.
pub fn small_gif(
    reel: &Reel,
    look: Look,
    cut: Cut,
    most: u64,
    progress: Progress<'_>,
) -> Result<(Vec<u8>, Made), Error> {
    let whole = short(cut);
    let mut made = Made { pictures: whole.count(), of: whole.count(), width: look.width };
    loop {
        // The step before the last picture may be shorter.
        let every = (whole.to - whole.from).div_ceil(made.pictures.saturating_sub(1).max(1)).max(1);
        let cut = Cut { every, ..whole };
        made.pictures = cut.count();
        let delay = (usize::from(PICTURE) * made.of / made.pictures).clamp(PICTURE.into(), LONGEST.into()) as u16;
        let mut film = Film::new(Capped::new(Vec::new(), "the film", most));
        let mut fits = 0;
        let drawn = draw(
            reel,
            Look { width: made.width, ..look },
            cut,
            &mut |picture, last| {
                film.add(picture, if last { LAST_PICTURE } else { delay }).map_err(why_no_film)?;
                fits += 1;
                Ok(())
            },
            progress,
        );
        match drawn.and_then(|()| film.end().map_err(why_no_film)) {
            Ok(written) => return Ok((written.into_inner(), made)),
            Err(Error::TooLong { .. }) => made = made.smaller(fits).ok_or(Error::TooSmall { most, least: made })?,
            Err(why) => return Err(why),
        }
    }
}

impl Made {
    /// What to try next when only so many pictures had room.
    fn smaller(self, fits: usize) -> Option<Made> {
        // Estimates fail, so a little less than there seems to be room for.
        let part = 0.9 * fits as f64 / self.pictures as f64;
        let least = match self.width {
            _ if self.pictures > FEWER_PICTURES => FEWER_PICTURES,
            ..=LEAST_WIDTH => FEWEST_PICTURES,
            _ => self.pictures,
        };
        if self.pictures > least {
            let pictures = ((self.pictures as f64 * part) as usize).clamp(least, self.pictures - 1);
            return Some(Made { pictures, ..self });
        }
        if self.width <= LEAST_WIDTH {
            return None;
        }
        let width = (f64::from(self.width) * part.sqrt().max(0.5)) as u32;
        Some(Made { width: width.max(LEAST_WIDTH), ..self })
    }
}

/// A video of a match, made by ffmpeg into this file, which may be there already.
pub fn mp4(reel: &Reel, look: Look, cut: Cut, to: &Path, progress: Progress<'_>) -> Result<Made, Error> {
    let cut = short(cut);
    let mut ffmpeg: Option<Ffmpeg> = None;
    let drawn = draw(
        reel,
        look,
        cut,
        &mut |picture, last| {
            if ffmpeg.is_none() {
                ffmpeg = Some(Ffmpeg::start(&picture, &Color::Paper.hex(look.theme), to)?);
            }
            let ffmpeg = ffmpeg.as_mut().expect("it was started");
            // All pictures take the same time, so the last one comes again and again.
            let times = if last { LAST_PICTURE / PICTURE } else { 1 };
            (0..times).try_for_each(|_| ffmpeg.take(&picture))
        },
        progress,
    );
    match (drawn, ffmpeg) {
        (Ok(()), Some(ffmpeg)) => ffmpeg.end()?,
        (Ok(()), None) => return Err(Error::Own("a match has at least one picture".into())),
        (Err(why), Some(ffmpeg)) => return Err(ffmpeg.give_up(why)),
        (Err(why), None) => return Err(why),
    }
    Ok(Made { pictures: cut.count(), of: cut.count(), width: look.width })
}

/// The pictures of a film, not too many.
fn short(cut: Cut) -> Cut {
    Cut { every: cut.every.max((cut.to - cut.from).div_ceil(MOST_PICTURES)).max(1), ..cut }
}

/// Draws the frames of a cut, all of one size, and hands each over, with whether it is the last.
fn draw(
    reel: &Reel,
    look: Look,
    cut: Cut,
    take: &mut dyn FnMut(Pixmap, bool) -> Result<(), Error>,
    progress: Progress<'_>,
) -> Result<(), Error> {
    let symbols = reel.at(0)?.table().symbols();
    // Everything of the board that is ever shown, so that every picture has the same size. This takes a pass of its own:
    // keeping the scenes of a long match would fill the memory. So do the captions: seats may come and go.
    let captions = if look.plain { None } else { Some(Captions::of(reel, look.seat)?) };
    let (mut whole, mut players) = (None, Vec::new());
    reel.tour(cut, look.seat, |sight| {
        let scene = sight.scene();
        whole = [whole, Some(scene.frame).filter(|frame| frame[2] > 0.0)].into_iter().flatten().reduce(around);
        if players.len() < scene.sides.len() {
            players.clone_from(&scene.sides);
        }
        Ok(())
    })?;
    let mut pictures = Pictures::new(symbols, look.theme, look.width);
    let (mut frames, mut done, total) = (cut.frames(), 0, cut.count());
    reel.tour(cut, look.seat, |sight| {
        let mut scene = Scene { frame: whole.unwrap_or([0.0, 0.0, 1.0, 1.0]), ..sight.scene().clone() };
        if scene.sides.is_empty() {
            scene.sides.clone_from(&players);
            scene.sides.iter_mut().for_each(|side| side.score.clear());
        }
        done += 1;
        let last = done == total;
        let frame = frames.next().unwrap_or(cut.to);
        // The ending is the same for all frames, so that the room for it is; only the last one tells it.
        let caption = captions.as_ref().map(|captions| captions.at(frame, cut.to, &scene, last));
        take(pictures.draw(&scene, caption.as_ref())?, last)?;
        progress(done, total)
    })
}

fn why_no_film(error: FilmError) -> Error {
    match error {
        FilmError::Encoding(EncodingError::Io(error)) | FilmError::Io(error) => capped::why(error),
        other => other.into(),
    }
}

/// The smallest rectangle around two; both are left, top, width, height.
fn around(one: [f32; 4], two: [f32; 4]) -> [f32; 4] {
    let ends = |[x, y, w, h]: [f32; 4]| [x + w, y + h];
    let [left, top] = [one[0].min(two[0]), one[1].min(two[1])];
    let [right, bottom] = [0, 1].map(|i| ends(one)[i].max(ends(two)[i]));
    [left, top, right - left, bottom - top]
}

/// ffmpeg, which is given pictures and makes a video of them.
struct Ffmpeg {
    child: Child,
    /// Collects the last lines of what it says.
    said: JoinHandle<Vec<String>>,
}

impl Ffmpeg {
    fn start(first: &Pixmap, paper: &str, to: &Path) -> Result<Ffmpeg, Error> {
        let size = format!("{}x{}", first.width(), first.height());
        // Videos of this kind have even sides.
        let even = format!("pad=ceil(iw/2)*2:ceil(ih/2)*2:0:0:color={}", paper.replace('#', "0x"));
        // A name is never taken for an option or an address.
        let mut file = std::ffi::OsString::from("file:");
        file.push(to);
        let mut child = Command::new("ffmpeg")
            .args(["-hide_banner", "-loglevel", "error", "-nostdin", "-y"])
            .args(["-f", "rawvideo", "-pixel_format", "rgba", "-video_size", &size])
            .args(["-framerate", &format!("100/{PICTURE}"), "-i", "pipe:0"])
            .args(["-an", "-vf", &even, "-c:v", "libx264", "-pix_fmt", "yuv420p"])
            .args(["-movflags", "+faststart", "-f", "mp4"])
            .arg(file)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|why| match why.kind() {
                std::io::ErrorKind::NotFound => Error::NoFfmpeg,
                _ => Error::Ffmpeg(format!("it cannot be started: {why}")),
            })?;
        let stderr = child.stderr.take().expect("it is a pipe");
        let said = std::thread::spawn(move || last_lines(BufReader::new(stderr)));
        Ok(Ffmpeg { child, said })
    }

    fn take(&mut self, picture: &Pixmap) -> Result<(), Error> {
        let stdin = self.child.stdin.as_mut().expect("it is open until the end");
        // Why it does not listen any more is told when it has ended.
        stdin.write_all(picture.data()).map_err(|why| Error::Ffmpeg(why.to_string()))
    }

    fn end(mut self) -> Result<(), Error> {
        drop(self.child.stdin.take());
        let ended = self.child.wait()?;
        let said = self.said.join().unwrap_or_default();
        // Some versions succeed although the disk is full. What is said is an error: it is asked for nothing else.
        if ended.success() && said.is_empty() {
            return Ok(());
        }
        let said = if said.is_empty() { "it said nothing".into() } else { said.join("\n") };
        Err(Error::Ffmpeg(format!("{ended}\n{said}")))
    }

    /// Ends it, and gives the reason: its own if it had stopped listening.
    fn give_up(mut self, why: Error) -> Error {
        match why {
            Error::Ffmpeg(_) => self.end().err().unwrap_or(why),
            why => {
                // It may have ended by itself meanwhile.
                let _ = self.child.kill();
                let _ = self.child.wait();
                why
            }
        }
    }
}

/// The last lines that can be read, none of them endless.
fn last_lines(mut from: impl BufRead) -> Vec<String> {
    let mut lines = std::collections::VecDeque::new();
    let mut line = Vec::new();
    while let Ok(1..) = std::io::Read::take(&mut from, 4096).read_until(b'\n', &mut line) {
        lines.push_back(String::from_utf8_lossy(&line).trim_end().to_string());
        if lines.len() > LINES_TOLD {
            lines.pop_front();
        }
        line.clear();
    }
    lines.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_loses_pictures_first_and_then_size() {
        let mut made = Made { pictures: 400, of: 400, width: 1200 };
        let mut tried = Vec::new();
        while let Some(next) = made.smaller(made.pictures / 2) {
            assert!(next.pictures < made.pictures || (next.width < made.width && next.pictures == FEWER_PICTURES));
            made = next;
            tried.push((made.pictures, made.width));
        }
        assert_eq!(tried[..3], [(180, 1200), (81, 1200), (80, 1200)]);
        assert_eq!(tried.last(), Some(&(FEWEST_PICTURES, LEAST_WIDTH)));
        // Where nothing at all has room, it is not for long.
        let mut made = Made { pictures: 400, of: 400, width: 4096 };
        let tries = std::iter::from_fn(|| made.smaller(0).inspect(|next| made = *next)).count();
        assert!(tries < 15, "{tries}");
    }

    #[test]
    fn of_a_long_complaint_the_end_is_told() {
        let said = last_lines(&b"one\ntwo\nthree\nfour\nfive\nsix\nseven \xff\n"[..]);
        assert_eq!(said, ["two", "three", "four", "five", "six", "seven \u{fffd}"]);
    }
}
