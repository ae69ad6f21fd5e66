//! The fleet as a field: to a tournament, other machines are like this one's cores.

use crate::Error;
use crate::audit::{self, Dispute, Verdict};
use crate::bundle::{self, Bundle};
use crate::labour::{bundle_name, charter_name};
use crate::nats::{Access, BUNDLES, FILES, Wire};
use crate::organiser::{self, Organiser, Route};
use crate::wire::{Answer, Carried, Charter, Contents, One, Parcel, Progress, Status, What};
use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use skirmish_jail::Level;
use skirmish_league::field::{Distrust, Done, Field};
use skirmish_league::local::{Hall, Keep};
use skirmish_league::verify::{Proof, is_name};
use skirmish_league::{Fixture, Ledger, Record};
use skirmish_matches::Cancel;
use skirmish_referee::player::NativeBot;
use skirmish_referee::{SeatSpec, Sitter};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::runtime::Runtime;

/// How often the organiser looks who is there.
const LOOK: Duration = Duration::from_secs(1);
/// Jobs that are nowhere to be found at so many looks in a row are lost.
const LOOKS: u32 = 5;
/// The largest file that an answer may bring.
const LARGEST: u64 = 256 << 20;
/// How long it waits before it asks for answers again.
const PAUSE: Duration = Duration::from_millis(15);
/// Answers that are taken at once.
const MOST: usize = 256;

/// How a tournament is played by a fleet.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which games are written down.
    pub keep: Keep,
    /// The walls that programs are to have at least.
    pub level: Level,
    /// The share of fixtures that is played again elsewhere.
    pub audit: f64,
    /// The version of this program.
    pub program: String,
}

/// What can be seen of a fleet from outside.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Who is there.
    pub workers: Vec<Status>,
    /// Who cannot play, and why.
    pub declined: BTreeMap<String, String>,
    /// Who is not believed, and why.
    pub quarantined: BTreeMap<String, String>,
    /// How audits came out.
    pub audits: crate::wire::Audits,
    /// Whether the server cannot be reached.
    pub away: Option<String>,
}

/// Many machines as a field.
pub struct Fleet {
    runtime: Runtime,
    wire: Wire,
    charter: Charter,
    bundles: Vec<Bundle>,
    organiser: Organiser,
    hall: Arc<Hall>,
    cancel: Cancel,
    answers: Option<PullConsumer>,
    /// Answers that are not in the ledger for certain.
    unstored: Vec<Message>,
    judge: Judge,
    seen: Arc<Mutex<Seen>>,
    began: Instant,
    looked: Option<Instant>,
    missed: u32,
}

