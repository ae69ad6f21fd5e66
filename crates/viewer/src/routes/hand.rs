//! `/TOKEN/hand`: playing a seat.

use super::{Answer, At, go, path_of, read};
use crate::error::Error;
use crate::question::Question;
use crate::seat::Rematch;
use crate::told::{Done, Meanwhile};
use axum::body::Bytes;
use skirmish_referee::secret;
use std::sync::Arc;

pub async fn state(at: At) -> Answer {
    at.json(|at| {
        let seat = at.session.hand()?;
        // The match can now be watched at the same address.
        let watch = seat.replay().map(|path| at.shared.watch_file(&path)).transpose()?;
        Ok(seat.state(watch.map(|url| path_of(&url))))
    })
    .await
}

/// Answers a question about orders that are not sent yet.
pub async fn answer<Q: Question>(at: At, body: Bytes) -> Answer {
    at.json(move |at| at.session.hand()?.answer(&read::<Q>(&body)?)).await
}

pub async fn meanwhile(at: At) -> Answer {
    at.json(|at| Ok(Meanwhile { story: at.session.hand()?.story() })).await
}

pub async fn send(at: At, body: Bytes) -> Answer {
    at.json(move |at| at.session.hand()?.send(read(&body)?).map(Done::from)).await
}

pub async fn resign(at: At, body: Bytes) -> Answer {
    at.json(move |at| at.session.hand()?.resign(&read(&body)?).map(Done::from)).await
}

/// Begins the same match anew once it is over: the same start, another seed, and the players as they were or each on
/// the next seat.
pub async fn rematch(at: At, body: Bytes) -> Answer {
    at.json(move |at| {
        let Rematch { swap, allow } = read(&body)?;
        at.session.hand()?;
        let session = Arc::clone(&at.session);
        let mut seats: Vec<String> =
            session.watched()?.with(|reel| reel.header().players.iter().map(|seated| seated.player.clone()).collect());
        if swap {
            seats.rotate_right(1);
        }
        let seed = secret::seed().map_err(|why| Error::Own(format!("no random numbers: {why}")))?;
        let make = move || {
            let watched = session.watched().map_err(|why| why.to_string())?;
            let mut table = watched.with(|reel| reel.at(0)).map_err(|why| why.to_string())?.fork();
            table.reseed(seed.into());
            Ok(table)
        };
        at.shared.play(Box::new(make), &seats, &allow).map(go)
    })
    .await
}
