//! The queue as NATS JetStream has it: streams, consumers, buckets, and what they are called.

use crate::Error;
use crate::wire::{Charter, Job, Progress, Status, VERSION, is_charter_name, is_worker_name};
use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::kv::Operation;
use async_nats::jetstream::stream::{DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, Context, Message, object_store};
use async_nats::{Client, ConnectOptions, ServerAddr};
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt};
use serde::de::DeserializeOwned;
use skirmish_jail::Level;
use skirmish_matches::Cancel;
use skirmish_matches::error::in_full;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt;
use tokio::time::timeout;

/// A job whose worker gives no sign of life for so long is delivered again.
pub const SIGN_OF_LIFE: Duration = Duration::from_secs(12);
/// How often a worker gives one.
pub const SIGN_EVERY: Duration = Duration::from_secs(4);
/// How often everybody tells of itself.
pub const TELL_EVERY: Duration = Duration::from_secs(2);
/// Whoever has not told of itself for so long is gone.
const GONE: Duration = Duration::from_secs(10);
/// What nobody asks for any more is thrown away after so long.
const FORGOTTEN: Duration = Duration::from_secs(14 * 86_400);
/// An answer is given to the organiser again after so long, if it is not in the ledger by then.
const STORE_WITHIN: Duration = Duration::from_secs(15);
/// A server that has nothing says so at once; one that says nothing for so long is not there.
const SILENCE: Duration = Duration::from_secs(1);
/// The most that somebody has to tell of itself.
const TELLS: usize = 64 << 10;
/// How often it is tried to make what is not there, and how soon again.
const TRIES: u32 = 3;
const SOON: Duration = Duration::from_millis(100);
/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

const JOBS: &str = "SKIRMISH_JOBS";
const ANSWERS: &str = "SKIRMISH_ANSWERS";
const WORKERS: &str = "skirmish-workers";
const TOURNAMENTS: &str = "skirmish-tournaments";
const QUARANTINE: &str = "skirmish-quarantine";
/// What organisers bring: charters and bots.
pub const BUNDLES: &str = "skirmish-bundles";
/// What workers bring: files that are too large for an answer.
pub const FILES: &str = "skirmish-files";

/// How a server is reached.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// `nats://host:4222`, `tls://host:4222`; a user and password may stand before the host.
    pub url: String,
    /// A file of credentials (JWT and seed), or with the seed of a key.
    pub credentials: Option<PathBuf>,
    /// A file with the certificates of authorities.
    pub ca: Option<PathBuf>,
    /// Our own certificate and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// A connection.
#[derive(Clone)]
pub struct Wire {
    url: String,
    client: Client,
    context: Context,
}

impl Access {
    /// Connects as a worker of this name. What the server answers goes where nobody else listens: what others are sent to
    /// play is none of its business.
    pub async fn connect_worker(&self, worker: &str) -> Result<Wire, Error> {
        let inbox = format!("_INBOX_{worker}");
        self.connect_with(ConnectOptions::new().name(format!("skirmish worker {worker}")).custom_inbox_prefix(inbox))
            .await
    }

    /// Connects. Later interruptions are waited out.
    pub async fn connect(&self, name: &str) -> Result<Wire, Error> {
        self.connect_with(ConnectOptions::new().name(name)).await
    }