impl Fleet {
    /// Brings a tournament and its bots to a server. The hall is this machine's: it decides where workers disagree.
    pub fn open(
        access: &Access,
        ledger: &Ledger,
        hall: &Arc<Hall>,
        numbers: &[usize],
        options: Options,
        cancel: Cancel,
    ) -> Result<Fleet, Error> {
        let (carried, bundles) = pack(ledger, hall)?;
        let mut charter = Charter {
            id: String::new(),
            program: options.program,
            tournament: ledger.tournament.clone(),
            carried,
            numbers: numbers.to_vec(),
            bots: ledger.bots.clone(),
            keep: options.keep,
            level: hall.has_programs().then_some(options.level),
        };
        // The same ledger with other bots is played by another charter.
        let text = serde_json::to_string(&charter).expect("charters serialise");
        let mut hasher = skirmish_core::hash::Hasher::new();
        hasher.text(&text);
        charter.id = format!("{}-{:08x}", ledger.id, hasher.finish() >> 32);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| Error::Machine(error.to_string()))?;
        let wire = runtime.block_on(access.connect("skirmish tournament"))?;
        let machine = |error: std::io::Error| Error::Machine(error.to_string());
        let withdrawn = ledger.withdrawn.iter();
        let mut organiser = Organiser::new(organiser::Options {
            charter: charter.id.clone(),
            programs: hall.has_programs(),
            audit: options.audit,
            secret: skirmish_referee::secret::seed().map_err(machine)?,
            first: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64) << 16,
            quarantined: withdrawn.map(|withdrawn| (withdrawn.worker.clone(), withdrawn.why.clone())).collect(),
        });
        organiser.resume(&ledger.records);
        let judge = Judge::start(Arc::clone(hall));
        let mut fleet = Fleet {
            runtime,
            wire,
            charter,
            bundles,
            organiser,
            hall: Arc::clone(hall),
            cancel,
            answers: None,
            unstored: Vec::new(),
            judge,
            seen: Arc::default(),
            began: Instant::now(),
            looked: None,
            missed: 0,
        };
        fleet.prepare()?;
        // What an earlier run left in the queue is given out anew; what it was answered is waiting for us.
        fleet.runtime.block_on(fleet.wire.clear(&fleet.charter.id))?;
        Ok(fleet)
    }

    /// What can be seen of it, now and later.
    pub fn seen(&self) -> Arc<Mutex<Seen>> {
        Arc::clone(&self.seen)
    }

    /// Makes streams and buckets, brings charter and bots.
    fn prepare(&mut self) -> Result<(), Error> {
        let (wire, charter, bundles) = (&self.wire, &self.charter, &self.bundles);
        let answers = self.runtime.block_on(async {
            wire.ensure().await?;
            for Bundle { digest, bytes } in bundles {
                wire.keep(BUNDLES, &bundle_name(digest), bytes).await?;
            }
            let text = serde_json::to_vec(charter).expect("charters serialise");
            wire.keep(BUNDLES, &charter_name(&charter.id), &text).await?;
            wire.answers_to(&charter.id).await
        })?;
        self.answers = Some(answers);
        Ok(())
    }

    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// Puts new jobs into the queue.
    fn send(&mut self) {
        for (route, job) in self.organiser.unsent(self.now()) {
            let to = match &route {
                Route::Anybody => None,
                Route::Worker(name) => Some(name.as_str()),
            };
            let bytes = serde_json::to_vec(&job).expect("jobs serialise");
            match self.runtime.block_on(self.wire.post(&self.charter, to, job.number, bytes)) {
                Ok(()) => self.organiser.sent(job.number),
                // What is not there now is tried again.
                Err(error) => return self.note_away(Some(error.to_string())),
            }
        }
    }

    fn note_away(&self, away: Option<String>) {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).away = away;
    }

    /// Takes answers from the server, for as long as the patience lasts if there are none.
    fn receive(&mut self, patience: Duration) -> Vec<Message> {
        let Some(consumer) = &self.answers else {
            std::thread::sleep(patience);
            return Vec::new();
        };
        let until = Instant::now() + patience;
        loop {
            // A server that is away is waited for.
            let got = self.runtime.block_on(self.wire.take(consumer, MOST)).unwrap_or_default();
            if !got.is_empty() || Instant::now() >= until {
                return got;
            }
            std::thread::sleep(PAUSE.min(patience));
        }
    }

    /// Takes in one answer.
    fn hear(&mut self, message: &Message) {
        let worker = message.subject.rsplit('.').next().unwrap_or_default().to_string();
        let Ok(mut answer) = Answer::read(&message.payload, &self.charter.id, &worker) else { return };
        if self.fetch_files(&mut answer).is_err() {
            // Without its files it is worth nothing; the job goes out again.
            answer.what = What::Declined("its files could not be fetched".into());
        }
        let (hall, charter) = (Arc::clone(&self.hall), &self.charter);
        self.organiser.answer(answer, |record, files| admit(&hall, charter, record, files));
    }

    /// Brings files from the object store.
    fn fetch_files(&self, answer: &mut Answer) -> Result<(), Error> {
        // Of an audit only the hashes are looked at.
        let (What::Played(all), false) = (&mut answer.what, answer.job.audit) else { return Ok(()) };
        for one in all {
            let One::Record { files, .. } = one else { continue };
            for parcel in files {
                if let Contents::Object(name) = &parcel.contents {
                    let bytes = self.runtime.block_on(self.wire.fetch(FILES, name, LARGEST))?;
                    self.runtime.block_on(self.wire.discard(FILES, name));
                    parcel.contents = Contents::Bytes(bytes);
                }
            }
        }
        Ok(())
    }

    /// Looks who is there, and whether everything that is out is somewhere.
    fn look(&mut self) {
        if self.looked.is_some_and(|last| last.elapsed() < LOOK) {
            return;
        }
        self.looked = Some(Instant::now());
        let (counted, done) = self.organiser.counted();
        let progress = Progress {
            charter: self.charter.id.clone(),
            game: self.charter.tournament.setting.game.clone(),
            entrants: self.charter.tournament.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
            level: self.charter.level.map_or(String::new(), |level| level.name().into()),
            done,
            held: self.organiser.held(),
            audits: counted,
            quarantined: self.organiser.quarantined().clone().into_iter().collect(),
        };
        let (wire, id) = (&self.wire, &self.charter.id);
        let found = self.runtime.block_on(async {
            let workers = wire.workers().await?;
            wire.tell_progress(&progress).await?;
            let lying = wire.lying(id).await?;
            Ok::<_, Error>((workers, lying))
        });
        match found {
            Ok((workers, (jobs, answers))) => {
                let now = self.now();
                self.organiser.workers(workers, now);
                let is_lost = jobs == 0 && answers == 0 && self.organiser.out() > 0;
                self.missed = if is_lost { self.missed + 1 } else { 0 };
                if self.missed >= LOOKS {
                    self.missed = 0;
                    self.organiser.queue_is_lost();
                }
                self.note_away(None);
            }
            Err(error) => {
                self.note_away(Some(error.to_string()));
                // The server may have come back without its memory.
                if self.runtime.block_on(self.wire.ensure()).is_ok() && self.prepare().is_ok() {
                    self.missed += 1;
                }
            }
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.workers = self.organiser.present().to_vec();
        seen.declined.clone_from(self.organiser.declined());
        seen.quarantined.clone_from(self.organiser.quarantined());
        seen.audits = counted;
    }
}

