//! SVG as pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::Arc;

/// The widest and highest picture.
const LARGEST: u32 = 8192;

/// A picture that is too large to be drawn, or has no size at all.
#[derive(Debug, thiserror::Error, PartialEq)]
#[error("a picture of {0} x {1} pixels cannot be drawn; each side is 1 to {LARGEST}")]
pub struct TooLarge(pub u32, pub u32);

/// Turns SVG into pixels. Making one loads the fonts, so it is made once.
pub struct Raster {
    options: Options<'static>,
}

impl Default for Raster {
    fn default() -> Raster {
        let mut letters = fontdb::Database::new();
        letters.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
        letters.set_sans_serif_family("Ubuntu");
        Raster { options: Options { fontdb: Arc::new(letters), font_family: "Ubuntu".into(), ..Options::default() } }
    }
}

impl Raster {
    /// The pixels of an SVG that [`svg`](crate::svg) has made.
    pub fn pixels(&self, svg: &str) -> Result<Pixmap, TooLarge> {
        let tree = Tree::from_str(svg, &self.options).map_err(|_| TooLarge(0, 0))?;
        let size = tree.size().to_int_size();
        let (width, height) = (size.width(), size.height());
        if width > LARGEST || height > LARGEST {
            return Err(TooLarge(width, height));
        }
        let mut pixels = Pixmap::new(width, height).ok_or(TooLarge(width, height))?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        Ok(pixels)
    }

    /// Draws an SVG over a picture of the same size.
    pub fn over(&self, svg: &str, picture: &mut Pixmap) -> Result<(), TooLarge> {
        let tree = Tree::from_str(svg, &self.options).map_err(|_| TooLarge(0, 0))?;
        resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
        Ok(())
    }

    pub fn png(&self, svg: &str) -> Result<Vec<u8>, TooLarge> {
        let pixels = self.pixels(svg)?;
        Ok(pixels.encode_png().expect("pixels are encoded into memory"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(body: &str) -> Pixmap {
        let svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">{body}</svg>"#);
        Raster::default().pixels(&svg).unwrap()
    }

    #[test]
    fn letters_come_along() {
        let drawn = draw(r#"<text x="5" y="30" font-size="30" font-family="Ubuntu, system-ui, sans-serif">Ab</text>"#);
        assert!(drawn.pixels().iter().any(|pixel| pixel.alpha() > 200), "nothing was written");
        assert!(draw("").pixels().iter().all(|pixel| pixel.alpha() == 0));
    }

    #[test]
    fn sizes_have_an_end() {
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="40"></svg>"#;
        assert_eq!(Raster::default().pixels(svg).err(), Some(TooLarge(9000, 40)));
    }
}
