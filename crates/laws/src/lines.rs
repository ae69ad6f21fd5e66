//! The lines of a vector file, plain or packed with zstd. Both are bounded: a file must not be able to fill
//! the memory of its reader.

use std::fs::File;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Take};

/// The most text that is read from one file, unpacked.
pub const MOST_TEXT: u64 = 512 << 20;

/// The longest line.
pub const LONGEST_LINE: u64 = 16 << 20;

/// The first bytes of every zstd frame.
const PACKED: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Reads line by line. Blank lines are passed over.
pub struct Lines {
    from: BufReader<Take<Box<dyn Read>>>,
    packed: bool,
    most: Limits,
    line: Vec<u8>,
}

#[derive(Clone, Copy)]
struct Limits {
    text: u64,
    line: u64,
}

impl Lines {
    /// The lines of an open file. `packed` says that its name promises an archive; a file that begins like one is
    /// read as one anyway.
    pub fn new(file: File, packed: bool) -> Result<Lines> {
        Lines::within(file, packed, Limits { text: MOST_TEXT, line: LONGEST_LINE })
    }

    fn within(file: File, packed: bool, most: Limits) -> Result<Lines> {
        let mut file = BufReader::new(file);
        let packed = packed || file.fill_buf()?.starts_with(&PACKED);
        let from: Box<dyn Read> =
            if packed { Box::new(zstd::Decoder::with_buffer(file).map_err(broken)?) } else { Box::new(file) };
        Ok(Lines { from: BufReader::new(from.take(most.text + 1)), packed, most, line: Vec::new() })
    }

    fn read(&mut self) -> Result<Option<&str>> {
        loop {
            self.line.clear();
            let read = (&mut self.from).take(self.most.line + 1).read_until(b'\n', &mut self.line);
            let read = if self.packed { read.map_err(broken)? } else { read? };
            if self.from.get_ref().limit() == 0 {
                return Err(Error::other(format!("more than {} MiB of text in it", self.most.text >> 20)));
            }
            if self.line.len() as u64 > self.most.line {
                return Err(Error::other(format!("a line of more than {} MiB", self.most.line >> 20)));
            }
            if read == 0 {
                return Ok(None);
            }
            if !self.line.trim_ascii().is_empty() {
                break;
            }
        }
        let text = std::str::from_utf8(&self.line).map_err(|e| Error::new(ErrorKind::InvalidData, e))?;
        Ok(Some(text.trim_end_matches(['\n', '\r'])))
    }
}

impl Iterator for Lines {
    type Item = Result<String>;

    fn next(&mut self) -> Option<Result<String>> {
        self.read().map(|line| line.map(str::to_owned)).transpose()
    }
}

/// zstd's own messages do not say what they are about.
fn broken(why: Error) -> Error {
    Error::new(ErrorKind::InvalidData, format!("a broken zstd archive: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(name: &str, bytes: &[u8], packed: bool) -> Result<Vec<String>> {
        let path = std::env::temp_dir().join(format!("skirmish-lines-{name}-{}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        let most = Limits { text: 4 << 20, line: 1 << 20 };
        let read = Lines::within(File::open(&path).unwrap(), packed, most).and_then(Iterator::collect);
        std::fs::remove_file(&path).unwrap();
        read
    }

    fn pack(bytes: &[u8]) -> Vec<u8> {
        zstd::encode_all(bytes, 1).unwrap()
    }

    #[test]
    fn plain_and_packed_files_have_the_same_lines() {
        let text = b"one\n\n  \ntwo\r\nthree";
        for (name, bytes, packed) in
            [("plain", text.to_vec(), false), ("packed", pack(text), true), ("unnamed", pack(text), false)]
        {
            assert_eq!(lines(name, &bytes, packed).unwrap(), ["one", "two", "three"], "{name}");
        }
    }

    #[test]
    fn a_broken_archive_is_called_so() {
        let whole = pack(&b"a line\n".repeat(1000));
        for (name, bytes) in [("torn", &whole[..whole.len() / 2]), ("none", b"{}\n"), ("empty", b"")] {
            let error = lines(name, bytes, true).unwrap_err().to_string();
            assert!(error.contains("a broken zstd archive"), "{name}: {error}");
        }
    }

    #[test]
    fn an_archive_that_unpacks_to_too_much_is_refused() {
        // A few hundred bytes that unpack to more than may be read, in lines and in one line.
        for (name, byte, told) in
            [("long", b'\n', "more than 4 MiB of text"), ("wide", b'x', "a line of more than 1 MiB")]
        {
            let bytes = pack(&vec![byte; (4 << 20) + 1]);
            assert!(bytes.len() < 1000);
            let error = lines(name, &bytes, true).unwrap_err().to_string();
            assert!(error.contains(told), "{name}: {error}");
        }
    }
}