    async fn connect_with(&self, options: ConnectOptions) -> Result<Wire, Error> {
        let file = |path: &PathBuf| {
            let path = path.clone();
            move |why| Error::File { path, why }
        };
        let mut options = options.connection_timeout(PATIENCE);
        if let Some(path) = &self.credentials {
            let text = std::fs::read_to_string(path).map_err(file(path))?;
            options = match text.trim() {
                seed if seed.starts_with("SU") => options.nkey(seed.into()),
                text => options.credentials(text).map_err(file(path))?,
            };
        }
        if let Some(path) = &self.ca {
            std::fs::metadata(path).map_err(file(path))?;
            options = options.add_root_certificates(path.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &self.certificate {
            for path in [certificate, key] {
                std::fs::metadata(path).map_err(file(path))?;
            }
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        let address: ServerAddr = self.url.parse().map_err(|error: std::io::Error| Error::Connect {
            url: without_secret(&self.url),
            why: error.to_string(),
        })?;
        if let (Some(user), Some(password)) = (address.username(), address.password()) {
            options = options.user_and_password(user.into(), password.into());
        }
        // What the password is is nobody's business.
        let url = without_secret(&self.url);
        let connected = options.connect(self.url.as_str()).await;
        let client = connected.map_err(|error| Error::Connect { url: url.clone(), why: advised(&in_full(&error)) })?;
        let mut context = jetstream::new(client.clone());
        context.set_timeout(PATIENCE);
        Ok(Wire { url, client, context })
    }
}

/// What is in the way of a connection, with what can be done about it where that is not plain.
fn advised(why: &str) -> String {
    match why.contains("UnknownIssuer") {
        true => format!("{why}: nobody who is known here has signed the server's certificate; --ca names who has"),
        false => why.into(),
    }
}

fn without_secret(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(start), Some(end)) if start + 3 <= end => format!("{}{}", &url[..start + 3], &url[end + 1..]),
        _ => url.into(),
    }
}

impl Wire {
    fn wrong<E: std::error::Error>(&self, doing: &'static str) -> impl FnOnce(E) -> Error + use<E> {
        let url = self.url.clone();
        move |error| Error::Server { url, doing, why: in_full(&error) }
    }

    /// Where it is connected to.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Makes whatever is not there yet. Whoever comes first does it.
    pub async fn ensure(&self) -> Result<(), Error> {
        // Of two who make the same stream at the same moment, a server refuses one, or answers only one.
        for _ in 1..TRIES {
            match self.make().await {
                Err(Error::Server { .. }) if self.is_connected() => tokio::time::sleep(SOON).await,
                made => return made,
            }
        }
        self.make().await
    }

    async fn make(&self) -> Result<(), Error> {
        let stream = |name: &str, subjects: &[&str]| jetstream::stream::Config {
            name: name.into(),
            subjects: subjects.iter().map(|subject| format!("skirmish.{VERSION}.{subject}.>")).collect(),
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            max_age: FORGOTTEN,
            ..Default::default()
        };
        for config in [stream(JOBS, &["jobs", "direct"]), stream(ANSWERS, &["answers"])] {
            let stream =
                self.context.get_or_create_stream(config.clone()).await.map_err(self.wrong("make a stream"))?;
            // One that an older version has made.
            if stream.cached_info().config.subjects != config.subjects {
                self.context.update_stream(config).await.map_err(self.wrong("change a stream"))?;
            }
        }
        // Organisers and workers take jobs through these; a worker makes none but its own.
        for level in Level::ALL.into_iter().map(Some).chain([None]) {
            self.jobs_for(level).await?;
        }
        // Buckets are streams; `create_key_value` first asks for the account, and does not understand what servers of 2.9
        // say to that.
        let bucket = |name: &str, max_age: Duration| jetstream::stream::Config {
            name: format!("KV_{name}"),
            subjects: vec![format!("$KV.{name}.>")],
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            num_replicas: 1,
            max_message_size: TELLS as i32,
            max_age,
            ..Default::default()
        };
        for config in [bucket(WORKERS, GONE), bucket(TOURNAMENTS, GONE), bucket(QUARANTINE, FORGOTTEN)] {
            self.context.get_or_create_stream(config).await.map_err(self.wrong("make a bucket"))?;
        }
        for store in [BUNDLES, FILES] {
            if self.context.get_object_store(store).await.is_err() {
                let config = object_store::Config { bucket: store.into(), max_age: FORGOTTEN, ..Default::default() };
                self.context.create_object_store(config).await.map_err(self.wrong("make an object store"))?;
            }
        }
        Ok(())
    }

    async fn stream(&self, name: &str) -> Result<Stream, Error> {
        self.context.get_stream(name).await.map_err(self.wrong("find the stream"))
    }

    /// The jobs for walls like these.
    pub async fn jobs_for(&self, level: Option<Level>) -> Result<PullConsumer, Error> {
        self.consumer(JOBS, &format!("workers-{}", token(level)), &format!("jobs.{}.>", token(level)), SIGN_OF_LIFE)
            .await
    }

