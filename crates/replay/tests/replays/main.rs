//! Replay files and what is played from them.

mod common;
mod files;
mod playing;
