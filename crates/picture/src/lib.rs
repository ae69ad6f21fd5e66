//! Scenes as pictures: SVG for print and pages, PNG and GIF for everything else.
//!
//! The page draws the same scenes on its canvas; `LAYOUT` in `skirmish_core::scene` keeps both alike.

#![forbid(unsafe_code)]

mod caption;
mod film;
mod pictures;
mod raster;
mod svg;

pub use caption::{Caption, Player};
pub use film::{EncodingError, Film, FilmError};
pub use pictures::Pictures;
pub use raster::{Raster, TooLarge};
pub use resvg::tiny_skia::Pixmap;
pub use svg::{captioned, escaped, svg};