impl Field for Fleet {
    fn room(&self) -> usize {
        self.organiser.room()
    }

    fn give(&mut self, fixture: Fixture) {
        self.organiser.give(fixture);
    }

    fn take(&mut self, patience: Duration) -> Vec<Done> {
        if self.cancel.is_cancelled() {
            self.organiser.let_go();
            return self.organiser.take();
        }
        self.look();
        self.send();
        while let Some(dispute) = self.organiser.dispute() {
            self.judge.give(dispute);
        }
        for (dispute, verdict) in self.judge.take() {
            self.organiser.decided(dispute, verdict.as_ref());
        }
        for message in self.receive(patience) {
            self.hear(&message);
            self.unstored.push(message);
        }
        self.organiser.take()
    }

    fn held(&self) -> usize {
        self.organiser.held()
    }

    fn stored(&mut self) {
        let messages = std::mem::take(&mut self.unstored);
        self.runtime.block_on(async {
            for message in &messages {
                // What is not acknowledged comes again, and is known then.
                drop(message.ack().await);
            }
        });
    }

    fn distrusted(&mut self) -> Vec<Distrust> {
        let distrusted = self.organiser.take_distrusted();
        for Distrust { worker, why } in &distrusted {
            // An honest one hears it and stays away; whatever others say is not heard.
            drop(self.runtime.block_on(self.wire.quarantine(&self.charter.id, worker, why)));
        }
        distrusted
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        let (wire, id) = (&self.wire, &self.charter.id);
        let is_over = self.unstored.is_empty() && !self.cancel.is_cancelled();
        self.runtime.block_on(async {
            // What nobody waits for is not to be played; it does no harm if it is.
            drop(wire.clear(id).await);
            if is_over {
                drop(wire.forget(id).await);
            }
            wire.flush().await;
        });
    }
}

