//! Numbers that nobody can guess, from the machine's own randomness.

use skirmish_core::replay::Salt;
use skirmish_core::replay::commitment::hex;
use std::io;

/// A seed for a match that names none: any of 2^64.
pub fn seed() -> io::Result<u64> {
    bytes().map(u64::from_le_bytes)
}

/// A name for a match. It tells the game and nothing else: least of all the seed.
pub fn match_id(game: &str) -> io::Result<String> {
    Ok(format!("{game}-{}", hex(&bytes::<6>()?)))
}

/// What keeps the commitment to a seed from being guessed.
pub fn salt() -> io::Result<Salt> {
    bytes().map(Salt)
}

/// What only those know who were told.
pub fn token() -> io::Result<String> {
    Ok(hex(&bytes::<16>()?))
}

fn bytes<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}
