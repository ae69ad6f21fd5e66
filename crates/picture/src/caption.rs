//! Words above a picture: which game it is, who plays, how it stands, how it ended. They never lie on the board.
//!
//! A caption has rows, and how many depends on its names and its ending, not on the moment: all pictures of a film have
//! the same height. Letters cannot be measured here as a browser will draw them, so estimates are generous, what is too
//! long is shortened, and what is too long all the same is cut off at the edge of its place.

use crate::svg::escaped;
use skirmish_core::scene::{Color, LAYOUT, Theme};
use std::fmt::Write;

/// What is said about a picture.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Caption {
    /// The game.
    pub title: String,
    /// When it is: "turn 57".
    pub moment: String,
    /// Whose eyes see it, if they do not see everything: "as humans saw it".
    pub view: Option<String>,
    /// Who plays, in the order of the scoreboard.
    pub players: Vec<Player>,
    /// How the match ended.
    pub ending: String,
    /// Whether the ending is told already, or only has its room.
    pub told: bool,
}

/// A player in a caption.
#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    pub color: Color,
    /// The name of the seat, and who sits on it.
    pub seat: String,
    pub name: String,
    pub score: String,
}

/// Letters are this part of the width, but never smaller than can be read.
const WIDTHS: f32 = 1.0 / 50.0;
const LEAST_LETTERS: f32 = 11.0;
/// A picture narrower than this has no room for words.
const LEAST_WIDTH: u32 = 96;
/// Lengths in sizes of the letters: a row, the margin, the title's letters.
const ROW: f32 = 1.5;
const MARGIN: f32 = 0.8;
const TITLE: f32 = 1.25;
/// With fewer letters in a row than this, title and moment have a row each.
const NARROW: f32 = 26.0;
/// What the moment needs beside the title.
const MOMENT: f32 = 12.0;
/// The least room for a player, and the most rows of them.
const CELL: f32 = 13.0;
const CELL_ROWS: usize = 4;
/// The most rows of an ending.
const ENDING_ROWS: usize = 3;

/// How many pixels a caption takes above a picture of this width.
pub(crate) fn height(caption: &Caption, width: u32) -> u32 {
    if width < LEAST_WIDTH {
        return 0;
    }
    let grid = Room::of(width);
    ((grid.rows(caption) as f32 * ROW + 2.0 * MARGIN * 0.6) * grid.letters).ceil() as u32
}

/// A caption as a part of an SVG `width` pixels wide, from its top edge down.
pub(crate) fn band(caption: &Caption, theme: Theme, width: u32) -> String {
    let height = height(caption, width);
    let mut out = String::new();
    if height == 0 {
        return out;
    }
    let room = Room::of(width);
    let paper = Color::Paper.hex(theme);
    // An SVG of its own cuts off whatever does not fit.
    let _ = write!(
        out,
        r#"<svg x="0" y="0" width="{width}" height="{height}"><rect width="{width}" height="{height}" fill="{paper}"/>"#
    );
    Drawer { out: &mut out, room, theme, row: 0 }.draw(caption);
    out.push_str("</svg>");
    out
}

/// What there is room for.
#[derive(Clone, Copy)]
struct Room {
    /// The size of letters, in pixels.
    letters: f32,
    /// The width between the margins, in sizes of letters.
    wide: f32,
}

impl Room {
    fn of(width: u32) -> Room {
        let letters = (width as f32 * WIDTHS).max(LEAST_LETTERS);
        Room { letters, wide: width as f32 / letters - 2.0 * MARGIN }
    }

    fn is_narrow(&self) -> bool {
        self.wide < NARROW
    }

    fn columns(&self, players: usize) -> usize {
        ((self.wide / CELL) as usize).clamp(1, players.max(1))
    }

    /// The players that have a place, and how many have none.
    fn listed(&self, players: usize) -> (usize, usize) {
        let places = self.columns(players) * CELL_ROWS;
        // The last place says how many are not named.
        if players <= places { (players, 0) } else { (places - 1, players - places + 1) }
    }

    fn rows(&self, caption: &Caption) -> usize {
        let (listed, more) = self.listed(caption.players.len());
        let places = listed + usize::from(more > 0);
        let head = if self.is_narrow() { 2 } else { 1 } + usize::from(caption.view.is_some());
        head + places.div_ceil(self.columns(caption.players.len())) + self.ending(caption).len()
    }

