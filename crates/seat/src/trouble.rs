//! Why a seat cannot be played, or not any more.

/// What no patience mends.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Trouble {
    /// The very first request got no answer.
    #[error("{url} does not answer: {why}; look at the address, and whether the server runs")]
    Silent {
        /// What was asked for.
        url: String,
        /// What the network said.
        why: String,
    },
    /// The token is not known, or not any more.
    #[error("the server refuses the token: {0}; ask for the token of your seat, or for a new one")]
    Token(String),
    /// The token is somebody else's.
    #[error("the token is not that of a seat in this game: {0}")]
    OtherToken(String),
    /// There is no such game.
    #[error("{url}: {why}; look at the name of the game")]
    NoGame {
        /// What was asked for.
        url: String,
        /// What the server said.
        why: String,
    },
    /// The server wants to be asked elsewhere. The token does not go there by itself.
    #[error("the server is at another address: {0}; give that one")]
    Moved(String),
    /// The answer is none that a server of live games gives.
    #[error("{url} does not answer as a server of live games does: {why}")]
    Strange {
        /// What was asked for.
        url: String,
        /// What is wrong with it.
        why: String,
    },
    /// Somebody stopped it.
    #[error("interrupted")]
    Stopped,
}
