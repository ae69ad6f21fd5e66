//! The ledger: everything that came of a tournament, in one file that only ever grows.
//!
//! Its lines are JSON, each of one kind: what is played, who takes part, when somebody began to play, what came of a
//! fixture, what failed. A fixture counts once, whoever plays it and however often. What is torn at the end was never
//! finished, and is dropped; what is damaged anywhere else is refused.

mod file;

use crate::comparison::Tested;
use crate::fixture::Key;
use crate::plan::Plan;
use crate::record::Record;
use crate::scores::Tally;
use crate::starts::Starts;
use crate::tournament::Entrant;
use crate::{Error, Tournament};
use file::LedgerFile;
use serde::{Deserialize, Serialize};
use skirmish_matches::Identity;
use skirmish_stats::Sprt;
use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The format of ledgers that this program writes and reads.
pub const FORMAT: u32 = 1;
/// The most bytes of a first line that is looked at by itself.
const LONGEST_BEGINNING: u64 = 64 << 20;
/// What the ledger is called in the folder of its tournament.
pub const NAME: &str = "results.jsonl";

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Ledger(Box<Header>),
    Bot(Bot),
    Session(Session),
    Played(Box<Record>),
    Failed(Failed),
    Withdrawn(Withdrawn),
    Grown(Extent),
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    format: u32,
    /// Tells it from all other ledgers.
    #[serde(default)]
    id: String,
    tournament: Tournament,
}

/// A bot by its contents. The same name with other contents is another bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bot {
    /// What it is called in tables.
    pub name: String,
    /// What its entrant is called.
    pub entrant: String,
    /// As it was spelled.
    pub player: String,
    /// Digests of what it is made of.
    #[serde(flatten)]
    pub identity: Identity,
}

/// Somebody began to play, or went on.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Session {
    /// Seconds since 1970.
    pub began: u64,
    /// The version of this program.
    pub program: String,
    /// How many fixtures are played at once.
    pub concurrency: usize,
    /// The walls around programs; empty if there are none to keep in.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sandbox: String,
    /// The test, where two bots are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compares: Option<Compares>,
}

/// A test of two bots.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Compares {
    /// The two by their numbers, the one in question first.
    pub bots: [usize; 2],
    /// The test.
    pub test: Sprt,
}

/// A fixture that could not be played, which was no bot's fault. It is played again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Failed {
    /// What was to be played.
    pub key: Key,
    /// What was in the way.
    pub why: String,
    /// Who tried, where that is not the machine that keeps the ledger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
}

/// What a worker said turned out to be wrong: nothing of these fixtures counts, and they are played again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Withdrawn {
    /// Who was wrong.
    pub worker: String,
    /// About what.
    pub why: String,
    /// What it has played, and what was scheduled because of it.
    pub keys: Vec<Key>,
}

/// A ledger, in memory and on disk.
pub struct Ledger {
    /// Tells it from all other ledgers; empty if it is nowhere on disk.
    pub id: String,
    /// What is played.
    pub tournament: Tournament,
    /// Who takes part, and who did before its files changed.
    pub bots: Vec<Bot>,
    /// What came of fixtures, in the order in which they were finished.
    pub records: Vec<Record>,
    /// What failed.
    pub failed: Vec<Failed>,
    /// What counted once and counts no more.
    pub withdrawn: Vec<Withdrawn>,
    /// When it was played.
    pub sessions: Vec<Session>,
    /// Bytes at the end that were no whole line, if there were any.
    pub torn: Option<usize>,
    keys: HashSet<Key>,
    file: Option<LedgerFile>,
}

/// What may grow of a tournament that is gone on with: from here on this holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Extent {
    /// Fixtures of every meeting.
    pairs: u64,
    /// Whether further pairs are played after the schedule.
    until_separated: bool,
}

impl Extent {
    fn of(tournament: &Tournament) -> Extent {
        Extent { pairs: tournament.pairs, until_separated: tournament.until_separated }
    }
}

