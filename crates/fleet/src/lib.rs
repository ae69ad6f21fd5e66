//! Tournaments on many machines: fixtures are jobs in a work queue of NATS JetStream, and workers play them.
//!
//! | room | what is in it |
//! |---|---|
//! | [`wire`] | what organiser and workers say to each other |
//! | [`organiser`] | which jobs are out, what an answer is worth, who is not believed any more |
//! | [`seal`] | which jobs an organiser has handed out |
//! | [`worker`] | what is done with a job, and how it is played |
//! | [`audit`] | looking at a result once more |
//! | [`bundle`] | a bot's folder as one blob, and back |
//! | [`nats`] | the queue: streams, consumers, buckets and their names |
//! | [`fleet`] | the organiser over NATS, as a field of the league |
//! | [`labour`] | the worker over NATS |
//! | [`simulate`] | both over a queue, machines and a network that fail on purpose |
//!
//! `organiser`, `worker` and `audit` read no clock and do no I/O of their own, so that they run under the simulator as they
//! run over NATS.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod audit;
pub mod bundle;
mod error;
pub mod fleet;
pub mod labour;
pub mod nats;
pub mod organiser;
pub mod seal;
pub mod simulate;
pub mod wire;
pub mod worker;

pub use error::Error;
pub use fleet::Fleet;
pub use nats::Access;
