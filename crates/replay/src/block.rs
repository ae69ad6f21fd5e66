//! The file format: a line that names it, then blocks.
//!
//! ```text
//! skirmish replay 2\n
//! block:  kind    1 byte     '+' more blocks come, '.' the last one
//!         raw     4 bytes    length of the text, little-endian
//!         packed  4 bytes    length of the packed text, little-endian
//!         ...     packed     records, each with its line feed, packed with zstd
//!         digest  32 bytes   SHA-256 over the digest before, kind, raw, packed and the packed text
//! ```
//!
//! The digest before the first block is that of the first line. So every byte of a file is under its last digest: no
//! byte can be changed, and no block be taken out, without being noticed.

use crate::error::{Error, within};
use sha2::{Digest, Sha256};
use std::io::{self, Read, Seek, SeekFrom};

/// The format of files.
pub const FORMAT: &str = "2";

/// The first line.
pub const MAGIC: &[u8] = b"skirmish replay 2\n";

/// What every first line begins with, whatever the format.
const FAMILY: &[u8] = b"skirmish replay ";

/// The largest file that is read or written, in bytes.
pub const MOST_BYTES: u64 = 64 << 20;

/// The most text a file may hold, in bytes.
pub const MOST_TEXT: u64 = 128 << 20;

/// The most records.
pub const MOST_RECORDS: u64 = 1_000_000;

/// The longest record, in bytes.
pub const LONGEST_RECORD: u64 = 16 << 20;

const HEAD: usize = 9;
const DIGEST: usize = 32;

/// A block's place in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// More blocks come.
    More,
    /// The replay is complete.
    Last,
}

/// The digest that each block adds to.
#[derive(Clone, Copy)]
pub struct Chain([u8; DIGEST]);

impl Default for Chain {
    fn default() -> Chain {
        Chain(Sha256::digest(MAGIC).into())
    }
}

impl Chain {
    fn add(&mut self, head: &[u8; HEAD], packed: &[u8]) -> [u8; DIGEST] {
        self.0 = Sha256::new().chain_update(self.0).chain_update(head).chain_update(packed).finalize().into();
        self.0
    }
}

/// A block for `raw` bytes of text that were packed before.
///
/// ```
/// use skirmish_replay::block::{Blocks, Chain, Found, Kind, MAGIC, block};
///
/// let text = b"a record\n";
/// let packed = zstd::bulk::compress(text, 1)?;
/// let file = [MAGIC, &block(&mut Chain::default(), Kind::Last, text.len() as u64, &packed)?].concat();
/// let mut blocks = Blocks::new(file.as_slice())?;
/// assert!(matches!(blocks.read()?, Found::Block { kind: Kind::Last, text } if text == "a record\n"));
/// assert!(matches!(blocks.read()?, Found::End));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn block(chain: &mut Chain, kind: Kind, raw: u64, packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut head = [0; HEAD];
    head[0] = if kind == Kind::Last { b'.' } else { b'+' };
    let short = |length: u64| u32::try_from(length).map_err(|_| io::Error::other("a block over 4 GB"));
    head[1..5].copy_from_slice(&short(raw)?.to_le_bytes());
    head[5..9].copy_from_slice(&short(packed.len() as u64)?.to_le_bytes());
    let digest = chain.add(&head, packed);
    Ok([&head[..], packed, &digest].concat())
}

/// Reads the blocks of a file, checking each before it is unpacked.
pub struct Blocks<R> {
    from: R,
    chain: Chain,
    /// Bytes of the first line and the whole blocks read so far.
    at: u64,
    blocks: usize,
    text: u64,
    records: u64,
    last: bool,
}

/// What [`Blocks::read`] found.
pub enum Found {
    /// A whole block.
    Block {
        /// Whether more blocks come.
        kind: Kind,
        /// Its records, each with its line feed.
        text: String,
    },
    /// Nothing more.
    End,
    /// So many bytes that are no whole block.
    Torn(u64),
}