    /// The jobs for one worker.
    pub async fn jobs_of(&self, worker: &str) -> Result<PullConsumer, Error> {
        self.consumer(JOBS, &format!("direct-{worker}"), &format!("direct.{worker}.>"), SIGN_OF_LIFE).await
    }

    /// The answers of a tournament.
    pub async fn answers_to(&self, charter: &str) -> Result<PullConsumer, Error> {
        self.consumer(ANSWERS, &format!("organiser-{charter}"), &format!("answers.{charter}.*"), STORE_WITHIN).await
    }

    async fn consumer(
        &self,
        stream: &str,
        name: &str,
        subject: &str,
        ack_wait: Duration,
    ) -> Result<PullConsumer, Error> {
        let config = pull::Config {
            durable_name: Some(name.into()),
            filter_subject: format!("skirmish.{VERSION}.{subject}"),
            ack_policy: AckPolicy::Explicit,
            ack_wait,
            max_ack_pending: 20_000,
            inactive_threshold: FORGOTTEN,
            ..Default::default()
        };
        let found = self.stream(stream).await?.get_or_create_consumer(name, config).await;
        found.map_err(self.wrong("make a consumer"))
    }

    /// Puts a job into the queue.
    pub async fn post(&self, charter: &Charter, job: &Job) -> Result<(), Error> {
        let subject = match &job.to {
            None => format!("skirmish.{VERSION}.jobs.{}.{}", token(charter.level), charter.id),
            Some(worker) => format!("skirmish.{VERSION}.direct.{worker}.{}", charter.id),
        };
        let bytes = serde_json::to_vec(job).expect("jobs serialise");
        self.publish(subject, &format!("job-{}", job.nonce), bytes, "queue a job").await?;
        Ok(())
    }

    /// Puts an answer where its organiser finds it, under an id of its own. When this returns it is stored, unless the server
    /// had a message of this id before: then this is false, and whoever knows the id may have used it up.
    pub async fn say(&self, charter: &str, worker: &str, id: &str, answer: Vec<u8>) -> Result<bool, Error> {
        let subject = format!("skirmish.{VERSION}.answers.{charter}.{worker}");
        self.publish(subject, id, answer, "store an answer").await
    }

    async fn publish(&self, subject: String, id: &str, bytes: Vec<u8>, doing: &'static str) -> Result<bool, Error> {
        let message = jetstream::message::PublishMessage::build().payload(Bytes::from(bytes)).message_id(id);
        let stored = self.context.send_publish(subject, message).await.map_err(self.wrong(doing))?;
        Ok(!stored.await.map_err(self.wrong(doing))?.duplicate)
    }

    /// Whether there is a connection now.
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// How often a connection was made, the first one included.
    pub fn connects(&self) -> u64 {
        self.client.statistics().connects.load(Ordering::Relaxed)
    }

    /// Takes what lies ready, up to so many messages. Whatever the server hands out is taken to the last: what is left lying
    /// comes again only much later.
    pub async fn take(&self, consumer: &PullConsumer, most: usize) -> Result<Vec<Message>, Error> {
        let silence =
            |_| Error::Server { url: self.url.clone(), doing: "take messages", why: "it says nothing".into() };
        let asked = timeout(SILENCE, consumer.fetch().max_messages(most).messages()).await.map_err(silence)?;
        let mut batch = asked.map_err(self.wrong("take messages"))?;
        let mut all = Vec::new();
        loop {
            match timeout(SILENCE, batch.next()).await {
                Ok(Some(Ok(message))) => all.push(message),
                Ok(None) => return Ok(all),
                // What came before it went silent is worth having.
                Ok(Some(Err(_))) | Err(_) if !all.is_empty() => return Ok(all),
                Ok(Some(Err(error))) => {
                    let (url, why) = (self.url.clone(), error.to_string());
                    return Err(Error::Server { url, doing: "take messages", why });
                }
                Err(elapsed) => return Err(silence(elapsed)),
            }
        }
    }

