//! The server's configuration in the book lets a worker do its work, and nothing in the name of others.

use async_nats::ConnectOptions;
use async_nats::jetstream::consumer::pull;
use async_nats::jetstream::{self, Context, object_store, stream};
use futures_util::StreamExt;
use skirmish_fleet::Access;
use skirmish_fleet::nats::{BUNDLES, FILES};
use skirmish_fleet::wire::Status;
use skirmish_jail::Level;
use skirmish_servers::Nats;
use std::time::Duration;
use tokio::io::AsyncReadExt;

/// The block of the book, with passwords in the place of keys, and without what `Nats` decides or has no files for.
fn config() -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let book = std::fs::read_to_string(format!("{root}/docs/fleet.md")).expect("the book");
    let block = book.split("```conf\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a configuration");
    let (before, rest) = block.split_once("tls {").expect("a block for TLS");
    let text = format!("{before}{}", rest.split_once('}').expect("its end").1);
    let text = text.replace("store_dir: /var/lib/nats", "").replace("20GB", "1GB");
    let text = text.replace("nkey: UORGANISER...", "user: organiser, password: x");
    let text = text.replace("nkey: UWORKER01...", "user: w01, password: x");
    assert_eq!(text.matches("password: x").count(), 2, "{text}");
    text
}

async fn enter(server: &Nats, user: &str) -> Context {
    let options = ConnectOptions::with_user_and_password(user.into(), "x".into());
    let options = if user == "organiser" { options } else { options.custom_inbox_prefix(format!("_INBOX_{user}")) };
    let mut context = jetstream::new(options.connect(server.url()).await.unwrap());
    context.set_timeout(Duration::from_secs(if user == "organiser" { 30 } else { 1 }));
    context
}

async fn says(context: &Context, subject: &str) -> bool {
    match context.publish(subject.to_owned(), "x".into()).await {
        Ok(taken) => taken.await.is_ok(),
        Err(_) => false,
    }
}

#[test]
fn a_worker_may_do_its_work_and_nothing_for_others() {
    let Some(server) = Nats::start_with(&config()) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let organiser = enter(&server, "organiser").await;
        for (name, subject) in [("SKIRMISH_JOBS", "jobs,direct"), ("SKIRMISH_ANSWERS", "answers")] {
            let subjects = subject.split(',').map(|subject| format!("skirmish.v2.{subject}.>")).collect();
            let config = stream::Config { name: name.into(), subjects, ..Default::default() };
            organiser.create_stream(config).await.unwrap();
        }
        // `create_key_value` asks for the account first, and does not understand what a server of 2.9 answers.
        let workers = stream::Config {
            name: "KV_skirmish-workers".into(),
            subjects: vec!["$KV.skirmish-workers.>".into()],
            max_messages_per_subject: 1,
            discard: stream::DiscardPolicy::New,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            num_replicas: 1,
            ..Default::default()
        };
        organiser.create_stream(workers).await.unwrap();
        let bundles = object_store::Config { bucket: "skirmish-bundles".into(), ..Default::default() };
        let bundles = organiser.create_object_store(bundles).await.unwrap();
        let bot = vec![7; 300_000];
        bundles.put("bot", &mut &*bot).await.unwrap();
        assert!(says(&organiser, "skirmish.v2.jobs.off.cup").await);

        let worker = enter(&server, "w01").await;
        let jobs = worker.get_stream("SKIRMISH_JOBS").await.unwrap();
        let durable = |name: &str, filter: &str| pull::Config {
            durable_name: Some(name.into()),
            filter_subject: filter.into(),
            ..Default::default()
        };
        let off = durable("workers-off", "skirmish.v2.jobs.off.>");
        organiser.get_stream("SKIRMISH_JOBS").await.unwrap().create_consumer(off).await.unwrap();
        let theirs = durable("direct-w02", "skirmish.v2.direct.w02.>");
        organiser.get_stream("SKIRMISH_JOBS").await.unwrap().create_consumer(theirs).await.unwrap();
        assert!(says(&organiser, "skirmish.v2.direct.w02.cup").await);
        let consumer = jobs.get_consumer::<pull::Config>("workers-off").await.unwrap();
        let job = consumer.fetch().max_messages(1).messages().await.unwrap().next().await.unwrap().unwrap();
        let store = worker.get_object_store("skirmish-bundles").await.unwrap();
        let mut got = Vec::new();
        store.get("bot").await.unwrap().read_to_end(&mut got).await.unwrap();
        assert_eq!(got, bot);
        assert!(says(&worker, "skirmish.v2.answers.cup.w01").await);
        worker.get_key_value("skirmish-workers").await.unwrap().put("w01", "here".into()).await.unwrap();
        job.double_ack().await.unwrap();

        for forbidden in [
            "skirmish.v2.answers.cup.w02",
            "skirmish.v2.jobs.off.cup",
            "$KV.skirmish-workers.w02",
            "$O.skirmish-bundles.M.x",
        ] {
            assert!(!says(&worker, forbidden).await, "{forbidden}");
        }
        assert!(worker.delete_stream("SKIRMISH_ANSWERS").await.is_err());
        assert!(jobs.delete_consumer("workers-off").await.is_err());
        // What others are to play is not shown to it: neither can it ask for that, nor listen to what others are answered.
        jobs.create_consumer(durable("direct-w01", "skirmish.v2.direct.w01.>")).await.unwrap();
        assert!(jobs.create_consumer(durable("spy", "skirmish.v2.direct.w02.>")).await.is_err());
        assert!(jobs.create_consumer(durable("direct-w01", "skirmish.v2.direct.w02.>")).await.is_err());
        let theirs = jobs.get_consumer::<pull::Config>("direct-w02").await.unwrap();
        let mut pulled = theirs.fetch().max_messages(1).expires(Duration::from_millis(500)).messages().await.unwrap();
        let got = tokio::time::timeout(Duration::from_secs(2), pulled.next()).await;
        assert!(!matches!(got, Ok(Some(Ok(_)))), "the job of somebody else");
        let client = ConnectOptions::with_user_and_password("w01".into(), "x".into());
        let client = client.connect(server.url()).await.unwrap();
        let mut ears = client.subscribe("_INBOX.>").await.unwrap();
        client.flush().await.unwrap();
        let whole = organiser.get_stream("SKIRMISH_ANSWERS").await.unwrap();
        assert!(whole.get_info().await.is_ok(), "the organiser is answered");
        let heard = tokio::time::timeout(Duration::from_secs(1), ears.next()).await;
        assert!(!matches!(heard, Ok(Some(_))), "{heard:?}");
        assert!(jobs.purge().await.is_err());
        assert!(store.put("bot", &mut &[0_u8; 9][..]).await.is_err());
    });
}

