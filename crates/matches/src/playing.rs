//! One match: played, written down, and played again where it was nobody's fault that it was void.

use crate::followed::{Followed, Follower};
use crate::logs::{Hear, Logs};
use crate::note::Note;
use crate::venue::Make;
use crate::{Error, Played, Team, Venue, replays};
use serde_json::json;
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::SeatedPlayer;
use skirmish_referee::clock::Timekeeping;
use skirmish_referee::program::Program;
use skirmish_referee::scribe::{Scribe, Show};
use skirmish_referee::witness::{Incident, Private};
use skirmish_referee::{Contest, Notebook, Options, Player, Witness, secret};
use skirmish_replay::{Recorder, names};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// How many times a match is played before the referee gives up because it was void each time.
const TRIES: u32 = 3;

/// How a match is run and written down.
#[derive(Clone, Debug, Default)]
pub struct MatchOptions {
    /// Time limits in place of the game's own.
    pub time: Timekeeping,
    /// Whether programs may think while they wait for their turn.
    pub ponder: bool,
    /// Where the match is written down.
    pub record: Record,
}

impl MatchOptions {
    /// Whether a match can be run like this: an error says why not, before anybody is made ready.
    pub fn check(&self) -> Result<(), Error> {
        let mut times = [self.time.turn_ms, self.time.init_ms].into_iter().flatten();
        if let Some(ms) = times.find(|&ms| ms < 1) {
            return Err(Error::NoTime(ms));
        }
        match &self.record {
            Record::File(path) if path.exists() => Err(Error::Taken(path.clone())),
            _ => Ok(()),
        }
    }
}

/// Where a match is written down.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Record {
    /// In the venue's folder, under a name of its own.
    #[default]
    Folder,
    /// In this file, which must not be there yet.
    File(PathBuf),
    /// Logs and capsules in the venue's folder, but no replay: whoever plays cannot know all that a replay holds.
    Notes,
    /// Nowhere: there is no replay, no log and no capsule.
    Nowhere,
}

impl Record {
    /// The records of two games in a row: `NAME-1.skirmish` and `NAME-2.skirmish` for `NAME.skirmish`.
    pub fn of_two(&self) -> [Record; 2] {
        ["1", "2"].map(|n| match self {
            Record::File(path) => Record::File(replays::renamed(path, n)),
            other => other.clone(),
        })
    }
}

/// Is told where a replay grows, and may follow the match from there.
pub type Begun<'a> = &'a dyn Fn(&Path) -> Option<Box<dyn Witness>>;

/// Whoever follows a match while it is played.
#[derive(Default)]
pub struct Follow<'a> {
    /// Is shown the table after every step, before the next players are asked.
    pub show: Option<Show<'a>>,
    /// Is told where the replay grows, as soon as it does; who comes back is told every step from there.
    pub begun: Option<Begun<'a>>,
    /// Is given what programs print on standard error, line by line.
    pub log: Option<Hear>,
}

/// A match to be played by a team.
pub struct Match<'a> {
    venue: &'a Venue,
    team: &'a Team,
    options: MatchOptions,
    order: Option<Vec<usize>>,
    programs: Vec<Option<Program>>,
    again: bool,
    follow: Follow<'a>,
}

