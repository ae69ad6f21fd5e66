//! Webhooks: a receiver that does whatever receivers do, and a clock that moves when it is told to.

use crate::support::log;
use serde_json::Value;
use skirmish_house::clock::{Clock, Machine, Virtual};
use skirmish_house::hooks::Outgoing;
use skirmish_house::hooks::hook::{Hook, Owner};
use skirmish_house::hooks::letter::News;
use skirmish_house::hooks::names::{Found, Names, System};
use skirmish_house::hooks::office::{Office, Source};
use skirmish_house::hooks::post::Post;
use skirmish_house::hooks::signing::signature;
use skirmish_house::house::{House, Plan};
use skirmish_house::store::memory::Memory;
use skirmish_house::store::{self, Failure, Place, Store};
use skirmish_servers::Postgres;
use skirmish_servers::receiver::{Act, Got, Receiver};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio_rustls::rustls;

const GAME: i64 = 1;
/// 2026-03-02T09:00:00Z.
const NINE: i64 = 1_772_442_000_000;
const SECOND: i64 = 1000;
const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// A log in memory: one record for each of the news.
#[derive(Default)]
struct Paper {
    all: Mutex<Vec<News>>,
    /// Up to where somebody has looked.
    looked: Mutex<i64>,
}

impl Paper {
    fn print(&self, seat: &str, kind: &'static str) {
        let mut all = self.all.lock().unwrap();
        let n = all.len() as i64 + 1;
        let text = format!("Number {n}.");
        all.push(News {
            record: n,
            n: 10 + n,
            at: format!("at {n}"),
            kind,
            seat: Some(seat.into()),
            text,
            event: None,
        });
    }
}

impl Source for Paper {
    fn kinds(&self) -> &'static [&'static str] {
        &["lost", "hit"]
    }

    fn name(&self, _: i64) -> Option<String> {
        Some("spring".into())
    }

    fn newest(&self, _: i64) -> Option<i64> {
        Some(self.all.lock().unwrap().len() as i64)
    }

    fn news(&self, _: i64, after: i64, upto: i64) -> Result<Vec<News>, Failure> {
        let mut looked = self.looked.lock().unwrap();
        *looked = upto.max(*looked);
        let all = self.all.lock().unwrap();
        Ok(all.iter().filter(|news| news.record > after && news.record <= upto).cloned().collect())
    }
}

/// Every name stands for these addresses.
#[derive(Default)]
struct Book(Mutex<Vec<IpAddr>>);

impl Book {
    fn write(&self, addresses: &[&str]) {
        *self.0.lock().unwrap() = addresses.iter().map(|text| text.parse().unwrap()).collect();
    }
}

impl Names for Book {
    fn find<'a>(&'a self, _: &'a str) -> Found<'a> {
        Box::pin(async { Ok(self.0.lock().unwrap().clone()) })
    }
}

fn outgoing() -> Outgoing {
    let mut outgoing = Outgoing { allow_http: true, allow_private: true, ..Outgoing::default() };
    outgoing.pace.tick = Duration::from_millis(5);
    outgoing.pace.gather = Duration::ZERO;
    outgoing
}

/// The same, for receivers that do not answer.
fn hasty() -> Outgoing {
    let mut outgoing = outgoing();
    outgoing.pace.answer = Duration::from_millis(300);
    outgoing
}

struct Mail {
    office: Arc<Office>,
    house: Arc<House>,
    clock: Arc<Virtual>,
    paper: Arc<Paper>,
    runtime: Runtime,
    running: Option<tokio::task::JoinHandle<()>>,
}

impl Mail {
    fn new(outgoing: Outgoing) -> Mail {
        Mail::with(outgoing, Arc::<System>::default(), Arc::new(Memory::default()), Arc::default(), NINE)
    }

    fn with(outgoing: Outgoing, names: Arc<dyn Names>, store: Arc<dyn Store>, paper: Arc<Paper>, now_ms: i64) -> Mail {
        let post = Post::new(outgoing.clone(), names);
        Mail::posting(outgoing, post, store, paper, now_ms)
    }

