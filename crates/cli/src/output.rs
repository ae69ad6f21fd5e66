//! What is printed. A reader that has seen enough (`| head`) ends the program quietly.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};

/// Prints a line on standard output.
pub fn line(text: Arguments<'_>) {
    if let Err(error) = writeln!(std::io::stdout().lock(), "{text}") {
        if error.kind() == ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        note(format_args!("error: cannot write to standard output: {error}"));
        std::process::exit(2);
    }
}

/// Prints a line on standard error. Nobody to read it is no reason to stop.
pub fn note(text: Arguments<'_>) {
    let _unread = writeln!(std::io::stderr().lock(), "{text}");
}

/// Like `println!`, but for [`line`].
#[macro_export]
macro_rules! say {
    () => { $crate::output::line(format_args!("")) };
    ($($arg:tt)*) => { $crate::output::line(format_args!($($arg)*)) };
}

/// Like `eprintln!`, but for [`note`].
#[macro_export]
macro_rules! note {
    ($($arg:tt)*) => { $crate::output::note(format_args!($($arg)*)) };
}
