//! Why something cannot be shown, and what that is in HTTP.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use skirmish_core::Faults;
use skirmish_core::replay::Wrong;
use skirmish_referee::desk::NotAsked;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no frame {frame}; the last is {last}")]
    NoFrame { frame: usize, last: usize },
    #[error("the seat had not been asked at frame {frame}")]
    NotAskedYet { frame: usize },
    #[error("there is no seat {0}")]
    NoSeat(String),
    #[error("not before the match is over: a person plays in it")]
    NotYet,
    #[error("this page has no {0}")]
    OtherMode(&'static str),
    #[error("nothing is here; the address may be of an earlier run")]
    Nothing,
    #[error("{0}")]
    Bad(String),
    #[error("{0}")]
    Own(String),
    #[error(transparent)]
    Wrong(#[from] Wrong),
    #[error(transparent)]
    File(#[from] skirmish_replay::Error),
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
            Error::NotYet | Error::OtherMode(_) => StatusCode::FORBIDDEN,
            Error::NotAsked(_) => StatusCode::CONFLICT,
            Error::Own(_) | Error::Film(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Error::Bad(_) | Error::Wrong(_) | Error::File(_) | Error::Faults(_) | Error::TooLarge(_) => {
                StatusCode::BAD_REQUEST
            }
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        (self.status(), Json(json!({ "error": self.to_string() }))).into_response()
    }
}