    /// How many jobs of a tournament lie in the queue or are being played, and how many answers wait.
    pub async fn lying(&self, charter: &str) -> Result<(u64, u64), Error> {
        let mut counts = [0, 0];
        for (n, name) in [JOBS, ANSWERS].into_iter().enumerate() {
            let stream = self.stream(name).await?;
            let filter =
                [format!("skirmish.{VERSION}.*.*.{charter}"), format!("skirmish.{VERSION}.answers.{charter}.*")];
            let subjects = stream.info_with_subjects(&filter[n]).await.map_err(self.wrong("count messages"))?;
            let all: Vec<(String, usize)> = subjects.try_collect().await.map_err(self.wrong("count messages"))?;
            counts[n] = all.iter().map(|(_, count)| *count as u64).sum();
        }
        Ok((counts[0], counts[1]))
    }

    /// All jobs in the queue and all answers that wait, of everybody.
    pub async fn totals(&self) -> Result<(u64, u64), Error> {
        let jobs = self.stream(JOBS).await?.cached_info().state.messages;
        Ok((jobs, self.stream(ANSWERS).await?.cached_info().state.messages))
    }

    /// Takes the jobs of a tournament out of the queue.
    pub async fn clear(&self, charter: &str) -> Result<(), Error> {
        let stream = self.stream(JOBS).await?;
        for subject in
            [format!("skirmish.{VERSION}.jobs.*.{charter}"), format!("skirmish.{VERSION}.direct.*.{charter}")]
        {
            stream.purge().filter(subject).await.map_err(self.wrong("clear the queue"))?;
        }
        Ok(())
    }

    /// Takes the jobs of a tournament that are for one worker alone out of the queue.
    pub async fn clear_direct(&self, charter: &str, worker: &str) -> Result<(), Error> {
        let subject = format!("skirmish.{VERSION}.direct.{worker}.{charter}");
        self.stream(JOBS).await?.purge().filter(subject).await.map_err(self.wrong("clear the queue"))?;
        Ok(())
    }

    /// Forgets the answers of a tournament that is over.
    pub async fn forget(&self, charter: &str) -> Result<(), Error> {
        let stream = self.stream(ANSWERS).await?;
        let subject = format!("skirmish.{VERSION}.answers.{charter}.*");
        stream.purge().filter(subject).await.map_err(self.wrong("clear the answers"))?;
        let name = format!("organiser-{charter}");
        stream.delete_consumer(&name).await.map_err(self.wrong("end a consumer"))?;
        Ok(())
    }

    /// Keeps an object under a name. One that is there stays if it is the same to the byte, and is replaced otherwise.
    pub async fn keep(&self, store: &str, name: &str, bytes: &[u8]) -> Result<(), Error> {
        if self.fetch(store, name, bytes.len() as u64).await.is_ok_and(|there| there == bytes) {
            return Ok(());
        }
        self.put_object(store, name, bytes).await
    }

    /// Puts an object under a name.
    pub async fn put_object(&self, store: &str, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let store = self.context.get_object_store(store).await.map_err(self.wrong("find the object store"))?;
        store.put(name, &mut &*bytes).await.map_err(self.wrong("store an object"))?;
        Ok(())
    }

    /// The object of a name, of at most so many bytes.
    pub async fn fetch(&self, store: &str, name: &str, most: u64) -> Result<Vec<u8>, Error> {
        let store = self.context.get_object_store(store).await.map_err(self.wrong("find the object store"))?;
        let object = store.get(name).await.map_err(self.wrong("fetch an object"))?;
        let (mut object, mut bytes) = (object.take(most + 1), Vec::new());
        loop {
            // An object of which a part is gone never ends.
            let read = timeout(PATIENCE, object.read_buf(&mut bytes)).await.map_err(self.wrong("read an object"))?;
            if read.map_err(self.wrong("read an object"))? == 0 {
                break;
            }
        }
        if bytes.len() as u64 > most {
            let (url, why) = (self.url.clone(), format!("{name} is larger than {most} bytes"));
            return Err(Error::Server { url, doing: "read an object", why });
        }
        Ok(bytes)
    }

