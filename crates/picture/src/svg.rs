//! A scene as SVG.

use crate::caption::{self, Caption};
use skirmish_core::scene::{
    Badge, BadgeLayout, BarLayout, Color, Ink, Item, LAYOUT, Layer, Mark, Part, Scene, Shape, Symbol, Theme,
};
use std::collections::HashSet;
use std::fmt::Write;

/// Draws a scene, `width` pixels wide.
pub fn svg(scene: &Scene, symbols: &[Symbol], theme: Theme, width: u32) -> String {
    drawn(scene, symbols, theme, width, true, |_| true)
}

/// The same under a caption, which makes the picture higher, and leaves the board as large as it is.
pub fn captioned(scene: &Scene, symbols: &[Symbol], theme: Theme, width: u32, caption: &Caption) -> String {
    let above = caption::height(caption, width);
    let board = svg(scene, symbols, theme, width);
    if above == 0 {
        return board;
    }
    let height = above + high(scene, width);
    let band = caption::band(caption, theme, width);
    let board = board.replacen("<svg ", &format!(r#"<svg y="{above}" "#), 1);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">{band}\n{board}</svg>\n"
    )
}

/// A caption alone.
pub fn svg_caption(caption: &Caption, theme: Theme, width: u32) -> String {
    let (height, band) = (caption::height(caption, width), caption::band(caption, theme, width));
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{band}</svg>"#)
}

/// How many pixels high the board is in a picture of this width.
fn high(scene: &Scene, width: u32) -> u32 {
    let [_, _, w, h] = scene.frame;
    (width as f32 * h / w.max(0.001)).round().max(1.0) as u32
}

/// The lower layers of a scene, which hardly ever change.
pub fn svg_below(scene: &Scene, symbols: &[Symbol], theme: Theme, width: u32) -> String {
    drawn(scene, symbols, theme, width, true, |item| item.layer <= BELOW)
}

/// What stands on them, on nothing.
pub fn svg_above(scene: &Scene, symbols: &[Symbol], theme: Theme, width: u32) -> String {
    drawn(scene, symbols, theme, width, false, |item| item.layer > BELOW)
}

/// The highest of the lower layers.
pub const BELOW: Layer = Layer::Area;

fn drawn(
    scene: &Scene,
    symbols: &[Symbol],
    theme: Theme,
    width: u32,
    paper: bool,
    wanted: impl Fn(&Item) -> bool,
) -> String {
    let [x, y, w, h] = scene.frame;
    let height = high(scene, width);
    let mut out = String::new();
    let _ = write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {w} {h}" width="{width}" height="{height}" font-family="{}">"#,
        LAYOUT.text.font
    );
    if paper {
        let paper = Color::Paper.hex(theme);
        let _ = write!(out, r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{paper}"/>"#);
    }
    let mut items: Vec<&Item> = scene.items.iter().filter(|item| wanted(item)).collect();
    items.sort_by_key(|item| item.layer);
    let mut drawer = Drawer { out, symbols, theme, defined: Vec::new() };
    drawer.define(&items);
    items.chunk_by(|a, b| a.layer == b.layer).for_each(|layer| drawer.layer(layer));
    drawer.out.push_str("</svg>\n");
    drawer.out
}

struct Drawer<'a> {
    out: String,
    symbols: &'a [Symbol],
    theme: Theme,
    /// Symbols that were drawn once in their colours, for reuse.
    defined: Vec<(&'a str, Color)>,
}

impl<'a> Drawer<'a> {
    /// Draws every symbol that the items have, once in each colour.
    fn define(&mut self, items: &[&'a Item]) {
        let mut seen = HashSet::new();
        for item in items {
            let own = match item.shape {
                Shape::Symbol(name) => Some((name, item.tint)),
                _ => None,
            };
            let badges = item.badges.iter().filter_map(|badge| Some((badge.symbol?, badge.color)));
            for (name, tint) in own.into_iter().chain(badges) {
                if seen.insert((name, tint.name())) {
                    self.defined.push((name, tint));
                }
            }
        }
        self.out.push_str("<defs>");
        for (n, (name, tint)) in self.defined.clone().into_iter().enumerate() {
            let _ = write!(self.out, r#"<g id="s{n}">"#);
            self.symbol(name, tint);
            self.out.push_str("</g>");
        }
        self.out.push_str("</defs>\n");
    }

    /// A symbol that was defined.
    fn used(&mut self, name: &str, tint: Color) {
        if let Some(n) = self.defined.iter().position(|one| *one == (name, tint)) {
            let _ = write!(self.out, r##"<use href="#s{n}"/>"##);
        }
    }

    /// Things that are all equally see-through are so together, or their overlaps would show.
    fn layer(&mut self, items: &[&Item]) {
        let opacity = items[0].opacity;
        let together = opacity != 1.0 && items.iter().all(|item| item.opacity == opacity);
        if together {
            let _ = write!(self.out, r#"<g opacity="{opacity}">"#);
        }
        items.iter().for_each(|item| self.item(item, if together { 1.0 } else { item.opacity }));
        if together {
            self.out.push_str("</g>");
        }
    }

    fn item(&mut self, item: &Item, opacity: f32) {
        let [x, y] = item.at;
        let _ = write!(self.out, r#"<g transform="translate({x} {y})""#);
        if opacity != 1.0 {
            let _ = write!(self.out, r#" opacity="{opacity}""#);
        }
        self.out.push('>');
        if !item.title.is_empty() {
            let _ = write!(self.out, "<title>{}</title>", escaped(&item.title));
        }
        let turned = item.angle != 0.0 || item.scale != 1.0;
        if turned {
            let _ = write!(self.out, r#"<g transform="rotate({}) scale({})">"#, item.angle, item.scale);
        }
        match &item.shape {
            Shape::Symbol(name) => self.used(name, item.tint),
            Shape::Path(part) => self.path(part, item.tint),
            Shape::Text { text, size, ink } => {
                let fill = self.ink(*ink, item.tint);
                self.text([0.0, 0.0], *size, text, &fill, None);
            }
        }
        if turned {
            self.out.push_str("</g>");
        }
        if !item.bars.is_empty() || !item.badges.is_empty() || !item.label.is_empty() {
            let _ = write!(self.out, r#"<g transform="scale({})">"#, item.scale);
            self.bars(item);
            for (badge, at) in item.badges.iter().zip(LAYOUT.badges.places) {
                self.badge(badge, at);
            }
            if !item.label.is_empty() {
                let (ink, paper) = (Color::Ink.hex(self.theme), Color::Paper.hex(self.theme));
                self.text(LAYOUT.label.place, LAYOUT.label.size, &item.label, &ink, Some(&paper));
            }
            self.out.push_str("</g>");
        }
        self.out.push_str("</g>\n");
    }

    fn symbol(&mut self, name: &str, tint: Color) {
        let Some(symbol) = self.symbols.iter().find(|symbol| symbol.name == name) else { return };
        for &Mark { d, fill, stroke, width } in symbol.parts {
            self.stroke_and_fill(d, fill, stroke, width, false, tint);
        }
    }

    fn path(&mut self, part: &Part, tint: Color) {
        self.stroke_and_fill(&part.d, part.fill, part.stroke, part.width, part.dashed, tint);
    }

    fn stroke_and_fill(&mut self, d: &str, fill: Ink, stroke: Ink, width: f32, dashed: bool, tint: Color) {
        let (fill, stroke) = (self.ink(fill, tint), self.ink(stroke, tint));
        let _ = write!(self.out, r#"<path d="{}" fill="{fill}""#, escaped(d));
        if stroke != "none" {
            let _ = write!(
                self.out,
                r#" stroke="{stroke}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round""#
            );
            if dashed {
                let _ =
                    write!(self.out, r#" stroke-dasharray="{} {}""#, width * LAYOUT.dash[0], width * LAYOUT.dash[1]);
            }
        }
        self.out.push_str("/>");
    }

    fn bars(&mut self, item: &Item) {
        let BarLayout { left, top, width, height, step, rim } = LAYOUT.bars;
        for (i, bar) in item.bars.iter().enumerate() {
            let y = top + step * i as f32;
            let part = if bar.most > 0 { (bar.value as f32 / bar.most as f32).clamp(0.0, 1.0) } else { 0.0 };
            let (back, color) = (Color::Paper.hex(self.theme), bar.color.hex(self.theme));
            let ink = Color::Ink.hex(self.theme);
            let _ = write!(
                self.out,
                r#"<rect x="{left}" y="{y}" width="{width}" height="{height}" fill="{back}" stroke="{ink}" stroke-width="{rim}"/><rect x="{left}" y="{y}" width="{}" height="{height}" fill="{color}"/>"#,
                width * part
            );
        }
    }

    fn badge(&mut self, badge: &Badge, [x, y]: [f32; 2]) {
        let (color, paper) = (badge.color.hex(self.theme), Color::Paper.hex(self.theme));
        let BadgeLayout { radius: r, rim, symbol: symbols, text: letters, .. } = LAYOUT.badges;
        let _ = write!(
            self.out,
            r#"<g transform="translate({x} {y})"><circle r="{r}" fill="{paper}" stroke="{color}" stroke-width="{rim}"/>"#
        );
        if let Some(symbol) = badge.symbol {
            let _ = write!(self.out, r#"<g transform="scale({})">"#, r * symbols);
            self.used(symbol, badge.color);
            self.out.push_str("</g>");
        }
        if !badge.text.is_empty() {
            let ink = Color::Ink.hex(self.theme);
            self.text([0.0, 0.0], r * letters, &badge.text, &ink, None);
        }
        self.out.push_str("</g>");
    }

    /// Words, centred both ways; the halo keeps them apart from what is behind.
    fn text(&mut self, [x, y]: [f32; 2], size: f32, text: &str, fill: &str, halo: Option<&str>) {
        let y = y + size * LAYOUT.text.drop;
        let _ = write!(self.out, r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" fill="{fill}""#);
        if let Some(halo) = halo {
            let _ = write!(
                self.out,
                r#" stroke="{halo}" stroke-width="{}" stroke-linejoin="round" paint-order="stroke""#,
                size * LAYOUT.text.halo
            );
        }
        let _ = write!(self.out, ">{}</text>", escaped(text));
    }

    fn ink(&self, ink: Ink, tint: Color) -> String {
        let rgb = tint.rgb(self.theme);
        let [r, g, b] = match ink {
            Ink::None => return "none".into(),
            Ink::Tint => rgb,
            Ink::Shade => Color::shade(rgb),
            Ink::Light => Color::light(rgb),
            Ink::Color(color) => color.rgb(self.theme),
        };
        format!("#{r:02x}{g:02x}{b:02x}")
    }
}

/// Text that is safe inside SVG and HTML, in attributes too.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Not allowed in XML at all.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_out() {
        let mut item = Item::new("1", Layer::Unit, [0.0, 0.0], Shape::Symbol("dot"));
        item.title = "<script>\"&\u{0}".into();
        item.label = "</svg>".into();
        let scene = Scene { frame: [0.0, 0.0, 4.0, 2.0], items: vec![item], ..Scene::default() };
        let drawn = svg(&scene, &[], Theme::Light, 400);
        assert!(drawn.contains("&lt;script&gt;&quot;&amp; </title>") && drawn.contains("&lt;/svg&gt;"), "{drawn}");
        assert!(drawn.contains(r#"width="400" height="200""#), "{drawn}");
    }

    #[test]
    fn a_caption_stands_above_the_board() {
        let scene = Scene { frame: [0.0, 0.0, 4.0, 2.0], ..Scene::default() };
        let caption = Caption { title: "golems".into(), ..Caption::default() };
        let above = caption::height(&caption, 400);
        let drawn = captioned(&scene, &[], Theme::Light, 400, &caption);
        assert!(above > 20 && drawn.contains(&format!(r#"width="400" height="{}""#, 200 + above)), "{drawn}");
        assert!(
            drawn.contains(&format!(r#"<svg y="{above}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2""#)),
            "{drawn}"
        );
        // Too narrow for words: the board alone.
        assert_eq!(captioned(&scene, &[], Theme::Light, 40, &caption), svg(&scene, &[], Theme::Light, 40));
    }

    #[test]
    fn lower_layers_come_first() {
        let item = |id: &str, layer| {
            Item::new(id, layer, [0.0, 0.0], Shape::Text { text: id.into(), size: 1.0, ink: Ink::Tint })
        };
        let items = vec![item("top", Layer::Top), item("ground", Layer::Ground)];
        let drawn = svg(&Scene { frame: [0.0, 0.0, 1.0, 1.0], items, ..Scene::default() }, &[], Theme::Dark, 10);
        assert!(drawn.find(">ground<").unwrap() < drawn.find(">top<").unwrap());
    }
}
