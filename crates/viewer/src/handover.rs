//! A private file that sends a browser on to an address.
//!
//! Every user of a machine can read the command lines of all programs, and a browser is opened by a command line. So
//! it names a file that only its owner can read, and the file names the address.

use skirmish_referee::secret::Secret;
use std::fs::{DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::PathBuf;

/// The file, in a folder of its own; both are gone when it is dropped.
pub struct Handover {
    folder: PathBuf,
}

impl Handover {
    pub fn write(url: &str) -> io::Result<Handover> {
        let runtime = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|folder| folder.is_dir());
        let name = format!("skirmish-{}", Secret::new()?.text());
        let handover = Handover { folder: runtime.unwrap_or_else(std::env::temp_dir).join(name) };
        // Neither may exist yet: files that somebody else put there are not used.
        DirBuilder::new().mode(0o700).create(&handover.folder)?;
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(handover.file())?;
        let url = url.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
        writeln!(
            file,
            "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\"><title>Skirmish</title>\n\
             <meta http-equiv=\"refresh\" content=\"0;url={url}\"><a href=\"{url}\">Open the page</a>"
        )?;
        Ok(handover)
    }

    pub fn file(&self) -> PathBuf {
        self.folder.join("open.html")
    }
}

impl Drop for Handover {
    fn drop(&mut self) {
        // A file that cannot be removed only holds a code that no longer works.
        let _left = std::fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn only_the_owner_can_read_it_and_it_goes() {
        let handover = Handover::write("http://127.0.0.1:1/x/?a=1&b=\"<#code=2").unwrap();
        let (file, folder) = (handover.file(), handover.folder.clone());
        let mode = |path: &PathBuf| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600));
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("url=http://127.0.0.1:1/x/?a=1&amp;b=&quot;&lt;#code=2\""), "{text}");
        drop(handover);
        assert!(!folder.exists());
    }
}