    fn posting(outgoing: Outgoing, post: Post, store: Arc<dyn Store>, paper: Arc<Paper>, now_ms: i64) -> Mail {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let clock = Arc::new(Virtual::new(Arc::new(Machine::default()), now_ms, 0.0));
        let plan = Plan { webhooks: outgoing, ..Plan::default() };
        let house = House::open(store, Arc::clone(&clock) as _, plan).unwrap();
        let owners = ["ann", "bob"].map(|seat| Owner::new(GAME, seat));
        let office = Office::open(Arc::clone(&house), Arc::clone(&paper) as _, post, owners).unwrap();
        let running = Some(runtime.spawn(Arc::clone(&office).run()));
        Mail { office, house, clock, paper, runtime, running }
    }

    fn set(&self, seat: &str, url: &str) -> Hook {
        self.try_set(seat, url).unwrap_or_else(|why| panic!("{why}"))
    }

    fn try_set(&self, seat: &str, url: &str) -> Result<Hook, String> {
        let wants = vec!["hit".into(), "lost".into()];
        let set = self.runtime.block_on(self.office.set(Owner::new(GAME, seat), url, wants));
        set.map_err(|problem| format!("{}: {}", problem.reason(), problem.message()))
    }

    fn hook(&self, seat: &str) -> Hook {
        self.office.get(&Owner::new(GAME, seat)).unwrap()
    }

