//! `zords` over real days: the first resident of the house.
//!
//! State is the fold of a log. A request is judged on the state in memory, its records are committed with those of
//! others, and only then it is answered, told to streams, and believed. Everything that decides anything ([`driver`],
//! [`keeper`], [`timekeeper`]) reads no clock and does no I/O of its own, so that it runs under a simulator as it runs under
//! the service.
//!
//! | room | what is in it |
//! |---|---|
//! | [`head`] | what never changes about a game |
//! | [`logged`] | a record of its log |
//! | [`driver`] | the game and its time: judges commands, makes records, folds them again |
//! | [`keeper`] | one game as it is kept: judging on a draft, committing, recovering |
//! | [`writer`] | all games of a service: rounds of orders, each one commit |
//! | [`request`], [`requests`] | what players send and are answered, and what was seen before |
//! | [`service`], [`hosted`] | the thread around the writer, and games as those see them who serve requests |
//! | [`news`] | what players are told by webhook while they are away |
//! | [`bots`] | the seats that the server itself plays |
//! | [`running`] | all of it put together: store, house, games, listeners |
//! | [`view`], [`tape`], [`export`] | a game as everybody may see it, and its log as a replay |
//! | [`film`], [`away`] | a game as pictures, and what somebody missed |
//! | [`api`] | the routes, as a resident of the house |
//! | [`income`] | the table of points, and what totems may pay |
//! | [`plan`] | orders before they are sent |
//! | [`pages`] | the files of its pages, inside the program |
//! | [`original`] | the API of the original, for its own clients |
//! | [`refusal`] | why something was not done |
//! | [`timekeeper`] | which time it is, whatever the clocks say |
//! | [`mod@simulate`] | all of this over disks, wires and clocks that fail on purpose |

#![forbid(unsafe_code)]

pub mod api;
pub mod away;
pub mod bots;
pub mod driver;
pub mod export;
pub mod film;
pub mod head;
pub mod hosted;
pub mod income;
pub mod keeper;
pub mod logged;
pub mod news;
pub mod original;
pub mod pages;
pub mod plan;
pub mod refusal;
pub mod request;
pub mod requests;
pub mod running;
pub mod service;
pub mod simulate;
pub mod tape;
pub mod timekeeper;
pub mod view;
pub mod writer;

/// An instant as RFC 3339 in UTC, to the second.
pub fn rfc3339(ms: i64) -> String {
    match jiff::Timestamp::from_second(ms.div_euclid(1000)) {
        Ok(instant) => instant.to_string(),
        // A clock so far off that no calendar has the year.
        Err(_) => "9999-12-31T23:59:59Z".into(),
    }
}
