//! A board of characters, for showing games in a terminal.

use std::fmt;

/// Rows of characters over a rectangle of squares. What lies outside is not drawn.
///
/// ```
/// use skirmish_grid::canvas::Canvas;
///
/// let mut canvas = Canvas::new((-1, 0), (1, 1), '.');
/// canvas.put(0, 0, '@');
/// canvas.put(9, 9, '!'); // off the canvas
/// assert_eq!(canvas.to_string(), ".@.\n...\n");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canvas {
    left: i64,
    top: i64,
    width: i64,
    rows: Vec<Vec<char>>,
}

/// Larger boards do not fit a terminal; only their beginning is drawn.
const LARGEST: i64 = 400;

impl Canvas {
    /// A rectangle with its corners included, filled with `fill`.
    pub fn new((left, top): (i64, i64), (right, bottom): (i64, i64), fill: char) -> Canvas {
        let width = (right - left + 1).clamp(0, LARGEST);
        let height = (bottom - top + 1).clamp(0, LARGEST);
        Canvas { left, top, width, rows: vec![vec![fill; width as usize]; height as usize] }
    }

    /// Puts a mark on a square; the last one put there shows.
    pub fn put(&mut self, x: i64, y: i64, mark: char) {
        let column = x - self.left;
        if (0..self.width).contains(&column)
            && let Some(row) = usize::try_from(y - self.top).ok().and_then(|y| self.rows.get_mut(y))
        {
            row[column as usize] = mark;
        }
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        self.rows.iter().map(|row| row.iter().collect())
    }

    /// The rows with a blank between the squares and each row moved right by as many blanks as `indent` says.
    pub fn spaced(&self, indent: impl Fn(usize) -> usize) -> String {
        let mut out = String::new();
        for (i, row) in self.rows.iter().enumerate() {
            out.push_str(&" ".repeat(indent(i)));
            let text: Vec<String> = row.iter().map(char::to_string).collect();
            out.push_str(text.join(" ").trim_end());
            out.push('\n');
        }
        out
    }
}

impl fmt::Display for Canvas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows().try_for_each(|row| writeln!(f, "{row}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_where_they_are_put() {
        let mut canvas = Canvas::new((-1, -1), (1, 0), '.');
        canvas.put(0, -1, 'a');
        canvas.put(1, 0, 'b');
        canvas.put(9, 9, 'c');
        assert_eq!(canvas.to_string(), ".a.\n..b\n");
        assert_eq!(canvas.spaced(|row| row), ". a .\n . . b\n");
        assert_eq!(Canvas::new((0, 0), (1 << 40, 0), '.').to_string().len(), 401);
    }
}