impl<R: Read> Blocks<R> {
    /// Reads the first line.
    pub fn new(mut from: R) -> Result<Blocks<R>, Error> {
        let first = up_to(&mut from, MAGIC.len())?;
        if first == MAGIC {
            let at = MAGIC.len() as u64;
            return Ok(Blocks { from, chain: Chain::default(), at, blocks: 0, text: 0, records: 0, last: false });
        }
        Err(if MAGIC.starts_with(&first) {
            Error::Nothing { dropped: first.len() as u64 }
        } else if let Some(rest) = first.strip_prefix(FAMILY) {
            let word: Vec<u8> = rest.iter().copied().take_while(u8::is_ascii_graphic).collect();
            Error::OtherFormat(String::from_utf8_lossy(&word).into_owned())
        } else {
            Error::NotAReplay
        })
    }

    /// Bytes of the first line and the whole blocks read so far.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Blocks read so far.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// Where the bytes come from.
    pub fn source(&self) -> &R {
        &self.from
    }

    /// Goes back behind the last whole block, to read what is torn once more.
    pub fn rewind(&mut self) -> Result<(), Error>
    where
        R: Seek,
    {
        self.from.seek(SeekFrom::Start(self.at))?;
        Ok(())
    }

    /// Records read so far.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Reads the next block.
    pub fn read(&mut self) -> Result<Found, Error> {
        let head = up_to(&mut self.from, HEAD)?;
        if self.last {
            let extra = head.len() as u64 + io::copy(&mut self.from, &mut io::sink())?;
            return if extra == 0 { Ok(Found::End) } else { Err(Error::Surplus { extra }) };
        }
        let Ok(head) = <[u8; HEAD]>::try_from(head.as_slice()) else {
            return Ok(if head.is_empty() { Found::End } else { Found::Torn(head.len() as u64) });
        };
        let length = |at: usize| u64::from(u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]));
        let (raw, length) = (length(1), length(5));
        within("the text of a replay", self.text + raw, MOST_TEXT)?;
        within("a replay file", self.at + length, MOST_BYTES)?;
        let mut packed = up_to(&mut self.from, length as usize + DIGEST)?;
        if packed.len() < length as usize + DIGEST {
            return Ok(Found::Torn((HEAD + packed.len()) as u64));
        }
        let digest = packed.split_off(length as usize);
        let (block, at) = (self.blocks + 1, self.at);
        let kind = match head[0] {
            b'+' => Kind::More,
            b'.' => Kind::Last,
            _ => return Err(Error::Changed { block, at }),
        };
        if self.chain.add(&head, &packed)[..] != digest {
            return Err(Error::Changed { block, at });
        }
        let text = unpack(&packed, raw).map_err(|why| Error::Unpackable { block, at, why })?;
        self.records += text.lines().count() as u64;
        within("the records of a replay", self.records, MOST_RECORDS)?;
        within("a record", text.lines().map(str::len).max().unwrap_or(0) as u64, LONGEST_RECORD)?;
        self.blocks = block;
        self.text += raw;
        self.at += (HEAD + DIGEST) as u64 + length;
        self.last = kind == Kind::Last;
        Ok(Found::Block { kind, text })
    }
}

/// Reads `most` bytes, or fewer if there are no more.
fn up_to(from: &mut impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Unpacks exactly `raw` bytes of records. Memory is taken as the text comes, not as the block promises.
fn unpack(packed: &[u8], raw: u64) -> Result<String, String> {
    let mut text = String::new();
    let decoder = zstd::Decoder::with_buffer(packed).map_err(|e| e.to_string())?;
    decoder.take(raw + 1).read_to_string(&mut text).map_err(|e| e.to_string())?;
    if text.len() as u64 != raw {
        return Err(format!("{} bytes of text in place of {raw}", text.len()));
    }
    if !text.ends_with('\n') || text.contains('\r') || text.lines().any(str::is_empty) {
        return Err("not whole records".into());
    }
    Ok(text)
}