/// All that a worker asks of a server, with the very functions that it asks with.
#[test]
fn what_a_worker_asks_for_is_allowed() {
    let Some(server) = Nats::start_with(&config()) else { return };
    let as_user =
        |user: &str| Access { url: server.url().replace("://", &format!("://{user}:x@")), ..Access::default() };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let organiser = as_user("organiser").connect("organiser").await.unwrap();
        organiser.ensure().await.unwrap();
        organiser.keep(BUNDLES, "charter-cup", b"{}").await.unwrap();
        organiser.quarantine("cup", "w01", "it lied").await.unwrap();
        let worker = as_user("w01").connect_worker("w01").await.unwrap();
        worker.ensure().await.unwrap();
        assert!(!worker.is_there("w01").await.unwrap());
        let status = Status { worker: "w01".into(), ..Status::default() };
        worker.tell_status(&status).await.unwrap();
        assert!(worker.is_there("w01").await.unwrap());
        assert_eq!(organiser.workers().await.unwrap(), [status]);
        worker.jobs_of("w01").await.unwrap();
        for level in Level::ALL.into_iter().map(Some).chain([None]) {
            worker.jobs_for(level).await.unwrap();
        }
        assert_eq!(worker.fetch(BUNDLES, "charter-cup", 10).await.unwrap(), b"{}");
        assert!(worker.is_quarantined("cup", "w01").await.unwrap());
        assert!(!worker.is_quarantined("other", "w01").await.unwrap());
        let large = vec![7; 3 << 20];
        worker.put_object(FILES, "file-1", &large).await.unwrap();
        assert_eq!(organiser.fetch(FILES, "file-1", 4 << 20).await.unwrap(), large);
        assert!(organiser.fetch(FILES, "file-1", 1 << 20).await.is_err(), "more than is taken");
        assert!(worker.say("cup", "w01", "one", b"{}".to_vec()).await.unwrap());
        assert!(!worker.say("cup", "w01", "one", b"{}".to_vec()).await.unwrap(), "it is stored once");
        assert_eq!(organiser.lying("cup").await.unwrap(), (0, 1));
        assert!(worker.say("cup", "w02", "two", b"{}".to_vec()).await.is_err(), "in the name of somebody else");
        worker.part("w01").await;
        worker.flush().await;
        assert!(!organiser.is_there("w01").await.unwrap());
        organiser
            .forget("cup")
            .await
            .unwrap_or_else(|error| assert!(error.to_string().contains("consumer"), "{error}"));
    });
}
