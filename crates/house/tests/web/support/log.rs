//! The log of this process, which can be read.

use std::io;
use std::sync::{Arc, Mutex, OnceLock};

#[derive(Clone, Default)]
pub struct Written(Arc<Mutex<Vec<u8>>>);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Written {
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// What is written from now on, by this test and by others that run beside it: more lines do no harm.
pub fn written() -> Written {
    static WRITTEN: OnceLock<Written> = OnceLock::new();
    let begin = || {
        let written = Written::default();
        let to = written.clone();
        tracing::subscriber::set_global_default(skirmish_house::logs::subscriber(move || to.clone())).unwrap();
        written
    };
    WRITTEN.get_or_init(begin).clone()
}
