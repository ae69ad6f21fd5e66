//! The arrays of one observation, to be written.

/// The most arrays that an observation can have.
pub const MOST: usize = 8;

/// Where one array goes.
#[derive(Default)]
pub enum Slot<'a> {
    /// Nobody wants it.
    #[default]
    None,
    /// An array of bytes.
    U8(&'a mut [u8]),
    /// An array of 16-bit numbers.
    I16(&'a mut [i16]),
}

/// The arrays of one observation, in the order of [`Space::arrays`](crate::Space::arrays). What they hold from before
/// is overwritten.
#[derive(Default)]
pub struct Sheet<'a> {
    /// The arrays; those that nobody wants are [`Slot::None`].
    pub slots: [Slot<'a>; MOST],
}

impl Sheet<'_> {
    /// The bytes of an array, unless nobody wants it.
    #[inline]
    pub fn bytes(&mut self, array: usize) -> Option<&mut [u8]> {
        match &mut self.slots[array] {
            Slot::U8(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The 16-bit numbers of an array, unless nobody wants it.
    #[inline]
    pub fn shorts(&mut self, array: usize) -> Option<&mut [i16]> {
        match &mut self.slots[array] {
            Slot::I16(shorts) => Some(shorts),
            _ => None,
        }
    }
}

/// A number as a byte; what does not fit becomes the nearest that does.
#[inline]
pub fn byte(number: i64) -> u8 {
    number.clamp(0, 255) as u8
}

/// A number of 16 bits; what does not fit becomes the nearest that does.
#[inline]
pub fn short(number: i64) -> i16 {
    number.clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16
}
