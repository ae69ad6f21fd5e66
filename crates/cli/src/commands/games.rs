//! `skirmish games`

use crate::say;
use anyhow::Result;
use serde_json::{Map, Value, json};
use skirmish_core::Setup;
use skirmish_core::registry::{AnyGame, BotFacts};

/// List the games: what they are, their maps, presets and bots.
#[derive(clap::Args)]
pub struct Args {
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    for game in skirmish_games::registry().iter() {
        let about = describe(game)?;
        if args.json {
            say!("{about}");
        } else {
            say!("{:<13} {}", game.facts().id, game.facts().about);
            let (least, most) = (&about["min_seats"], &about["max_seats"]);
            let seats = if least == most { list(&about["seats"]) } else { format!("{least} to {most} (--seats N)") };
            say!("{:<13} seats: {seats}", "");
            say!("{:<13} maps: {}", "", list(&about["maps"]));
            if about["presets"].as_array().is_some_and(|presets| !presets.is_empty()) {
                say!("{:<13} presets: {}", "", list(&about["presets"]));
            }
            say!("{:<13} bots: {}", "", list(&about["bots"]));
        }
    }
    if !args.json {
        say!("\nskirmish rules GAME    the rules in short");
        say!("skirmish play GAME     watch two bots play");
    }
    Ok(())
}

fn list(values: &Value) -> String {
    let words = values.as_array().into_iter().flatten();
    words.map(|word| word["name"].as_str().or(word.as_str()).unwrap_or_default()).collect::<Vec<_>>().join(", ")
}

fn describe(game: &dyn AnyGame) -> Result<Value> {
    let facts = game.facts();
    let bot = |bot: &BotFacts| json!({"name": bot.name, "aliases": bot.aliases, "about": bot.about});
    Ok(json!({
        "game": facts.id,
        "version": facts.version,
        "about": facts.about,
        "seats": game.set_up(&Setup::seeded(1))?.seats(),
        "min_seats": facts.seats.start(),
        "max_seats": facts.seats.end(),
        "endings": facts.endings,
        "score": facts.score,
        "maps": facts.maps.iter().map(|map| map.name).collect::<Vec<_>>(),
        "presets": facts.presets.iter().map(|preset| preset.name).collect::<Vec<_>>(),
        "bots": facts.bots.iter().map(bot).collect::<Vec<_>>(),
        "config": game.config(&Map::new())?,
    }))
}