    fn ending(&self, caption: &Caption) -> Vec<String> {
        if caption.ending.is_empty() { Vec::new() } else { wrapped(&plain(&caption.ending), self.wide, ENDING_ROWS) }
    }
}

struct Drawer<'a> {
    out: &'a mut String,
    room: Room,
    theme: Theme,
    row: usize,
}

impl Drawer<'_> {
    fn draw(mut self, caption: &Caption) {
        let Room { wide, .. } = self.room;
        let narrow = self.room.is_narrow();
        let beside = if narrow { 0.0 } else { MOMENT };
        let title = shortened(&plain(&caption.title), (wide - beside) / TITLE);
        self.words(0.0, TITLE, "start", &[(Color::Ink, title)]);
        if narrow {
            self.row += 1;
        }
        let moment = shortened(&plain(&caption.moment), if narrow { wide } else { MOMENT });
        let (x, anchor) = if narrow { (0.0, "start") } else { (wide, "end") };
        self.words(x, 1.0, anchor, &[(Color::Faint, moment)]);
        self.row += 1;
        if let Some(view) = &caption.view {
            self.words(0.0, 1.0, "start", &[(Color::Accent, shortened(&plain(view), wide))]);
            self.row += 1;
        }
        self.players(&caption.players);
        for line in self.room.ending(caption) {
            if caption.told {
                self.words(0.0, 1.0, "start", &[(Color::Ink, line)]);
            }
            self.row += 1;
        }
    }

    fn players(&mut self, players: &[Player]) {
        let columns = self.room.columns(players.len());
        let (listed, more) = self.room.listed(players.len());
        let cell = self.room.wide / columns as f32;
        let begin = self.row;
        for (n, player) in players[..listed].iter().enumerate() {
            self.row = begin + n / columns;
            let x = (n % columns) as f32 * cell;
            self.chip(x, player.color);
            // A sign for the seat, and what is left of a place once its gap is taken off.
            let room = cell - 1.2 - 0.6;
            let score = shortened(&plain(&player.score), room * 0.5);
            let seat = shortened(&plain(&player.seat), room - wide(&score) - 0.6);
            let left = room - wide(&seat) - wide(&score) - 1.2;
            let mut parts = vec![(Color::Ink, seat)];
            if !score.is_empty() {
                parts.push((Color::Accent, score));
            }
            // A name of which next to nothing is left says nothing.
            if left > 2.5 && !player.name.is_empty() {
                parts.push((Color::Faint, shortened(&plain(&player.name), left)));
            }
            self.words(x + 1.2, 1.0, "start", &parts);
        }
        if more > 0 {
            self.row = begin + listed / columns;
            let x = (listed % columns) as f32 * cell;
            self.words(x, 1.0, "start", &[(Color::Faint, format!("and {more} more"))]);
        }
        self.row = begin + (listed + usize::from(more > 0)).div_ceil(columns);
    }

    /// The colour of a seat.
    fn chip(&mut self, x: f32, color: Color) {
        let Room { letters, .. } = self.room;
        let (x, y, side) = ((x + MARGIN) * letters, self.line() - 0.7 * letters, 0.8 * letters);
        let color = color.hex(self.theme);
        let _ = write!(
            self.out,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{side:.1}" height="{side:.1}" rx="{:.1}" fill="{color}"/>"#,
            side / 4.0
        );
    }

    /// Words on the present row, one after the other, each in its colour.
    fn words(&mut self, x: f32, size: f32, anchor: &str, parts: &[(Color, String)]) {
        let Room { letters, .. } = self.room;
        let _ = write!(
            self.out,
            r#"<text x="{:.1}" y="{:.1}" font-size="{:.1}" text-anchor="{anchor}" font-family="{}">"#,
            (x + MARGIN) * letters,
            self.line(),
            size * letters,
            LAYOUT.text.font
        );
        for (n, (color, words)) in parts.iter().enumerate() {
            let gap = if n > 0 { format!(r#" dx="{:.1}""#, 0.6 * letters) } else { String::new() };
            let _ = write!(self.out, r#"<tspan fill="{}"{gap}>{}</tspan>"#, color.hex(self.theme), escaped(words));
        }
        self.out.push_str("</text>");
    }

    /// Where the letters of the present row stand.
    fn line(&self) -> f32 {
        ((self.row as f32 + 0.72) * ROW + MARGIN * 0.6) * self.room.letters
    }
}

/// A text of others in which nothing is hidden: what cannot be seen, or changes the direction of what can, is spelled out.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff0}'..='\u{ffff}' => out.extend(c.escape_unicode()),
            c if c.is_control() => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out
}

/// About how wide a text is, in sizes of its letters; rather too much than too little.
fn wide(text: &str) -> f32 {
    let each = |c: char| match c {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '(' | ')' => 0.38,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.95,
        'a'..='z' | '0'..='9' => 0.6,
        c if c >= '\u{1100}' => 1.1,
        _ => 0.72,
    };
    text.chars().map(each).sum()
}

/// A text that is no wider than `most`, with a sign where something was left out.
fn shortened(text: &str, most: f32) -> String {
    if wide(text) <= most {
        return text.into();
    }
    let mut room = most - wide("…");
    let kept: String = text
        .chars()
        .take_while(|c| {
            room -= wide(&c.to_string());
            room >= 0.0
        })
        .collect();
    format!("{}…", kept.trim_end())
}

/// A text in rows that are no wider than `most`; the last of `rows` is shortened.
fn wrapped(text: &str, most: f32, rows: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let full = lines.len() == rows;
        match lines.last_mut() {
            Some(line) if full || wide(line) + wide(" ") + wide(word) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines.iter().map(|line| shortened(line, most)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caption(players: usize) -> Caption {
        let player = |n: usize| Player {
            color: Color::Seat(n as u8),
            seat: format!("p{n}"),
            name: "builtin:strong".into(),
            score: n.to_string(),
        };
        Caption {
            title: "golems".into(),
            moment: "turn 57".into(),
            players: (0..players).map(player).collect(),
            ending: "p0 wins 12 to 3".into(),
            told: true,
            ..Caption::default()
        }
    }

    #[test]
    fn everything_is_said() {
        for width in [100, 400, 1200, 4096] {
            let said = band(&caption(2), Theme::Light, width);
            for words in ["golems", "turn 57", "p0", "p1", ">0<", ">1<"] {
                assert!(said.contains(words), "{width}: {said}");
            }
            assert_eq!(said.matches("<rect").count(), 3, "paper, and a sign for each seat");
        }
        assert!(band(&caption(2), Theme::Light, 400).contains("p0 wins 12 to 3"));
    }

    #[test]
    fn many_players_are_counted() {
        for width in [100, 400, 1200] {
            let said = band(&caption(64), Theme::Light, width);
            let listed = said.matches("<rect").count() - 1;
            assert!((3..64).contains(&listed), "{width}: {listed}");
            assert!(said.contains(&format!("and {} more", 64 - listed)), "{width}: {said}");
        }
    }

    #[test]
    fn an_ending_that_is_not_told_leaves_its_room() {
        let told = caption(2);
        let kept = Caption { told: false, moment: "turn 1".into(), ..told.clone() };
        assert_eq!(height(&kept, 600), height(&told, 600));
        assert!(!band(&kept, Theme::Light, 600).contains("wins"));
        assert!(height(&Caption { ending: String::new(), ..kept }, 600) < height(&told, 600));
    }

    #[test]
    fn names_stay_in_their_place() {
        let mut caption = caption(2);
        caption.players[0].name = "</text><script>".repeat(20);
        caption.players[1].name = "\u{202e}evil\u{0}".into();
        caption.ending = "word ".repeat(400);
        let said = band(&caption, Theme::Dark, 600);
        assert!(!said.contains("<script>") && said.contains("&lt;"), "{said}");
        assert!(!said.contains('\u{202e}') && said.contains("\\u{202e}"), "{said}");
        let rows = said.matches("<text").count();
        assert!(rows <= 2 + 2 + ENDING_ROWS && said.contains('…'), "{rows} rows: {said}");
        assert!(wide(&shortened(&"w".repeat(500), 10.0)) <= 10.0);
    }

    #[test]
    fn tiny_pictures_have_no_words() {
        assert_eq!((height(&caption(2), 60), band(&caption(2), Theme::Light, 60).as_str()), (0, ""));
    }
}
