//! What only an organiser can have written. Every job carries a nonce that is the organiser's seal on it, and every answer
//! brings it back: so nobody answers what was never asked, answers a job it was not given, or says that the job was another.
//!
//! The key never leaves the organiser's machine. It lies beside the ledger, so that answers to what was handed out before an
//! organiser died are still known; where it is lost, they are strangers', and what they are about is played again.

use crate::Error;
use crate::wire::Job;
use sha2::{Digest, Sha256};
use skirmish_core::replay::commitment::hex;
use std::fmt;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// The file of the key, in the folder of the tournament.
pub const NAME: &str = "fleet.key";

/// A key that nobody else has.
#[derive(Clone)]
pub struct Seal([u8; 32]);

impl Seal {
    /// One of these bytes.
    pub fn new(key: [u8; 32]) -> Seal {
        Seal(key)
    }

    /// A new one, which nobody can guess.
    pub fn drawn() -> Result<Seal, Error> {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|error| Error::Machine(error.to_string()))?;
        Ok(Seal(key))
    }

    /// That of a tournament: the one in its folder, or a new one, which is put there.
    pub fn of_folder(folder: &Path) -> Result<Seal, Error> {
        let path = folder.join(NAME);
        if let Ok(bytes) = std::fs::read(&path)
            && let Ok(key) = bytes.try_into()
        {
            return Ok(Seal(key));
        }
        let seal = Seal::drawn()?;
        let draft = folder.join(format!(".{NAME}.new"));
        let write = || -> std::io::Result<()> {
            // Of somebody who died while it wrote.
            let _none = std::fs::remove_file(&draft);
            let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft)?;
            file.write_all(&seal.0)?;
            file.sync_data()?;
            std::fs::rename(&draft, &path)
        };
        write().map_err(|error| Error::Machine(format!("cannot write {}: {error}", path.display())))?;
        Ok(seal)
    }

    /// The nonce of a job: the seal on everything else in it.
    pub fn nonce(&self, job: &Job) -> String {
        let text = serde_json::to_vec(&Job { nonce: String::new(), ..job.clone() }).expect("jobs serialise");
        // HMAC-SHA-256 (RFC 2104).
        let keyed = |pad: u8| {
            let mut block = [pad; 64];
            block.iter_mut().zip(self.0).for_each(|(byte, key)| *byte ^= key);
            Sha256::new().chain_update(block)
        };
        let inner = keyed(0x36).chain_update(text).finalize();
        hex(&keyed(0x5c).chain_update(inner).finalize()[..16])
    }

    /// Whether a job is one of ours, as it was when it was handed out.
    pub fn is_on(&self, job: &Job) -> bool {
        let ours = self.nonce(job);
        // The time this takes does not tell where the two differ.
        ours.len() == job.nonce.len() && ours.bytes().zip(job.nonce.bytes()).fold(0, |diff, (a, b)| diff | (a ^ b)) == 0
    }
}

/// Never in a log.
impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seal")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn job(seal: &Seal) -> Job {
        let mut job = Job { charter: "cup".into(), number: 7, nonce: String::new(), ..Job::default() };
        job.nonce = seal.nonce(&job);
        job
    }

    #[test]
    fn a_seal_is_on_a_whole_job_and_nobody_elses() {
        let (seal, other) = (Seal::drawn().unwrap(), Seal::drawn().unwrap());
        let ours = job(&seal);
        assert!(seal.is_on(&ours) && !other.is_on(&ours));
        assert!(!seal.is_on(&Job { nonce: String::new(), ..ours.clone() }));
        assert!(!seal.is_on(&Job { number: 8, ..ours.clone() }));
        assert!(!seal.is_on(&Job { charter: "pup".into(), ..ours.clone() }));
        assert!(!seal.is_on(&Job { audit: true, ..ours.clone() }));
        assert!(!seal.is_on(&Job { to: Some("w01".into()), ..ours.clone() }));
        assert!(!format!("{seal:?}").contains(&hex(&seal.0)));
    }

    /// `hmac.digest(bytes(range(32)), b'{"charter":"cup","number":7,"nonce":"","fixtures":[]}', "sha256")[:16].hex()`
    #[test]
    fn a_nonce_is_an_hmac() {
        let seal = Seal::new(std::array::from_fn(|n| n as u8));
        assert_eq!(job(&seal).nonce, "600bc9fd9f940edecfac616dc1e8fa5e");
    }

    #[test]
    fn a_tournament_keeps_its_key_and_shows_it_to_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let first = Seal::of_folder(folder.path()).unwrap();
        assert_eq!(first.0, Seal::of_folder(folder.path()).unwrap().0);
        let mode = folder.path().join(NAME).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        // One that is torn is made anew.
        std::fs::write(folder.path().join(NAME), "x").unwrap();
        let second = Seal::of_folder(folder.path()).unwrap();
        assert_ne!(first.0, second.0);
        assert_eq!(second.0, Seal::of_folder(folder.path()).unwrap().0);
    }
}
