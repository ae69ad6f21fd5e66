//! What everybody may know about a game at a table.

use super::Seated;
use crate::{BotEntry, Config, Game, Host, Judged, brief};
use serde_json::{Map, Value};

/// Which game it is, and what never changes in it.
pub trait Known {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// The game's version.
    fn version(&self) -> u32;
    /// What the game is, in one line.
    fn about(&self) -> &'static str;
    /// The rules in short, as Markdown, with the values of this game's config.
    fn rules(&self) -> String;
    /// The seats' names in seat order.
    fn seats(&self) -> &[String];
    /// What the host of the match must know.
    fn host(&self) -> Host;
    /// The complete config, defaults included.
    fn config(&self) -> Map<String, Value>;
    /// What a seat may know about the map before the game.
    fn map_info(&self) -> Value;
    /// The names of the built-in bots, the weakest first.
    fn bots(&self) -> Vec<&'static str>;
    /// Whether a built-in bot has this name or alias.
    fn is_bot(&self, name: &str) -> bool;
    /// What the numbers of the score count.
    fn scoring(&self) -> &'static str;
    /// How a pair (two games with the seats swapped) is counted, in a sentence for people.
    fn pair_scoring(&self) -> String;
}

impl<G: Game> Known for Seated<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn version(&self) -> u32 {
        G::VERSION
    }

    fn about(&self) -> &'static str {
        G::ABOUT
    }

    fn rules(&self) -> String {
        brief::filled(G::RULES, &self.config())
    }

    fn seats(&self) -> &[String] {
        &self.seats
    }

    fn host(&self) -> Host {
        self.table.game.host()
    }

    fn config(&self) -> Map<String, Value> {
        self.table.game.config().complete()
    }

    fn map_info(&self) -> Value {
        self.table.game.map_info(&self.table.state)
    }

    fn bots(&self) -> Vec<&'static str> {
        G::BOTS.iter().map(|bot| bot.name).collect()
    }

    fn is_bot(&self, name: &str) -> bool {
        BotEntry::<G>::find(name).is_some()
    }

    fn scoring(&self) -> &'static str {
        G::SCORE
    }

    fn pair_scoring(&self) -> String {
        match (self.host().judged, self.seats.len()) {
            (Judged::ByScore, _) => format!("Counted is the score of both games: {}", G::SCORE),
            (Judged::ByWins, 2) => "Counted are wins, not scores: 2 for a win, 1 for a draw".into(),
            (Judged::ByWins, _) => {
                "Counted are ranks, not scores: 2 for every opponent outranked, 1 for every one equalled".into()
            }
        }
    }
}
