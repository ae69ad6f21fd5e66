//! What stands beside the board: scores, facts, the last events.

use crate::ink::Ink;
use crate::words::{bold, plain, say, wrap};
use ratatui_core::layout::Rect;
use ratatui_core::style::Modifier;
use ratatui_core::text::Line;
use skirmish_core::scene::{Color, Fact, Item, Scene};
use skirmish_core::sketch::Sketch;
use skirmish_viewer::session::SeatInfo;

/// How the screen is divided. What there is no room for is empty.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub top: Rect,
    pub board: Rect,
    pub panel: Rect,
    pub log: Rect,
    pub bottom: Rect,
}

impl Layout {
    /// The board gets most of it; scores are beside it where the screen is wide, and above it in one line where it is not.
    pub fn of(screen: Rect) -> Layout {
        let row = |y: u16| Rect { y, height: 1, ..screen };
        let (top, bottom) = (row(screen.y), row(screen.bottom().saturating_sub(1)));
        let height = screen.height.saturating_sub(2);
        let log_height = match screen.height {
            0..14 => 1,
            14..20 => 3,
            20..30 => 5,
            more => more / 5,
        };
        let (log_height, middle) = (log_height.min(height), height.saturating_sub(log_height));
        let width = match screen.width {
            0..66 => 0,
            66..100 => 27,
            more => (more / 3).min(48),
        };
        let (y, left) = (screen.y + 1, screen.width - width);
        // Without a panel the scores take a line over the board.
        let line = u16::from(width == 0 && middle > 4);
        let board = Rect { x: screen.x, y: y + line, width: left, height: middle - line };
        let panel = if width == 0 {
            Rect { y, height: line, ..screen }
        } else {
            Rect { x: screen.x + left + 1, y, width: width - 1, height: middle }
        };
        let log = Rect { y: y + middle, height: log_height, ..screen };
        Layout { top, board, panel, log, bottom }
    }

    pub fn is_narrow(&self) -> bool {
        self.panel.height <= 1
    }
}

/// Scores and facts, as wide as the panel is; in one line where it has no more.
pub fn scores(scene: &Scene, seats: &[SeatInfo], ink: Ink, area: Rect) -> Vec<Line<'static>> {
    let name = |seat: u8| seats.get(usize::from(seat)).map_or("?", |info| info.name.as_str()).to_string();
    if area.height <= 1 {
        let parts = scene.sides.iter().flat_map(|side| {
            let style = ink.style(side.color).add_modifier(Modifier::BOLD);
            [say(name(side.seat), style), plain(" "), bold(&side.score), plain("  ")]
        });
        let facts = scene.status.iter().map(|Fact(label, value)| say(format!("{label} {value}  "), ink.faint()));
        return vec![Line::from_iter(parts.chain(facts))];
    }
    let width = usize::from(area.width);
    let many = scene.sides.len() > 4;
    let mut lines = Vec::new();
    for side in &scene.sides {
        let style = ink.style(side.color).add_modifier(Modifier::BOLD);
        let info = seats.get(usize::from(side.seat));
        let player = info.and_then(|info| info.bot.clone().or_else(|| info.player.clone()));
        let head = [say(name(side.seat), style), plain(" "), bold(&side.score)];
        let used: usize = head.iter().map(ratatui_core::text::Span::width).sum();
        let by = player.map(|player| cut(&format!(" {player}"), width.saturating_sub(used)));
        lines.push(Line::from_iter(head.into_iter().chain(by.map(|by| say(by, ink.faint())))));
        if !many && !side.facts.is_empty() {
            lines.extend(wrapped(&side.facts, width.saturating_sub(1), ink));
        }
    }
    if !scene.status.is_empty() {
        lines.extend(wrapped(&scene.status, width, ink));
    }
    lines
}

fn wrapped(facts: &[Fact], width: usize, ink: Ink) -> Vec<Line<'static>> {
    let words: Vec<String> = facts.iter().map(|Fact(label, value)| format!("{label} {value}")).collect();
    wrap(&words.join(", "), width).into_iter().map(|line| Line::from(say(line, ink.faint()))).collect()
}

/// The first part of a text, and dots where it goes on.
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.into();
    }
    let mut short: String = text.chars().take(width.saturating_sub(2)).collect();
    short.push_str("..");
    short.chars().take(width).collect()
}

/// What is known about a thing: its name, and its facts.
pub fn about(item: &Item, ink: Ink, width: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::from(say(&item.title, ink.style(item.tint).add_modifier(Modifier::BOLD)))];
    lines.extend(wrapped(&item.facts, width, ink));
    lines
}

/// What the characters on the board stand for.
pub fn legend(sketch: &Sketch, seats: &[SeatInfo], ink: Ink) -> Vec<Line<'static>> {
    let entry = |mark: skirmish_core::sketch::Mark| {
        let whose = match mark.color {
            Color::Seat(seat) => seats.get(usize::from(seat)).map(|info| format!(" ({})", info.name)),
            _ => None,
        };
        let style = ink.style(mark.color).add_modifier(Modifier::BOLD);
        Line::from_iter([
            say(mark.char.to_string(), style),
            plain("  "),
            plain(mark.what),
            plain(whose.unwrap_or_default()),
        ])
    };
    sketch.legend().into_iter().map(entry).collect()
}

/// The last lines of a log, broken where they are too long.
pub fn tail<'a>(
    lines: impl DoubleEndedIterator<Item = (&'a str, bool, bool)>,
    ink: Ink,
    area: Rect,
) -> Vec<Line<'static>> {
    let mut shown: Vec<Line<'static>> = Vec::new();
    for (text, now, matters) in lines.rev() {
        let mut style = if now { ink.style(Color::Ink) } else { ink.faint() };
        if matters && now {
            style = style.add_modifier(Modifier::BOLD);
        }
        let first = if now { "> " } else { "  " };
        let broken = wrap(text, usize::from(area.width).saturating_sub(2));
        for (i, line) in broken.into_iter().enumerate().rev() {
            if shown.len() == usize::from(area.height) {
                break;
            }
            shown.push(Line::from_iter([plain(if i == 0 { first } else { "  " }), say(line, style)]));
        }
    }
    shown.reverse();
    shown
}
