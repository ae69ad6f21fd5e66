//! Who a player is, by content: a bot whose files have changed is another bot.

use crate::{Error, Team};
use serde::{Deserialize, Serialize};
use skirmish_core::registry::Facts;
use skirmish_referee::building::{files_digest, source_digest};
use skirmish_referee::program::Start;
use skirmish_referee::{Player, Sitter};

/// A bot by its contents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// Of its own files, as a digest in hexadecimal digits; of a built-in bot game, version and name.
    pub source: String,
    /// Of what was built from them; the same where nothing is built.
    pub built: String,
}

impl Team {
    /// Who the players are; an error names the first that is nobody in particular: a person, a recorded seat, a bot that is
    /// started elsewhere.
    pub fn identities(&self, facts: &Facts) -> Result<Vec<Identity>, Error> {
        self.players().iter().map(|player| identity(player, facts)).collect()
    }
}

fn identity(player: &Player, facts: &Facts) -> Result<Identity, Error> {
    let start = match &player.sitter {
        Sitter::Builtin(name) => {
            // An alias is the same bot.
            let named = facts.bots.iter().find(|bot| bot.name == name || bot.aliases.contains(&name.as_str()));
            let name = named.map_or(name.as_str(), |bot| bot.name);
            let source = format!("{} {} {name}", facts.id, facts.version);
            return Ok(Identity { built: source.clone(), source });
        }
        Sitter::Program(start) | Sitter::Native { start, .. } => start,
        Sitter::Attach | Sitter::Hand(_) | Sitter::Recorded(_) => return Err(Error::NoBot(player.spelled.clone())),
    };
    let source = source(start).map_err(|source| Error::Read { path: start.folder.clone(), source })?;
    let built = start.built.as_ref().map_or_else(|| source.clone(), |built| built.output.clone());
    Ok(Identity { source, built })
}

fn source(start: &Start) -> std::io::Result<String> {
    match &start.built {
        Some(built) => Ok(built.source.clone()),
        // All that it sees of its folder.
        None if start.files_only => files_digest(&start.files),
        None => source_digest(&start.folder),
    }
}
