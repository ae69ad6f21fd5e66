//! Looking at a result once more. Replays prove that games were legal and ended as they say, not who decided the moves; so
//! some fixtures are played again by somebody else, and where the two disagree the organiser plays them, too.

use skirmish_league::field::Outcome;
use skirmish_league::local::Hall;
use skirmish_league::record::Game;
use skirmish_league::{Fixture, Record};
use skirmish_matches::{Rerun, RerunOptions};
use std::path::{Path, PathBuf};

/// A result that is looked at once more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audit {
    /// What was played.
    pub fixture: Fixture,
    /// What each game is known by.
    pub marks: Vec<Mark>,
    /// Its replays by name, where they were kept.
    pub replays: Vec<Option<String>>,
    /// Who played it.
    pub by: String,
}

/// What a game is known by: the same bots that decide the same on the same start have the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The hash of all its states.
    pub hash: u64,
    /// How each seat's part ended, as far as that does not hang on the machine.
    pub endings: Vec<&'static str>,
}

impl Mark {
    /// Of all games of a result.
    pub fn of(record: &Record) -> Vec<Mark> {
        let mark = |game: &Game| Mark {
            hash: game.hash,
            endings: game.seats.iter().map(|seat| plain_ending(&seat.ending)).collect(),
        };
        record.games.iter().map(mark).collect()
    }
}

/// An ending without what a slower or smaller machine makes of it.
fn plain_ending(ending: &str) -> &'static str {
    match ending {
        "finished" | "late" => "finished",
        "crashed" | "out_of_memory" => "crashed",
        "closed" | "deaf" => "closed",
        "flooded" => "flooded",
        "malformed" => "malformed",
        "not_started" => "not_started",
        "resigned" => "resigned",
        _ => "unknown",
    }
}

/// A result that is to be decided by the organiser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dispute {
    /// The result.
    pub audit: Audit,
    /// Who played it again, and what came of it, if somebody did.
    pub other: Option<(String, Vec<Mark>)>,
}

/// What the organiser finds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// The organiser's own games.
    pub ours: Vec<Mark>,
    /// Whether it gets the same ones when it plays once more.
    pub is_repeatable: bool,
    /// Whether the bots decide as the disputed replays say when they are asked the same again.
    pub decides_the_same: bool,
}

impl Audit {
    /// Of a result of this worker.
    pub fn of(record: &Record, by: &str) -> Audit {
        Audit {
            fixture: record.fixture.clone(),
            marks: Mark::of(record),
            replays: record.games.iter().map(|game| Some(game.replay.as_ref()?.file.clone())).collect(),
            by: by.into(),
        }
    }
}

impl Dispute {
    /// Who is wrong. Bots that do not repeat themselves convict nobody, and where they decide the same when they are asked
    /// again, it is the machines that differ.
    pub fn wrong(&self, verdict: &Verdict) -> Vec<String> {
        if !verdict.is_repeatable || verdict.decides_the_same {
            return Vec::new();
        }
        let Dispute { audit, other } = self;
        let said = [(&audit.by, &audit.marks)].into_iter().chain(other.iter().map(|(who, marks)| (who, marks)));
        said.filter(|(_, marks)| **marks != verdict.ours).map(|(who, _)| who.clone()).collect()
    }
}

/// Decides a dispute by playing the fixture here; `None` if that cannot be done.
pub fn decide(hall: &Hall, replays: &Path, dispute: &Dispute) -> Option<Verdict> {
    let audit = &dispute.audit;
    let play = || match hall.play(&audit.fixture) {
        Outcome::Played(record) => {
            // Only what was played first is kept.
            let files = record.games.iter().filter_map(|game| game.replay.as_ref());
            files.for_each(|replay| drop(std::fs::remove_file(hall.venue().replays.join(&replay.file))));
            Some(Mark::of(&record))
        }
        _ => None,
    };
    let ours = play()?;
    if ours == audit.marks && dispute.other.as_ref().is_none_or(|(_, marks)| *marks == ours) {
        return Some(Verdict { ours, is_repeatable: true, decides_the_same: true });
    }
    if ours == audit.marks {
        return Some(Verdict { is_repeatable: play()? == ours, ours, decides_the_same: false });
    }
    let decides_the_same = decide_the_same(hall, replays, audit);
    let is_repeatable = decides_the_same || play()? == ours;
    Some(Verdict { ours, is_repeatable, decides_the_same })
}

/// Whether all programs decide as the replays of a result say. Without replays there is nothing to ask them.
fn decide_the_same(hall: &Hall, replays: &Path, audit: &Audit) -> bool {
    let Some(files) = audit.replays.iter().cloned().collect::<Option<Vec<String>>>() else { return false };
    let tournament = hall.tournament();
    let orders = audit.fixture.orders(tournament.setting.seats.len());
    let games = files.iter().zip(orders).all(|(file, order)| {
        let path: PathBuf = replays.join(file);
        tournament.setting.seats.iter().zip(order).all(|(seat, place)| {
            let bot = audit.fixture.key.bots[place];
            let Some(player) = hall.player_of(bot).filter(|player| !player.starts_with("builtin:")) else {
                return true;
            };
            same_decisions(hall, &player, &path, seat)
        })
    });
    games && hall.has_programs()
}

fn same_decisions(hall: &Hall, player: &str, path: &Path, seat: &str) -> bool {
    let options = RerunOptions { sandbox: Some(hall.team().sandbox().level), ..RerunOptions::default() };
    let rerun = Rerun::ready(hall.venue(), player, &hall.tournament().setting.game, &options);
    let run = rerun.and_then(|rerun| rerun.replay(hall.venue(), path, seat, |_| false));
    run.is_ok_and(|run| run.differ == 0 && run.ending.is_none())
}
