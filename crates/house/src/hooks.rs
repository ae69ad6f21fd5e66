//! Webhooks: what a resident's players want to be told, posted to an address of theirs.
//!
//! Nothing waits in memory. A resident keeps a log, every hook a number up to which its owner has been told, and whatever
//! comes after it is read from the log when it is due. So a receiver may be slow or dead for hours: nobody else notices.
//!
//! | room | what is in it |
//! |---|---|
//! | [`public`] | which addresses are everybody's: all others are never posted to |
//! | [`target`] | the address of a receiver, as far as it is allowed |
//! | [`names`] | what a name stands for, found out without holding anybody up |
//! | [`post`] | one request, to the very address that was checked |
//! | [`signing`] | how a receiver knows that it was us |
//! | [`letter`] | news, and the letter they are told in |
//! | [`hook`] | what is kept of a hook, and what becomes of it |
//! | [`pace`] | when to try, and when to give up |
//! | [`office`] | all hooks, and whoever delivers for them |

pub mod hook;
pub mod letter;
pub mod names;
pub mod office;
pub mod pace;
pub mod post;
pub mod public;
pub mod signing;
pub mod target;

use pace::Pace;

/// How webhooks are set up.
#[derive(Clone, PartialEq, Debug)]
pub struct Outgoing {
    /// Whether any are sent.
    pub enabled: bool,
    /// Also without TLS.
    pub allow_http: bool,
    /// Also to this machine and to private networks: for tests and closed networks.
    pub allow_private: bool,
    pub pace: Pace,
}

impl Default for Outgoing {
    fn default() -> Outgoing {
        Outgoing { enabled: true, allow_http: false, allow_private: false, pace: Pace::default() }
    }
}
