//! Standard output. A reader that has seen enough (`| head`) ends the program quietly.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};

/// Prints a line.
pub fn line(text: Arguments<'_>) {
    if let Err(error) = writeln!(std::io::stdout().lock(), "{text}") {
        let code = i32::from(error.kind() != ErrorKind::BrokenPipe);
        std::process::exit(code);
    }
}

/// Like `println!`, but for [`line`].
#[macro_export]
macro_rules! say {
    () => { $crate::output::line(format_args!("")) };
    ($($arg:tt)*) => { $crate::output::line(format_args!($($arg)*)) };
}
