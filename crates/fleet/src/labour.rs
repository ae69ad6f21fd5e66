//! A worker at work: it pulls jobs, makes bots ready in its sandbox, plays, proves, answers.
//!
//! A job is acknowledged when its answer is stored, and not before; until then it gives signs of life. Whatever goes wrong in
//! between, the job is delivered again, to somebody.

use crate::Error;
use crate::bundle;
use crate::nats::{Access, BUNDLES, FILES, SIGN_EVERY, TELL_EVERY, Wire};
use crate::wire::{
    Answer, Carried, Charter, Contents, Job, Object, One, Status, VERSION, What, digest, is_charter_name,
    is_worker_name,
};
use crate::worker::{Consider, HallStage, Letter, Stage, can_play, consider, perform, spelled};
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use skirmish_jail::Level;
use skirmish_league::local::{Hall, Probe};
use skirmish_matches::error::in_full;
use skirmish_matches::{Cancel, Venue};
use skirmish_referee::building::source_digest;
use skirmish_referee::secret;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OnceCell, Semaphore};

/// How long a worker waits before it looks for jobs again, where there are none.
const LOOK: Duration = Duration::from_millis(40);
/// Whoever has to say no takes its time, so that somebody else gets the job.
const SIGH: Duration = Duration::from_secs(2);
/// Whoever brings nothing back so often in a row does so, too.
const FAILURES: u64 = 3;
/// An answer that is refused so often is not given signs of life for any more, and for so long by a server that is there, it
/// is not tried again.
const REFUSALS: u32 = 3;
const REFUSED: Duration = Duration::from_secs(30);
/// What could not be made ready is tried again after so long.
const RETRY: Duration = Duration::from_secs(60);
/// The largest bundle of a bot, packed.
const BUNDLE: u64 = 512 << 20;
/// The largest charter.
const CHARTER: u64 = 64 << 20;
/// Files of an answer up to so many bytes go with it; larger ones go to the object store.
const INLINE: usize = 400 << 10;

/// How a worker goes about it.
#[derive(Clone, Debug)]
pub struct Options {
    /// Its name.
    pub name: String,
    /// How many fixtures at once.
    pub concurrency: usize,
    /// The walls it uses; without it the best that work here.
    pub level: Option<Level>,
    /// The version of its program.
    pub program: String,
}

/// Makes the stage of a tournament; tests put others in its place.
pub type Build = Arc<dyn Fn(Charter, Vec<String>) -> Result<Arc<dyn Stage>, String> + Send + Sync>;

/// What a worker hears of itself.
pub type Tell = Arc<dyn Fn(&str) + Send + Sync>;

/// A stage, or why there is none, and since when.
type Ready = Result<Arc<dyn Stage>, (String, Instant)>;

struct Worker {
    wire: Wire,
    venue: Venue,
    options: Options,
    level: Level,
    build: Build,
    tell: Tell,
    run: String,
    began: Instant,
    probe: Probe,
    /// Stops what is played at once.
    stages: Mutex<HashMap<String, Arc<OnceCell<Ready>>>>,
    /// Who plays.
    slots: Semaphore,
    in_hand: AtomicUsize,
    playing: AtomicUsize,
    played: AtomicU64,
    failed: AtomicU64,
    /// How often in a row it brought nothing back.
    failed_lately: AtomicU64,
    /// Set when somebody wants it to end.
    stop: Cancel,
    /// Why its answers are not stored, if they are not.
    unheard: Mutex<Option<String>>,
    trouble: Mutex<Option<String>>,
    quarantined: Mutex<HashSet<String>>,
}

