//! Why something cannot be shown, and the HTTP status for it.

use crate::film::Made;
use crate::organiser::Ask;
use crate::rights::Right;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::Faults;
use skirmish_core::replay::Wrong;
use skirmish_referee::desk::NotAsked;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no frame {frame}; the last is {last}")]
    NoFrame { frame: usize, last: usize },
    #[error("this seat had not yet been asked by frame {frame}")]
    NotAskedYet { frame: usize },
    #[error("there is no seat {0}")]
    NoSeat(String),
    #[error("a person is playing in this match; this is shown once it is over")]
    NotYet,
    #[error("this page has no {0}")]
    OtherMode(&'static str),
    #[error("this address is for watching only; {}", match .0 {
        Right::Run => "to play on, edit or see logs, open the address with the key, which the terminal shows",
        _ => "to play here, open the address with this seat's key",
    })]
    Needs(Right),
    #[error("this code has been used, or belongs to an earlier run; open the address shown in the terminal")]
    UsedCode,
    #[error("this would run a program that nobody named on the command line; allow it first")]
    Asks(Vec<Ask>),
    #[error("too many pages are open; close some of them")]
    Busy,
    #[error("the request is larger than {} kB", .0 >> 10)]
    TooMuch(usize),
    #[error("the rest of the request did not arrive in time")]
    Dawdled,
    #[error("there is nothing here; the address may belong to an earlier run")]
    Nothing,
    #[error("{0}")]
    Bad(String),
    #[error("{0}")]
    Own(String),
    #[error("{what} would be larger than {} MB; export part of the match (skirmish export --from, --to) or fewer frames (--every)", .most >> 20)]
    TooLong { what: &'static str, most: u64 },
    #[error(
        "even {} pictures, {} pixels wide, take more than {} bytes; allow more (--max-size MB), or export part of the match (--from, --to)",
        .least.pictures, .least.width, .most
    )]
    TooSmall { most: u64, least: Made },
    #[error(
        "ffmpeg, which makes videos, is not installed or not on the PATH; install it, or make a GIF (--gif), which needs nothing"
    )]
    NoFfmpeg,
    #[error("ffmpeg failed: {0}")]
    Ffmpeg(String),
    #[error("interrupted")]
    Stopped,
    #[error("cannot write: {0}")]
    Unwritten(#[from] std::io::Error),
    #[error(transparent)]
    Wrong(#[from] Wrong),
    #[error(transparent)]
    File(#[from] skirmish_replay::Error),
    #[error(transparent)]
    UnknownGame(#[from] skirmish_core::registry::UnknownGame),
    #[error(transparent)]
    Faults(#[from] Faults),
    #[error(transparent)]
    NotAsked(#[from] NotAsked),
    #[error(transparent)]
    TooLarge(#[from] skirmish_picture::TooLarge),
    #[error(transparent)]
    Film(#[from] skirmish_picture::FilmError),
}

impl Error {
    fn status(&self) -> StatusCode {
        match self {
            Error::NoFrame { .. } | Error::NotAskedYet { .. } | Error::NoSeat(_) | Error::Nothing => {
                StatusCode::NOT_FOUND
            }
            Error::NotYet | Error::OtherMode(_) | Error::Needs(_) | Error::UsedCode => StatusCode::FORBIDDEN,
            Error::Asks(_) => StatusCode::PRECONDITION_REQUIRED,
            Error::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Error::TooMuch(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Error::Dawdled => StatusCode::REQUEST_TIMEOUT,
            Error::NotAsked(_) => StatusCode::CONFLICT,
            Error::Own(_)
            | Error::Ffmpeg(_)
            | Error::NoFfmpeg
            | Error::Stopped
            | Error::Film(_)
            | Error::Unwritten(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Error::Bad(_)
            | Error::TooLong { .. }
            | Error::TooSmall { .. }
            | Error::Wrong(_)
            | Error::File(_)
            | Error::UnknownGame(_)
            | Error::Faults(_)
            | Error::TooLarge(_) => StatusCode::BAD_REQUEST,
        }
    }
}

/// What a page is told in place of an answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Trouble {
    pub error: String,
    /// What has to be allowed first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<Ask>,
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let (status, error) = (self.status(), self.to_string());
        let asks = if let Error::Asks(asks) = self { asks } else { Vec::new() };
        (status, Json(Trouble { error, asks })).into_response()
    }
}
