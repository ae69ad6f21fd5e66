//! Animated pictures: GIF.
//!
//! A match changes little from picture to picture, so each one holds only the rectangle that differs from the one before,
//! and there only what differs.

pub use gif::EncodingError;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;
use skirmish_core::scene::{Scene, Symbol, Theme};
use std::io::Write;

use crate::raster::{Raster, TooLarge};
use crate::svg::{BELOW, svg_above, svg_below};

/// How carefully colours are chosen: 1 is best, 30 fastest.
const SPEED: i32 = 10;

/// A GIF that is being written, picture by picture.
pub struct Film<'a, W: Write> {
    raster: Raster,
    symbols: &'a [Symbol],
    theme: Theme,
    width: u32,
    /// Where it is written, until the first picture says how large all are.
    out: Option<W>,
    encoder: Option<Encoder<W>>,
    /// The scene whose lower layers were drawn last, and what that gave.
    below: Option<(Scene, Pixmap)>,
    /// The picture before.
    last: Option<Pixmap>,
}

/// Why a film cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    #[error("the film cannot be written: {0}")]
    Encoding(#[from] EncodingError),
    #[error("the film cannot be written: {0}")]
    Io(#[from] std::io::Error),
}

impl<'a, W: Write> Film<'a, W> {
    /// A film of scenes that all have the same frame. It loops.
    pub fn new(symbols: &'a [Symbol], theme: Theme, width: u32, out: W) -> Film<'a, W> {
        Film {
            raster: Raster::default(),
            symbols,
            theme,
            width,
            out: Some(out),
            encoder: None,
            below: None,
            last: None,
        }
    }

    /// Adds a picture that is shown for this many hundredths of a second.
    pub fn add(&mut self, scene: &Scene, hundredths: u16) -> Result<(), FilmError> {
        let picture = self.draw(scene)?;
        let whole = Area { left: 0, top: 0, right: picture.width(), bottom: picture.height() };
        if let Some(out) = self.out.take() {
            let mut encoder = Encoder::new(out, whole.right as u16, whole.bottom as u16, &[])?;
            encoder.set_repeat(Repeat::Infinite)?;
            self.encoder = Some(encoder);
        }
        let changed = self.last.as_ref().map_or(Some(whole), |last| Area::of_change(last, &picture));
        // Nothing moves: one dot carries the delay.
        let area = changed.unwrap_or(Area { right: 1, bottom: 1, ..whole });
        let mut pixels = area.cut(&picture, self.last.as_ref());
        let (width, height) = (area.right - area.left, area.bottom - area.top);
        let mut frame = Frame::from_rgba_speed(width as u16, height as u16, &mut pixels, SPEED);
        (frame.left, frame.top) = (area.left as u16, area.top as u16);
        frame.delay = hundredths;
        frame.dispose = DisposalMethod::Keep;
        if let Some(encoder) = &mut self.encoder {
            encoder.write_frame(&frame)?;
        }
        self.last = Some(picture);
        Ok(())
    }

    /// Ends the film and gives back where it was written.
    pub fn end(self) -> Result<W, FilmError> {
        match (self.encoder, self.out) {
            (Some(encoder), _) => Ok(encoder.into_inner()?),
            (None, Some(out)) => Ok(out),
            (None, None) => Err(FilmError::Io(std::io::Error::other("it broke off"))),
        }
    }

    /// Draws a scene; the lower layers only when they have changed.
    fn draw(&mut self, scene: &Scene) -> Result<Pixmap, TooLarge> {
        let same = self.below.as_ref().is_some_and(|(before, _)| same_below(before, scene));
        if !same {
            let drawn = self.raster.pixels(&svg_below(scene, self.symbols, self.theme, self.width))?;
            self.below = Some((scene.clone(), drawn));
        }
        let mut picture = self.below.as_ref().expect("it was drawn").1.clone();
        self.raster.over(&svg_above(scene, self.symbols, self.theme, self.width), &mut picture)?;
        Ok(picture)
    }
}

fn same_below(one: &Scene, two: &Scene) -> bool {
    let below = |scene: &'_ Scene| scene.items.iter().filter(|item| item.layer <= BELOW).cloned().collect::<Vec<_>>();
    one.frame == two.frame && below(one) == below(two)
}

/// A rectangle of pixels.
#[derive(Clone, Copy)]
struct Area {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl Area {
    /// The smallest rectangle with all that differs; `None` if nothing does.
    fn of_change(before: &Pixmap, after: &Pixmap) -> Option<Area> {
        let width = after.width() as usize;
        let differs = |i: &usize| before.pixels()[*i] != after.pixels()[*i];
        let changed = (0..after.pixels().len()).filter(differs);
        changed.map(|i| ((i % width) as u32, (i / width) as u32)).fold(None, |area: Option<Area>, (x, y)| {
            let dot = Area { left: x, top: y, right: x + 1, bottom: y + 1 };
            Some(area.map_or(dot, |area| Area {
                left: area.left.min(x),
                top: area.top.min(y),
                right: area.right.max(x + 1),
                bottom: area.bottom.max(y + 1),
            }))
        })
    }

    /// The pixels of a picture in here; transparent where they equal the picture before.
    fn cut(&self, picture: &Pixmap, before: Option<&Pixmap>) -> Vec<u8> {
        let mut out = Vec::with_capacity(((self.right - self.left) * (self.bottom - self.top) * 4) as usize);
        for y in self.top..self.bottom {
            for x in self.left..self.right {
                let i = (y * picture.width() + x) as usize;
                let pixel = picture.pixels()[i];
                match before {
                    Some(before) if before.pixels()[i] == pixel => out.extend([0, 0, 0, 0]),
                    _ => out.extend([pixel.red(), pixel.green(), pixel.blue(), 255]),
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::scene::{Color, Ink, Item, Layer, Mark, Shape};

    const SYMBOLS: &[Symbol] = &[Symbol { name: "box", parts: &[Mark::fill("M-.5-.5h1v1h-1z", Ink::Tint)] }];

    fn scene(x: f32) -> Scene {
        let mut item = Item::new("1", Layer::Unit, [x, 0.5], Shape::Symbol("box"));
        item.tint = Color::Red;
        Scene { frame: [0.0, 0.0, 4.0, 1.0], items: vec![item], ..Scene::default() }
    }

    #[test]
    fn only_what_moves_is_written() {
        let mut film = Film::new(SYMBOLS, Theme::Light, 400, Vec::new());
        for x in [0.5, 1.5, 1.5] {
            film.add(&scene(x), 10).unwrap();
        }
        let bytes = film.end().unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
        let mut sizes = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            sizes.push((frame.width, frame.height, frame.delay));
        }
        assert_eq!(sizes, [(400, 100, 10), (200, 100, 10), (1, 1, 10)]);
    }
}
