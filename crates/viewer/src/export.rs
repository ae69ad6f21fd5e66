//! A replay to give away: one page that needs no server, a picture, a film.

use crate::assets;
use crate::error::Error;
use crate::reel::{Frames, MOST_FRAMES, Reel};
use crate::session::About;
use base64::Engine;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use skirmish_core::Seat;
use skirmish_core::scene::Theme;
use skirmish_picture::{Film, Raster};
use std::io::Write;

/// A film has at most so many pictures; longer matches skip some.
const MOST_PICTURES: usize = 400;
/// Hundredths of a second that a picture of a film stays, and the last one.
const PICTURE: u16 = 12;
const LAST_PICTURE: u16 = 200;

/// What a picture shows.
#[derive(Clone, Copy)]
pub struct Look {
    pub frame: usize,
    pub seat: Option<Seat>,
    pub theme: Theme,
    pub width: u32,
}

pub fn svg(reel: &Reel, look: Look) -> Result<String, Error> {
    let symbols = reel.at(0)?.table().symbols();
    Ok(skirmish_picture::svg(&reel.scene(look.frame, look.seat)?, symbols, look.theme, look.width))
}

pub fn png(reel: &Reel, look: Look) -> Result<Vec<u8>, Error> {
    Ok(Raster::default().png(&svg(reel, look)?)?)
}

/// A film of the whole match. `progress` is told how many pictures are done, of how many.
pub fn gif(reel: &Reel, look: Look, mut progress: impl FnMut(usize, usize)) -> Result<Vec<u8>, Error> {
    let symbols = reel.at(0)?.table().symbols();
    let steps = reel.index.steps;
    let every = (steps + 1).div_ceil(MOST_PICTURES).max(1);
    let mut shown: Vec<usize> = (0..=steps).step_by(every).collect();
    if shown.last() != Some(&steps) {
        shown.push(steps);
    }
    let scenes = shown.iter().map(|&frame| reel.scene(frame, look.seat)).collect::<Result<Vec<_>, _>>()?;
    // All of the board that is ever shown, so that every picture has the same size.
    let whole = scenes.iter().map(|scene| scene.frame).filter(|frame| frame[2] > 0.0).reduce(around);
    let mut film = Film::new(symbols, look.theme, look.width);
    let total = scenes.len();
    for (done, mut scene) in scenes.into_iter().enumerate() {
        scene.frame = whole.unwrap_or([0.0, 0.0, 1.0, 1.0]);
        film.add(&scene, if done + 1 == total { LAST_PICTURE } else { PICTURE })?;
        progress(done + 1, total);
    }
    Ok(film.end()?)
}

fn around(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    let (left, top) = (a[0].min(b[0]), a[1].min(b[1]));
    let (right, bottom) = ((a[0] + a[2]).max(b[0] + b[2]), (a[1] + a[3]).max(b[1] + b[3]));
    [left, top, right - left, bottom - top]
}

/// The whole match as one page.
pub fn html(reel: &Reel, about: &About) -> Result<String, Error> {
    let mut session = serde_json::to_value(about).expect("plain data serialise");
    session["mode"] = "watch".into();
    session["can"] = json!({ "fork": false, "export": false, "edit": false, "private": false });
    session["replay"] = Value::Null;
    let mut index = json!(reel.index);
    index["live"] = false.into();
    let mut frames = json!({ "all": all_frames(reel, None)? });
    if about.hides {
        for seat in 0..about.seats.len() {
            frames[seat.to_string()] = json!(all_frames(reel, Some(Seat(seat as u8)))?);
        }
    }
    let replay = json!({
        "session": session, "index": index, "frames": frames,
        "log": reel.log(0, reel.index.steps)?, "charts": reel.charts(),
    });
    Ok(page(&packed(&replay)))
}

/// Every frame in one run.
fn all_frames(reel: &Reel, seat: Option<Seat>) -> Result<Frames, Error> {
    let mut all = reel.frames(0, MOST_FRAMES, seat)?;
    while all.changes.len() < reel.index.steps {
        let more = reel.frames(all.changes.len(), MOST_FRAMES, seat)?;
        all.changes.extend(more.changes);
    }
    Ok(all)
}

/// JSON, packed for text.
fn packed(value: &Value) -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = serde_json::to_vec(value).map_err(std::io::Error::from).and_then(|text| encoder.write_all(&text));
    written.expect("memory takes everything");
    base64::engine::general_purpose::STANDARD.encode(encoder.finish().expect("memory takes everything"))
}

/// The page with everything it needs inside.
fn page(replay: &str) -> String {
    let mut html = String::new();
    for line in assets::text("index.html").lines() {
        let attribute =
            |name: &str| line.split(&format!("{name}=\"app/")).nth(1).and_then(|rest| rest.split('"').next());
        if line.contains("rel=\"stylesheet\"")
            && let Some(file) = attribute("href")
        {
            html.push_str(&format!("<style>\n{}</style>\n", assets::text(file)));
        } else if line.contains("<script")
            && let Some(file) = attribute("src")
        {
            html.push_str(&format!("<script>window.SKIRMISH_REPLAY = \"{replay}\";</script>\n"));
            html.push_str(&format!("<script type=\"module\">\n{}</script>\n", joined(file)));
        } else {
            html.push_str(line);
            html.push('\n');
        }
    }
    html
}

/// A module and all it imports as one script: imports come before whoever uses them, and their lines are left out.
fn joined(main: &str) -> String {
    let mut done = Vec::new();
    let mut script = String::new();
    join(main, &mut done, &mut script);
    script
}

fn join(file: &str, done: &mut Vec<String>, script: &mut String) {
    if done.iter().any(|name| name == file) {
        return;
    }
    done.push(file.into());
    let text = assets::text(file);
    let is_import = |line: &&str| line.starts_with("import ");
    for line in text.lines().filter(is_import) {
        if let Some(name) = line.split("'./").nth(1).and_then(|rest| rest.split('\'').next()) {
            join(name, done, script);
        }
    }
    for line in text.lines().filter(|line| !is_import(line)) {
        script.push_str(line.strip_prefix("export ").unwrap_or(line));
        script.push('\n');
    }
}
