//! Secrets: 256 random bits that are shown once and kept as a digest.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use std::fmt;
use std::io;
use subtle::ConstantTimeEq;

/// What a token begins with, so that people and scanners recognise one.
pub const TOKEN: &str = "sk_";
/// What an invitation begins with.
pub const CODE: &str = "in_";
/// What a browser's session begins with.
pub const SESSION: &str = "se_";

/// What the secret that signs webhooks begins with.
pub const HOOK: &str = "wh_";

/// A secret as its holder has it. It is printed only by whoever asks for its text.
pub struct Secret(String);

impl Secret {
    pub fn new(prefix: &str) -> io::Result<Secret> {
        let mut bits = [0; 32];
        getrandom::fill(&mut bits)?;
        Ok(Secret(format!("{prefix}{}", URL_SAFE_NO_PAD.encode(bits))))
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    pub fn digest(&self) -> [u8; 32] {
        digest(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// What is kept of a secret.
pub fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// Whether two digests are the same, in a time that does not tell where they differ.
pub fn same(one: &[u8; 32], other: &[u8; 32]) -> bool {
    one.ct_eq(other).into()
}
