//! Where this machine plays: the bots are ready, the game is known, and one fixture after the other is played.

use crate::Error;
use crate::field::Outcome;
use crate::fixture::Fixture;
use crate::record::{EXCEPTION, Game, Record, Replay, SeatRecord};
use crate::tournament::{Tournament, Treatment};
use serde::{Deserialize, Serialize};
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_matches::error::in_full;
use skirmish_matches::pair::in_turn;
use skirmish_matches::{MatchOptions, Origin, Played, Record as Recorded, Team, TeamOptions, Venue};
use skirmish_referee::Sitter;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A game runs out of patience after so many steps; no game of ours takes as many.
const MOST_STEPS: u64 = 1_000_000;

/// Which games are written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// All of them.
    All,
    /// Those that programs play; the others can be played again at any time.
    #[default]
    Programs,
    /// Those in which a bot did something wrong.
    Faults,
    /// None. Capsules are kept all the same.
    None,
}

/// A place to play fixtures of a tournament.
pub struct Hall {
    venue: Venue,
    tournament: Tournament,
    team: Team,
    /// How the players are spelled here.
    players: Vec<String>,
    /// The ledger's number of each player of the team.
    bots: Vec<usize>,
    /// The names of built-in bots, where all are.
    builtin: Option<Vec<String>>,
    keep: Keep,
}

impl Hall {
    /// Makes the entrants ready. Replays, logs and capsules go to the venue's folder for replays.
    pub fn ready(
        venue: Venue,
        tournament: &Tournament,
        sandbox: Option<skirmish_jail::Level>,
        keep: Keep,
    ) -> Result<Hall, Error> {
        let players: Vec<String> = tournament.entrants.iter().map(|entrant| entrant.player.clone()).collect();
        Hall::elsewhere(venue, tournament, &players, sandbox, keep)
    }

    /// The same where the entrants are not what they are called, but are spelled like this.
    pub fn elsewhere(
        venue: Venue,
        tournament: &Tournament,
        players: &[String],
        sandbox: Option<skirmish_jail::Level>,
        keep: Keep,
    ) -> Result<Hall, Error> {
        let game = venue.game(&tournament.setting.game)?;
        let mut table = tournament.setting.origin(0, tournament.seed).table_of(game)?;
        let called = tournament.entrants.iter().map(|entrant| entrant.player.clone()).collect();
        let memory = tournament.treatment.memory;
        let options = TeamOptions { sandbox, memory, called: Some(called), ..TeamOptions::default() };
        let team = Team::ready(&venue, &mut *table, players, &options)?;
        let builtin = |player: &skirmish_referee::Player| match &player.sitter {
            Sitter::Builtin(name) => Some(name.clone()),
            _ => None,
        };
        let builtin = team.players().iter().map(builtin).collect();
        let players = players.to_vec();
        Ok(Hall { venue, tournament: tournament.clone(), team, players, bots: Vec::new(), builtin, keep })
    }

    /// Says which numbers the entrants have in the ledger.
    #[must_use]
    pub fn numbered(mut self, bots: Vec<usize>) -> Hall {
        self.bots = bots;
        self
    }

    /// The place where it plays.
    pub fn venue(&self) -> &Venue {
        &self.venue
    }

    /// What is played.
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// The players that are ready.
    pub fn team(&self) -> &Team {
        &self.team
    }

    /// How the bot of a number in the ledger is spelled here; `None` if it does not play.
    pub fn player_of(&self, bot: usize) -> Option<String> {
        self.bots.iter().position(|&number| number == bot).map(|place| self.players[place].clone())
    }

    /// Whether programs take part.
    pub fn has_programs(&self) -> bool {
        self.builtin.is_none()
    }

    /// Plays a fixture.
    pub fn play(&self, fixture: &Fixture) -> Outcome {
        let played = match (&self.builtin, self.keep) {
            (Some(names), Keep::Programs | Keep::Faults | Keep::None) => self.play_out(fixture, names),
            _ => self.host(fixture, self.keep).map(Some),
        };
        match played {
            Ok(Some(Ok(record))) => Outcome::Played(Box::new(record)),
            Ok(Some(Err(why))) => Outcome::Failed { why, worker: None },
            Ok(None) => Outcome::Interrupted,
            Err(_) if self.venue.cancel.is_cancelled() => Outcome::Interrupted,
            Err(error) => Outcome::Hopeless(in_full(&error)),
        }
    }

    /// Plays a fixture of built-in bots once more, and writes its games down in these files.
    pub fn write_down(&self, fixture: &Fixture, files: &[PathBuf]) -> Result<Vec<Played>, Error> {
        let ways: Vec<MatchOptions> = files.iter().map(|file| self.way(Recorded::File(file.clone()))).collect();
        self.in_turn(fixture, &ways)
    }

    /// The places in the team of a fixture's bots.
    fn places(&self, fixture: &Fixture) -> Vec<usize> {
        let place = |bot: &usize| self.bots.iter().position(|number| number == bot);
        fixture.key.bots.iter().map(|bot| place(bot).expect("only entrants are scheduled")).collect()
    }

    /// The orders of a fixture, by places in the team.
    fn orders(&self, fixture: &Fixture) -> Vec<Vec<usize>> {
        let places = self.places(fixture);
        let orders = fixture.orders(self.tournament.setting.seats.len());
        orders.into_iter().map(|order| order.into_iter().map(|bot| places[bot]).collect()).collect()
    }

    fn origin(&self, fixture: &Fixture) -> Origin {
        self.tournament.setting.origin(fixture.start, self.tournament.seed)
    }

