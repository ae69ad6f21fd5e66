//! A tournament as it is described: all that the schedule follows from, besides the results.

use crate::schedule::Format;
use crate::{Error, Setting};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use skirmish_referee::clock::Timekeeping;
use std::collections::BTreeSet;

/// More than anybody asks for; beyond that the places in a schedule could not be counted.
const MOST_PAIRS: u64 = u32::MAX as u64;
const MOST_BOTS: usize = 10_000;
const MOST_SEATS: usize = 256;

/// What is played, by whom, and how. The first line of a ledger holds it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tournament {
    /// The game and its starts.
    pub setting: Setting,
    /// What everything drawn comes from.
    pub seed: u64,
    /// Who meets whom.
    pub format: Format,
    /// Fixtures of every meeting in a round: pairs, or tables whose seats rotate.
    pub pairs: u64,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// How programs are treated.
    #[serde(default)]
    pub treatment: Treatment,
    /// Whether further pairs are played after the format is over, until neighbours in the table separate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub until_separated: bool,
}

/// Somebody who takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// What it is called in tables. No two are called the same.
    pub name: String,
    /// As for `skirmish play`.
    pub player: String,
}

/// How programs are treated, which may decide games.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Treatment {
    /// Time limits in place of the game's own.
    #[serde(default)]
    pub time: Timekeeping,
    /// Whether programs may think while they wait for their turn.
    #[serde(default)]
    pub ponder: bool,
    /// Whether programs that play series stay for the next game of a fixture.
    #[serde(default)]
    pub series: bool,
    /// Memory that each may use, in MiB, in place of the usual.
    #[serde(default)]
    pub memory: Option<u64>,
}

impl Tournament {
    /// How many sit down at a fixture: two, or as many as there are seats.
    pub fn at_a_table(&self) -> usize {
        let seats = self.setting.seats.len();
        if seats > 2 && self.entrants.len() >= seats { seats } else { 2 }
    }

    /// What makes it impossible, if anything does.
    pub fn check(&self) -> Result<(), Error> {
        let seats = self.setting.seats.len();
        let names: BTreeSet<&str> = self.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        if self.entrants.len() < 2 {
            return Err(Error::TooFew(self.entrants.len()));
        }
        if names.len() < self.entrants.len() {
            let twice = self
                .entrants
                .iter()
                .enumerate()
                .find(|(i, entrant)| self.entrants[..*i].iter().any(|before| before.name == entrant.name));
            return Err(Error::SameName(twice.map_or(String::new(), |(_, entrant)| entrant.name.clone())));
        }
        if self.at_a_table() == 2 && !seats.is_multiple_of(2) {
            return Err(Error::OddSeats { seats, bots: self.entrants.len() });
        }
        if self.pairs == 0 {
            return Err(Error::NoPairs);
        }
        self.format.check(self)
    }

    /// What keeps a description that somebody else wrote from being one, if anything does.
    pub fn fault(&self) -> Option<String> {
        let (seats, bots) = (self.setting.seats.len(), self.entrants.len());
        if self.pairs > MOST_PAIRS || bots > MOST_BOTS || !(2..=MOST_SEATS).contains(&seats) {
            return Some(format!("no tournament has {bots} bots, {seats} seats and {} pairs", self.pairs));
        }
        self.check().err().map(|error| error.to_string())
    }

    /// The keys in which it is another tournament than `other`. More pairs of the same meetings are the same tournament,
    /// gone on with, where there is only one round.
    pub fn differs(&self, other: &Tournament) -> Vec<String> {
        let told = |tournament: &Tournament| match serde_json::to_value(tournament) {
            Ok(Value::Object(keys)) => keys,
            _ => unreachable!("a tournament is an object"),
        };
        let (ours, theirs) = (told(self), told(other));
        let may_grow = |key: &str| key == "until_separated" || key == "pairs" && self.format.has_one_round();
        let keys: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
        keys.into_iter().filter(|key| !may_grow(key) && ours.get(*key) != theirs.get(*key)).cloned().collect()
    }
}

/// Names for bots as they are spelled: the last part of a path, and a number where two would be called the same.
pub fn named(players: &[String]) -> Vec<Entrant> {
    let mut entrants: Vec<Entrant> = Vec::with_capacity(players.len());
    for player in players {
        let plain = player.strip_prefix("builtin:").unwrap_or(player).trim_end_matches('/');
        let short = if plain.contains(char::is_whitespace) { plain } else { plain.rsplit('/').next().unwrap_or(plain) };
        let is_taken = |name: &str| entrants.iter().any(|entrant| entrant.name == name);
        let name = if is_taken(short) { plain } else { short };
        let numbered = (2..).map(|n| format!("{name}#{n}"));
        let name = std::iter::once(name.to_string()).chain(numbered).find(|name| !is_taken(name));
        entrants.push(Entrant { name: name.expect("numbers do not end"), player: player.clone() });
    }
    entrants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_called_by_their_last_name() {
        let names = |players: &[&str]| -> Vec<String> {
            let players: Vec<String> = players.iter().map(ToString::to_string).collect();
            named(&players).into_iter().map(|entrant| entrant.name).collect()
        };
        assert_eq!(names(&["a/v1/", "v2", "builtin:strong"]), ["v1", "v2", "strong"]);
        assert_eq!(names(&["a/bot", "b/bot", "b/bot"]), ["bot", "b/bot", "b/bot#2"]);
        assert_eq!(names(&["python3 bots/a.py", "strong", "strong"]), ["python3 bots/a.py", "strong", "strong#2"]);
    }
}
