//! The board on the screen: all of it, the part where something happens, or all of it smaller.

use crate::ink::Ink;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};
use ratatui_core::style::{Modifier, Style};
use skirmish_core::scene::{Color, Layer};
use skirmish_core::sketch::Sketch;

/// How many columns and rows around the focus are kept in sight.
const AROUND: i64 = 4;
/// Where the board is no higher than this, every row of it is needed.
const LOW: u16 = 8;

/// Which part of the board is shown.
#[derive(Default)]
pub struct View {
    /// What is at the top left, in columns and rows of the drawing.
    corner: [i64; 2],
    /// Whether the whole board is shown smaller where it does not fit.
    pub small: bool,
    /// Somebody has moved it, and it stays there.
    pub held: bool,
    /// How large the part and the whole were when they were drawn last, in columns and rows.
    room: [i64; 2],
    whole: [i64; 2],
    /// How many cells a character is wide and high.
    cells: i64,
    /// The keys that scroll it, and the one that shrinks it.
    keys: (&'static str, char),
}

/// What stands out on the board.
#[derive(Default)]
pub struct Lights<'a> {
    /// What has to be in sight.
    pub focus: Option<[i64; 2]>,
    pub cursor: Option<[i64; 2]>,
    /// Whoever is chosen.
    pub chosen: Option<[i64; 2]>,
    /// Where something has just happened.
    pub flashed: &'a [[i64; 2]],
    /// Where something can be done.
    pub marked: &'a [[i64; 2]],
}

impl View {
    pub fn with_keys(scroll: &'static str, shrink: char) -> View {
        View { keys: (scroll, shrink), ..View::default() }
    }

    /// Draws the board, and returns where the cursor is on the screen.
    pub fn draw(
        &mut self,
        buffer: &mut Buffer,
        mut area: Rect,
        sketch: &Sketch,
        ink: Ink,
        lights: &Lights<'_>,
    ) -> Option<Position> {
        let [columns, rows] = sketch.size();
        if columns == 0 {
            let lines: Vec<_> = sketch.notes.lines().map(crate::words::plain).map(Into::into).collect();
            crate::words::write(buffer, area, &lines);
            return None;
        }
        let margin = sketch.margin() as i64 + 1;
        self.room = [i64::from(area.width) - margin, i64::from(area.height) - 2];
        if self.room[0] < 4 || self.room[1] < 2 {
            return None;
        }
        let (mut by, mut drawing) = (1, Drawing::of(sketch, self.room));
        let fits = |size: [i64; 2]| size[0] <= self.room[0] && size[1] <= self.room[1];
        while self.small && !fits(drawing.size()) && by < columns.max(rows) {
            by += 1;
            drawing = Drawing::of(&sketch.shrunk(by), self.room);
        }
        let drawing = drawing;
        self.cells = drawing.sketch.cells();
        self.whole = drawing.size();
        if (by > 1 || !fits(self.whole)) && area.height > LOW {
            // The lowest row tells that this is not all, or not as large as it could be.
            let room = usize::from(area.width);
            let text = crate::panel::cut(&self.note(), room);
            let style = ink.faint().add_modifier(Modifier::REVERSED);
            buffer.set_stringn(area.x, area.bottom() - 1, text, room, style);
            area.height -= 1;
            self.room[1] -= 1;
        }
        self.follow(lights.focus.and_then(|cell| drawing.place(cell)));
        drawing.axes(buffer, area, margin, self.corner, ink);
        let body =
            Rect { x: area.x + margin as u16, y: area.y + 2, width: self.room[0] as u16, height: self.room[1] as u16 };
        let on_screen = |[x, y]: [i64; 2]| {
            let (x, y) = (x - self.corner[0], y - self.corner[1]);
            let inside = (0..i64::from(body.width)).contains(&x) && (0..i64::from(body.height)).contains(&y);
            inside.then(|| Position::new(body.x + x as u16, body.y + y as u16))
        };
        for (row, marks) in drawing.sketch.rows().iter().enumerate() {
            for (column, mark) in marks.iter().enumerate() {
                let Some(at) = on_screen(drawing.at(column, row)) else { continue };
                let mut style = ink.style(mark.color);
                if mark.layer >= Layer::Unit {
                    style = style.add_modifier(Modifier::BOLD);
                }
                buffer[at].set_char(mark.char).set_style(style);
            }
        }
        let mut light = |cells: &[[i64; 2]], style: Style| {
            for at in cells.iter().filter_map(|&cell| on_screen(drawing.place(cell)?)) {
                buffer[at].set_style(style);
            }
        };
        light(lights.marked, ink.style(Color::Accent).add_modifier(Modifier::UNDERLINED | Modifier::BOLD));
        light(lights.flashed, Style::new().add_modifier(Modifier::REVERSED));
        light(lights.chosen.as_slice(), Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD));
        light(lights.cursor.as_slice(), Style::new().add_modifier(Modifier::REVERSED));
        lights.cursor.and_then(|cell| on_screen(drawing.place(cell)?))
    }

    /// Moves the part that is shown, and keeps it there.
    pub fn scroll(&mut self, [x, y]: [i64; 2]) {
        self.held = true;
        self.corner = [self.corner[0] + x * (self.room[0] / 4).max(1), self.corner[1] + y * (self.room[1] / 4).max(1)];
    }

    /// What is to be said about the part that is shown: how to see the rest, or how small it is.
    fn note(&self) -> String {
        let (scroll, shrink) = self.keys;
        if self.small && self.cells > 1 {
            return format!("{0} x {0} cells to a character ({shrink}: a part of it)", self.cells);
        }
        let hidden = self.whole[0] > self.room[0] || self.whole[1] > self.room[1];
        match (hidden, self.held) {
            (false, _) => String::new(),
            (true, true) => "a part of the board, held (r: follow)".into(),
            (true, false) => format!("a part of the board ({scroll}: scroll, {shrink}: all)"),
        }
    }

    /// Sees to it that the focus is in sight, and nothing beyond the board.
    fn follow(&mut self, focus: Option<[i64; 2]>) {
        for i in [0, 1] {
            let (room, whole) = (self.room[i], self.whole[i]);
            if let Some(focus) = focus.filter(|_| !self.held) {
                let at = focus[i] - self.corner[i];
                let around = AROUND.min((room - 1) / 2);
                if at < around || at >= room - around {
                    self.corner[i] = focus[i] - room / 2;
                }
            }
            self.corner[i] = self.corner[i].clamp(0, (whole - room).max(0));
        }
    }
}

