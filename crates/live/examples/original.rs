//! A game of zords that the original's client can play: `cargo run -p skirmish-live --example original [FOLDER OF THE CLIENT]`.
//!
//! The client has the address 127.0.0.1:6969 built in. Nothing is kept when the program ends.

use serde_json::{Value, json};
use skirmish_house::clock::Machine;
use skirmish_house::store::memory::Memory;
use skirmish_live::head::Head;
use skirmish_live::keeper::Order;
use skirmish_live::original::{Doorkeeper, router};
use skirmish_live::request::Answer;
use skirmish_live::service::Service;
use skirmish_live::writer::Task;
use std::collections::HashMap;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The tokens of this game, which was the first of its store.
struct Tokens(HashMap<String, String>);

impl Doorkeeper for Tokens {
    fn knows(&self, _: i64, seat: &str, token: &str) -> bool {
        self.0.get(seat).is_some_and(|known| known == token)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let client = std::env::args_os().nth(1).map(PathBuf::from);
    tokio::runtime::Runtime::new()?.block_on(serve(client))
}

async fn serve(client: Option<PathBuf>) -> Result<(), Box<dyn Error>> {
    let (service, _) =
        Service::start(Arc::new(Memory::default()), Arc::new(Machine::default()), Duration::from_secs(1))?;
    // Everything can be tried at once: the zords are in range of each other, and shooting is never banned.
    let config = json!({
        "grace_s": 0,
        "start_points": 30,
        "fixed_totems": [{"x": 60, "y": 20}, {"x": 79, "y": 119}],
        "fixed_spawns": [{"x": 60, "y": 22}, {"x": 63, "y": 22}],
    });
    let Value::Object(config) = config else { return Err("the config is an object".into()) };
    let head = Head::new("demo", config, service.now_ms(), &mut || getrandom::u64().unwrap_or(1));
    let seats = ["ann", "bob"].map(String::from);
    let create = Task::Create { head: Box::new(head), seats: seats.to_vec() };
    let game = match service.ask(create, Vec::new()).await {
        Answer::Done { body, .. } => serde_json::from_str::<Value>(body.get())?["game"].as_i64(),
        Answer::Refused { refusal, .. } => return Err(refusal.message.into()),
    };
    let game = game.ok_or("the service did not say which game it made")?;
    if let Answer::Refused { refusal, .. } = service.order(game, Order::Start, Vec::new()).await {
        return Err(refusal.message.into());
    }
    let mut tokens = HashMap::new();
    for seat in seats {
        let token = format!("{:016x}{:016x}", getrandom::u64()?, getrandom::u64()?);
        println!("User: {seat}\nToken: {token}");
        tokens.insert(seat, token);
    }
    let listener = tokio::net::TcpListener::bind("127.0.0.1:6969").await?;
    println!("http://127.0.0.1:6969/");
    axum::serve(listener, router(service, game, Arc::new(Tokens(tokens)), client)).await?;
    Ok(())
}
