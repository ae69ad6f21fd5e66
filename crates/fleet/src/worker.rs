//! The worker's side of a fleet, without any wire: what is to be done with a job, and how it is played.

use crate::wire::{Charter, Contents, Job, One, Parcel, What};
use skirmish_jail::Level;
use skirmish_league::field::Outcome;
use skirmish_league::local::{Hall, Probe};
use skirmish_league::verify::Proof;
use skirmish_league::{Fixture, Record};
use skirmish_replay::names;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Instant;

/// A job that was delivered so often, and never answered, is not tried again.
pub const DELIVERIES: i64 = 3;

/// Where a worker plays the fixtures of a tournament.
pub trait Stage: Send + Sync {
    /// Plays a fixture; `None` if somebody stopped it.
    fn play(&self, fixture: &Fixture) -> Option<One>;
}

/// What is to be done with a job.
#[derive(Debug, PartialEq)]
pub enum Consider {
    /// It is played.
    Play,
    /// This is said at once.
    Say(What),
}

/// What is to be done with a job that is delivered for the n-th time.
pub fn consider(delivered: i64, can: Result<(), String>) -> Consider {
    match can {
        _ if delivered > DELIVERIES => {
            Consider::Say(What::Lost(format!("it was delivered {DELIVERIES} times, and no worker lived to answer")))
        }
        Ok(()) => Consider::Play,
        Err(why) => Consider::Say(What::Declined(why)),
    }
}

/// Plays all fixtures of a job; `None` if somebody stopped it.
pub fn perform(stage: &dyn Stage, job: &Job) -> Option<What> {
    job.fixtures.iter().map(|fixture| stage.play(fixture)).collect::<Option<_>>().map(What::Played)
}

/// Whether a worker of these walls and this program can play by a charter.
pub fn can_play(charter: &Charter, program: &str, level: Level) -> Result<(), String> {
    if charter.program != program {
        return Err(format!("it runs version {program}, the organiser {}", charter.program));
    }
    match charter.level {
        Some(demanded) if demanded > level => {
            Err(format!("its sandbox is {}, the organiser demands {}", level.name(), demanded.name()))
        }
        _ => Ok(()),
    }
}

/// A hall of this machine.
pub struct HallStage {
    /// Where fixtures are played.
    pub hall: Hall,
    /// The charter.
    pub charter: Charter,
    /// How late the machine is, where programs are timed.
    pub probe: Option<Probe>,
}

impl Stage for HallStage {
    fn play(&self, fixture: &Fixture) -> Option<One> {
        let began = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| self.hall.play(fixture)));
        Some(match outcome {
            Ok(Outcome::Played(mut record)) => {
                record.latency_ms = self.probe.as_ref().map_or(0, |probe| probe.worst_since(began).as_millis() as u64);
                self.pack(record)
            }
            Ok(Outcome::Failed { why, .. } | Outcome::Parked { why, .. } | Outcome::Hopeless(why)) => One::Failed(why),
            Ok(Outcome::Interrupted) => return None,
            Err(_) => One::Failed("it broke the program; that is a bug".into()),
        })
    }
}

impl HallStage {
    /// Proves what was played and takes along what was written down.
    fn pack(&self, record: Box<Record>) -> One {
        let venue = self.hall.venue();
        let proved =
            venue.game(&self.charter.tournament.setting.game).map_err(|error| error.to_string()).and_then(|game| {
                let proof = Proof { venue, game, tournament: &self.charter.tournament, bots: &self.charter.bots };
                proof.holds(&venue.replays, &record)
            });
        if let Err(why) = proved {
            return One::Failed(format!("what was played does not prove itself: {why}"));
        }
        match files(&record, &self.charter.tournament.setting.seats, &venue.replays) {
            Ok(files) => One::Record { record, files },
            Err(error) => One::Failed(format!("what was written down cannot be read: {error}")),
        }
    }
}

/// The files of a result: they go along, and are not kept.
fn files(record: &Record, seats: &[String], folder: &Path) -> std::io::Result<Vec<Parcel>> {
    let mut names = BTreeSet::new();
    for game in &record.games {
        if let Some(replay) = &game.replay {
            let path = folder.join(&replay.file);
            let private = seats.iter().map(|seat| names::private_file(&path, seat));
            let private = private.filter(|path| path.is_file());
            names.extend(private.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())));
            names.insert(replay.file.clone());
        }
        names.extend(game.seats.iter().flat_map(|seat| seat.capsules.values().cloned()));
    }
    let mut parcels = Vec::with_capacity(names.len());
    for name in names {
        let path = folder.join(&name);
        let bytes = std::fs::read(&path)?;
        std::fs::remove_file(&path)?;
        parcels.push(Parcel { name, contents: Contents::Bytes(bytes) });
    }
    Ok(parcels)
}
