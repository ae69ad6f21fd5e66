//! `/TOKEN/hand`: playing a seat.

use super::{Answer, At, path_of, read};
use crate::told::{Done, Orders};
use axum::body::Bytes;

pub async fn state(at: At) -> Answer {
    at.json(|at| {
        let seat = at.session.hand()?;
        // The match can now be watched at the same address.
        let watch = seat.replay().map(|path| at.shared.watch_file(&path)).transpose()?;
        Ok(seat.state(watch.map(|url| path_of(&url))))
    })
    .await
}

pub async fn consider(at: At, body: Bytes) -> Answer {
    at.json(move |at| at.session.hand()?.consider(&read(&body)?)).await
}

pub async fn why(at: At, body: Bytes) -> Answer {
    at.json(move |at| at.session.hand()?.why(&read(&body)?)).await
}

pub async fn toward(at: At, body: Bytes) -> Answer {
    at.json(move |at| Ok(Orders { orders: at.session.hand()?.toward(&read(&body)?)? })).await
}

pub async fn finish(at: At, body: Bytes) -> Answer {
    at.json(move |at| Ok(Orders { orders: at.session.hand()?.finish(&read(&body)?)? })).await
}

pub async fn send(at: At, body: Bytes) -> Answer {
    at.json(move |at| at.session.hand()?.send(read(&body)?).map(Done::from)).await
}

pub async fn resign(at: At, body: Bytes) -> Answer {
    at.json(move |at| at.session.hand()?.resign(&read(&body)?).map(Done::from)).await
}
