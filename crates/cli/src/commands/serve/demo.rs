//! A game of built-in bots on a fast clock, so that a newcomer sees a living game at once; and another one when it is over.

use anyhow::{Result, bail};
use serde_json::json;
use skirmish_live::head::Head;
use skirmish_live::request::Answer;
use skirmish_live::running::Running;
use skirmish_live::writer::Task;

/// A day in six seconds.
pub const SPEED: &str = "14400";

const PLAYERS: [(&str, &str); 8] = [
    ("ada", "strong"),
    ("bo", "medium"),
    ("cleo", "strong"),
    ("dan", "weak"),
    ("eve", "medium"),
    ("fay", "strong"),
    ("gus", "weak"),
    ("hal", "medium"),
];

/// Opens the first game.
pub async fn open(running: &Running) -> Result<()> {
    let games = running.live.service.games();
    if games.iter().all(|hosted| hosted.published().is_none_or(|game| game.driver.is_over())) {
        create(running, games.len() + 1).await?;
    }
    Ok(())
}

/// Opens the next game when the last one is over. If that cannot be done now, it is tried again.
pub async fn go_on(running: &Running) {
    let _ = open(running).await;
}

async fn create(running: &Running, number: usize) -> Result<()> {
    let config = json!({"board_size": 60, "days": 14, "min_players": 2, "max_players": 12, "late_join": true});
    let mut words = Vec::new();
    for _ in 0..8 {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes)?;
        words.push(u64::from_le_bytes(bytes));
    }
    let now_ms = running.live.service.now_ms();
    let config = config.as_object().cloned().unwrap_or_default();
    let mut head = Head::new(&format!("demo-{number}"), config, now_ms, &mut || words.pop().unwrap_or_default());
    head.open = true;
    head.bots = PLAYERS.iter().map(|(seat, bot)| (seat.to_string(), json!(bot))).collect();
    let seats = PLAYERS.iter().map(|(seat, _)| seat.to_string()).collect();
    let game = match running.live.service.ask(Task::Create { head: Box::new(head), seats }, Vec::new()).await {
        Answer::Done { .. } => running.live.service.game(&format!("demo-{number}")),
        Answer::Refused { refusal, .. } => bail!("the demo could not be opened: {}", refusal.message),
    };
    if let Some(game) = game {
        running.live.service.order(game.game, skirmish_live::keeper::Order::Start, Vec::new()).await;
    }
    Ok(())
}
