//! Animated pictures: GIF.
//!
//! A match changes little from picture to picture, so each one holds only the rectangle that differs from the one before,
//! and there only what differs.

pub use gif::EncodingError;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;
use std::io::Write;

use crate::raster::TooLarge;

/// How carefully colours are chosen: 1 is best, 30 fastest.
const SPEED: i32 = 10;

/// A GIF that is being written, picture by picture.
pub struct Film<W: Write> {
    /// Where it is written, until the first picture says how large all are.
    out: Option<W>,
    encoder: Option<Encoder<W>>,
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

impl<W: Write> Film<W> {
    /// A film of pictures that all have the same size. It loops.
    pub fn new(out: W) -> Film<W> {
        Film { out: Some(out), encoder: None, last: None }
    }

    /// Adds a picture that is shown for this many hundredths of a second.
    pub fn add(&mut self, picture: Pixmap, hundredths: u16) -> Result<(), FilmError> {
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
    use crate::caption::Caption;
    use crate::pictures::Pictures;
    use skirmish_core::scene::{Color, Ink, Item, Layer, Mark, Scene, Shape, Symbol, Theme};

    const SYMBOLS: &[Symbol] = &[Symbol { name: "box", parts: &[Mark::fill("M-.5-.5h1v1h-1z", Ink::Tint)] }];

    fn scene(x: f32) -> Scene {
        let mut item = Item::new("1", Layer::Unit, [x, 0.5], Shape::Symbol("box"));
        item.tint = Color::Red;
        Scene { frame: [0.0, 0.0, 4.0, 1.0], items: vec![item], ..Scene::default() }
    }

    #[test]
    fn only_what_moves_is_written() {
        let mut pictures = Pictures::new(SYMBOLS, Theme::Light, 400);
        let mut film = Film::new(Vec::new());
        for x in [0.5, 1.5, 1.5] {
            film.add(pictures.draw(&scene(x), None).unwrap(), 10).unwrap();
        }
        let bytes = film.end().unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
        let mut sizes = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            sizes.push((frame.width, frame.height, frame.delay));
        }
        assert_eq!(sizes, [(400, 100, 10), (200, 100, 10), (1, 1, 10)]);
    }

    #[test]
    fn a_caption_moves_nothing_of_the_board() {
        let mut pictures = Pictures::new(SYMBOLS, Theme::Light, 400);
        let plain = pictures.draw(&scene(0.5), None).unwrap();
        let caption = Caption { title: "golems".into(), moment: "turn 3".into(), ..Caption::default() };
        let said = pictures.draw(&scene(0.5), Some(&caption)).unwrap();
        assert_eq!((said.width(), plain.height()), (400, 100));
        let band = said.data().len() - plain.data().len();
        assert_eq!(&said.data()[band..], plain.data(), "the board is as it was");
        assert!(said.data()[..band].chunks(4).any(|pixel| pixel[0] < 90), "nothing is written above it");
    }
}
