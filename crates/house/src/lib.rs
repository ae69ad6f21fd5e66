//! The house: a web service that knows no game. Whatever lives in it (the live game, later a ladder) brings its own routes
//! and its own records; who may do what, how often, how it is stored and how it is told are the house's.
//!
//! | room | what is in it |
//! |---|---|
//! | [`store`] | what is kept, durably: one set of functions, SQLite or PostgreSQL behind it |
//! | [`clock`] | where time comes from: the machine's clocks, or a virtual one |

pub mod clock;
pub mod store;
