//! The fleet as a field: to a tournament, other machines are like this one's cores.

use crate::Error;
use crate::audit::{self, Dispute, Verdict};
use crate::bundle::{self, Bundle};
use crate::labour::{bundle_name, charter_name};
use crate::nats::{Access, BUNDLES, FILES, Wire};
use crate::organiser::{self, Organiser, Refusal};
use crate::seal::Seal;
use crate::wire::{Answer, Carried, Charter, Contents, Object, One, Parcel, Progress, Status, What};
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
use skirmish_replay::names;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

/// How often the organiser looks who is there.
const LOOK: Duration = Duration::from_secs(1);
/// Jobs that are nowhere to be found at so many looks in a row are lost.
const LOOKS: u32 = 5;
/// The largest file that a result may bring, and all of them together.
const LARGEST: u64 = 256 << 20;
const ALL_FILES: u64 = 512 << 20;
/// A job that was refused so often is not sent as it is.
const POSTS: u32 = 5;
/// After so many that were refused it is the server, which is asked again later.
const REFUSED: usize = 3;
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
    /// What is told of it, and by whom: it goes on while games are looked at.
    told: Arc<Mutex<Progress>>,
    telling: JoinHandle<()>,
    /// Whether somebody else has taken over.
    is_ousted: Arc<AtomicBool>,
    /// How often jobs were refused that were never taken.
    refused: HashMap<u64, u32>,
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
        runtime.block_on(async {
            wire.ensure().await?;
            wire.wait_for_turn(&charter.id, &cancel).await
        })?;
        let progress = Progress {
            charter: charter.id.clone(),
            run: skirmish_referee::secret::match_id("run").map_err(machine)?,
            game: charter.tournament.setting.game.clone(),
            entrants: charter.tournament.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
            level: charter.level.map_or(String::new(), |level| level.name().into()),
            ..Progress::default()
        };
        runtime.block_on(wire.tell_progress(&progress))?;
        let (told, is_ousted) = (Arc::new(Mutex::new(progress)), Arc::<AtomicBool>::default());
        let telling = runtime.spawn(keep_telling(wire.clone(), Arc::clone(&told), Arc::clone(&is_ousted)));
        let withdrawn = ledger.withdrawn.iter();
        let mut organiser = Organiser::new(organiser::Options {
            charter: charter.id.clone(),
            programs: hall.has_programs(),
            audit: options.audit,
            secret: skirmish_referee::secret::seed().map_err(machine)?,
            seal: ledger.folder().map_or_else(Seal::drawn, Seal::of_folder)?,
            bots: numbers.to_vec(),
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
            told,
            telling,
            is_ousted,
            refused: HashMap::new(),
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

    /// Puts new jobs into the queue. One that is refused holds up no other.
    fn send(&mut self) {
        let mut jobs = self.organiser.unsent(self.now());
        jobs.sort_by_key(|job| self.refused.get(&job.number).copied().unwrap_or_default());
        let mut refused = 0;
        for job in jobs {
            let Err(error) = self.runtime.block_on(self.wire.post(&self.charter, &job)) else {
                self.organiser.sent(job.number);
                self.refused.remove(&job.number);
                continue;
            };
            self.note_away(Some(error.to_string()));
            let times = self.refused.entry(job.number).or_default();
            *times += u32::from(self.wire.is_connected());
            if *times >= POSTS {
                self.refused.remove(&job.number);
                self.organiser.unsendable(job.number);
            }
            refused += 1;
            if refused == REFUSED {
                return;
            }
        }
    }

    fn note_away(&self, away: Option<String>) {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).away = away;
    }

    /// Takes answers from the server, for as long as the patience lasts if there are none.
    fn receive(&mut self, patience: Duration) -> Vec<Message> {
        let until = Instant::now() + patience;
        loop {
            let got = match &self.answers {
                Some(consumer) => self.runtime.block_on(self.wire.take(consumer, MOST)),
                None => Ok(Vec::new()),
            };
            let got = got.unwrap_or_else(|error| {
                // A server that is away is waited for. One that is there may have lost the consumer.
                self.note_away(Some(error.to_string()));
                if let Ok(again) = self.runtime.block_on(self.wire.answers_to(&self.charter.id)) {
                    self.answers = Some(again);
                    self.note_away(None);
                }
                Vec::new()
            });
            if !got.is_empty() || Instant::now() >= until {
                return got;
            }
            std::thread::sleep(PAUSE.min(patience));
        }
    }

    /// Takes in one answer. False if that cannot be done here: then it stays with the server.
    fn hear(&mut self, message: &Message) -> bool {
        let worker = message.subject.rsplit('.').next().unwrap_or_default().to_string();
        let Ok(mut answer) = Answer::read(&message.payload, &self.charter.id, &worker) else { return true };
        if self.organiser.wants_files(&answer) {
            self.fetch_files(&mut answer);
        }
        let (hall, charter) = (Arc::clone(&self.hall), &self.charter);
        self.organiser.answer(answer, |record, files| admit(&hall, charter, record, files));
        !self.organiser.is_hopeless()
    }

    /// Brings files from the object store. Others may have been at them: where one is not what was put there, nobody is to
    /// blame, and the fixture is played again.
    fn fetch_files(&self, answer: &mut Answer) {
        let prefix = Object::prefix(&answer.job.nonce, &answer.worker);
        let What::Played(all) = &mut answer.what else { return };
        for one in all {
            let One::Record { record, files } = one else { continue };
            let named = named(record, &self.charter.tournament.setting.seats);
            files.retain(|parcel| named.contains(&parcel.name));
            if let Err(why) = self.fetch(files, &prefix) {
                *one = One::Failed(why);
            }
        }
    }

    fn fetch(&self, files: &mut [Parcel], prefix: &str) -> Result<(), String> {
        let mut room = ALL_FILES;
        for parcel in files {
            let Contents::Object(object) = &parcel.contents else { continue };
            if !object.name.starts_with(prefix) {
                return Err(format!("{:?} is no file of this answer", object.name));
            }
            let bytes = self.runtime.block_on(self.wire.fetch(FILES, &object.name, LARGEST.min(room)));
            let bytes = bytes.map_err(|error| error.to_string())?;
            room -= bytes.len() as u64;
            if !object.is(&bytes) {
                return Err(format!("{} was exchanged on its way", parcel.name));
            }
            self.runtime.block_on(self.wire.discard(FILES, &object.name));
            parcel.contents = Contents::Bytes(bytes);
        }
        Ok(())
    }

    /// Shows what there is to see.
    fn show(&self) {
        let (audits, done) = self.organiser.counted();
        {
            let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
            (told.done, told.held, told.audits) = (done, self.organiser.held(), audits);
            told.quarantined = self.organiser.quarantined().clone().into_iter().collect();
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.audits = audits;
        seen.quarantined.clone_from(self.organiser.quarantined());
    }

    /// Looks who is there, and whether everything that is out is somewhere.
    fn look(&mut self) {
        if self.looked.is_some_and(|last| last.elapsed() < LOOK) {
            return;
        }
        self.looked = Some(Instant::now());
        let (wire, id) = (&self.wire, &self.charter.id);
        let found = self.runtime.block_on(async {
            let workers = wire.workers().await?;
            let lying = wire.lying(id).await?;
            Ok::<_, Error>((workers, lying))
        });
        match found {
            Ok((workers, (jobs, answers))) => {
                let now = self.now();
                self.organiser.workers(workers, now);
                let is_lost = self.organiser.misses(jobs, answers);
                for worker in self.organiser.take_abandoned() {
                    // What stays there is played for nothing.
                    drop(self.runtime.block_on(self.wire.clear_direct(&self.charter.id, &worker)));
                }
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
        seen.declined = self.organiser.idle();
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
        if self.is_ousted.load(Ordering::Relaxed) {
            self.organiser.oust();
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
            if !self.hear(&message) {
                break;
            }
            self.unstored.push(message);
        }
        self.show();
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
        self.telling.abort();
        if self.is_ousted.load(Ordering::Relaxed) {
            return;
        }
        let (wire, id) = (&self.wire, &self.charter.id);
        let is_over = self.unstored.is_empty() && !self.cancel.is_cancelled() && !self.organiser.is_hopeless();
        self.runtime.block_on(async {
            // What nobody waits for is not to be played; it does no harm if it is.
            drop(wire.clear(id).await);
            if is_over {
                drop(wire.forget(id).await);
            }
            wire.end(id).await;
            wire.flush().await;
        });
    }
}

/// Tells of a tournament as long as nobody else does.
async fn keep_telling(wire: Wire, told: Arc<Mutex<Progress>>, is_ousted: Arc<AtomicBool>) {
    loop {
        let progress = told.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let organiser = wire.organiser_of(&progress.charter).await;
        if let Ok(Some((run, _))) = &organiser
            && *run != progress.run
        {
            is_ousted.store(true, Ordering::Relaxed);
            return;
        }
        // What cannot be told now is told the next time.
        if organiser.is_ok() {
            drop(wire.tell_progress(&progress).await);
        }
        tokio::time::sleep(LOOK).await;
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

/// The files that a result names: replays, the logs beside them, and capsules.
fn named(record: &Record, seats: &[String]) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    for game in &record.games {
        if let Some(replay) = &game.replay {
            let path = Path::new(&replay.file);
            let private = seats.iter().map(|seat| names::private_file(path, seat));
            named.extend(private.map(|path| path.to_string_lossy().into_owned()));
            named.insert(replay.file.clone());
        }
        named.extend(game.seats.iter().flat_map(|seat| seat.capsules.values().cloned()));
    }
    named
}

/// Keeps the files of a result, if they prove it. Otherwise nothing is kept.
fn admit(hall: &Hall, charter: &Charter, record: &mut Record, files: &[Parcel]) -> Result<(), Refusal> {
    let setting = &charter.tournament.setting;
    if let Some(why) = record.fault(setting, charter.bots.len()) {
        return Err(Refusal::Untrue(why.into()));
    }
    if charter.demands_replays() && record.games.iter().any(|game| game.replay.is_none()) {
        return Err(Refusal::Untrue("a game of it has no replay, and nothing else proves it".into()));
    }
    let replays = &hall.venue().replays;
    let mut written = Vec::new();
    let admitted = keep_files(replays, record, files, &setting.seats, &mut written).and_then(|()| {
        let venue = hall.venue();
        let game = venue.game(&setting.game).map_err(|error| Refusal::Here(error.to_string()))?;
        let proof = Proof { venue, game, tournament: &charter.tournament, bots: &charter.bots };
        proof.holds(replays, record).map_err(Refusal::Untrue)
    });
    match admitted {
        Ok(()) => thin(replays, charter.keep, record, &setting.seats),
        Err(_) => written.iter().for_each(|path| drop(std::fs::remove_file(path))),
    }
    admitted
}

/// Writes down the files that a result names, and no others. All but logs must be there.
fn keep_files(
    replays: &Path,
    record: &Record,
    files: &[Parcel],
    seats: &[String],
    written: &mut Vec<PathBuf>,
) -> Result<(), Refusal> {
    let named = named(record, seats);
    for parcel in files.iter().filter(|parcel| named.contains(&parcel.name)) {
        let Contents::Bytes(bytes) = &parcel.contents else {
            return Err(Refusal::Untrue(format!("{} is missing", parcel.name)));
        };
        written.extend(write(replays, &parcel.name, bytes)?);
    }
    let capsules = record.games.iter().flat_map(|game| &game.seats).flat_map(|seat| seat.capsules.values());
    match capsules.into_iter().find(|capsule| !files.iter().any(|parcel| parcel.name == **capsule)) {
        Some(capsule) => Err(Refusal::Untrue(format!("the capsule {capsule} is missing"))),
        None => Ok(()),
    }
}

/// Throws away what has proved a result and is not to be kept.
fn thin(replays: &Path, keep: Keep, record: &mut Record, seats: &[String]) {
    for game in &mut record.games {
        let is_clean = game.seats.iter().all(|seat| seat.faults.is_empty() && seat.rejected.is_empty());
        let drops = keep == Keep::None || keep == Keep::Faults && is_clean;
        let Some(replay) = game.replay.take_if(|_| drops) else { continue };
        let path = replays.join(&replay.file);
        // What is left lies there for nothing, and does no harm.
        drop(std::fs::remove_file(&path));
        if is_clean {
            seats.iter().for_each(|seat| drop(std::fs::remove_file(names::private_file(&path, seat))));
        }
    }
}

/// Writes a file whole or not at all; what is there already is not written again, and never replaced.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<Option<PathBuf>, Refusal> {
    let endings = [".skirmish", ".private.jsonl", ".capsule.json"];
    if !is_name(name) || name.len() > 200 || !endings.iter().any(|ending| name.ends_with(ending)) {
        return Err(Refusal::Untrue(format!("{name:?} is no name of a replay, a log or a capsule")));
    }
    let (path, draft) = (folder.join(name), folder.join(format!(".{name}.new")));
    match std::fs::read(&path) {
        Ok(old) if old == bytes => return Ok(None),
        Ok(_) => return Err(Refusal::Untrue(format!("there is another {name} already"))),
        Err(_) => {}
    }
    let write = || -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let mut file = std::fs::File::create(&draft)?;
        file.write_all(bytes)?;
        file.sync_data()?;
        std::fs::rename(&draft, &path)
    };
    write().map_err(|error| {
        // Half of it would be in the way.
        drop(std::fs::remove_file(&draft));
        Refusal::Here(format!("cannot write {}: {error}", path.display()))
    })?;
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
