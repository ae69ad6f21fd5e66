//! The contract between the games of Skirmish and everything that runs them.
//!
//! A game is immutable tables ([`Game`]) and a plain value ([`Rules::State`]). Nothing in here or in a game's crate
//! does I/O, reads a clock, starts a thread or holds a global. Clocks, processes and files belong to the host, which
//! hands in what comes of them as [`Orders`].
//!
//! Start with [`Rules`], which is all that search and training need. A complete game is a few hundred lines:
//! `crates/cairns` is one, and the examples on these pages play it.
//!
//! | room | what is in it |
//! |---|---|
//! | [`rules`] | who may do what and what follows: all that search and training need |
//! | [`documents`], [`telling`] | configs, maps and positions; views, actions as text and results |
//! | [`game`] | a whole game, and what its host must know |
//! | [`show`] | opt-in: how a game is shown, edited and played by hand |
//! | [`seat`], [`reason`] | who acts, and why an entry is refused |
//! | [`orders`], [`fields`] | what the seats say, typed and as it arrives |
//! | [`log`] | what a step tells: events, rejections, draws |
//! | [`config`](mod@config), [`read`], [`fault`] | configs and positions: reading that names every fault at once |
//! | [`schema`] | JSON Schemas of what is written |
//! | [`names`], [`visible`] | unknown names, and what was probably meant; texts of others, safe for a terminal |
//! | [`setup`] | how a game is asked for: config, map, seats, seed |
//! | [`seed`], [`chance`], [`hash`] | the secret of a match, keyed draws, platform-independent hashes |
//! | [`view`], [`fixed`], [`table`], [`encode`] | what a seat is told, the memory that needs, and how it is written |
//! | [`scene`], [`plain`], [`sketch`] | pictures of views (plain ones for games that draw none), boards of characters |
//! | [`hand`], [`edit`] | playing by hand, changing positions |
//! | [`bot`], [`arena`], [`rollout`] | built-in bots, matches between them, random legal play |
//! | [`replay`] | orders instead of states, proved by playing them again |
//! | [`native`] | bots written for the original of a game: how they are reached and spoken to |
//! | [`interpreter`] | bots that decide by numbers: who speaks for them |
//! | [`any`] | the erased edge: a table of any game behind one pointer |
//! | [`registry`] | the games there are, as a value |
//! | [`odd`] | odd but possible starts that bots are checked with |
//! | [`golden`] | how a game plays the lines of the golden vectors |

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod any;
pub mod arena;
pub mod bot;
pub mod brief;
pub mod chance;
pub mod config;
pub mod documents;
pub mod edit;
pub mod encode;
pub mod fault;
pub mod fields;
pub mod fixed;
pub mod game;
pub mod golden;
pub mod hand;
pub mod hash;
pub mod interpreter;
pub mod log;
pub mod names;
pub mod native;
pub mod odd;
pub mod orders;
pub mod plain;
pub mod read;
pub mod reason;
pub mod registry;
pub mod replay;
pub mod rollout;
pub mod rules;
pub mod scene;
pub mod schema;
pub mod seat;
pub mod seed;
pub mod setup;
pub mod show;
pub mod sketch;
pub mod table;
pub mod telling;
pub mod view;
mod visible;

pub use bot::{Bot, BotEntry, Hello};
pub use chance::{Key, Rng};
pub use config::{Config, ConfigValue};
pub use documents::Documents;
pub use fault::{Check, Fault, Faults};
pub use fields::Fields;
pub use fixed::Fixed;
pub use game::{Clock, Game, Host, Judged};
pub use golden::Golden;
pub use hash::Hasher;
pub use log::{Log, Record, Rejection};
pub use orders::{Absence, Answer, Entry, Flaw, Orders};
pub use read::Object;
pub use reason::Reason;
pub use registry::Registry;
pub use rules::{Actor, Rules, Standings, Turn};
pub use seat::{Seat, SeatSet};
pub use seed::Seed;
pub use setup::{MapChoice, Preset, Setup, ShippedMap};
pub use show::Show;
pub use table::Table;
pub use telling::Telling;
pub use view::{News, Viewer};
pub use visible::visible;
