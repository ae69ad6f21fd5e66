//! One observation with memory of its own.

use crate::layout::{Array, Kind};
use crate::sheet::{Sheet, Slot};

/// The arrays of one observation, for whoever has no buffers for them.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// In the order of the layout.
    pub arrays: Vec<Numbers>,
}

/// The numbers of one array.
#[derive(Clone, PartialEq, Debug)]
pub enum Numbers {
    /// Not wanted.
    None,
    /// Bytes.
    U8(Vec<u8>),
    /// 16-bit numbers.
    I16(Vec<i16>),
}

impl Page {
    /// Room for the arrays that are wanted.
    pub fn new(arrays: &[Array], wanted: impl Fn(&Array) -> bool) -> Page {
        let room = |array: &Array| match array.kind {
            _ if !wanted(array) => Numbers::None,
            Kind::U8 => Numbers::U8(vec![0; array.len()]),
            Kind::I16 => Numbers::I16(vec![0; array.len()]),
        };
        Page { arrays: arrays.iter().map(room).collect() }
    }

    /// The arrays, to be written.
    pub fn sheet(&mut self) -> Sheet<'_> {
        let mut sheet = Sheet::default();
        for (slot, numbers) in sheet.slots.iter_mut().zip(&mut self.arrays) {
            *slot = match numbers {
                Numbers::None => Slot::None,
                Numbers::U8(bytes) => Slot::U8(bytes),
                Numbers::I16(shorts) => Slot::I16(shorts),
            };
        }
        sheet
    }
}