    /// Throws an object away; it does no harm if it stays.
    pub async fn discard(&self, store: &str, name: &str) {
        if let Ok(store) = self.context.get_object_store(store).await {
            drop(store.delete(name).await);
        }
    }

    /// Tells how a worker is.
    pub async fn tell_status(&self, status: &Status) -> Result<(), Error> {
        self.put(WORKERS, &status.worker, serde_json::to_vec(status).expect("statuses serialise")).await
    }

    /// A worker goes.
    pub async fn part(&self, worker: &str) {
        if let Ok(bucket) = self.context.get_key_value(WORKERS).await {
            drop(bucket.delete(worker).await);
        }
    }

    /// Tells how a tournament is.
    pub async fn tell_progress(&self, progress: &Progress) -> Result<(), Error> {
        self.put(TOURNAMENTS, &progress.charter, serde_json::to_vec(progress).expect("progress serialises")).await
    }

    /// Who organises a tournament: its run, and a number that changes whenever it tells of itself.
    pub async fn organiser_of(&self, charter: &str) -> Result<Option<(String, u64)>, Error> {
        let bucket = self.context.get_key_value(TOURNAMENTS).await.map_err(self.wrong("find a bucket"))?;
        let entry = bucket.entry(charter).await.map_err(self.wrong("read a bucket"))?;
        Ok(entry.filter(|entry| entry.operation == Operation::Put).map(|entry| {
            let progress = serde_json::from_slice::<Progress>(&entry.value).unwrap_or_default();
            (progress.run, entry.revision)
        }))
    }