    /// Waits until a hook is like this.
    fn until(&self, seat: &str, is: impl Fn(&Hook) -> bool) -> Hook {
        let began = Instant::now();
        loop {
            let hook = self.hook(seat);
            if is(&hook) {
                return hook;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "it never came: {:?} {:?}", hook.letter, hook.failed);
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Lets the office look around a few times while no time passes.
    fn idle(&self) {
        std::thread::sleep(Duration::from_millis(100));
    }

    /// Waits until somebody has looked at all that was printed.
    fn read(&self) {
        let printed = self.paper.all.lock().unwrap().len() as i64;
        let began = Instant::now();
        while *self.paper.looked.lock().unwrap() < printed {
            assert!(began.elapsed() < Duration::from_secs(60), "nobody looks");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn stop(&mut self) {
        self.house.stop.stop();
        if let Some(running) = self.running.take() {
            self.runtime.block_on(running).unwrap();
        }
    }
}

fn json(got: &Got) -> Value {
    serde_json::from_str(&got.body).unwrap()
}

/// Looks at all that a receiver can check.
fn check(got: &Got, hook: &Hook, seat: &str) {
    let letter = json(got);
    assert_eq!((&letter["game"], &letter["seat"]), (&"spring".into(), &seat.into()), "{letter}");
    assert_eq!(letter["id"], got.header("skirmish-delivery"));
    let seconds: i64 = got.header("skirmish-signature").split(['=', ',']).nth(1).unwrap().parse().unwrap();
    assert_eq!(got.header("skirmish-signature"), signature(&hook.secret, seconds, &got.body));
    assert_eq!(got.header("content-type"), "application/json");
    assert_eq!(got.header("user-agent"), format!("skirmish/{}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn news_are_gathered_and_delivered_once_with_a_good_signature() {
    let mut gathering = outgoing();
    gathering.pace.gather = Outgoing::default().pace.gather;
    let (mail, receiver) = (Mail::new(gathering), Receiver::new(&[]));
    mail.paper.print("ann", "hit");
    let hook = mail.set("ann", &receiver.url("/in?key=1"));
    // What was before is not told, nor what concerns others, nor what was not asked for.
    mail.paper.print("bob", "hit");
    mail.paper.print("ann", "day");
    mail.paper.print("ann", "hit");
    mail.read();
    mail.clock.step(2 * SECOND);
    mail.paper.print("ann", "lost");
    mail.read();
    mail.idle();
    assert_eq!(receiver.got().len(), 0);
    mail.clock.step(SECOND);
    let got = receiver.wait(1).remove(0);
    check(&got, &hook, "ann");
    assert!(got.head.starts_with("POST /in?key=1 HTTP/1.1\r\n"), "{}", got.head);
    assert_eq!(got.header("host"), receiver.address.to_string());
    let letter = json(&got);
    assert_eq!((&letter["kind"], &letter["n"], &letter["at"]), (&"lost".into(), &15.into(), &"at 5".into()));
    assert_eq!((&letter["text"], letter["events"].as_array().unwrap().len()), (&"Number 4. Number 5.".into(), 2));
    assert_eq!(mail.until("ann", |hook| hook.delivered_ms.is_some()).told, 5);
    mail.clock.step(DAY);
    mail.idle();
    assert_eq!(receiver.got().len(), 1);
    // The next one is another.
    mail.paper.print("ann", "hit");
    mail.read();
    mail.clock.step(3 * SECOND);
    let second = receiver.wait(2).remove(1);
    assert_ne!(json(&second)["id"], letter["id"]);
    assert_eq!(json(&second)["text"], "Number 6.");
    assert_eq!(mail.house.metrics.webhooks_failed.get(), 0);
}

#[test]
fn whatever_fails_comes_again_as_it_was() {
    let script = [Act::Say(500, ""), Act::HangUp, Act::Keep, Act::Say(404, ""), Act::Say(204, "")];
    let (mail, receiver) = (Mail::new(hasty()), Receiver::new(&script));
    let hook = mail.set("ann", &receiver.url("/"));
    mail.paper.print("ann", "hit");
    for tries in 1..=4 {
        let failed = mail.until("ann", |hook| hook.letter.as_ref().is_some_and(|letter| letter.tries == tries));
        let next_ms = failed.letter.unwrap().next_ms;
        // More news wait for their turn.
        mail.paper.print("ann", "hit");
        mail.clock.step(next_ms - mail.clock.wall_ms() - 1);
        mail.idle();
        assert_eq!(receiver.got().len(), tries as usize);
        mail.clock.step(1);
    }
    let got = receiver.wait(5);
    // The next letter may have come as well by now.
    for again in &got[..3] {
        check(again, &hook, "ann");
        assert_eq!(again.body, got[0].body);
    }
    // It is signed anew, with the time of the try.
    assert_ne!(got[4].header("skirmish-signature"), got[0].header("skirmish-signature"));
    mail.until("ann", |hook| hook.failed.is_none() && hook.told >= 1);
    let rest = json(&receiver.wait(6)[5]);
    assert_eq!(rest["events"].as_array().unwrap().len(), 4);
    let metrics = &mail.house.metrics;
    mail.until("ann", |hook| hook.told == 5);
    assert_eq!(
        (metrics.webhooks_delivered.get(), metrics.webhooks_failed.get(), metrics.webhooks_off.get()),
        (2, 4, 0)
    );
}

#[test]
fn a_redirect_is_a_failure() {
    let inner = Receiver::new(&[]);
    let to: &'static str = Box::leak(format!("Location: {}\r\n", inner.url("/secret")).into_boxed_str());
    let script: Vec<Act> = [301, 302, 307, 308].map(|status| Act::Say(status, to)).into();
    let (mail, receiver) = (Mail::new(outgoing()), Receiver::new(&script));
    mail.set("ann", &receiver.url("/"));
    mail.paper.print("ann", "hit");
    for tries in 1..=4 {
        let hook = mail.until("ann", |hook| hook.letter.as_ref().is_some_and(|letter| letter.tries == tries));
        assert!(hook.failed.unwrap().why.ends_with("redirects are not followed"));
        mail.clock.step(DAY);
    }
    receiver.wait(5);
    assert!(inner.got().is_empty());
}

#[test]
fn who_is_gone_or_dead_for_a_day_is_switched_off() {
    let gone = Receiver::new(&[Act::Say(410, "")]);
    let dead = Receiver::new(&vec![Act::HangUp; 100]);
    let mail = Mail::new(outgoing());
    mail.set("ann", &gone.url("/"));
    mail.set("bob", &dead.url("/"));
    mail.paper.print("ann", "hit");
    mail.paper.print("bob", "hit");
    let off = mail.until("ann", |hook| hook.off.is_some());
    assert_eq!(off.off.unwrap().why, "it answered 410 Gone");
    for tries in 1..=7 {
        let hook = mail.until("bob", |hook| hook.letter.as_ref().is_some_and(|letter| letter.tries == tries));
        let wait = hook.letter.unwrap().next_ms - mail.clock.wall_ms();
        assert!((0..=15 * HOUR).contains(&wait), "{wait}");
        mail.clock.step(wait);
    }
    let off = mail.until("bob", |hook| hook.off.is_some());
    assert!(mail.clock.wall_ms() - NINE < DAY);
    assert_eq!(off.off.unwrap().why, "8 tries failed; of the last: it closed the connection without an answer");
    // Nothing more comes, until it is set again; then what happens from then on.
    mail.paper.print("ann", "hit");
    mail.clock.step(10 * DAY);
    mail.idle();
    assert_eq!((gone.got().len(), dead.got().len()), (1, 8));
    assert_eq!(mail.house.metrics.webhooks_off.get(), 2);
    mail.set("ann", &gone.url("/"));
    mail.paper.print("ann", "lost");
    assert_eq!(json(&gone.wait(2)[1])["kind"], "lost");
}

#[test]
fn who_answers_without_end_holds_up_nobody() {
    let slow = Receiver::new(&vec![Act::Dribble; 100]);
    let good = Receiver::new(&[]);
    let mut patient = outgoing();
    patient.pace.answer = Duration::from_secs(120);
    let mut mail = Mail::new(patient);
    mail.set("ann", &slow.url("/"));
    mail.set("bob", &good.url("/"));
    for round in 1..=3 {
        mail.paper.print("ann", "hit");
        mail.paper.print("bob", "hit");
        good.wait(round);
        mail.until("bob", |hook| hook.letter.is_none());
    }
    assert_eq!(slow.wait(1).len(), 1);
    // Nor the end.
    let began = Instant::now();
    mail.stop();
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());

    // And if nobody stops, it is given up in time.
    let mail = Mail::new(hasty());
    mail.set("ann", &slow.url("/"));
    mail.paper.print("ann", "hit");
    let hook = mail.until("ann", |hook| hook.failed.is_some());
    assert_eq!(hook.failed.unwrap().why, "it has not answered within 0.3 s");
}

#[test]
fn a_restart_in_the_middle_loses_nothing() {
    let store = Arc::new(Memory::default());
    restarts(|| Arc::clone(&store) as _);
}

#[test]
fn a_restart_in_the_middle_loses_nothing_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::Folder(folder.path().join("data"));
    restarts(|| store::open(&place).unwrap());
}

#[test]
fn a_restart_in_the_middle_loses_nothing_on_postgres() {
    let Some(server) = Postgres::start() else { return };
    let place = Place::Server(server.database());
    restarts(|| store::open(&place).unwrap());
}

/// Stops while a letter is on its way, and again after it was refused. Every start opens the store anew.
fn restarts(open: impl Fn() -> Arc<dyn Store>) {
    let paper = Arc::<Paper>::default();
    let receiver = Receiver::new(&[Act::Keep, Act::Say(500, "")]);
    let names = || Arc::<System>::default();
    let mut mail = Mail::with(outgoing(), names(), open(), Arc::clone(&paper), NINE);
    let hook = mail.set("ann", &receiver.url("/"));
    mail.paper.print("ann", "hit");
    receiver.wait(1);
    // It is on its way, and something else has happened.
    paper.print("ann", "lost");
    mail.stop();
    drop(mail);
    let mut mail = Mail::with(outgoing(), names(), open(), Arc::clone(&paper), NINE + HOUR);
    receiver.wait(2);
    mail.until("ann", |hook| hook.failed.is_some());
    mail.stop();
    drop(mail);
    let mail = Mail::with(outgoing(), names(), open(), paper, NINE + 2 * HOUR);
    let got = receiver.wait(3);
    for again in &got {
        check(again, &hook, "ann");
        assert_eq!(again.body, got[0].body);
    }
    let rest = json(&receiver.wait(4)[3]);
    assert_eq!((&rest["kind"], &rest["text"]), (&"lost".into(), &"Number 2.".into()));
    mail.until("ann", |hook| hook.told == 2);
    mail.clock.step(DAY);
    mail.idle();
    assert_eq!(receiver.got().len(), 4);
}

#[test]
fn much_news_come_in_several_letters_and_none_is_lost() {
    let (mail, receiver) = (Mail::new(outgoing()), Receiver::new(&[]));
    mail.set("ann", &receiver.url("/"));
    for i in 0..2500 {
        mail.paper.print(if i % 10 == 0 { "ann" } else { "bob" }, "hit");
    }
    let mut numbers = Vec::new();
    let mut letters = 0;
    while numbers.len() < 250 {
        letters += 1;
        let letter = json(&receiver.wait(letters)[letters - 1]);
        let events = letter["events"].as_array().unwrap();
        assert!((1..=100).contains(&events.len()));
        numbers.extend(events.iter().map(|event| event["text"].clone()));
    }
    let expected: Vec<String> = (0..250).map(|i| format!("Number {}.", 10 * i + 1)).collect();
    assert_eq!(numbers, expected);
}

#[test]
fn private_addresses_are_refused_when_set_and_when_sent() {
    let receiver = Receiver::new(&[]);
    let port = receiver.address.port();
    let strict = Outgoing { allow_private: false, ..outgoing() };
    let mail = Mail::new(strict.clone());
    for host in ["localhost", "127.0.0.1", "0.0.0.0", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1"] {
        let refused = mail.try_set("ann", &format!("http://{host}:{port}/"));
        assert_eq!(refused.unwrap_err(), "bad_url: its address is not a public one", "{host}");
    }
    assert!(mail.try_set("ann", "http://nothing.invalid/").is_err());

    // A name that was a public one when it was set.
    let book = Arc::<Book>::default();
    let mail = Mail::with(strict, Arc::clone(&book) as _, Arc::new(Memory::default()), Arc::default(), NINE);
    book.write(&["9.9.9.9", "127.0.0.1"]);
    assert!(mail.try_set("ann", &format!("http://hooks.test:{port}/")).is_err());
    book.write(&[]);
    assert!(mail.try_set("ann", &format!("http://hooks.test:{port}/")).is_err());
    book.write(&["9.9.9.9", "2606:4700::1"]);
    mail.set("ann", &format!("http://hooks.test:{port}/"));
    book.write(&["127.0.0.1"]);
    mail.paper.print("ann", "hit");
    let hook = mail.until("ann", |hook| hook.failed.is_some());
    assert_eq!(hook.failed.unwrap().why, "its address is not a public one");
    assert!(receiver.got().is_empty());
}

#[test]
fn the_address_that_was_checked_is_the_one_that_is_asked() {
    // Nobody but our own book knows the name, so a second lookup would fail.
    let (book, receiver) = (Arc::<Book>::default(), Receiver::new(&[]));
    book.write(&["127.0.0.1"]);
    let mail = Mail::with(outgoing(), book, Arc::new(Memory::default()), Arc::default(), NINE);
    let port = receiver.address.port();
    mail.set("ann", &format!("http://hooks.test:{port}/"));
    mail.paper.print("ann", "hit");
    assert_eq!(receiver.wait(1)[0].header("host"), format!("hooks.test:{port}"));
}

/// A receiver behind TLS whose certificate is for hooks.test.
fn secured(runtime: &Runtime) -> u16 {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let (certificate, key) = (certificate(), include_bytes!("support/tls/key.der").to_vec());
    let key = rustls::pki_types::PrivatePkcs8KeyDer::from(key).into();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = config.with_no_client_auth().with_single_cert(vec![certificate], key).unwrap();
    let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
    let port = listener.local_addr().unwrap().port();
    runtime.spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(socket).await else { continue };
            let _some = stream.read(&mut [0; 4096]).await;
            let _gone = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").await;
            let _gone = stream.shutdown().await;
        }
    });
    port
}

fn certificate() -> rustls::pki_types::CertificateDer<'static> {
    include_bytes!("support/tls/certificate.der").to_vec().into()
}

