//! Pictures one after the other: GIF.

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use resvg::tiny_skia::Pixmap;
use std::io::Write;

/// How carefully colours are chosen: 1 is best, 30 fastest.
const SPEED: i32 = 10;

/// A GIF that is being written, picture by picture.
pub struct Film<W: Write> {
    encoder: Encoder<W>,
    size: (u32, u32),
}

impl<W: Write> Film<W> {
    /// Begins a film of pictures like `first`, which is not written yet. It plays again and again.
    pub fn begin(out: W, first: &Pixmap) -> Result<Film<W>, EncodingError> {
        let (width, height) = (first.width(), first.height());
        let small = |side: u32| u16::try_from(side).unwrap_or(u16::MAX);
        let mut encoder = Encoder::new(out, small(width), small(height), &[])?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Film { encoder, size: (width, height) })
    }

    /// Adds a picture that stays for so many hundredths of a second. One of another size is left out.
    pub fn add(&mut self, picture: &Pixmap, hundredths: u16) -> Result<(), EncodingError> {
        if (picture.width(), picture.height()) != self.size {
            return Ok(());
        }
        let mut pixels = picture.data().to_vec();
        let mut frame = Frame::from_rgba_speed(picture.width() as u16, picture.height() as u16, &mut pixels, SPEED);
        frame.delay = hundredths;
        frame.dispose = DisposalMethod::Keep;
        self.encoder.write_frame(&frame)
    }

    /// Ends the film and gives back what it was written to.
    pub fn end(self) -> Result<W, EncodingError> {
        Ok(self.encoder.into_inner()?)
    }
}
