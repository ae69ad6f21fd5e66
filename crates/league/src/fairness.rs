//! Whether a start is fair: one bot against itself from there, and how often each seat wins.
//!
//! Both players are the same, so whatever one seat wins more than the other is the start's doing (or the bot's, which may
//! understand one side better). Games of a pair that are alike count once, as everywhere.

use crate::local::{Hall, Keep};
use crate::setting::Setting;
use crate::statistics::Rate;
use crate::{Driver, Error, Format, Ledger, Limits, Local, Record, Starts, Stop, Tournament, Treatment, tournament};
use serde::Serialize;
use serde_json::Value;
use skirmish_core::Setup;
use skirmish_matches::Venue;
use std::collections::HashSet;
use std::sync::Arc;

/// The most pairs anybody waits for.
pub const MOST_PAIRS: u64 = 10_000;

/// How often each seat wins from a start.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fairness {
    /// Who played against itself.
    pub bot: String,
    /// How many pairs were asked for.
    pub asked: u64,
    /// How many were played.
    pub pairs: u64,
    /// Games that nobody won alone.
    pub draws: u64,
    /// Games that were not the same as another.
    pub distinct_games: u64,
    /// Each seat's share of the games, where a draw is shared by all.
    pub seats: Vec<SeatShare>,
}

/// What a seat won.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatShare {
    /// Its name.
    pub seat: String,
    /// Its share of the games.
    pub share: Rate,
}

impl Fairness {
    /// Plays pairs from a position, on so many threads. `look` is told how many are over, and ten times a second; what
    /// stops them is the venue's token.
    pub fn find(
        venue: &Venue,
        (game, position): (&str, &Value),
        bot: &str,
        pairs: u64,
        (seed, threads): (u64, usize),
        mut look: impl FnMut(u64),
    ) -> Result<Fairness, Error> {
        let game = venue.game(game)?;
        let setting = Setting::new(game, &Setup::seeded(seed), Vec::new(), vec![position.clone()])?;
        let description = Tournament {
            setting,
            seed,
            format: Format::RoundRobin,
            pairs: pairs.min(MOST_PAIRS),
            entrants: tournament::named(&[bot.to_string(), bot.to_string()]),
            treatment: Treatment::default(),
            until_separated: false,
        };
        description.check()?;
        let hall = Hall::ready(venue.clone(), &description, None, Keep::None)?;
        let identities = hall.team().identities(&game.facts())?;
        let mut ledger = Ledger::in_memory(description.clone());
        let entrants: Vec<_> = description.entrants.iter().cloned().zip(identities).collect();
        let bots = ledger.enrol(&entrants)?;
        let hall = Arc::new(hall.numbered(bots.clone()));
        // One start, again and again: chance and bots are drawn anew every time, and games that are alike are told.
        let mut driver = Driver::new(ledger, Starts::endless(), bots, None)?;
        let mut field = Local::new(&hall, threads);
        let stop = driver.run(&mut field, &Limits::default(), &venue.cancel, |driver| {
            look(driver.ledger.records.len() as u64);
        })?;
        match stop {
            Stop::Hopeless(why) => Err(Error::Hopeless(why)),
            _ => Ok(Fairness::of(&driver.ledger.records, &description.setting.seats, bot, pairs)),
        }
    }

    /// What these pairs say.
    pub fn of(records: &[Record], seats: &[String], bot: &str, asked: u64) -> Fairness {
        let games = || records.iter().flat_map(|record| &record.games);
        let count = seats.len().max(1) as f64;
        let share = |at: usize| {
            let won = |winner: Option<usize>| winner.map_or(1.0 / count, |winner| f64::from(u8::from(winner == at)));
            let pair = |record: &Record| {
                let shares = record.games.iter().map(|game| won(game.winner));
                shares.sum::<f64>() / record.games.len().max(1) as f64
            };
            Rate::of(&records.iter().map(pair).collect::<Vec<f64>>(), 2)
        };
        Fairness {
            bot: bot.into(),
            asked,
            pairs: records.len() as u64,
            draws: games().filter(|game| game.winner.is_none()).count() as u64,
            distinct_games: games().map(|game| game.hash).collect::<HashSet<_>>().len() as u64,
            seats: seats
                .iter()
                .enumerate()
                .map(|(at, seat)| SeatShare { seat: seat.clone(), share: share(at) })
                .collect(),
        }
    }

    /// What a seat's share would be if all were alike.
    fn even(&self) -> f64 {
        1.0 / self.seats.len().max(1) as f64
    }

    /// The seats whose interval leaves out an even share.
    pub fn uneven(&self) -> impl Iterator<Item = &SeatShare> {
        let even = self.even();
        self.seats.iter().filter(move |seat| !(seat.share.low..=seat.share.high).contains(&even))
    }

    /// All of it in a sentence or two.
    pub fn sentence(&self) -> String {
        let plural = if self.pairs == 1 { "" } else { "s" };
        let Some(first) = self.seats.first().filter(|_| self.pairs > 0) else {
            return format!("{} against itself: no pair was played", self.bot);
        };
        let percent = |x: f64| format!("{:.0}", 100.0 * x);
        let told = |name: &str, share: &Rate| {
            format!("{name} {} % ({} to {} %)", percent(share.share), percent(share.low), percent(share.high))
        };
        let mut said =
            format!("{} against itself, {} pair{plural}: {}", self.bot, self.pairs, told("first seat", &first.share));
        if self.seats.len() > 2 {
            said.push_str(&format!(", where even is {} %", percent(self.even())));
        }
        if self.draws > 0 {
            said.push_str(&format!("; {} of {} games drawn", self.draws, 2 * self.pairs));
        }
        if self.distinct_games < 2 * self.pairs {
            said.push_str(&format!("; only {} of {} games differ", self.distinct_games, 2 * self.pairs));
        }
        let others: Vec<String> = self
            .uneven()
            .filter(|seat| seat.seat != first.seat)
            .map(|seat| told(&seat.seat, &seat.share))
            .take(3)
            .collect();
        match (self.uneven().next(), self.seats.len()) {
            (None, _) => said.push_str(". Nothing speaks against its being fair"),
            (Some(_), 2) => said.push_str(&format!(
                ". It favours {}",
                self.seats.iter().max_by(|a, b| a.share.share.total_cmp(&b.share.share)).map_or("", |seat| &seat.seat)
            )),
            (Some(_), _) if others.is_empty() => said.push_str(". It is not even for the first seat"),
            (Some(_), _) => said.push_str(&format!(". It is not even: {}", others.join(", "))),
        }
        said.push('.');
        said
    }
}