impl Ledger {
    /// A ledger that is nowhere on disk.
    pub fn in_memory(tournament: Tournament) -> Ledger {
        Ledger {
            id: String::new(),
            tournament,
            bots: Vec::new(),
            records: Vec::new(),
            failed: Vec::new(),
            withdrawn: Vec::new(),
            sessions: Vec::new(),
            torn: None,
            keys: HashSet::new(),
            file: None,
        }
    }

    /// The ledger of a tournament in a folder: the one that is there, to go on with, or a new one. It is ours until it is
    /// dropped.
    pub fn open(folder: &Path, tournament: Tournament) -> Result<Ledger, Error> {
        let (mut file, text) = LedgerFile::open(folder)?;
        if text.is_empty() {
            let mut ledger = Ledger::in_memory(tournament);
            ledger.id = new_id(&ledger.tournament, folder)?;
            ledger.file = Some(file);
            let header = Header { format: FORMAT, id: ledger.id.clone(), tournament: ledger.tournament.clone() };
            ledger.write(&Line::Ledger(Box::new(header)))?;
            ledger.sync()?;
            return Ok(ledger);
        }
        let path = folder.join(NAME);
        let (mut ledger, whole) = read(&path, &text)?;
        let keys = tournament.differs(&ledger.tournament);
        if !keys.is_empty() {
            return Err(Error::OtherTournament { path, keys });
        }
        let (had, asked) = (ledger.tournament.pairs, tournament.pairs);
        if asked < had {
            return Err(Error::FewerPairs { path, had, asked });
        }
        // Further rounds are numbered after the schedule, so it cannot become longer behind their back.
        if asked > had && ledger.records.iter().any(|record| record.fixture.key.round > 0) {
            return Err(Error::GrownTooLate { path, had, asked });
        }
        if whole < text.len() {
            file.cut(whole as u64)?;
        }
        ledger.file = Some(file);
        let grown = Extent {
            until_separated: tournament.until_separated || ledger.tournament.until_separated,
            ..Extent::of(&tournament)
        };
        if grown != Extent::of(&ledger.tournament) {
            ledger.write(&Line::Grown(grown))?;
            ledger.sync()?;
        }
        ledger.tournament = tournament;
        Ok(ledger)
    }

    /// The description of the tournament in a folder, if there is a ledger.
    pub fn description(folder: &Path) -> Result<Option<Tournament>, Error> {
        if !folder.join(NAME).exists() {
            return Ok(None);
        }
        Ok(Some(Ledger::read(folder)?.tournament))
    }

    /// The description at the beginning of a ledger, without reading what came of it.
    pub fn beginning(folder: &Path) -> Result<Tournament, Error> {
        let path = folder.join(NAME);
        let wrong = |why| Error::File { doing: "read", path: path.clone(), why };
        let mut line = Vec::new();
        let file = File::open(&path).map_err(wrong)?;
        BufReader::new(file.take(LONGEST_BEGINNING)).read_until(b'\n', &mut line).map_err(wrong)?;
        Ok(header(&path, &line)?.tournament)
    }

    /// Whether somebody else plays what is in a folder.
    pub fn is_busy(folder: &Path) -> bool {
        File::open(folder.join(NAME)).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    }

    /// Whether nothing is left to be played of what was described, by bots that are as they were.
    pub fn is_over(&self, starts: Starts) -> Result<bool, Error> {
        let number = |entrant: &Entrant| self.bots.iter().rposition(|bot| bot.entrant == entrant.name);
        let Some(bots) = self.tournament.entrants.iter().map(number).collect::<Option<Vec<usize>>>() else {
            return Ok(false);
        };
        let compared = self.sessions.iter().rev().find_map(|session| session.compares.as_ref());
        if compared.is_some() {
            let most = starts.count().map_or(self.tournament.pairs, |count| count.min(self.tournament.pairs));
            return Ok(Tested::in_ledger(self).is_some_and(|tested| tested.is_decided() || tested.pairs >= most));
        }
        let ours = |record: &&Record| record.fixture.key.bots.iter().all(|bot| bots.contains(bot));
        let by_score = self.tournament.setting.by_score;
        let known = self.records.iter().filter(ours);
        let known = known.map(|record| (record.fixture.key.clone(), Tally::of(record, by_score))).collect();
        Ok(Plan::new(self.tournament.clone(), starts, bots.clone(), known)?.is_over())
    }

