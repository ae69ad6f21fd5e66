//! Runs a bot on recorded messages, offline.

use super::json::Json;
use super::session::{Player, Session};
use std::error::Error;

/// Plays the recording; fails if the bot does anywhere.
pub fn play_sample<P: Player>(file: &str) -> Result<(), Box<dyn Error>> {
    let mut session = Session::<P>::new();
    let (mut games, mut turns, mut orders) = (0, 0, 0);
    for line in std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?.lines() {
        let message = Json::parse(line)?;
        let reply = session.handle(&message)?;
        match message.get("type").and_then(Json::as_str) {
            Some("hello") => games += 1,
            Some("turn") => turns += 1,
            _ => {}
        }
        if let Some(Json::List(actions)) = reply.as_ref().and_then(|reply| reply.get("actions")) {
            orders += actions.len();
        }
    }
    if session.errors > 0 {
        return Err(format!("the bot failed {} times in {turns} turns; see above", session.errors).into());
    }
    if turns == 0 || orders == 0 {
        return Err(format!("{turns} turns, {orders} orders: the bot does nothing").into());
    }
    std::println!("{turns} turns of {games} games answered with {orders} orders");
    Ok(())
}
