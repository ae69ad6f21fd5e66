//! The page: a server for this machine alone that shows replays, lets people play by hand and edit positions.
//!
//! Whatever is drawn is a scene (`skirmish_core::scene`) that the game made; the page in `web/` knows no game. Every
//! session has an address with a token of its own; it opens only its session, and only for watching. Doing more
//! takes a key.
//!
//! | room | what is in it |
//! |---|---|
//! | [`reel`] | a replay of which any moment can be shown |
//! | [`watched`] | a replay that somebody watches, which may still grow |
//! | [`feed`] | the steps of a match of this program, as they happen |
//! | [`private`] | for authors only: logs, notes, times, failure capsules |
//! | [`seat`] | a person's seat in a match that runs |
//! | [`question`] | what a page asks about orders that are not sent yet |
//! | [`editor`] | a position that is being changed |
//! | [`repair`] | drawing one that cannot be played |
//! | [`session`] | one of these behind a token, and what the page is told first |
//! | [`report`] | the report of many matches as one page, with some of them inside |
//! | [`library`] | a folder of replays as cards, with pictures; deleting, renaming |
//! | [`comparison`] | two matches side by side |
//! | [`trial`] | a bot plays a position against itself |
//! | [`organiser`] | plays the matches that are requested on a page |
//! | [`export`] | a replay as one page that needs no server, or as a picture |
//! | [`film`] | a replay as a GIF or a video |
//! | [`captions`] | what is said above pictures and films |
//! | [`server`], [`routes`] | the addresses |
//! | [`told`] | what pages are told and what they ask, as types |
//! | `door` | a bounded number of connections |
//! | [`rights`] | who may watch, play and run programs |
//! | [`capped`] | a bound for what is written |
//! | `handover` | the private file a browser is opened with |
//! | [`beside`] | files of strangers, opened with care |
//! | [`assets`] | the files of the page, inside the program |
//! | [`browser`] | opening a page |
//! | [`error`] | why something cannot be shown |

#![forbid(unsafe_code)]

pub mod assets;
pub mod beside;
pub mod browser;
pub mod capped;
pub mod captions;
pub mod comparison;
mod door;
pub mod editor;
pub mod error;
pub mod export;
pub mod feed;
pub mod film;
mod handover;
pub mod library;
pub mod organiser;
pub mod private;
pub mod question;
pub mod reel;
pub mod repair;
pub mod report;
pub mod rights;
pub mod routes;
pub mod seat;
pub mod server;
pub mod session;
pub mod told;
pub mod trial;
pub mod watched;

pub use error::Error;
pub use organiser::{Game, Organiser};
pub use reel::Reel;
pub use report::{ReportPage, Reporter};
pub use rights::Address;
pub use server::Viewer;
