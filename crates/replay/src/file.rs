//! Reading a replay file: all of it is checked before anything of it is used.

use crate::block::{Blocks, Found, Kind, MOST_BYTES};
use crate::error::Error;
use crate::plain;
use sha2::{Digest, Sha256};
use skirmish_core::replay::commitment::hex;
use std::io::{BufReader, Read};
use std::path::Path;

/// A replay file whose digests are right.
#[derive(Clone, Debug)]
pub struct ReplayFile {
    /// The records, a line each.
    pub text: String,
    /// The name of what is recorded: SHA-256 over the text. It does not depend on how the text was packed, so a file
    /// has the same id while it is made of many blocks and when it was made compact.
    pub id: String,
    /// Whether the file is whole; else it grows still, or its writer was stopped.
    pub complete: bool,
    /// Bytes at the end that are no whole block. They were dropped.
    pub dropped: u64,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// How many whole blocks it has.
    pub blocks: usize,
    /// How many records they hold.
    pub records: u64,
}

impl ReplayFile {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<ReplayFile, Error> {
        let file = plain::open(path, MOST_BYTES).map_err(Error::io("read", path))?;
        Self::decode(BufReader::new(file)).map_err(|error| match error {
            Error::Unread(why) => Error::Io { doing: "read", path: path.into(), why },
            other => other,
        })
    }

    /// Reads a file from wherever its bytes come.
    pub fn decode(from: impl Read) -> Result<ReplayFile, Error> {
        let mut blocks = Blocks::new(from)?;
        let mut text = String::new();
        let mut complete = false;
        let dropped = loop {
            match blocks.read()? {
                Found::Block { kind, text: more } => {
                    complete = kind == Kind::Last;
                    if text.is_empty() { text = more } else { text.push_str(&more) }
                }
                Found::End => break 0,
                Found::Torn(bytes) => break bytes,
            }
        };
        if text.is_empty() {
            return Err(Error::Nothing { dropped: blocks.at() + dropped });
        }
        Ok(ReplayFile {
            id: hex(&Sha256::digest(&text)),
            complete,
            dropped,
            bytes: blocks.at() + dropped,
            blocks: blocks.blocks(),
            records: blocks.records(),
            text,
        })
    }
}