/// How everybody travels, and the bundles of those that have files.
fn pack(ledger: &Ledger, hall: &Hall) -> Result<(Vec<Carried>, Vec<Bundle>), Error> {
    let mut bundles: Vec<Bundle> = Vec::new();
    let mut carried = Vec::new();
    for (entrant, made_ready) in ledger.tournament.entrants.iter().zip(hall.team().players()) {
        if let Sitter::Builtin(name) = &made_ready.sitter {
            carried.push(Carried::Builtin(name.clone()));
            continue;
        }
        let player = &entrant.player;
        let no_folder = || Error::NoFolder(player.clone());
        let folder = match SeatSpec::read(player, |_| false).map_err(|_| no_folder())? {
            SeatSpec::Folder(folder) | SeatSpec::Native { bot: NativeBot::Folder(folder), .. } => folder,
            _ => return Err(no_folder()),
        };
        let packed = bundle::pack(&folder)?;
        let before = player.strip_suffix(&*folder.to_string_lossy()).unwrap_or_default();
        let before = if before.starts_with("native") { before.to_string() } else { String::new() };
        carried.push(Carried::Folder { before, digest: packed.digest.clone() });
        bundles.push(packed);
    }
    Ok((carried, bundles))
}

/// Keeps the files of a result, if they prove it. Otherwise nothing is kept.
fn admit(hall: &Hall, charter: &Charter, record: &mut Record, files: &[Parcel]) -> Result<(), String> {
    let venue = hall.venue();
    let game = venue.game(&charter.tournament.setting.game).map_err(|error| error.to_string())?;
    let proof = Proof { venue, game, tournament: &charter.tournament, bots: &charter.bots };
    if let Some(why) = record.fault(&charter.tournament.setting, charter.bots.len()) {
        return Err(why.into());
    }
    let mut written = Vec::new();
    let kept = files.iter().try_for_each(|parcel| {
        let Contents::Bytes(bytes) = &parcel.contents else { return Err("a file of it is missing".to_string()) };
        written.extend(write(&venue.replays, &parcel.name, bytes)?);
        Ok(())
    });
    let proved = kept.and_then(|()| proof.holds(&venue.replays, record));
    if proved.is_err() {
        written.iter().for_each(|path| drop(std::fs::remove_file(path)));
    }
    proved
}

/// Writes a file whole or not at all; what is there already is not written again, and never replaced.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<Option<std::path::PathBuf>, String> {
    let endings = [".skirmish", ".private.jsonl", ".capsule.json"];
    if !is_name(name) || name.len() > 200 || !endings.iter().any(|ending| name.ends_with(ending)) {
        return Err(format!("{name:?} is no name of a replay, a log or a capsule"));
    }
    let (path, draft) = (folder.join(name), folder.join(format!(".{name}.new")));
    match std::fs::read(&path) {
        Ok(old) if old == bytes => return Ok(None),
        Ok(_) => return Err(format!("there is another {name} already")),
        Err(_) => {}
    }
    let write = || -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let mut file = std::fs::File::create(&draft)?;
        file.write_all(bytes)?;
        file.sync_data()?;
        std::fs::rename(&draft, &path)
    };
    write().map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Some(path))
}

/// Decides disputes on a thread of its own.
struct Judge {
    give: Sender<Dispute>,
    back: Receiver<(Dispute, Option<Verdict>)>,
}

impl Judge {
    fn start(hall: Arc<Hall>) -> Judge {
        let (give, disputes) = channel::<Dispute>();
        let (answer, back) = channel();
        std::thread::spawn(move || {
            for dispute in disputes {
                let replays = hall.venue().replays.clone();
                let verdict = audit::decide(&hall, &replays, &dispute);
                if answer.send((dispute, verdict)).is_err() {
                    return;
                }
            }
        });
        Judge { give, back }
    }

    fn give(&self, dispute: Dispute) {
        // It lives as long as we do.
        drop(self.give.send(dispute));
    }

    fn take(&self) -> Vec<(Dispute, Option<Verdict>)> {
        self.back.try_iter().collect()
    }
}
