//! The last picture of a match, made when somebody wants to see it. Each match is played once for it.

use super::Seen;
use crate::error::Error;
use flate2::Compression;
use flate2::write::GzEncoder;
use skirmish_core::scene::Theme;
use skirmish_core::{Registry, Viewer};
use skirmish_replay::ReplayFile;
use std::collections::{HashMap, VecDeque};
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many bytes of pictures are kept; the oldest make room.
const MOST_KEPT: usize = 48 << 20;
/// How large one of them may be: a page with larger ones stands still. A match that needs more has none.
const LARGEST: usize = 2 << 20;
/// How wide a picture says that it is. It is drawn as wide as there is room.
const WIDTH: u32 = 640;

/// An SVG, packed with gzip.
pub type Picture = Arc<[u8]>;

#[derive(Default)]
pub struct Pictures {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    /// By file and stamp: by day and by night.
    pictures: HashMap<String, [Picture; 2]>,
    order: VecDeque<String>,
    bytes: usize,
    made: usize,
}

impl Pictures {
    /// The picture of a replay as it is now, and what playing it has told if it was played for this.
    pub fn of(
        &self,
        registry: &Registry,
        path: &Path,
        stamp: &str,
        theme: Theme,
    ) -> Result<(Picture, Option<Seen>), Error> {
        let key = format!("{stamp} {}", path.display());
        let side = usize::from(theme == Theme::Dark);
        if let Some(both) = self.lock().pictures.get(&key) {
            return Ok((Arc::clone(&both[side]), None));
        }
        let (both, seen) = made(registry, path)?;
        let picture = Arc::clone(&both[side]);
        self.lock().keep(key, both);
        Ok((picture, Some(seen)))
    }

    /// How many were made.
    pub fn made(&self) -> usize {
        self.lock().made
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn keep(&mut self, key: String, both: [Picture; 2]) {
        self.made += 1;
        self.bytes += size(&both);
        if let Some(old) = self.pictures.insert(key.clone(), both) {
            self.bytes -= size(&old);
        } else {
            self.order.push_back(key);
        }
        while self.bytes > MOST_KEPT
            && self.order.len() > 1
            && let Some(oldest) = self.order.pop_front()
        {
            self.bytes -= self.pictures.remove(&oldest).map_or(0, |both| size(&both));
        }
    }
}

fn size(both: &[Picture; 2]) -> usize {
    both.iter().map(|picture| picture.len()).sum()
}

/// Plays a match and draws its end. Where playing breaks off, it draws what stands there.
fn made(registry: &Registry, path: &Path) -> Result<([Picture; 2], Seen), Error> {
    let mut playback = registry.playback(ReplayFile::read(path)?.text)?;
    let wrong = loop {
        match playback.play() {
            Ok(true) => playback.table().forget_news(None),
            Ok(false) => break None,
            Err(wrong) => break Some(wrong.to_string()),
        }
    };
    let over = playback.ending().is_some();
    let table = playback.table();
    let (scene, symbols) = (table.scene(Viewer::Omniscient), table.symbols());
    let drawn = |theme| {
        let svg = skirmish_picture::svg(&scene, symbols, theme, WIDTH);
        match svg.len() {
            ..=LARGEST => packed(&svg),
            _ => Err(Error::Own("there is too much in it for a picture".into())),
        }
    };
    let seen = Seen {
        turn: table.turn().number,
        moment: table.moment(),
        summary: (over || table.standings().over).then(|| table.summary()),
        wrong,
    };
    Ok(([drawn(Theme::Light)?, drawn(Theme::Dark)?], seen))
}

fn packed(svg: &str) -> Result<Picture, Error> {
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(svg.as_bytes())?;
    Ok(out.finish()?.into())
}
