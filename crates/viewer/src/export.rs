//! A replay to share: one page that needs no server, or a picture. Films are in `film`.

use crate::assets;
use crate::capped::{self, Capped};
use crate::captions::{self, Captions};
use crate::error::Error;
use crate::reel::{Chart, Cut, Index, MatchIndex, Reel, Sight};
use crate::rights::Right;
use crate::session::{About, Can, Greeting, Mode};
use base64::engine::GeneralPurpose;
use base64::write::EncoderWriter;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use skirmish_core::Seat;
use skirmish_core::scene::Theme;
use skirmish_picture::Raster;
use std::io::{BufWriter, Write};

/// The largest page, unpacked: a browser has to hold all of it.
pub const LARGEST_PAGE: u64 = 128 << 20;

/// What a picture shows.
#[derive(Clone, Copy)]
pub struct Look {
    pub frame: usize,
    pub seat: Option<Seat>,
    pub theme: Theme,
    pub width: u32,
    /// Without words above it.
    pub plain: bool,
}

pub fn svg(reel: &Reel, look: Look) -> Result<String, Error> {
    let symbols = reel.at(0)?.table().symbols();
    let scene = reel.scene(look.frame, look.seat)?;
    if look.plain {
        return Ok(skirmish_picture::svg(&scene, symbols, look.theme, look.width));
    }
    let caption = Captions::of(reel, look.seat)?.at(look.frame, look.frame, &scene, true);
    Ok(skirmish_picture::captioned(&scene, symbols, look.theme, look.width, &caption))
}

pub fn png(reel: &Reel, look: Look) -> Result<Vec<u8>, Error> {
    Ok(Raster::default().png(&svg(reel, look)?)?)
}

/// A match as one page.
///
/// It is written as it is played: neither the frames nor the page are ever in memory as a whole, unless `out` keeps it.
pub fn html<W: Write>(reel: &Reel, about: &About, cut: Cut, out: W) -> Result<W, Error> {
    let words = if about.plain { String::new() } else { head(&about.title, &captions::ending(reel, cut.to)) };
    page("index.html", &words, out, |out| {
        write!(out, "window.SKIRMISH_REPLAY = \"")?;
        pack(reel, about, cut, out)?;
        Ok(write!(out, "\";")?)
    })
}

/// What the head of a page says to those who only see a link to it.
fn head(title: &str, ending: &str) -> String {
    let (title, ending) = (skirmish_picture::escaped(title), skirmish_picture::escaped(ending));
    format!(
        "<title>{title}</title>\n<meta name=\"description\" content=\"{title}. {ending}.\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n<meta property=\"og:description\" content=\"{ending}\">\n"
    )
}

/// A page as one file: its styles and modules are in it, and `carried` writes a script that comes before them. `head` takes
/// the place of its title, if there is anything in it.
pub(crate) fn page<W: Write>(
    name: &str,
    head: &str,
    mut out: W,
    carried: impl FnOnce(&mut W) -> Result<(), Error>,
) -> Result<W, Error> {
    let mut carried = Some(carried);
    for line in assets::text(name).lines() {
        let attribute =
            |name: &str| line.split(&format!("{name}=\"app/")).nth(1).and_then(|rest| rest.split('"').next());
        if line.contains("rel=\"stylesheet\"")
            && let Some(file) = attribute("href")
        {
            writeln!(out, "<style>\n{}</style>", assets::text(file))?;
        } else if line.contains("<script")
            && let Some(file) = attribute("src")
        {
            if let Some(carried) = carried.take() {
                write!(out, "<script>")?;
                carried(&mut out)?;
                writeln!(out, "</script>")?;
            }
            writeln!(out, "<script type=\"module\">\n{}</script>", joined(file))?;
        } else if line.starts_with("<title>") && !head.is_empty() {
            write!(out, "{head}")?;
        } else {
            writeln!(out, "{line}")?;
        }
    }
    out.flush()?;
    Ok(out)
}

/// A value as JSON, packed for text.
pub(crate) fn packed(value: &impl Serialize) -> Result<String, Error> {
    let mut text = Vec::new();
    pack_json(&mut text, |json| json.value(value))?;
    Ok(String::from_utf8(text).expect("base64 is text"))
}

/// JSON, packed for text.
fn pack_json<W: Write>(
    out: &mut W,
    write: impl FnOnce(&mut Packing<&mut W>) -> Result<(), Error>,
) -> Result<(), Error> {
    let text = EncoderWriter::new(out, &base64::engine::general_purpose::STANDARD);
    // JSON comes in small pieces, which compress badly.
    let packed = BufWriter::with_capacity(1 << 16, GzEncoder::new(text, Compression::best()));
    let mut json = Json(Capped::new(packed, "the page", LARGEST_PAGE));
    write(&mut json)?;
    let packed = json.0.into_inner().into_inner().map_err(std::io::IntoInnerError::into_error)?;
    packed.finish()?.finish()?;
    Ok(())
}

type Packing<W> = Json<BufWriter<GzEncoder<EncoderWriter<'static, GeneralPurpose, W>>>>;

/// The match as JSON, packed for text.
pub(crate) fn pack(reel: &Reel, about: &About, cut: Cut, out: &mut impl Write) -> Result<(), Error> {
    pack_json(out, |json| write_match(reel, about, cut, json))
}

