//! What the program prints. Texts of others go through here too (names, logs, file names, notes), and none of them may
//! steer a terminal or forge a line: control characters and invisible ones are shown as JSON escapes, `\u001b`. That
//! leaves JSON what it was, so there is one way to print for people and for programs.
//!
//! A reader that has seen enough (`| head`) ends the program quietly.

pub use skirmish_core::visible;
use std::fmt::Arguments;
use std::io::{ErrorKind, Write};

/// Prints one line on standard output, whatever line feeds are in its arguments.
pub fn line(text: Arguments<'_>) {
    write(&one_line(text));
}

/// Prints one line on standard error, likewise.
pub fn error_line(text: Arguments<'_>) {
    write_error(&one_line(text));
}

/// Prints a text of several lines, each behind `indent`: a board, rules, a log.
pub fn block(indent: &str, text: &str) {
    write(&indented(indent, text));
}

/// Prints a text of several lines on standard error. What follows the first line is set in, so that nothing in it can
/// pass for a line of ours.
pub fn error_block(text: &str) {
    write_error(&set_in(text));
}

/// Prints a text of our own as it is, for another program to read.
pub fn document(text: &[u8]) {
    ended_by(std::io::stdout().lock().write_all(text));
}

/// Asks something on standard error; the answer comes on the same line.
pub fn prompt(question: &str) {
    // There is no other place to say that nobody listens.
    let _deaf = write!(std::io::stderr().lock(), "{}", visible(question));
}

/// Like `println!`, but one line whatever its arguments hold. Line feeds that the format itself has are kept where it
/// has no arguments.
#[macro_export]
macro_rules! say {
    () => { $crate::output::line(format_args!("")) };
    ($($arg:tt)*) => { $crate::output::line(format_args!($($arg)*)) };
}

/// Like [`say`], on standard error.
#[macro_export]
macro_rules! tell {
    ($($arg:tt)*) => { $crate::output::error_line(format_args!($($arg)*)) };
}

/// JSON on one line, whoever wrote it, meaning the same: blanks between its parts may be anything, and whatever else is
/// escaped stands in a text.
pub fn one_line_of_json(json: &str) -> String {
    visible(&json.replace(['\n', '\r', '\t'], " ")).into_owned()
}

/// The last lines of a log, one text.
pub fn last_lines(log: &str, most: usize) -> String {
    let lines: Vec<&str> = log.trim_end().lines().collect();
    lines[lines.len().saturating_sub(most)..].join("\n")
}

/// Nothing but a format without arguments is known to be ours as a whole.
fn one_line(text: Arguments<'_>) -> String {
    match text.as_str() {
        Some(ours) => ours.to_string(),
        None => visible(&text.to_string()).into_owned(),
    }
}

/// Tabs are blanks here: logs are full of them.
fn indented(indent: &str, text: &str) -> String {
    let lines: Vec<String> =
        text.lines().map(|line| format!("{indent}{}", visible(&line.replace('\t', "    ")))).collect();
    lines.join("\n")
}

fn set_in(text: &str) -> String {
    match text.trim_end().split_once('\n') {
        Some((first, rest)) => format!("{}\n{}", visible(first.trim_end()), indented("  ", rest)),
        None => visible(text.trim_end()).into_owned(),
    }
}

fn write(line: &str) {
    ended_by(writeln!(std::io::stdout().lock(), "{line}"));
}

/// Who cannot be told anything any more ends the program.
fn ended_by(written: std::io::Result<()>) {
    if let Err(error) = written {
        if error.kind() == ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        write_error(&format!("error: cannot write to standard output: {error}"));
        std::process::exit(2);
    }
}

fn write_error(line: &str) {
    // There is no other place to say that nobody listens.
    let _deaf = writeln!(std::io::stderr().lock(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    #[test]
    fn a_terminal_is_not_steered_and_lines_are_not_forged() {
        let name = "x\x1b[2J\r\n\u{9b}1mwinner\u{202e}\u{2066}\u{200b}\u{2028}\u{7f}\0\u{e0041}";
        let shown = visible(name);
        assert_eq!(shown, r"x\u001b[2J\r\n\u009b1mwinner\u202e\u2066\u200b\u2028\u007f\u0000\udb40\udc41");
        assert_eq!(one_line(format_args!("{name}!")), format!("{shown}!"));
        assert_eq!(one_line(format_args!("ours\n")), "ours\n");
        // What was JSON before means the same as JSON.
        let json = serde_json::to_string(name).unwrap();
        assert_eq!(serde_json::from_str::<String>(&visible(&json)).unwrap(), name);
        let spread = "{\"a\":\r\n\t[1,\"\u{202e}\"]}";
        assert_eq!(one_line_of_json(spread), "{\"a\":   [1,\"\\u202e\"]}");
        for plain in ["", "a name", "Zoë", "名前", "e\u{301}", "🤖", "quotes \" and \\ stay"] {
            assert!(matches!(visible(plain), Cow::Borrowed(same) if same == plain), "{plain:?}");
        }
    }

    #[test]
    fn texts_keep_their_lines_behind_an_indent() {
        assert_eq!(indented("  ", "\tone\r\ntwo\x1b\n\nfour"), "      one\n  two\\u001b\n  \n  four");
        assert_eq!(set_in("error: it\nwinner: p0\n"), "error: it\n  winner: p0");
        assert_eq!(last_lines("a\nb\nc\n\n", 2), "b\nc");
        assert_eq!(last_lines("", 2), "");
    }
}
