//! The API of the original, for one live game on a port of its own: its web client and its bots work here unchanged.
//!
//! It is an adapter over the same service. Zords are named by their cells, which the writer turns into ids when it judges; who
//! acts is said in two headers; refusals are texts. What the original has no word for is left out.
//!
//! | room | what is in it |
//! |---|---|
//! | [`door`] | who somebody is |
//! | `port` | what all routes share |
//! | `routes` | the table of routes, for router and description |
//! | `deed` | what players do, and the texts of its refusals |
//! | `board` | the map, the leaderboard and the day, as they are sent |
//! | `activity` | the log, in the nine kinds of entries of the original |
//! | `acting`, `reading` | the handlers |
//! | `reply` | how everything is answered |
//! | `cors` | pages of other origins |
//! | `files`, `docs` | what a browser gets: the client, and the description of this port |

mod acting;
mod activity;
mod board;
mod cors;
mod deed;
mod docs;
pub mod door;
mod files;
mod port;
mod reading;
mod reply;
mod routes;

pub use door::Doorkeeper;
pub use routes::{router, router_by};