    /// Waits until nobody organises a tournament. One that died is forgotten soon; one that gives signs of life is an error.
    pub async fn wait_for_turn(&self, charter: &str, cancel: &Cancel) -> Result<(), Error> {
        let (began, mut seen) = (Instant::now(), None);
        while let Some((_, number)) = self.organiser_of(charter).await? {
            if *seen.get_or_insert(number) != number {
                return Err(Error::Organised(charter.into()));
            }
            // The server's clock decides when it is forgotten; but it has said nothing for long enough.
            if began.elapsed() > GONE + TELL_EVERY || cancel.is_cancelled() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        Ok(())
    }

    /// A tournament is organised by nobody any more.
    pub async fn end(&self, charter: &str) {
        if let Ok(bucket) = self.context.get_key_value(TOURNAMENTS).await {
            drop(bucket.delete(charter).await);
        }
    }

    /// Says that a worker is not believed in a tournament.
    pub async fn quarantine(&self, charter: &str, worker: &str, why: &str) -> Result<(), Error> {
        self.put(QUARANTINE, &format!("{charter}.{worker}"), why.as_bytes().to_vec()).await
    }

    /// Whether a worker is not believed in a tournament.
    pub async fn is_quarantined(&self, charter: &str, worker: &str) -> Result<bool, Error> {
        let bucket = self.context.get_key_value(QUARANTINE).await.map_err(self.wrong("find a bucket"))?;
        let entry = bucket.get(format!("{charter}.{worker}")).await.map_err(self.wrong("read a bucket"))?;
        Ok(entry.is_some())
    }

    /// Whether there is a worker of a name.
    pub async fn is_there(&self, worker: &str) -> Result<bool, Error> {
        let bucket = self.context.get_key_value(WORKERS).await.map_err(self.wrong("find a bucket"))?;
        Ok(bucket.get(worker).await.map_err(self.wrong("read a bucket"))?.is_some())
    }

    /// Tells two workers of one name apart, if there is one.
    pub async fn run_of(&self, worker: &str) -> Result<Option<String>, Error> {
        let bucket = self.context.get_key_value(WORKERS).await.map_err(self.wrong("find a bucket"))?;
        let status = bucket.get(worker).await.map_err(self.wrong("read a bucket"))?;
        Ok(status.map(|status| serde_json::from_slice::<Status>(&status).unwrap_or_default().run))
    }

    /// Who is there. A server lets a worker write under its own name alone; what says it is somebody else's is nobody's.
    pub async fn workers(&self) -> Result<Vec<Status>, Error> {
        let all = self.all::<Status>(WORKERS).await?;
        Ok(all.into_iter().filter(|(key, status)| is_of(status, key)).map(|(_, status)| status).collect())
    }

    /// What is played.
    pub async fn tournaments(&self) -> Result<Vec<Progress>, Error> {
        let all = self.all::<Progress>(TOURNAMENTS).await?;
        let is_its = |(key, progress): &(String, Progress)| is_charter_name(key) && progress.charter == *key;
        Ok(all.into_iter().filter(is_its).map(|(_, progress)| progress).collect())
    }

    async fn put(&self, bucket: &str, key: &str, value: Vec<u8>) -> Result<(), Error> {
        let bucket = self.context.get_key_value(bucket).await.map_err(self.wrong("find a bucket"))?;
        bucket.put(key, value.into()).await.map_err(self.wrong("write to a bucket"))?;
        Ok(())
    }

    /// All values of a bucket that can be read, by their keys.
    async fn all<T: DeserializeOwned>(&self, bucket: &str) -> Result<Vec<(String, T)>, Error> {
        let bucket = self.context.get_key_value(bucket).await.map_err(self.wrong("find a bucket"))?;
        // Not by `keys()`: it waits for values that it has counted, and those that are forgotten meanwhile never come.
        let before = format!("$KV.{}.", bucket.name);
        let subjects =
            bucket.stream.info_with_subjects(format!("{before}>")).await.map_err(self.wrong("list a bucket"))?;
        let subjects: Vec<(String, usize)> = subjects.try_collect().await.map_err(self.wrong("list a bucket"))?;
        let keys = subjects.iter().filter_map(|(subject, _)| subject.strip_prefix(&before).map(String::from));
        let mut all = Vec::new();
        for key in keys {
            // It may be gone by now.
            if let Ok(Some(value)) = bucket.get(&key).await
                && value.len() <= TELLS
            {
                all.extend(serde_json::from_slice(&value).ok().map(|value| (key, value)));
            }
        }
        Ok(all)
    }

    /// Sends what is still on its way.
    pub async fn flush(&self) {
        drop(tokio::time::timeout(PATIENCE, self.client.flush()).await);
    }
}

/// Whether a status is that of the worker under whose name it lies. It is read by people and put into subjects.
fn is_of(status: &Status, key: &str) -> bool {
    let short = [&status.run, &status.program, &status.wire, &status.level];
    is_worker_name(key)
        && status.worker == key
        && short.iter().all(|text| text.len() <= 100)
        && status.trouble.as_ref().is_none_or(|text| text.len() <= 4096)
}

/// The part of a subject that tells which walls a job demands.
fn token(level: Option<Level>) -> &'static str {
    level.map_or("any", Level::name)
}

#[cfg(test)]
mod tests {
    use super::{is_of, without_secret};
    use crate::wire::{Status, is_charter_name, is_worker_name};

    #[test]
    fn a_status_is_that_of_the_name_it_lies_under() {
        let of = |worker: &str| Status { worker: worker.into(), ..Status::default() };
        assert!(is_of(&of("w01"), "w01"));
        for (worker, key) in
            [("w02", "w01"), ("", ""), ("a b", "a b"), ("w.>", "w.>"), ("w*", "w*"), ("w\r\nPUB x 1", "w01")]
        {
            assert!(!is_of(&of(worker), key), "{worker:?} {key:?}");
        }
        assert!(!is_of(&Status { level: "x".repeat(200), ..of("w01") }, "w01"));
        assert!(!is_of(&Status { trouble: Some("x".repeat(5000)), ..of("w01") }, "w01"));
    }

    #[test]
    fn names_are_parts_of_subjects() {
        for name in ["golems-0ad42291a3bf-1a2b3c4d", "w01", "A_b"] {
            assert!(is_charter_name(name) && is_worker_name(name));
        }
        for name in ["", "a.b", "a b", "*", ">", "a\n", "\u{e9}", &"x".repeat(101)] {
            assert!(!is_charter_name(name) && !is_worker_name(name), "{name:?}");
        }
    }

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(without_secret("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(without_secret("nats://host:4222"), "nats://host:4222");
    }
}
