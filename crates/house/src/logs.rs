//! The log: lines of text for people, or of JSON for programs.
//!
//! A request is one line, written by the gate: its method, the template of its route, status, time and who asked. Nothing
//! that lets anybody in is ever in it: no token, code, cookie or query.

use std::io::IsTerminal;
use tracing::Level;
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::util::SubscriberInitExt;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Format {
    #[default]
    Text,
    Json,
}

/// Writes the log of the whole program to standard error; `false` if there is a log already.
pub fn start(format: Format) -> bool {
    match format {
        Format::Text => {
            let colours = std::io::stderr().is_terminal();
            fmt()
                .with_max_level(Level::INFO)
                .with_ansi(colours)
                .with_writer(std::io::stderr)
                .finish()
                .try_init()
                .is_ok()
        }
        Format::Json => subscriber(std::io::stderr).try_init().is_ok(),
    }
}

/// What writes lines of JSON to somewhere else.
pub fn subscriber<W>(to: W) -> impl tracing::Subscriber + Send + Sync
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    fmt().with_max_level(Level::INFO).json().flatten_event(true).with_writer(to).finish()
}

fn fmt() -> fmt::SubscriberBuilder {
    fmt::Subscriber::builder()
}
