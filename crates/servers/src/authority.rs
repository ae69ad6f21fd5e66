//! Certificates for tests, made by the command `openssl` and good for two days.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Somebody who signs certificates, in a folder of the test.
pub struct Authority {
    folder: PathBuf,
    name: String,
}

impl Authority {
    /// A new one, or it is said loudly that there is no `openssl`; that is an error if `SKIRMISH_NEED_OPENSSL` is set.
    pub fn new(folder: &Path, name: &str) -> Option<Authority> {
        if Command::new("openssl").arg("version").output().is_err() {
            let why = "there is no `openssl` on the PATH";
            assert!(std::env::var_os("SKIRMISH_NEED_OPENSSL").is_none(), "openssl is needed: {why}");
            eprintln!("SKIPPED: nothing was tested with certificates: {why}");
            return None;
        }
        let authority = Authority { folder: folder.into(), name: name.into() };
        let signs = ["-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign"];
        authority.request(name, "pem", &[&["-x509", "-days", "2"][..], &signs].concat());
        Some(authority)
    }

    /// Its own certificate.
    pub fn certificate(&self) -> PathBuf {
        self.folder.join(format!("{}.pem", self.name))
    }

    /// A certificate for a name that is found at 127.0.0.1, and its key.
    pub fn sign(&self, name: &str) -> (PathBuf, PathBuf) {
        self.request(name, "csr", &["-addext", "subjectAltName=IP:127.0.0.1"]);
        let [ours, our_key] = [format!("{}.pem", self.name), format!("{}.key", self.name)];
        let [request, signed] = [format!("{name}.csr"), format!("{name}.pem")];
        let by = ["-CA", &ours, "-CAkey", &our_key, "-CAcreateserial", "-days", "2", "-copy_extensions", "copy"];
        self.openssl(&[&["x509", "-req", "-in", &request, "-out", &signed][..], &by].concat());
        (self.folder.join(signed), self.folder.join(format!("{name}.key")))
    }

    /// Makes a key, and with it a certificate or the wish for one.
    fn request(&self, name: &str, ending: &str, more: &[&str]) {
        let [file, key, subject] = [format!("{name}.{ending}"), format!("{name}.key"), format!("/CN={name}")];
        let made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", &key, "-out", &file];
        self.openssl(&[&["req", "-subj", &subject][..], &made, more].concat());
    }

    fn openssl(&self, words: &[&str]) {
        let ran = Command::new("openssl").args(words).current_dir(&self.folder).output().expect("openssl starts");
        assert!(ran.status.success(), "openssl {words:?}: {}", String::from_utf8_lossy(&ran.stderr));
    }
}
