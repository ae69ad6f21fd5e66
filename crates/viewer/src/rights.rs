//! Who may do what, and how that is proved.
//!
//! The token in an address opens its page for watching and nothing more, so that an address can be shared. To do more,
//! a page sends a key along, which is in no address that a server or another program gets to see: it comes after the
//! `#`, and the page takes it from there and keeps it for its tab. Cookies would not do: browsers send them to every
//! port of this machine, including those of other users.

use crate::handover::Handover;
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_referee::secret::Secret;
use std::io;
use std::sync::{Mutex, PoisonError};

/// What somebody may do; each includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Right {
    /// See a match as everybody may.
    Watch,
    /// Play on the seat of this page.
    Play,
    /// Everything that whoever started the program may do: begin matches, start bots, edit, see what bots logged.
    Run,
}

/// Where a page is, and the key to it.
#[derive(Clone, Debug)]
pub struct Address {
    page: String,
    key: Secret,
}

impl Address {
    pub(crate) fn new(page: String, key: Secret) -> Address {
        Address { page, key }
    }

    /// The same page with something asked of it, as `turn=57`.
    pub fn asking(self, query: &str) -> Address {
        let page = if query.is_empty() { self.page } else { format!("{}?{query}", self.page) };
        Address { page, ..self }
    }

    /// The address for watching, which can be shared.
    pub fn shared(&self) -> &str {
        &self.page
    }

    /// The address with the key, for the terminal of the person who gets the right.
    pub fn whole(&self) -> String {
        format!("{}#key={}", self.page, self.key.text())
    }

    /// The same with a code in place of the key.
    pub(crate) fn with_code(&self, code: &Secret) -> String {
        format!("{}#code={}", self.page, code.text())
    }

    pub(crate) fn key(&self) -> &Secret {
        &self.key
    }
}

/// Codes that can be exchanged for a key, each once.
#[derive(Default)]
pub(crate) struct Codes {
    open: Mutex<Vec<Code>>,
}

struct Code {
    code: Secret,
    key: Secret,
    /// The file it is handed over in, removed with the code.
    _handover: Handover,
}

impl Codes {
    /// Puts a code where only this user can read it, and gives the file.
    pub fn hand_over(&self, address: &Address) -> io::Result<std::path::PathBuf> {
        let code = Secret::new()?;
        let handover = Handover::write(&address.with_code(&code))?;
        let file = handover.file();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.push(Code { code, key: address.key().clone(), _handover: handover });
        Ok(file)
    }

    /// The key for a code; from now on the code is worth nothing.
    pub fn redeem(&self, said: &str) -> Option<Secret> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        // All are compared, so that timing reveals nothing.
        let found =
            open.iter().enumerate().fold(None, |found, (i, one)| if one.code.is(said) { Some(i) } else { found })?;
        Some(open.swap_remove(found).key)
    }
}
