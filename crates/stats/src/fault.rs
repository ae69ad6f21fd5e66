//! Why results or settings are refused.

/// Why results or settings are refused.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A result names a bot that is not there.
    #[error("there is no bot {bot}: {bots} bots count from 0")]
    NoSuchBot {
        /// The number that was given.
        bot: usize,
        /// How many bots there are.
        bots: usize,
    },
    /// A bot cannot be compared with itself.
    #[error("bot {bot} plays against itself")]
    AgainstItself {
        /// The bot.
        bot: usize,
    },
    /// A ranking holds a bot more than once.
    #[error("bot {bot} is in a ranking more than once")]
    RankedTwice {
        /// The bot.
        bot: usize,
    },
    /// A place of a ranking is empty.
    #[error("a place of a ranking is empty")]
    EmptyPlace,
    /// A number of virtual games is none.
    #[error("the prior is {0}: a number of games, 0 or more")]
    Prior(f64),
    /// A setting of a test cannot be.
    #[error("{key}: {why}")]
    Setting {
        /// The key of the setting.
        key: &'static str,
        /// What is wrong with its value.
        why: String,
    },
    /// A word of a test's settings is none.
    #[error("{word:?} is no setting: they are elo0, elo1, alpha, beta and model, as in elo0=0")]
    NoSetting {
        /// The word.
        word: String,
    },
    /// The numbers are so far apart that the arithmetic does not reach the maximum.
    #[error("the results are too far apart to be fitted")]
    TooFarApart,
}