    /// Plays a fixture of built-in bots in this thread. `None` if it was stopped.
    fn play_out(&self, fixture: &Fixture, names: &[String]) -> Result<Option<Result<Record, String>>, Error> {
        let game = self.venue.game(&self.tournament.setting.game)?;
        let (origin, seed) = (self.origin(fixture), fixture.seed(self.tournament.seed));
        let goes_on =
            |steps: u64| steps < MOST_STEPS && !(steps.is_multiple_of(64) && self.venue.cancel.is_cancelled());
        let mut games = Vec::new();
        for (n, order) in self.orders(fixture).into_iter().enumerate() {
            let began = Instant::now();
            let mut table = origin.table_of(game)?;
            table.reseed(seed.of_game(n as u64 + 1));
            let seed = table.seed();
            for (at, &place) in order.iter().enumerate() {
                let seat = Seat(at as u8);
                assert!(table.seat_bot(seat, &names[place], seed.of_seat(seat)), "built-in bots are looked up before");
            }
            let Some(played) = table.play_out(&goes_on) else { unreachable!("every seat has a bot") };
            if self.venue.cancel.is_cancelled() {
                return Ok(None);
            }
            games.push(Game {
                bots: order.iter().map(|&place| self.bots[place]).collect(),
                seed: seed.number(),
                hash: played.fingerprint,
                steps: played.steps,
                turns: table.turn().number,
                winner: played.standings.winner.map(Seat::index),
                scores: played.standings.scores,
                reason: played.standings.reason.map(str::to_string),
                ms: began.elapsed().as_millis() as u64,
                replay: None,
                disturbed: false,
                seats: Vec::new(),
            });
        }
        Ok(Some(Ok(Record { fixture: fixture.clone(), games, latency_ms: 0, worker: None })))
    }

    fn way(&self, record: Recorded) -> MatchOptions {
        let Treatment { time, ponder, .. } = self.tournament.treatment;
        MatchOptions { time, ponder, record }
    }

    fn in_turn(&self, fixture: &Fixture, ways: &[MatchOptions]) -> Result<Vec<Played>, Error> {
        let game = self.venue.game(&self.tournament.setting.game)?;
        let (origin, seed) = (self.origin(fixture), fixture.seed(self.tournament.seed));
        let make = || -> Result<Box<dyn AnyTable>, skirmish_matches::Error> {
            let mut table = origin.table_of(game)?;
            table.reseed(seed);
            Ok(table)
        };
        let series = self.tournament.treatment.series;
        Ok(in_turn(&self.venue, &self.team, &make, &self.orders(fixture), ways, series)?)
    }

    /// Lets the referee host a fixture. The inner error says why it does not count.
    fn host(&self, fixture: &Fixture, keep: Keep) -> Result<Result<Record, String>, Error> {
        let record = if keep == Keep::None { Recorded::Notes } else { Recorded::Folder };
        let orders = self.orders(fixture);
        let began = Instant::now();
        let played = self.in_turn(fixture, &vec![self.way(record); orders.len()])?;
        let ms = began.elapsed().as_millis() as u64 / played.len().max(1) as u64;
        if let Some(error) = played.iter().find_map(|game| game.unwritten.as_ref()) {
            return Err(Error::Unwritten(in_full(error)));
        }
        if let Some(why) = played.iter().find_map(|game| game.report.void.clone()) {
            return Ok(Err(why));
        }
        let games = played.iter().zip(&orders).map(|(game, order)| self.told(game, order, keep, ms)).collect();
        Ok(Ok(Record { fixture: fixture.clone(), games, latency_ms: 0, worker: None }))
    }

    fn told(&self, game: &Played, order: &[usize], keep: Keep, ms: u64) -> Game {
        let standings = game.standings();
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let texts = |counts: &std::collections::BTreeMap<&'static str, u32>| {
            counts.iter().map(|(kind, count)| (kind.to_string(), *count)).collect()
        };
        let seats: Vec<SeatRecord> = game
            .seats()
            .into_iter()
            .zip(&game.report.seats)
            .map(|(mut seat, report)| SeatRecord {
                ending: skirmish_matches::played::kind(&report.ending).to_string(),
                faults: {
                    // It costs nothing in the match, but whoever wrote the bot wants to know before anything else.
                    if seat.exceptions > 0 {
                        seat.faults.insert(EXCEPTION, seat.exceptions);
                    }
                    texts(&seat.faults)
                },
                rejected: texts(&seat.rejected),
                refused_at: seat.refused_at.iter().map(|(reason, turn)| (reason.to_string(), *turn)).collect(),
                capsules: seat.capsules.iter().map(|(kind, path)| (kind.to_string(), name(path))).collect(),
                requests: seat.requests,
                time_ms: seat.time_ms,
                longest_ms: report.longest_ms,
            })
            .collect();
        let is_clean = seats.iter().all(|seat| seat.faults.is_empty() && seat.rejected.is_empty());
        let drops = keep == Keep::None || keep == Keep::Faults && is_clean;
        if drops && is_clean {
            let files = game.replay.iter().chain(&game.private);
            // What is left lies there for nothing, and does no harm.
            files.for_each(|path| drop(std::fs::remove_file(path)));
        }
        let replay = game.replay.as_deref().zip(game.id.clone()).filter(|_| !drops);
        Game {
            bots: order.iter().map(|&place| self.bots[place]).collect(),
            seed: game.report.seed,
            hash: game.table.fingerprint(),
            steps: game.report.steps,
            turns: game.table.turn().number,
            winner: standings.winner.map(Seat::index),
            scores: standings.scores,
            reason: standings.reason.map(str::to_string),
            ms,
            replay: replay.map(|(path, id)| Replay { file: name(path), id }),
            disturbed: game.report.disturbed,
            seats,
        }
    }
}
