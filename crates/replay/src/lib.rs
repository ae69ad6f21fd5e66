//! Replay files: how the records of a replay (see [`skirmish_core::replay`]) are kept on disk.
//!
//! | room | what is in it |
//! |---|---|
//! | [`block`] | the file format: packed blocks, chained by their digests, and its limits |
//! | [`recorder`] | writing: block by block while the match runs, one compact block at its end |
//! | [`file`](mod@file) | reading: checked as a whole before anything of it is used |
//! | [`glance`](mod@glance) | its first and its last record, without playing anything |
//! | [`follow`] | reading while it grows: every byte once |
//! | [`names`] | what files are called |
//! | [`plain`] | files of others: plain ones, of a bounded size |
//! | [`error`] | why a file is refused |
//!
//! Writing a match down:
//!
//! ```
//! # use skirmish_core::replay::{About, Salt};
//! # fn play(mut table: Box<dyn skirmish_core::any::AnyTable>, folder: &std::path::Path) -> Result<(), skirmish_replay::Error> {
//! let about = About { id: "golems-demo".into(), players: vec![], sandbox: Default::default(), salt: Salt([7; 16]) };
//! let mut recorder = skirmish_replay::Recorder::create_in(folder, &about.id)?;
//! recorder.record(&table.begin_replay(&about))?;
//! while !table.turn().is_over() {
//!     // ... orders ...
//!     table.step();
//!     recorder.record(table.step_record())?;
//! }
//! recorder.record(&table.end_replay(None))?;
//! let finished = recorder.finish()?;
//! println!("{} {}", finished.path.display(), finished.id);
//! # Ok(())
//! # }
//! ```
//!
//! Playing it again:
//!
//! ```
//! # fn show(registry: &skirmish_core::Registry, path: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
//! let file = skirmish_replay::ReplayFile::read(path)?;
//! let mut playback = registry.playback(file.text)?;
//! while let Some(step) = playback.peek()? {
//!     println!("{} seats give orders", step.orders.len());
//!     playback.play()?;
//!     println!("{}", playback.table().sketch(skirmish_core::Viewer::Omniscient));
//! }
//! playback.finish()?;
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod block;
pub mod error;
pub mod file;
pub mod follow;
pub mod glance;
pub mod names;
pub mod plain;
pub mod recorder;

pub use error::Error;
pub use file::ReplayFile;
pub use follow::{Follower, Grown};
pub use glance::Glance;
pub use recorder::{Finished, Recorder};