#[test]
fn tls_is_checked_against_the_name() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let port = secured(&runtime);
    let book = Arc::<Book>::default();
    book.write(&["127.0.0.1"]);
    let post = |trusted: bool| {
        let mut authorities = rustls::RootCertStore::empty();
        if trusted {
            authorities.add(certificate()).unwrap();
        }
        Post::trusting(outgoing(), Arc::clone(&book) as _, authorities)
    };
    let tried = |post: Post, host: &str| {
        let mail = Mail::posting(outgoing(), post, Arc::new(Memory::default()), Arc::default(), NINE);
        mail.set("ann", &format!("https://{host}:{port}/"));
        let news =
            News { record: 0, n: 0, at: String::new(), kind: "test", seat: None, text: String::new(), event: None };
        let tried = mail.runtime.block_on(mail.office.test(&Owner::new(GAME, "ann"), news));
        let tried = tried.map_err(|problem| problem.message().to_string()).unwrap().unwrap();
        (tried.delivered, tried.what)
    };
    assert_eq!(tried(post(true), "hooks.test"), (true, "it answered 200".into()));
    let (delivered, what) = tried(post(true), "other.test");
    assert!(!delivered && what.starts_with("TLS: "), "{what}");
    let (delivered, what) = tried(post(false), "hooks.test");
    assert!(!delivered && what.starts_with("TLS: "), "{what}");
}

