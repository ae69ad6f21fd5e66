//! `skirmish games`

use crate::given::with_game;
use crate::say;
use anyhow::Result;
use serde_json::{Value, json};
use skirmish_core::{Config, Game, Setup};
use skirmish_games::Visit;

/// List the games: what they are, their maps, presets and bots.
#[derive(clap::Args)]
pub struct Args {
    /// One JSON object per line.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    for id in skirmish_games::IDS {
        let about = with_game(id, Describe)?;
        if args.json {
            say!("{about}");
        } else {
            say!("{:<13} {}", id, about["about"].as_str().unwrap_or_default());
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

struct Describe;

impl Visit for Describe {
    type Output = Result<Value>;

    fn visit<G: Game>(self) -> Result<Value> {
        let (game, state) = G::resolve(&Setup::seeded(1))?;
        Ok(json!({
            "game": G::ID,
            "version": G::VERSION,
            "about": G::ABOUT,
            "seats": game.seats(&state),
            "min_seats": G::SEATS.start(),
            "max_seats": G::SEATS.end(),
            "endings": G::ENDINGS,
            "score": G::SCORE,
            "maps": G::MAPS.iter().map(|map| map.name).collect::<Vec<_>>(),
            "presets": G::PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>(),
            "bots": G::BOTS
                .iter()
                .map(|bot| json!({"name": bot.name, "aliases": bot.aliases, "about": bot.about}))
                .collect::<Vec<_>>(),
            "config": game.config().complete(),
        }))
    }
}
