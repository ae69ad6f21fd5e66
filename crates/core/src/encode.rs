//! Messages as JSON: the bytes that `serde_json` would write, faster. Names of fields need no escaping and most strings
//! have nothing to escape, so both are copied whole; that is most of a message. Everything rare is left to
//! `serde_json`.

use serde::ser::{self, Error as _, SerializeStruct as _};
use serde::{Serialize, Serializer};
use serde_json::Error;

/// The struct name by which a raw value tells a serialiser that it is already JSON.
const RAW: &str = "$serde_json::private::RawValue";

/// Appends the JSON of a value to `out`: the bytes that `serde_json` would write.
pub fn encode(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) -> Result<(), Error> {
    value.serialize(Encoder { out })
}

struct Encoder<'a> {
    out: &'a mut Vec<u8>,
}

impl Encoder<'_> {
    /// Leaves a value to `serde_json`.
    fn rare(self, value: impl Serialize) -> Result<(), Error> {
        value.serialize(&mut serde_json::Serializer::new(self.out))
    }

    /// A number of more than two digits, or below zero.
    #[inline(never)]
    fn large(self, negative: bool, mut left: u64) -> Result<(), Error> {
        // Filled with minus signs, so that one is in front of the digits if it is needed.
        let (mut text, mut at) = ([b'-'; 21], 21);
        while left > 0 {
            at -= 1;
            text[at] = b'0' + (left % 10) as u8;
            left /= 10;
        }
        self.out.extend_from_slice(&text[at - usize::from(negative)..]);
        Ok(())
    }

    /// A text that has nothing to escape.
    fn plain(self, text: &str) {
        self.out.reserve(text.len() + 2);
        self.out.push(b'"');
        self.out.extend_from_slice(text.as_bytes());
        self.out.push(b'"');
    }

    /// An object with a single entry, as variants with content are written.
    fn variant(&mut self, variant: &'static str) {
        let start = self.out.len();
        key(variant, self.out);
        self.out[start] = b'{';
    }
}

/// Most names of fields fit into this, with everything around them.
const USUAL: usize = 32;

/// Writes the name of a field with its comma, its quotes and its colon. Fields and variants are named by words of the
/// language, which need no escaping.
#[inline(always)]
fn key(name: &'static str, out: &mut Vec<u8>) {
    debug_assert!(is_plain(name), "'{name}' needs escaping");
    // Once this is inlined, name and length are known, and all of it is one copy of a constant.
    let (mut usual, end) = ([0; USUAL], name.len() + 2);
    let Some(text) = usual.get_mut(..end + 2) else {
        out.extend([b",\"", name.as_bytes(), b"\":"].concat());
        return;
    };
    text[..2].copy_from_slice(b",\"");
    text[2..end].copy_from_slice(name.as_bytes());
    text[end..].copy_from_slice(b"\":");
    out.extend_from_slice(text);
}

/// Going through a shorter text byte by byte is faster.
const SHORT: usize = 16;

/// Whether a text is written as it is.
fn is_plain(text: &str) -> bool {
    let is_odd = |byte| (byte < 0x20) | (byte == b'"') | (byte == b'\\');
    if text.len() < SHORT {
        return !text.bytes().any(is_odd);
    }
    // Without an early exit, so that many bytes are checked at once.
    !text.bytes().fold(false, |odd, byte| odd | is_odd(byte))
}

/// A list or an object that is being written.
struct Compound<'a> {
    out: &'a mut Vec<u8>,
    /// Where it begins. Every entry writes a comma before it; the first one becomes the opening bracket.
    start: usize,
    open: u8,
    close: u8,
    /// Whether it is the content of a variant, which is an object around it.
    variant: bool,
}

impl<'a> Compound<'a> {
    fn new(out: &'a mut Vec<u8>, open: u8, close: u8, variant: bool) -> Self {
        let start = out.len();
        Compound { out, start, open, close, variant }
    }

    fn element(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.out.push(b',');
        encode(value, self.out)
    }

    #[inline(always)]
    fn field(&mut self, name: &'static str, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        key(name, self.out);
        encode(value, self.out)
    }

    fn close(self) -> Result<(), Error> {
        match self.out.get_mut(self.start) {
            Some(comma) => *comma = self.open,
            None => self.out.push(self.open),
        }
        self.out.push(self.close);
        if self.variant {
            self.out.push(b'}');
        }
        Ok(())
    }
}

/// A struct that is being written, or a raw value that calls itself one.
enum Struct<'a> {
    Object(Compound<'a>),
    Raw(Encoder<'a>),
}

/// A raw value again, for `serde_json`.
struct Raw<'a, T: ?Sized>(&'a T);