fn write_match(reel: &Reel, about: &About, cut: Cut, json: &mut Json<impl Write>) -> Result<(), Error> {
    let session = Greeting { about, mode: Mode::Watch, can: Can::default(), right: Right::Watch, replay: None };
    json.text("{\"session\":")?;
    json.value(&session)?;
    json.text(",\"index\":")?;
    json.value(&index(reel, cut))?;
    json.text(",\"frames\":{\"all\":")?;
    frames(reel, cut, None, json)?;
    for seat in 0..if about.hides { about.seats.len() } else { 0 } {
        json.text(&format!(",\"{seat}\":"))?;
        frames(reel, cut, Some(Seat(seat as u8)), json)?;
    }
    json.text("},\"log\":[")?;
    let mut comma = "";
    reel.log(cut.from, cut.to, |mut line| {
        line.step = cut.number(line.step).unwrap_or_default();
        json.text(std::mem::replace(&mut comma, ","))?;
        json.value(&line)
    })?;
    json.text("],\"charts\":")?;
    json.value(&charts(reel, cut))?;
    json.text("}")
}

/// What a page has to know of the frames of a cut.
fn index(reel: &Reel, cut: Cut) -> MatchIndex {
    let whole = &reel.index;
    let mut acted: Vec<Vec<u8>> = vec![Vec::new(); cut.count() - 1];
    for step in cut.from..cut.to {
        let together = &mut acted[(step - cut.from) / cut.every];
        together.extend(whole.acted.get(step).into_iter().flatten());
        together.sort_unstable();
        together.dedup();
    }
    let number = |&(frame, kind): &(usize, &'static str)| Some((cut.number(frame)?, kind));
    let mut index = Index {
        steps: cut.count() - 1,
        turn: cut.frames().map(|frame| whole.turn[frame]).collect(),
        phase: cut.frames().map(|frame| whole.phase[frame]).collect(),
        acted,
        keys: whole.keys.iter().filter_map(number).collect(),
        ..Index::default()
    };
    index.keys.dedup();
    if cut.to == whole.steps {
        let Index { result, winner, summary, scores, void, .. } = whole.clone();
        index = Index { result, winner, summary, scores, void, ..index };
    }
    MatchIndex { index, live: false }
}

fn charts(reel: &Reel, cut: Cut) -> Vec<Chart> {
    let mut charts = reel.charts();
    for series in charts.iter_mut().flat_map(|chart| &mut chart.series) {
        series.points.retain_mut(|(frame, _)| match cut.number(*frame) {
            Some(number) => {
                *frame = number;
                true
            }
            None => false,
        });
        series.points.dedup_by_key(|(frame, _)| *frame);
    }
    charts
}

/// The frames of a cut in one run.
fn frames(reel: &Reel, cut: Cut, seat: Option<Seat>, json: &mut Json<impl Write>) -> Result<(), Error> {
    let mut comma = "";
    reel.tour(cut, seat, |sight| match sight {
        Sight::First(scene) => {
            json.text("{\"from\":0,\"first\":")?;
            json.value(scene)?;
            json.text(",\"changes\":[")
        }
        Sight::Next { change, .. } => {
            json.text(std::mem::replace(&mut comma, ","))?;
            json.value(&change())
        }
    })?;
    json.text("]}")
}

/// JSON that is written piece by piece.
struct Json<W: Write>(Capped<W>);

impl<W: Write> Json<W> {
    fn text(&mut self, text: &str) -> Result<(), Error> {
        self.0.write_all(text.as_bytes()).map_err(capped::why)
    }

    fn value(&mut self, value: &impl Serialize) -> Result<(), Error> {
        serde_json::to_writer(&mut self.0, value).map_err(|why| capped::why(why.into()))
    }
}

/// A module and everything it imports as one script: modules come before their users, and import lines are left out.
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
        if let Some(from) = line.rsplit('\'').nth(1) {
            join(&beside(file, from), done, script);
        }
    }
    for line in text.lines().filter(|line| !is_import(line)) {
        script.push_str(line.strip_prefix("export ").unwrap_or(line));
        script.push('\n');
    }
}

/// The name of the module that `file` calls `from`: `../shared/dom.js` in `board/board.js` is `shared/dom.js`.
fn beside(file: &str, from: &str) -> String {
    let mut path: Vec<&str> = file.split('/').collect();
    path.pop();
    for part in from.split('/') {
        match part {
            "." => {}
            ".." => drop(path.pop()),
            part => path.push(part),
        }
    }
    path.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_found_from_any_folder() {
        for (file, from, found) in [
            ("main.js", "./board/board.js", "board/board.js"),
            ("board/board.js", "./draw.js", "board/draw.js"),
            ("board/board.js", "../shared/dom.js", "shared/dom.js"),
            ("watch/watch.js", "../main.js", "main.js"),
        ] {
            assert_eq!(beside(file, from), found);
        }
    }

    #[test]
    fn the_joined_page_has_every_module_once_and_no_import() {
        let script = joined("main.js");
        assert!(!script.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")));
        let classes = |name: &str| script.lines().filter(|line| line.starts_with(&format!("class {name} "))).count();
        for name in ["Board", "Painter", "Watch", "Log", "HandTurn", "EditStrokes", "ServerSource", "Topbar"] {
            assert_eq!(classes(name), 1, "{name}");
        }
    }
}