/// Works until `stop` is cancelled: then it finishes what it plays. What plays at the venue is stopped by the venue's own
/// token.
pub fn work(
    access: &Access,
    venue: Venue,
    options: Options,
    stop: &Cancel,
    tell: Tell,
    build: Option<Build>,
) -> Result<(), Error> {
    if !is_worker_name(&options.name) {
        return Err(Error::Name(options.name));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .max_blocking_threads(options.concurrency + 8)
        .enable_all()
        .build()
        .map_err(|error| Error::Machine(error.to_string()))?;
    let outcome = runtime.block_on(async {
        let level = venue.sandbox(options.level)?.level;
        let wire = access.connect_worker(&options.name).await?;
        let hall = hall_builder(&venue, level);
        let worker = Arc::new(Worker {
            wire,
            level,
            build: build.unwrap_or(hall),
            tell,
            run: skirmish_referee::secret::match_id("run").map_err(|error| Error::Machine(error.to_string()))?,
            began: Instant::now(),
            probe: Probe::start(),
            stages: Mutex::default(),
            slots: Semaphore::new(options.concurrency),
            in_hand: AtomicUsize::new(0),
            playing: AtomicUsize::new(0),
            played: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            failed_lately: AtomicU64::new(0),
            stop: stop.clone(),
            unheard: Mutex::default(),
            trouble: Mutex::default(),
            quarantined: Mutex::default(),
            venue,
            options,
        });
        worker.run(stop).await
    });
    // Whatever still plays has been told to stop.
    runtime.shutdown_timeout(Duration::from_secs(10));
    outcome
}

/// How halls are made ready on this machine.
fn hall_builder(venue: &Venue, level: Level) -> Build {
    let venue = venue.clone();
    Arc::new(move |charter: Charter, players: Vec<String>| {
        let mut venue = venue.clone();
        venue.replays = venue.replays.join(&charter.id);
        std::fs::create_dir_all(&venue.replays).map_err(|error| format!("{}: {error}", venue.replays.display()))?;
        let hall = Hall::elsewhere(venue, &charter.tournament, &players, Some(level), charter.written());
        let hall = hall.map_err(|error| in_full(&error))?.numbered(charter.numbers.clone());
        let probe = hall.has_programs().then(Probe::start);
        Ok(Arc::new(HallStage { hall, charter, probe }))
    })
}

impl Worker {
    /// Makes sure that it can work, and says that it is there.
    async fn begin(&self) -> Result<Vec<PullConsumer>, Error> {
        let name = &self.options.name;
        self.wire.ensure().await?;
        if self.wire.run_of(name).await?.is_some_and(|run| run != self.run) {
            return Err(Error::Taken(name.clone()));
        }
        // Whoever cannot say how it is cannot answer, either, and would only take jobs away from others.
        let told = self.wire.tell_status(&self.status()).await;
        told.map_err(|error| Error::Unheard { worker: name.clone(), why: error.to_string() })?;
        self.consumers().await
    }

    /// The same over a server that goes away meanwhile: it is waited for.
    async fn begin_in_the_end(&self) -> Result<Vec<PullConsumer>, Error> {
        let (mut connects, mut away) = (self.wire.connects(), None::<Instant>);
        loop {
            let begun = self.begin().await;
            if self.wire.connects() != connects || !self.wire.is_connected() {
                (connects, away) = (self.wire.connects(), Some(Instant::now()));
            }
            // One that has just come back may not have everything at hand.
            let is_excused = away.is_some_and(|since| since.elapsed() < REFUSED) && !self.stop.is_cancelled();
            match begun {
                Err(Error::Server { .. } | Error::Unheard { .. }) if is_excused => {
                    tokio::time::sleep(Duration::from_millis(500)).await;
                }
                begun => return begun,
            }
        }
    }

    async fn run(self: Arc<Worker>, stop: &Cancel) -> Result<(), Error> {
        let mut consumers = self.begin_in_the_end().await?;
        let level = self.level.name();
        (self.tell)(&format!(
            "{} at {}: {} at once, sandbox {level}; waiting for jobs",
            self.options.name,
            self.wire.url(),
            self.options.concurrency
        ));
        let telling = tokio::spawn(Arc::clone(&self).keep_telling());
        while !stop.is_cancelled() && self.unheard.lock().unwrap_or_else(PoisonError::into_inner).is_none() {
            // One job more than are played lies ready, so that nobody waits for the wire.
            let free = (self.options.concurrency + 1).saturating_sub(self.in_hand.load(Ordering::Relaxed));
            let got = match self.pull(&consumers, free).await {
                Ok(got) => got,
                Err(error) => {
                    // The server may have lost its memory: what is missing is made again.
                    self.note_trouble(Some(format!("cannot look for jobs: {error}")));
                    tokio::time::sleep(Duration::from_millis(500)).await;
                    if self.wire.ensure().await.is_ok()
                        && let Ok(again) = self.consumers().await
                    {
                        consumers = again;
                        self.note_trouble(None);
                    }
                    0
                }
            };
            if got == 0 {
                tokio::time::sleep(LOOK).await;
            }
        }
        let left = self.in_hand.load(Ordering::Relaxed);
        if left > 0 {
            (self.tell)(&format!("stopping: {left} to finish; press Ctrl-C again to leave them to others"));
        }
        while self.in_hand.load(Ordering::Relaxed) > 0 && !self.venue.cancel.is_cancelled() {
            tokio::time::sleep(LOOK).await;
        }
        telling.abort();
        self.wire.part(&self.options.name).await;
        self.wire.flush().await;
        match self.unheard.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(why) => Err(Error::Unheard { worker: self.options.name.clone(), why }),
            None => Ok(()),
        }
    }

    /// Where its jobs come from: those for it alone, then those that few can play.
    async fn consumers(&self) -> Result<Vec<PullConsumer>, Error> {
        let mut consumers = vec![self.wire.jobs_of(&self.options.name).await?];
        for level in Level::ALL.into_iter().rev().filter(|level| *level <= self.level) {
            consumers.push(self.wire.jobs_for(Some(level)).await?);
        }
        consumers.push(self.wire.jobs_for(None).await?);
        Ok(consumers)
    }

    /// Takes up to so many jobs in hand.
    async fn pull(self: &Arc<Worker>, consumers: &[PullConsumer], mut free: usize) -> Result<usize, String> {
        let mut got = 0;
        for consumer in consumers {
            if free == 0 {
                break;
            }
            for message in self.wire.take(consumer, free).await.map_err(|error| error.to_string())? {
                self.in_hand.fetch_add(1, Ordering::Relaxed);
                let worker = Arc::clone(self);
                tokio::spawn(async move {
                    worker.handle(&message).await;
                    worker.in_hand.fetch_sub(1, Ordering::Relaxed);
                });
                free = free.saturating_sub(1);
                got += 1;
            }
        }
        Ok(got)
    }

    /// Does a job, from its delivery to its acknowledgement.
    async fn handle(self: &Arc<Worker>, message: &Message) {
        let job = serde_json::from_slice::<Job>(&message.payload).ok().filter(|job| is_charter_name(&job.charter));
        let Some(job) = job else {
            // Nobody can read it, or nobody could be answered.
            drop(message.ack_with(AckKind::Term).await);
            return;
        };
        let what = {
            let work = self.answer(message, &job);
            tokio::pin!(work);
            loop {
                tokio::select! {
                    what = &mut work => break what,
                    () = tokio::time::sleep(SIGN_EVERY) => drop(message.ack_with(AckKind::Progress).await),
                }
            }
        };
        let Some(what) = what else {
            drop(message.ack_with(AckKind::Nak(None)).await);
            return;
        };
        if let What::Played(all) = &what {
            let failed = all.iter().filter(|one| matches!(one, One::Failed(_))).count() as u64;
            self.failed.fetch_add(failed, Ordering::Relaxed);
            self.played.fetch_add(all.len() as u64 - failed, Ordering::Relaxed);
            let is_first = match failed == all.len() as u64 {
                true => self.failed_lately.fetch_add(1, Ordering::Relaxed) + 1 < FAILURES,
                false => {
                    self.failed_lately.store(0, Ordering::Relaxed);
                    true
                }
            };
            if !is_first {
                tokio::time::sleep(SIGH).await;
            }
        }
        if self.store(message, Answer { job, worker: self.options.name.clone(), what }).await {
            drop(message.ack().await);
        }
    }

    /// Brings an answer to the server: until it is stored, because a worker that is cut off goes on trying. False if it is
    /// left to others.
    async fn store(&self, message: &Message, answer: Answer) -> bool {
        let (bytes, charter) = (answer.to_bytes(), &answer.job.charter);
        let Ok(drawn) = secret::seed() else { return false };
        let mut letter = Letter::new(&answer.job.nonce, drawn);
        let (mut refusals, mut since, mut connects) = (0, None::<Instant>, self.wire.connects());
        loop {
            let error = match self.wire.say(charter, &answer.worker, &letter.id(), bytes.clone()).await {
                Ok(true) => return true,
                Ok(false) if letter.is_known(secret::seed().unwrap_or_default()) => return true,
                Ok(false) => continue,
                Err(error) => error.to_string(),
            };
            letter.unknown();
            self.note_trouble(Some(error.clone()));
            if self.wire.is_connected() && self.wire.connects() == connects {
                refusals += 1;
                // There is a server, and it does not take it: that will not change.
                if since.get_or_insert_with(Instant::now).elapsed() > REFUSED {
                    self.unheard.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    return false;
                }
            } else {
                (refusals, since, connects) = (0, None, self.wire.connects());
            }
            if self.venue.cancel.is_cancelled() || self.stop.is_cancelled() && refusals > REFUSALS {
                return false;
            }
            if refusals <= REFUSALS {
                drop(message.ack_with(AckKind::Progress).await);
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    /// What there is to say of a job; `None` if it is left to others.
    async fn answer(self: &Arc<Worker>, message: &Message, job: &Job) -> Option<What> {
        let delivered = message.info().map_or(1, |info| info.delivered);
        let stage = self.stage(&job.charter).await;
        let can = stage.as_ref().map(drop).map_err(Clone::clone);
        if let Consider::Say(what) = consider(delivered, can) {
            if let What::Declined(why) = &what {
                self.note_trouble(Some(why.clone()));
                tokio::time::sleep(SIGH).await;
            }
            return Some(what);
        }
        let Ok(stage) = stage else { return None };
        let _slot = self.slots.acquire().await.ok()?;
        self.playing.fetch_add(1, Ordering::Relaxed);
        let theirs = job.clone();
        let what = tokio::task::spawn_blocking(move || perform(&*stage, &theirs)).await;
        self.playing.fetch_sub(1, Ordering::Relaxed);
        let mut what = what.ok().flatten()?;
        self.send_ahead(job, &mut what).await;
        Some(what)
    }

    /// Puts files that are too large for an answer into the object store.
    async fn send_ahead(&self, job: &Job, what: &mut What) {
        let What::Played(all) = what else { return };
        let mut room = INLINE;
        for (n, one) in all.iter_mut().enumerate() {
            let One::Record { files, .. } = one else { continue };
            for parcel in files {
                let Contents::Bytes(bytes) = &parcel.contents else { continue };
                if bytes.len() <= room {
                    room -= bytes.len();
                    continue;
                }
                // A name that nobody can guess, so that nobody puts something else there.
                let prefix = Object::prefix(&job.nonce, &self.options.name);
                let name = format!("{prefix}{:016x}-{n}-{}", secret::seed().unwrap_or_default(), parcel.name);
                while let Err(error) = self.wire.put_object(FILES, &name, bytes).await {
                    self.note_trouble(Some(error.to_string()));
                    if self.venue.cancel.is_cancelled() {
                        return;
                    }
                    tokio::time::sleep(Duration::from_millis(500)).await;
                }
                parcel.contents = Contents::Object(Object { name, digest: digest(bytes) });
            }
        }
    }

    /// Where a tournament is played here; made ready once.
    async fn stage(self: &Arc<Worker>, charter: &str) -> Result<Arc<dyn Stage>, String> {
        if self.quarantined.lock().unwrap_or_else(PoisonError::into_inner).contains(charter) {
            return Err("the organiser does not believe it any more".into());
        }
        let cell = {
            let mut stages = self.stages.lock().unwrap_or_else(PoisonError::into_inner);
            let old = stages.get(charter).and_then(|cell| cell.get());
            if old.is_some_and(|ready| matches!(ready, Err((_, since)) if since.elapsed() > RETRY)) {
                stages.remove(charter);
            }
            Arc::clone(stages.entry(charter.into()).or_default())
        };
        let ready = cell
            .get_or_init(|| async {
                let ready = self.make_ready(charter).await;
                self.note_trouble(ready.as_ref().err().cloned());
                ready.map_err(|why| (why, Instant::now()))
            })
            .await;
        ready.clone().map_err(|(why, _)| why)
    }

    async fn make_ready(&self, id: &str) -> Result<Arc<dyn Stage>, String> {
        let bytes = self.wire.fetch(BUNDLES, &charter_name(id), CHARTER).await.map_err(|error| error.to_string())?;
        let charter: Charter =
            serde_json::from_slice(&bytes).map_err(|error| format!("the charter of {id}: {error}"))?;
        if charter.id != id {
            return Err(format!("the charter of {id} is that of {}", charter.id));
        }
        can_play(&charter, &self.options.program, self.level)?;
        let facts = self.venue.game(&charter.tournament.setting.game).map_err(|error| error.to_string())?.facts();
        if facts.version != charter.tournament.setting.version {
            let theirs = charter.tournament.setting.version;
            return Err(format!(
                "it has version {} of the rules of {}, the organiser {theirs}",
                facts.version, facts.id
            ));
        }
        let mut players = Vec::with_capacity(charter.carried.len());
        for carried in &charter.carried {
            players.push(match carried {
                Carried::Builtin(name) => format!("builtin:{name}"),
                Carried::Folder { before, digest } => spelled(before, &self.bot(digest).await?)?,
            });
        }
        (self.tell)(&format!("making {} bots ready for {id}", players.len()));
        let build = Arc::clone(&self.build);
        let made = tokio::task::spawn_blocking(move || build(charter, players)).await;
        made.map_err(|error| error.to_string())?
    }

    /// The folder of a bot, which is fetched if it is not here.
    async fn bot(&self, digest: &str) -> Result<PathBuf, String> {
        let cache = self.venue.cache.as_ref().ok_or("there is no folder for a cache")?;
        bot(&cache.join("bundles"), digest, async || {
            self.wire.fetch(BUNDLES, &bundle_name(digest), BUNDLE).await.map_err(|error| error.to_string())
        })
        .await
    }

    fn note_trouble(&self, trouble: Option<String>) {
        let mut noted = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(why) = &trouble
            && *noted != trouble
        {
            (self.tell)(why);
        }
        *noted = trouble;
    }

    /// How it is.
    fn status(&self) -> Status {
        let lately = Instant::now().checked_sub(5 * TELL_EVERY).unwrap_or(self.began);
        Status {
            worker: self.options.name.clone(),
            run: self.run.clone(),
            program: self.options.program.clone(),
            wire: VERSION.into(),
            level: self.level.name().into(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            concurrency: self.options.concurrency,
            playing: self.playing.load(Ordering::Relaxed),
            played: self.played.load(Ordering::Relaxed),
            failed: self.failed.load(Ordering::Relaxed),
            latency_ms: self.probe.worst_since(lately.max(self.began)).as_millis() as u64,
            seconds: self.began.elapsed().as_secs(),
            trouble: self.trouble.lock().unwrap_or_else(PoisonError::into_inner).as_deref().map(shortened),
        }
    }

    /// Tells of itself, and hears whether it is believed.
    async fn keep_telling(self: Arc<Worker>) {
        loop {
            let status = self.status();
            // What cannot be told now is told the next time.
            drop(self.wire.tell_status(&status).await);
            let known: Vec<String> =
                self.stages.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect();
            for charter in known {
                if self.wire.is_quarantined(&charter, &self.options.name).await.is_ok_and(|is_so| is_so) {
                    self.quarantined.lock().unwrap_or_else(PoisonError::into_inner).insert(charter);
                }
            }
            tokio::time::sleep(TELL_EVERY).await;
        }
    }
}

/// As much of a text as a status takes.
fn shortened(text: &str) -> String {
    text.chars().take(500).collect()
}

/// The folder of a bot among those that were fetched before. Whatever lies there is not believed by its name: the digest is
/// taken again, and where it is another one, the files are fetched and put in its place.
async fn bot(
    bundles: &Path,
    digest: &str,
    fetch: impl AsyncFnOnce() -> Result<Vec<u8>, String>,
) -> Result<PathBuf, String> {
    if digest.is_empty() || !digest.chars().all(|c| c.is_ascii_hexdigit()) {
        return Err(format!("{digest:?} is no digest"));
    }
    let (folder, told) = (bundles.join(digest), digest.to_string());
    let there = folder.clone();
    let holds = move || there.is_dir() && source_digest(&there).is_ok_and(|found| found == told);
    if tokio::task::spawn_blocking(holds).await.map_err(|error| error.to_string())? {
        return Ok(folder);
    }
    let bytes = fetch().await?;
    std::fs::create_dir_all(bundles).map_err(|error| format!("{}: {error}", bundles.display()))?;
    let (into, digest) = (folder.clone(), digest.to_string());
    let unpacked = tokio::task::spawn_blocking(move || bundle::unpack(&bytes, &digest, &into)).await;
    unpacked.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
    Ok(folder)
}

/// What a charter is called in the object store.
pub(crate) fn charter_name(id: &str) -> String {
    format!("charter-{id}")
}

/// What a bundle is called in the object store.
pub(crate) fn bundle_name(digest: &str) -> String {
    format!("bundle-{digest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_in_the_cache_is_not_believed_by_its_name() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("source");
        std::fs::create_dir(&source).unwrap();
        std::fs::write(source.join("skirmish.toml"), "run = [\"./bot\"]").unwrap();
        let packed = bundle::pack(&source).unwrap();
        let bundles = folder.path().join("bundles");
        let mut fetched = 0;
        let mut get = || {
            runtime.block_on(bot(&bundles, &packed.digest, async || {
                fetched += 1;
                Ok(packed.bytes.clone())
            }))
        };
        let there = get().unwrap();
        assert_eq!(get().unwrap(), there);
        std::fs::write(there.join("skirmish.toml"), "run = [\"./worse\"]").unwrap();
        assert_eq!(get().unwrap(), there);
        assert_eq!(std::fs::read_to_string(there.join("skirmish.toml")).unwrap(), "run = [\"./bot\"]");
        assert_eq!(fetched, 2, "once because it was not there, once because it was another");
        assert!(runtime.block_on(bot(&bundles, "../x", async || Ok(Vec::new()))).is_err());
    }
}
