//! Built-in bots. They see only views, and break ties with their own seed.

use crate::{Game, Seat};

/// A player inside the program.
pub trait Bot<G: Game>: Send {
    /// Answers one request: appends the bot's list to `orders`.
    fn turn(&mut self, view: &G::View, orders: &mut Vec<G::Action>);
}

/// What a bot is told before the game.
pub struct Hello<'a, G: Game> {
    /// The config of the game.
    pub config: &'a G::Config,
    /// Where the bot sits.
    pub seat: Seat,
    /// The names of all seats, in seat order.
    pub seats: &'a [String],
    /// The seed of the bot's own random numbers.
    pub random: u64,
}

/// A built-in bot by name.
pub struct BotEntry<G: Game> {
    /// What it is called everywhere.
    pub name: &'static str,
    /// Other names for it, from the rulebook.
    pub aliases: &'static [&'static str],
    /// How it plays, in one line.
    pub about: &'static str,
    /// Makes one for a seat of one game.
    pub make: fn(&Hello<'_, G>) -> Box<dyn Bot<G>>,
}

impl<G: Game> BotEntry<G> {
    /// The bot called `name`, by name or alias.
    pub fn find(name: &str) -> Option<&'static BotEntry<G>> {
        G::BOTS.iter().find(|bot| bot.name == name || bot.aliases.contains(&name))
    }
}
