//! The pictures of a film, one after the other: what does not change is drawn once.

use crate::caption::Caption;
use crate::raster::{Raster, TooLarge};
use crate::svg::{BELOW, svg_above, svg_below, svg_caption};
use resvg::tiny_skia::Pixmap;
use skirmish_core::scene::{Scene, Symbol, Theme};

/// Draws scenes that all have the same frame.
pub struct Pictures<'a> {
    raster: Raster,
    symbols: &'a [Symbol],
    theme: Theme,
    width: u32,
    /// The scene whose lower layers were drawn last, and what that gave.
    below: Option<(Scene, Pixmap)>,
    /// The caption that was drawn last, and what that gave.
    caption: Option<(Caption, Pixmap)>,
}

impl<'a> Pictures<'a> {
    pub fn new(symbols: &'a [Symbol], theme: Theme, width: u32) -> Pictures<'a> {
        Pictures { raster: Raster::default(), symbols, theme, width, below: None, caption: None }
    }

    /// Draws a scene under a caption, if it is to have one.
    pub fn draw(&mut self, scene: &Scene, caption: Option<&Caption>) -> Result<Pixmap, TooLarge> {
        let board = self.board(scene)?;
        let Some(caption) = caption.filter(|caption| crate::caption::height(caption, self.width) > 0) else {
            return Ok(board);
        };
        if self.caption.as_ref().is_none_or(|(before, _)| before != caption) {
            let drawn = self.raster.pixels(&svg_caption(caption, self.theme, self.width))?;
            self.caption = Some((caption.clone(), drawn));
        }
        let band = &self.caption.as_ref().expect("it was drawn").1;
        let (width, height) = (board.width(), band.height() + board.height());
        let mut picture = Pixmap::new(width, height).ok_or(TooLarge(width, height))?;
        let (above, below) = picture.data_mut().split_at_mut(band.data().len());
        above.copy_from_slice(band.data());
        below.copy_from_slice(board.data());
        Ok(picture)
    }

    /// Draws the board; its lower layers only when they have changed.
    fn board(&mut self, scene: &Scene) -> Result<Pixmap, TooLarge> {
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
