//! Built-in bots: they see only views, and break ties by their own seed.

use crate::{Game, Seat};

/// A player inside the program.
pub trait Bot<G: Game>: Send {
    /// Answers one request: appends its list to `orders`.
    fn turn(&mut self, view: &G::View, orders: &mut Vec<G::Action>);
}

/// What a bot is told before the game.
pub struct Hello<'a, G: Game> {
    pub config: &'a G::Config,
    pub seat: Seat,
    pub seats: &'a [String],
    /// The bot's own seed.
    pub random: u64,
}

/// A built-in bot by name.
pub struct BotEntry<G: Game> {
    pub name: &'static str,
    /// Its names in the rulebook.
    pub aliases: &'static [&'static str],
    pub about: &'static str,
    pub make: fn(&Hello<'_, G>) -> Box<dyn Bot<G>>,
}

impl<G: Game> BotEntry<G> {
    /// The bot called `name`, by name or alias.
    pub fn find(name: &str) -> Option<&'static BotEntry<G>> {
        G::BOTS.iter().find(|bot| bot.name == name || bot.aliases.contains(&name))
    }
}
