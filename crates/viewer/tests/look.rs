//! The page, pictures and scenes look alike. What the page gets at run time (palette, layout) is served from the Rust
//! tables, and the type checker sees that it draws every kind of thing; here is what neither of them can see.

use skirmish_core::scene::{Color, Ink, LAYOUT, Theme};
use skirmish_viewer::assets;
use skirmish_viewer::session::Palette;

/// The part of a style sheet between a selector's braces.
fn rules<'a>(sheet: &'a str, selector: &str) -> &'a str {
    let after = sheet.split_once(&format!("\n{selector} {{")).expect("the selector").1;
    after.split_once('}').expect("an end").0
}

#[test]
fn the_style_sheet_has_the_colours_of_the_palette() {
    let sheet = assets::text("shared/style.css");
    for (theme, selector) in [(Theme::Light, ":root"), (Theme::Dark, ":root[data-theme='dark']")] {
        let rules = rules(&sheet, selector);
        for color in [Color::Paper, Color::Ink, Color::Faint, Color::Accent, Color::Good, Color::Bad, Color::Warn] {
            let (name, hex) = (color.name(), color.hex(theme));
            assert!(rules.contains(&format!("--{name}: {hex};")), "--{name} is not {hex} in {selector}");
        }
    }
}

/// Colours are names of the palette; a number would be one that scenes and pictures do not know.
#[test]
fn the_board_has_no_colours_of_its_own() {
    for file in ["draw", "effects", "overlay", "minimap", "backdrop", "board"] {
        let text = assets::text(&format!("board/{file}.js"));
        let hex = text.split('#').skip(1).find(|rest| rest.chars().take(6).all(|c| c.is_ascii_hexdigit()));
        assert_eq!(hex.map(|rest| &rest[..6]), None, "{file}.js");
        assert!(!text.contains("rgb(") && !text.contains("hsl("), "{file}.js");
    }
}

#[test]
fn a_page_has_a_paint_for_every_colour_and_ink() {
    let palette = Palette::of(3);
    for (theme, paints) in [(Theme::Light, &palette.light), (Theme::Dark, &palette.dark)] {
        assert_eq!(paints.len(), Color::all(3).count());
        for color in Color::all(3) {
            let (rgb, paint) = (color.rgb(theme), serde_json::to_value(&paints[&color.name()]).unwrap());
            let hex = |[r, g, b]: [u8; 3]| format!("#{r:02x}{g:02x}{b:02x}");
            // Every ink but these two is a key of the paint, by its name in scenes.
            for (ink, expected) in
                [(Ink::Tint, hex(rgb)), (Ink::Shade, hex(Color::shade(rgb))), (Ink::Light, hex(Color::light(rgb)))]
            {
                let name = serde_json::to_value(ink).unwrap();
                assert_eq!(paint[name.as_str().unwrap()], expected, "{color:?} {ink:?}");
            }
        }
    }
}

/// The numbers of the layout are in no other place.
#[test]
fn the_painter_has_no_layout_of_its_own() {
    let painter = assets::text("board/draw.js");
    let (bars, badges) = (LAYOUT.bars, LAYOUT.badges);
    for number in
        [bars.left, bars.top, bars.step, badges.radius, badges.places[0][1], LAYOUT.text.halo, LAYOUT.text.drop]
    {
        assert!(!painter.contains(&number.to_string()), "{number} is in draw.js; it is in LAYOUT");
    }
    for part in ["layout.bars", "layout.badges", "layout.label", "layout.text", "layout.dash"] {
        assert!(painter.contains(part), "{part} is not used");
    }
}
