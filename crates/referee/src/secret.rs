//! Numbers that nobody can guess, from the machine's own randomness.

use skirmish_core::replay::Salt;
use skirmish_core::replay::commitment::hex;
use std::fmt;
use std::io;

/// A seed for a match that names none: any of 2^64.
pub fn seed() -> io::Result<u64> {
    bytes().map(u64::from_le_bytes)
}

/// A name for a match. It tells the game and nothing else, least of all the seed.
pub fn match_id(game: &str) -> io::Result<String> {
    Ok(format!("{game}-{}", hex(&bytes::<6>()?)))
}

/// Salt that keeps the commitment to a seed from being guessed.
pub fn salt() -> io::Result<Salt> {
    bytes().map(Salt)
}

fn bytes<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// 128 random bits, spelled in hexadecimal digits.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// A new secret.
    pub fn new() -> io::Result<Secret> {
        Ok(Secret(hex(&bytes::<16>()?)))
    }

    /// The digits, for whoever is to hold it.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether somebody said it. The time this takes does not tell where the two differ.
    pub fn is(&self, said: &str) -> bool {
        said.len() == self.0.len() && said.bytes().zip(self.0.bytes()).fold(0, |diff, (a, b)| diff | (a ^ b)) == 0
    }
}

/// Never in a log.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_itself_and_nothing_else() {
        let (one, other) = (Secret::new().unwrap(), Secret::new().unwrap());
        assert!(one.is(one.text()) && !one.is(other.text()));
        assert!(!one.is("") && !one.is(&one.text()[1..]) && !one.is(&format!("{}0", one.text())));
        assert!(!format!("{one:?}").contains(one.text()));
    }
}
