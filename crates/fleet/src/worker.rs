//! The worker's side of a fleet, without any wire: what is to be done with a job, and how it is played.

use crate::wire::{Charter, Contents, Job, One, Parcel, What};
use skirmish_jail::Level;
use skirmish_league::field::Outcome;
use skirmish_league::local::{Hall, Probe};
use skirmish_league::verify::Proof;
use skirmish_league::{Fixture, Record};
use skirmish_referee::SeatSpec;
use skirmish_referee::player::NativeBot;
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

/// An answer on its way, by the id under which a server stores it once. Others may have been given the same job and know its
/// nonce, so the id also has something that only this worker knows: else they could use it up, and the server would take the
/// answer for one that it has.
#[derive(Debug)]
pub struct Letter {
    nonce: String,
    drawn: u64,
    was_tried: bool,
}

impl Letter {
    /// The answer to a job of this nonce; `drawn` is a number that nobody can guess.
    pub fn new(nonce: &str, drawn: u64) -> Letter {
        Letter { nonce: nonce.into(), drawn, was_tried: false }
    }

    /// What it is stored under.
    pub fn id(&self) -> String {
        format!("answer-{}-{:016x}", self.nonce, self.drawn)
    }

    /// Whether it was sent, and nobody knows what came of it.
    pub fn was_tried(&self) -> bool {
        self.was_tried
    }

    /// Nobody knows whether it was stored: it is sent again under the same id.
    pub fn unknown(&mut self) {
        self.was_tried = true;
    }

    /// The server says that it has a message of this id. Whether that is ours; if it cannot be, the next id is another one.
    pub fn is_known(&mut self, drawn: u64) -> bool {
        if !self.was_tried {
            self.drawn = drawn;
        }
        self.was_tried
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

/// Whether a fixture is one of those who play by a charter.
pub fn is_among(charter: &Charter, fixture: &Fixture) -> bool {
    fixture.key.bots.len() > 1 && fixture.key.bots.iter().all(|bot| charter.numbers.contains(bot))
}

/// How the bot in a folder is spelled here. What stands before the folder may say how it is spoken to, and nothing else:
/// least of all may it make a command of it.
pub fn spelled(before: &str, folder: &Path) -> Result<String, String> {
    let text = format!("{before}{}", folder.display());
    match SeatSpec::read(&text, |_| false).map_err(|error| error.to_string())? {
        SeatSpec::Folder(read) | SeatSpec::Native { bot: NativeBot::Folder(read), .. } if read == folder => Ok(text),
        _ => Err(format!("{before:?} before a bot's folder makes something else of it")),
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
        if !is_among(&self.charter, fixture) {
            return Some(One::Failed(format!("the bots of {} do not take part", fixture.key)));
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_ours_only_if_it_was_sent_before() {
        let mut letter = Letter::new("nonce", 1);
        let first = letter.id();
        assert!(first.contains("nonce"), "{first}");
        assert!(!letter.is_known(2), "somebody else has used up the id");
        assert_ne!(letter.id(), first);
        let second = letter.id();
        letter.unknown();
        assert!(letter.is_known(3), "it was stored, and we were not told");
        assert_eq!(letter.id(), second);
    }

    #[test]
    fn nothing_before_a_folder_makes_a_command_of_it() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("skirmish.toml"), "run = [\"./bot\"]").unwrap();
        let path = folder.path();
        assert_eq!(spelled("", path).unwrap(), path.display().to_string());
        assert_eq!(spelled("native:", path).unwrap(), format!("native:{}", path.display()));
        for before in ["sh -c 'id' ", "python3 ", "builtin:", "native:sh -c ", "./", "replay:", "x"] {
            assert!(spelled(before, path).is_err(), "{before:?}");
        }
    }
}