impl<'a> Match<'a> {
    /// A match as usual: the players take the seats in turn.
    pub fn new(venue: &'a Venue, team: &'a Team) -> Match<'a> {
        let (options, follow) = (MatchOptions::default(), Follow::default());
        Match { venue, team, options, order: None, programs: Vec::new(), again: false, follow }
    }

    /// Runs it in this way.
    #[must_use]
    pub fn with(mut self, options: MatchOptions) -> Match<'a> {
        self.options = options;
        self
    }

    /// Who takes which seat: the places of players in the team, in seat order.
    #[must_use]
    pub fn seated(mut self, order: Vec<usize>) -> Match<'a> {
        self.order = Some(order);
        self
    }

    /// Lets somebody follow it.
    #[must_use]
    pub fn followed(mut self, follow: Follow<'a>) -> Match<'a> {
        self.follow = follow;
        self
    }

    /// Gives programs that stayed for it their seats.
    #[must_use]
    pub fn with_programs(mut self, programs: Vec<Option<Program>>) -> Match<'a> {
        self.programs = programs;
        self
    }

    /// Lets programs that play series stay for another game: they come back with the result.
    #[must_use]
    pub fn with_another(mut self, again: bool) -> Match<'a> {
        self.again = again;
        self
    }

    /// Plays it at a table made by `make`. A try that is void is kept under a name that says so.
    ///
    /// Once the venue's [`Cancel`](crate::Cancel) is cancelled, a match stops, and one that has not begun does so at once:
    /// it comes back without an error, but does not [count](Played::counts), and its report is `interrupted()`.
    pub fn play(mut self, make: Make<'_>) -> Result<Played, Error> {
        for attempt in 1.. {
            let played = self.once(make()?)?;
            let spoilt = played.report.void.is_some() && !played.report.interrupted();
            if !spoilt || attempt == TRIES {
                return Ok(played);
            }
            if let Record::File(record) = &self.options.record {
                replays::set_aside(record, &played.private, &played.capsules)?;
            }
            let why = played.report.void.as_deref().unwrap_or_default();
            self.venue.listener.tell(Note::PlayedAgain { why });
        }
        unreachable!("the last try returns")
    }

    /// Plays it once, at a table that cannot be made again.
    pub fn play_at(mut self, table: Box<dyn AnyTable>) -> Result<Played, Error> {
        self.once(table)
    }

    /// Who sits where: as it was said, or in turn.
    fn players(&self, seats: usize) -> Vec<Player> {
        let players = self.team.players();
        let on = |seat: usize| self.order.as_ref().map_or(seat % players.len(), |order| order[seat]);
        (0..seats).map(|seat| players[on(seat)].clone()).collect()
    }

    fn once(&mut self, table: Box<dyn AnyTable>) -> Result<Played, Error> {
        let id = secret::match_id(table.game()).map_err(Error::NoSecrets)?;
        let players = self.players(table.seats().len());
        let apart = players.iter().map(|player| player.sitter.start().is_some_and(|start| start.files_only)).collect();
        let options = Options {
            time: self.options.time,
            ponder: self.options.ponder,
            sandbox: self.team.sandbox().clone(),
            again: self.again,
            cancel: self.venue.cancel.clone(),
            interpreters: self.venue.interpreters,
        };
        let recorder = match self.recorder(&id) {
            Ok(recorder) => Ok(recorder),
            // A disk that cannot be written is no reason not to play; a file in a place that is not there is.
            Err(error) if matches!(self.options.record, Record::File(_)) && !is_full(&error) => {
                return Err(Error::Unwritten(error));
            }
            Err(error) => Err(error),
        };
        let notes = self.notes(&id)?;
        let hear = self.follow.log.clone();
        let (logs, echoes) = hear.map(|hear| Logs::hand_on(table.seats(), hear)).unzip();
        let programs = std::mem::take(&mut self.programs);
        let lobby = self.team.lobby();
        let sandbox = json!(options.sandbox);
        let run = |witness: &mut dyn Witness| {
            let mut contest = Contest::new(id.clone(), table, players, options, witness).with_programs(programs);
            if let Some(lobby) = lobby {
                contest = contest.with_lobby(lobby);
            }
            let played = contest.with_echoes(echoes.unwrap_or_default()).play();
            logs.into_iter().for_each(Logs::finish);
            played
        };
        let show: Option<Show<'_>> = self.follow.show.as_mut().map(|show| &mut **show as Show<'_>);
        let follower = Follower::default();
        let begun = |path: &Path| *follower.borrow_mut() = self.follow.begun.and_then(|begun| begun(path));
        let (contest, finished, capsules) = match recorder {
            Ok(Some(recorder)) => {
                let mut scribe = Scribe::new(recorder, id.clone(), sandbox, show, &begun);
                let contest = run(&mut Followed { scribe: &mut scribe, by: &follower });
                let (finished, capsules) = scribe.finish(&*contest.table, contest.report.void.as_deref());
                // Whoever followed finds the ending in the file from now on.
                drop(follower.take());
                (contest, finished.map(Some), capsules)
            }
            nowhere => {
                let notebook = notes.as_deref().map(Notebook::at);
                let mut witness = Unrecorded { notebook, show };
                let contest = run(&mut witness);
                let (written, capsules) = witness.notebook.map_or((Ok(()), Vec::new()), Notebook::finish);
                (contest, nowhere.and(written).map(|()| None), capsules)
            }
        };
        let (finished, unwritten) = match finished {
            Ok(finished) => (finished, None),
            Err(error) => (None, Some(Error::Unwritten(error))),
        };
        let (replay, id) = finished.map(|finished| (finished.path, finished.id)).unzip();
        let beside = |replay: &PathBuf| -> Vec<PathBuf> {
            let seats = contest.table.seats().iter();
            seats.map(|seat| names::private_file(replay, seat)).filter(|path| path.exists()).collect()
        };
        let private = replay.as_ref().or(notes.as_ref()).map(beside).unwrap_or_default();
        let skirmish_referee::Played { report, table, programs } = contest;
        Ok(Played { report, replay, private, id, capsules, apart, unwritten, table, programs })
    }

    /// Where the replay of a match would be that has notes alone.
    fn notes(&self, id: &str) -> Result<Option<PathBuf>, Error> {
        if self.options.record != Record::Notes {
            return Ok(None);
        }
        let folder = &self.venue.replays;
        let unwritten = |why| skirmish_replay::Error::Io { doing: "create", path: folder.clone(), why };
        std::fs::create_dir_all(folder).map_err(|why| Error::Unwritten(unwritten(why)))?;
        Ok(Some(folder.join(names::replay_name(id, 1))))
    }

    fn recorder(&self, id: &str) -> Result<Option<Recorder>, skirmish_replay::Error> {
        match &self.options.record {
            Record::Nowhere | Record::Notes => Ok(None),
            Record::File(path) => Recorder::create(path).map(Some),
            Record::Folder => Recorder::create_in(&self.venue.replays, id).map(Some),
        }
    }
}

/// Whether there is no room to write.
fn is_full(error: &skirmish_replay::Error) -> bool {
    let skirmish_replay::Error::Io { why, .. } = error else { return false };
    matches!(why.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

/// The witness of a match that has no replay.
struct Unrecorded<'a> {
    notebook: Option<Notebook>,
    show: Option<Show<'a>>,
}

impl Witness for Unrecorded<'_> {
    fn begin(&mut self, seated: &[SeatedPlayer], table: &mut dyn AnyTable) {
        if let Some(notebook) = &mut self.notebook {
            notebook.begin(seated, table);
        }
    }

    fn step(&mut self, table: &mut dyn AnyTable) {
        if let Some(notebook) = &mut self.notebook {
            notebook.step(table);
        }
        if let Some(show) = &mut self.show {
            show(table);
        }
    }

    fn answer(&mut self, seat: Seat, private: &Private) {
        if let Some(notebook) = &mut self.notebook {
            notebook.answer(seat, private);
        }
    }

    fn fault(&mut self, seat: Seat, seated: &[SeatedPlayer], incident: &Incident<'_>, table: &dyn AnyTable) {
        if let Some(notebook) = &mut self.notebook {
            notebook.fault(seat, seated, incident, table);
        }
    }
}