/// A sketch laid out in columns and rows of the screen.
struct Drawing {
    sketch: Sketch,
    /// How many columns of the screen a column of the board takes.
    pitch: i64,
}

impl Drawing {
    /// Squares stand apart where there is room, so that they look like squares.
    fn of(sketch: &Sketch, room: [i64; 2]) -> Drawing {
        let wide = sketch.is_slanted() || sketch.size()[0] as i64 * 2 <= room[0] + 1;
        Drawing { sketch: sketch.clone(), pitch: if wide { 2 } else { 1 } }
    }

    fn at(&self, column: usize, row: usize) -> [i64; 2] {
        let lean = if self.sketch.is_slanted() { row as i64 } else { 0 };
        [column as i64 * self.pitch + lean, row as i64]
    }

    /// Where a cell of the game is.
    fn place(&self, cell: [i64; 2]) -> Option<[i64; 2]> {
        self.sketch.spot_of(cell).map(|[column, row]| self.at(column, row))
    }

    fn size(&self) -> [i64; 2] {
        let [columns, rows] = self.sketch.size();
        let [x, y] = self.at(columns - 1, rows - 1);
        [x + 1, y + 1]
    }

    /// The coordinates at the left and at the top of the part that is shown.
    fn axes(&self, buffer: &mut Buffer, area: Rect, margin: i64, corner: [i64; 2], ink: Ink) {
        let faint = ink.faint();
        let [columns, rows] = self.sketch.size();
        let top = corner[1].max(0) as usize;
        for row in top..rows.min(top + usize::from(area.height) - 2) {
            let label = format!("{:>width$}", self.sketch.y_of(row), width = margin as usize - 1);
            buffer.set_stringn(area.x, area.y + 2 + (row - top) as u16, label, margin as usize - 1, faint);
        }
        // Columns of hexes are named where they begin: in the first row that is shown.
        let lean = self.at(0, top)[0];
        let x_of = |column: usize| margin + column as i64 * self.pitch + lean - corner[0];
        let shown = |column: &usize| (margin..i64::from(area.width)).contains(&x_of(*column));
        let (Some(first), Some(last)) = ((0..columns).find(shown), (0..columns).rev().find(shown)) else { return };
        for column in first..=last {
            let at = Position::new(area.x + x_of(column) as u16, area.y + 1);
            buffer[at].set_char(self.sketch.tick(column)).set_style(faint);
        }
        for (column, label) in self.sketch.labels(first, last + 1) {
            let x = x_of(column) - i64::from(label.starts_with('-'));
            let room = (i64::from(area.width) - x).max(0) as usize;
            if label.len() <= room {
                buffer.set_stringn(area.x + x as u16, area.y, label, room, faint);
            }
        }
    }
}