    /// Reads a ledger, which may be growing.
    pub fn read(folder: &Path) -> Result<Ledger, Error> {
        let path = folder.join(NAME);
        let text = std::fs::read(&path).map_err(|why| Error::File { doing: "read", path: path.clone(), why })?;
        Ledger::parse(&path, &text)
    }

    /// The ledger in a text; `path` is for messages.
    pub fn parse(path: &Path, text: &[u8]) -> Result<Ledger, Error> {
        Ok(read(path, text)?.0)
    }

    /// Where it is, if it is anywhere.
    pub fn folder(&self) -> Option<&Path> {
        self.file.as_ref().map(|file| file.folder.as_path())
    }

    /// Enters who takes part; gives everybody's number. Whoever is not the same as before is another bot.
    pub fn enrol(&mut self, entrants: &[(Entrant, Identity)]) -> Result<Vec<usize>, Error> {
        let mut numbers = Vec::with_capacity(entrants.len());
        for (entrant, identity) in entrants {
            let known = |bot: &Bot| bot.entrant == entrant.name && bot.identity == *identity;
            let number = match self.bots.iter().position(known) {
                Some(number) => number,
                None => self.add_bot(entrant, identity)?,
            };
            numbers.push(number);
        }
        self.sync()?;
        Ok(numbers)
    }

    fn add_bot(&mut self, entrant: &Entrant, identity: &Identity) -> Result<usize, Error> {
        let is_taken = |name: &str| self.bots.iter().any(|bot| bot.name == name);
        let digest: String = identity.source.chars().take(8).collect();
        let other = (1..).map(|n| match n {
            1 => format!("{}@{digest}", entrant.name),
            n => format!("{}@{digest}.{n}", entrant.name),
        });
        let mut names = std::iter::once(entrant.name.clone()).chain(other);
        let name = names.find(|name| !is_taken(name)).expect("numbers do not end");
        let bot =
            Bot { name, entrant: entrant.name.clone(), player: entrant.player.clone(), identity: identity.clone() };
        self.write(&Line::Bot(bot.clone()))?;
        self.bots.push(bot);
        Ok(self.bots.len() - 1)
    }

    /// Notes that somebody begins to play.
    pub fn begin(&mut self, session: Session) -> Result<(), Error> {
        self.write(&Line::Session(session.clone()))?;
        self.sessions.push(session);
        self.sync()
    }

    /// Enters what came of a fixture; false if it is there already.
    pub fn add(&mut self, record: Record) -> Result<bool, Error> {
        if self.has(&record.fixture.key) {
            return Ok(false);
        }
        self.keys.insert(record.fixture.key.clone());
        let line = Line::Played(Box::new(record));
        self.write(&line)?;
        if let Line::Played(record) = line {
            self.records.push(*record);
        }
        Ok(true)
    }

    /// Enters that a fixture could not be played.
    pub fn fail(&mut self, failed: Failed) -> Result<(), Error> {
        self.write(&Line::Failed(failed.clone()))?;
        self.failed.push(failed);
        Ok(())
    }

    /// Enters that fixtures count no more.
    pub fn withdraw(&mut self, withdrawn: Withdrawn) -> Result<(), Error> {
        self.write(&Line::Withdrawn(withdrawn.clone()))?;
        self.drop_records(withdrawn);
        self.sync()
    }

    fn drop_records(&mut self, withdrawn: Withdrawn) {
        let keys: HashSet<&Key> = withdrawn.keys.iter().collect();
        self.records.retain(|record| !keys.contains(&record.fixture.key));
        self.keys.retain(|key| !keys.contains(key));
        self.withdrawn.push(withdrawn);
    }

    /// Whether a fixture has been played.
    pub fn has(&self, key: &Key) -> bool {
        self.keys.contains(key)
    }