#[test]
fn a_hook_that_was_taken_away_or_replaced_is_silent() {
    let (mail, receiver) = (Mail::new(outgoing()), Receiver::new(&[Act::Say(500, "")]));
    let old = mail.set("ann", &receiver.url("/old"));
    mail.paper.print("ann", "hit");
    mail.until("ann", |hook| hook.failed.is_some());
    let new = mail.set("ann", &receiver.url("/new"));
    assert_ne!(old.secret, new.secret);
    mail.clock.step(DAY);
    mail.idle();
    assert_eq!(receiver.got().len(), 1);
    mail.paper.print("ann", "hit");
    let got = receiver.wait(2).remove(1);
    assert!(got.head.starts_with("POST /new "));
    check(&got, &new, "ann");
    let owner = || Owner::new(GAME, "ann");
    let remove =
        || mail.runtime.block_on(mail.office.remove(owner(), Vec::new())).map_err(|why| why.message().to_string());
    assert_eq!((remove(), remove()), (Ok(true), Ok(false)));
    mail.paper.print("ann", "hit");
    mail.idle();
    assert_eq!(receiver.got().len(), 2);
    // Nor does it come back.
    let store = Arc::clone(&mail.house.store);
    let again = Mail::with(outgoing(), Arc::<System>::default(), store, Arc::clone(&mail.paper), NINE);
    assert!(again.office.get(&owner()).is_none());
}

