//! The rows of a map or position while they are judged.

use crate::terrain::Kind;
use skirmish_core::Check;

/// Boards stay so small that a cell has a 32-bit number.
const MOST_CELLS: i64 = 1 << 30;

/// The rows of a map or position, of which some may be bad or of unknown size.
pub(crate) struct Ground {
    width: Option<i64>,
    height: Option<i64>,
    /// The cells of the good rows.
    cells: Vec<Kind>,
    /// Where each row begins in `cells`; `None` if it is not good.
    rows: Vec<Option<usize>>,
}

impl Ground {
    /// Reads the rows under `/rows` and names all that is wrong with them. Sides that are not known are not compared.
    pub fn read(
        rows: &[impl AsRef<str>],
        (width, height): (Option<i64>, Option<i64>),
        code: &'static str,
        check: &Check,
    ) -> Ground {
        let mut ground = Ground { width, height, cells: Vec::new(), rows: Vec::with_capacity(rows.len()) };
        let fault = |at: &str, message: String| check.fault(code, at, message);
        if let (Some(width), Some(height)) = (width, height)
            && width.checked_mul(height).is_none_or(|cells| cells > MOST_CELLS)
        {
            fault("/rows", format!("a board of {width} times {height} cells is too big"));
        }
        let misfit = height.filter(|&height| height != rows.len() as i64 && check.knows("", ["rows"]));
        if let Some(height) = misfit {
            fault("/rows", format!("has {} rows; the height is {height}", rows.len()));
        }
        for (y, row) in rows.iter().map(AsRef::as_ref).enumerate() {
            if !check.knows("/rows", [y]) {
                ground.rows.push(None);
                continue;
            }
            let (at, begin, before) = (format!("/rows/{y}"), ground.cells.len(), check.count());
            let length = row.chars().count();
            if let Some(width) = width.filter(|&width| width != length as i64) {
                fault(&at, format!("has {length} characters; the width is {width}"));
            }
            for (x, char) in row.chars().enumerate() {
                match Kind::of(char) {
                    Some(kind) => ground.cells.push(kind),
                    None => fault(&at, format!("{char:?} at x = {x} is not one of . # T = ~ ,")),
                }
            }
            ground.rows.push((check.count() == before && misfit.is_none()).then_some(begin));
        }
        ground
    }

    /// Whether a cell is known to be off the board.
    pub fn is_off(&self, x: i64, y: i64) -> bool {
        x < 0 || y < 0 || self.width.is_some_and(|width| x >= width) || self.height.is_some_and(|height| y >= height)
    }

    /// What a cell holds, if that is known.
    pub fn kind(&self, x: i64, y: i64) -> Option<Kind> {
        let row = self.rows.get(usize::try_from(y).ok()?)?.as_ref()?;
        let inside = (0..self.width?).contains(&x) && (0..self.height?).contains(&y);
        inside.then(|| self.cells[row + x as usize])
    }

    /// All cells row by row, if all of them are good.
    pub fn cells(&self) -> Option<&[Kind]> {
        let size = self.width?.checked_mul(self.height?)?;
        let whole = self.rows.iter().all(Option::is_some) && self.cells.len() as i64 == size && size <= MOST_CELLS;
        whole.then_some(&self.cells)
    }
}
