//! The arrays of a whole batch: one contiguous buffer each, shared by the threads that write them and by whoever reads.

use crate::layout::{Array, Kind, Layout};
use crate::sheet::{Sheet, Slot};
use std::cell::UnsafeCell;

/// What the numbers of a buffer are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// Bytes.
    U8,
    /// 16 bits with a sign.
    I16,
    /// 32 bits with a sign.
    I32,
    /// 32 bits with a point.
    F32,
}

/// What cores hand to each other: two lines, as one is fetched along with the other.
#[derive(Clone, Copy)]
#[repr(align(128))]
struct Line(#[expect(dead_code, reason = "rows are looked at as what they hold")] [u8; 128]);

/// A buffer with one part per row.
pub struct Block {
    /// What one row of it is called, and what it is made of.
    pub name: &'static str,
    /// What its numbers are.
    pub kind: Number,
    /// The shape, the rows first.
    pub shape: Vec<usize>,
    /// Bytes of one row.
    row: usize,
    /// Whole lines of memory, so that every kind of number is aligned, and threads whose rows fill lines share none.
    lines: UnsafeCell<Box<[Line]>>,
}

// SAFETY: rows are only handed out by `Block::row`, whose callers promise that nobody else has the same row.
unsafe impl Sync for Block {}

impl Block {
    /// A block of zeros, or why there is none: rows are handed out without another look at their size, so it must be the
    /// true one.
    fn new(name: &'static str, kind: Number, rows: usize, shape: &[usize]) -> Result<Block, String> {
        let size: usize = match kind {
            Number::U8 => 1,
            Number::I16 => 2,
            Number::I32 | Number::F32 => 4,
        };
        let row = shape.iter().try_fold(size, |bytes, &size| bytes.checked_mul(size));
        let bytes = row.and_then(|row| row.checked_mul(rows));
        let (Some(row), Some(bytes)) = (row, bytes) else {
            return Err(format!("{rows} rows of {name} are more than memory can have"));
        };
        let (mut lines, count) = (Vec::new(), bytes.div_ceil(128));
        lines
            .try_reserve_exact(count)
            .map_err(|_| format!("{bytes} bytes for {name} are more than there is memory"))?;
        lines.resize(count, Line([0; 128]));
        let shape = std::iter::once(rows).chain(shape.iter().copied()).collect();
        Ok(Block { name, kind, shape, row, lines: UnsafeCell::new(lines.into()) })
    }

    /// Where it begins. It stays there as long as the block lives.
    pub fn pointer(&self) -> *mut u8 {
        // SAFETY: only the pointer is taken; no reference to the lines is made or kept.
        unsafe { (*self.lines.get()).as_mut_ptr().cast() }
    }

    /// How many bytes one row has.
    pub fn row_bytes(&self) -> usize {
        self.row
    }

    /// One row.
    ///
    /// # Safety
    /// `T` must be the kind of the block, `row` one of its rows, and nobody else may use this row meanwhile.
    #[allow(clippy::mut_from_ref)]
    #[inline]
    unsafe fn row<T>(&self, row: usize) -> &mut [T] {
        debug_assert!(row < self.shape[0] && self.row.is_multiple_of(size_of::<T>()));
        // SAFETY: the row lies within the lines, which are aligned for every kind of number; the caller promises the rest.
        unsafe {
            let start = self.pointer().add(row * self.row).cast::<T>();
            std::slice::from_raw_parts_mut(start, self.row / size_of::<T>())
        }
    }
}

/// Everything that a batch reads and writes, row by row. A row is one learner of one game.
pub struct Buffers {
    rows: usize,
    /// The arrays of the observation, in the order of the layout; `None` for those nobody wants.
    pub arrays: Vec<Option<Block>>,
    /// One byte for each number; in the whole-turn mode for each unit.
    pub masks: Block,
    /// What each row decides; in the whole-turn mode for each unit.
    pub actions: Block,
    /// What each row was given.
    pub rewards: Block,
    /// Whether its game is over.
    pub terminations: Block,
    /// Whether its game was cut off.
    pub truncations: Block,
    /// Whether it is to decide. Rows that wait have one number, which does nothing.
    pub deciding: Block,
    /// What the teacher would decide; 0 for rows that wait, and where nobody teaches.
    pub teachings: Block,
    /// In the whole-turn mode for each unit whether what it chose last was left out, because others of its list came
    /// before it; otherwise one byte that is 0.
    pub dropped: Block,
}

impl Buffers {
    /// Buffers for so many rows, or why there is no room for them. `whole` is for decisions of all units at once.
    pub fn new(layout: &Layout, rows: usize, whole: bool, wanted: impl Fn(&Array) -> bool) -> Result<Buffers, String> {
        let units = if whole { vec![layout.scope.units] } else { Vec::new() };
        let block = |array: &Array| {
            let kind = match array.kind {
                Kind::U8 => Number::U8,
                Kind::I16 => Number::I16,
            };
            wanted(array).then(|| Block::new(array.name, kind, rows, &array.shape)).transpose()
        };
        Ok(Buffers {
            rows,
            arrays: layout.arrays.iter().map(block).collect::<Result<_, _>>()?,
            masks: Block::new("masks", Number::U8, rows, &[&units[..], &[layout.numbers]].concat())?,
            actions: Block::new("actions", Number::I32, rows, &units)?,
            rewards: Block::new("rewards", Number::F32, rows, &[])?,
            terminations: Block::new("terminations", Number::U8, rows, &[])?,
            truncations: Block::new("truncations", Number::U8, rows, &[])?,
            deciding: Block::new("deciding", Number::U8, rows, &[])?,
            teachings: Block::new("teachings", Number::I32, rows, &[])?,
            dropped: Block::new("dropped", Number::U8, rows, &units)?,
        })
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Bytes of the arrays of one observation.
    pub fn observation_bytes(&self) -> usize {
        self.arrays.iter().flatten().map(Block::row_bytes).sum()
    }

    /// The arrays of one row, to be written.
    ///
    /// # Safety
    /// Nobody else may use this row meanwhile, and there must be one.
    #[inline]
    pub unsafe fn sheet(&self, row: usize) -> Sheet<'_> {
        let mut sheet = Sheet::default();
        for (slot, block) in sheet.slots.iter_mut().zip(&self.arrays) {
            // SAFETY: as promised by the caller; the kind decides the type.
            *slot = match block {
                None => Slot::None,
                Some(block) if block.kind == Number::U8 => Slot::U8(unsafe { block.row(row) }),
                Some(block) => Slot::I16(unsafe { block.row(row) }),
            };
        }
        sheet
    }

    /// What else one row holds, to be read and written.
    ///
    /// # Safety
    /// Nobody else may use this row meanwhile, and there must be one.
    #[inline]
    pub unsafe fn row(&self, row: usize) -> Row<'_> {
        // SAFETY: as promised by the caller; the types are those of the blocks.
        unsafe {
            Row {
                mask: self.masks.row(row),
                actions: self.actions.row(row),
                reward: &mut self.rewards.row(row)[0],
                terminated: &mut self.terminations.row(row)[0],
                truncated: &mut self.truncations.row(row)[0],
                deciding: &mut self.deciding.row(row)[0],
                teaching: &mut self.teachings.row(row)[0],
                dropped: self.dropped.row(row),
            }
        }
    }
}

/// One row of all buffers but the arrays of its observation.
pub struct Row<'a> {
    /// What it may decide.
    pub mask: &'a mut [u8],
    /// What it decides: one number, or one for each unit.
    pub actions: &'a mut [i32],
    /// What it was given.
    pub reward: &'a mut f32,
    /// Whether its game is over.
    pub terminated: &'a mut u8,
    /// Whether its game was cut off.
    pub truncated: &'a mut u8,
    /// Whether it is to decide.
    pub deciding: &'a mut u8,
    /// What the teacher would decide.
    pub teaching: &'a mut i32,
    /// What was left out of the last list, in the whole-turn mode for each unit.
    pub dropped: &'a mut [u8],
}