    /// Sees to it that everything is on disk.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.file.as_mut().map_or(Ok(()), LedgerFile::sync)
    }

    /// The same, if something has waited for long enough. Tells whether everything is on disk now.
    pub fn sync_in_time(&mut self) -> Result<bool, Error> {
        self.file.as_mut().map_or(Ok(true), LedgerFile::sync_in_time)
    }

    fn write(&mut self, line: &Line) -> Result<(), Error> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let mut text = serde_json::to_vec(line).expect("lines serialise");
        text.push(b'\n');
        file.append(&text)
    }
}

/// A name that no other ledger has.
fn new_id(tournament: &Tournament, folder: &Path) -> Result<String, Error> {
    let wrong = |why| Error::File { doing: "name the ledger in", path: folder.into(), why };
    skirmish_referee::secret::match_id(&tournament.setting.game).map_err(wrong)
}

/// The ledger in a text, and how many bytes of it are whole lines.
fn read(path: &Path, text: &[u8]) -> Result<(Ledger, usize), Error> {
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let bad = |line: usize, why: String| Error::BadLine { path: PathBuf::from(path), line: line + 1, why };
    let no_ledger = |why: &str| Error::NoLedger { path: path.into(), why: why.into() };
    let mut lines = text[..whole].split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty());
    let Some((_, first)) = lines.next() else { return Err(no_ledger("there is no whole line in it")) };
    let header = header(path, first)?;
    let mut ledger = Ledger::in_memory(header.tournament);
    ledger.id = header.id;
    for (n, line) in lines {
        match serde_json::from_slice(line).map_err(|why| bad(n, why.to_string()))? {
            Line::Ledger(_) => return Err(bad(n, "a second beginning".into())),
            Line::Bot(bot) => ledger.bots.push(bot),
            Line::Session(session) => {
                if session.compares.as_ref().is_some_and(|of| of.bots.iter().any(|&bot| bot >= ledger.bots.len())) {
                    return Err(bad(n, "it compares bots that are not in the ledger".into()));
                }
                ledger.sessions.push(session);
            }
            Line::Grown(extent) => {
                let Tournament { format, pairs, .. } = ledger.tournament;
                if extent.pairs < pairs || extent.pairs > pairs && !format.has_one_round() {
                    return Err(bad(n, "a schedule only becomes longer, and only where it is one round".into()));
                }
                ledger.tournament.pairs = extent.pairs;
                ledger.tournament.until_separated = extent.until_separated;
                if let Some(why) = ledger.tournament.fault() {
                    return Err(bad(n, why));
                }
            }
            Line::Failed(failed) => ledger.failed.push(failed),
            Line::Withdrawn(withdrawn) => ledger.drop_records(withdrawn),
            Line::Played(record) => {
                if let Some(why) = record.fault(&ledger.tournament.setting, ledger.bots.len()) {
                    return Err(bad(n, why.into()));
                }
                if !ledger.keys.insert(record.fixture.key.clone()) {
                    return Err(bad(n, format!("the fixture {} is there twice", record.fixture.key)));
                }
                ledger.records.push(*record);
            }
        }
    }
    ledger.torn = (whole < text.len()).then(|| text.len() - whole);
    Ok((ledger, whole))
}

/// Reads the first line. Another format may have other keys, so its number is read before the rest.
fn header(path: &Path, line: &[u8]) -> Result<Header, Error> {
    let no_ledger = |why: String| Error::NoLedger { path: path.into(), why };
    let value: serde_json::Value = serde_json::from_slice(line).map_err(|why| no_ledger(why.to_string()))?;
    let format = value.pointer("/ledger/format").and_then(serde_json::Value::as_u64);
    match format {
        None => Err(no_ledger("its first line has no format".into())),
        Some(format) if format != u64::from(FORMAT) => {
            Err(Error::OtherFormat { path: path.into(), format: format as u32, known: FORMAT })
        }
        Some(_) => match serde_json::from_value(value) {
            Ok(Line::Ledger(header)) => match header.tournament.fault() {
                Some(why) => Err(no_ledger(why)),
                None => Ok(*header),
            },
            Ok(_) => Err(no_ledger("it begins in the middle".into())),
            Err(why) => Err(no_ledger(why.to_string())),
        },
    }
}