impl<T: Serialize + ?Sized> Serialize for Raw<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut raw = serializer.serialize_struct(RAW, 1)?;
        raw.serialize_field(RAW, self.0)?;
        raw.end()
    }
}

macro_rules! leave_to_the_library {
    ($($method:ident: $type:ty),* $(,)?) => {
        $(fn $method(self, value: $type) -> Result<(), Error> {
            self.rare(value)
        })*
    };
}

macro_rules! whole {
    ($($method:ident: $type:ty, $negative:expr, $magnitude:expr);* $(;)?) => {
        $(#[inline(always)]
        fn $method(self, value: $type) -> Result<(), Error> {
            // Most numbers in a game are small.
            match u8::try_from(value) {
                Ok(digit @ 0..=9) => self.out.push(b'0' + digit),
                Ok(two @ 10..=99) => self.out.extend_from_slice(&[b'0' + two / 10, b'0' + two % 10]),
                _ => return self.large($negative(value), $magnitude(value)),
            }
            Ok(())
        })*
    };
}

impl<'a> Serializer for Encoder<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Compound<'a>;
    type SerializeTuple = Compound<'a>;
    type SerializeTupleStruct = Compound<'a>;
    type SerializeTupleVariant = Compound<'a>;
    type SerializeMap = Compound<'a>;
    type SerializeStruct = Struct<'a>;
    type SerializeStructVariant = Compound<'a>;

    leave_to_the_library! {
        serialize_bool: bool, serialize_char: char, serialize_f32: f32, serialize_f64: f64,
        serialize_i128: i128, serialize_u128: u128,
    }

    whole! {
        serialize_i8: i8, |n| n < 0, |n: i8| u64::from(n.unsigned_abs());
        serialize_i16: i16, |n| n < 0, |n: i16| u64::from(n.unsigned_abs());
        serialize_i32: i32, |n| n < 0, |n: i32| u64::from(n.unsigned_abs());
        serialize_i64: i64, |n| n < 0, i64::unsigned_abs;
        serialize_u8: u8, |_| false, u64::from;
        serialize_u16: u16, |_| false, u64::from;
        serialize_u32: u32, |_| false, u64::from;
        serialize_u64: u64, |_| false, u64::from;
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        if !is_plain(text) {
            return self.rare(text);
        }
        self.plain(text);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Error> {
        self.rare(bytes)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.out.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        debug_assert!(is_plain(variant), "'{variant}' needs escaping");
        self.plain(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.variant(variant);
        encode(value, self.out)?;
        self.out.push(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Compound<'a>, Error> {
        Ok(Compound::new(self.out, b'[', b']', false))
    }

    fn serialize_tuple(self, _: usize) -> Result<Compound<'a>, Error> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Compound<'a>, Error> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'a>, Error> {
        self.variant(variant);
        Ok(Compound::new(self.out, b'[', b']', true))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'a>, Error> {
        Ok(Compound::new(self.out, b'{', b'}', false))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Struct<'a>, Error> {
        if name == RAW {
            return Ok(Struct::Raw(self));
        }
        self.serialize_map(None).map(Struct::Object)
    }

    fn serialize_struct_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'a>, Error> {
        self.variant(variant);
        Ok(Compound::new(self.out, b'{', b'}', true))
    }
}

macro_rules! listed {
    ($($kind:ident: $method:ident),* $(,)?) => {
        $(impl ser::$kind for Compound<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.element(value)
            }

            fn end(self) -> Result<(), Error> {
                self.close()
            }
        })*
    };
}

listed! {
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field,
}

impl ser::SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.out.push(b',');
        let at = self.out.len();
        encode(key, self.out)?;
        match self.out[at] {
            b'"' => {}
            b'{' | b'[' | b'n' => return Err(Error::custom("key must be a string")),
            // Numbers and the like, which become strings.
            _ => {
                self.out.insert(at, b'"');
                self.out.push(b'"');
            }
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.out.push(b':');
        encode(value, self.out)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

impl ser::SerializeStruct for Struct<'_> {
    type Ok = ();
    type Error = Error;

    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        match self {
            Struct::Object(object) => object.field(key, value),
            Struct::Raw(Encoder { out }) => Encoder { out }.rare(Raw(value)),
        }
    }

    fn end(self) -> Result<(), Error> {
        match self {
            Struct::Object(object) => object.close(),
            Struct::Raw(_) => Ok(()),
        }
    }
}

impl ser::SerializeStructVariant for Compound<'_> {
    type Ok = ();
    type Error = Error;

    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        self.field(key, value)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}
