//! Scenes as pictures: SVG for print and pages, PNG and GIF for everything else.
//!
//! The page draws the same scenes on its canvas; `LAYOUT` in `skirmish_core::scene` keeps both alike.

#![forbid(unsafe_code)]

mod film;
mod raster;
mod svg;

pub use film::{EncodingError, Film, FilmError};
pub use raster::{Raster, TooLarge};
pub use svg::svg;