#[test]
fn a_server_may_send_none() {
    let receiver = Receiver::new(&[]);
    let store = Arc::new(Memory::default());
    let names = || Arc::<System>::default();
    let mut mail = Mail::with(outgoing(), names(), Arc::clone(&store) as _, Arc::default(), NINE);
    mail.set("ann", &receiver.url("/"));
    mail.stop();
    let paper = Arc::clone(&mail.paper);
    let off = Outgoing { enabled: false, ..outgoing() };
    let mail = Mail::with(off, names(), store, paper, NINE);
    assert!(mail.try_set("ann", &receiver.url("/")).unwrap_err().starts_with("webhooks_off: "));
    mail.paper.print("ann", "hit");
    mail.idle();
    assert!(receiver.got().is_empty());
    assert!(mail.office.get(&Owner::new(GAME, "ann")).is_some());
}

#[test]
fn neither_secrets_nor_paths_are_written_down() {
    let written = log::written();
    let receiver = Receiver::new(&[Act::Say(500, ""), Act::Say(410, "")]);
    let mail = Mail::new(outgoing());
    let hook = mail.set("ann", &receiver.url("/s3cret-path?s3cret-query"));
    mail.paper.print("ann", "hit");
    mail.until("ann", |hook| hook.failed.is_some());
    mail.clock.step(DAY);
    mail.until("ann", |hook| hook.off.is_some());
    let log = written.text();
    let has = |message: &str, what: &str| log.lines().any(|line| line.contains(message) && line.contains(what));
    assert!(has("a webhook failed", "\"host\":\"127.0.0.1\""), "{log}");
    assert!(has("a webhook is switched off", "it answered 410 Gone"), "{log}");
    for secret in [&hook.secret, "s3cret-path", "s3cret-query"] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}
