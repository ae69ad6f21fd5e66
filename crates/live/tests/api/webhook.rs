//! Webhooks of players: who is told what, and what of it others may know.

use crate::support::{Client, Home, act, at, home, home_with, plan, small};
use serde_json::{Value, json};
use skirmish_house::hooks::signing::signature;
use skirmish_house::house::Plan;
use skirmish_house::store::memory::Memory;
use skirmish_house::store::{self, Place};
use skirmish_servers::Postgres;
use skirmish_servers::receiver::{Act, Got, Receiver};
use std::sync::Arc;
use std::time::Duration;

/// Posts to this machine, and soon.
fn posting() -> Plan {
    let mut plan = plan();
    plan.webhooks.allow_http = true;
    plan.webhooks.allow_private = true;
    plan.webhooks.pace.tick = Duration::from_millis(5);
    plan.webhooks.pace.gather = Duration::from_millis(20);
    plan.webhooks.pace.pauses = vec![Duration::from_millis(50); 3];
    plan
}

fn begin() -> (Home, [Client; 2]) {
    let home = home_with(posting(), Arc::new(Memory::default()));
    let mut wish = small("spring");
    wish["config"]["start_points"] = 5.into();
    let players = home.game(wish);
    home.start("spring");
    let players = players.try_into().unwrap_or_else(|_| unreachable!("two seats were asked for"));
    (home, players)
}

fn path() -> String {
    at("spring", "/webhook")
}

fn put(client: &Client, wish: Value) -> Value {
    let said = client.send("PUT", &path(), Some(&wish.to_string()));
    assert_eq!(said.status, 200, "{said:?}");
    said.json()
}

fn json(got: &Got) -> Value {
    serde_json::from_str(&got.body).unwrap()
}

/// The kinds of everything that was told.
fn kinds(got: &[Got]) -> Vec<String> {
    let events = |got: &Got| json(got)["events"].as_array().unwrap().clone();
    got.iter().flat_map(events).map(|event| event["kind"].as_str().unwrap().to_string()).collect()
}

#[test]
fn players_are_told_what_they_want_to_know() {
    let (home, [ann, bob]) = begin();
    let (of_ann, of_bob) = (Receiver::new(&[]), Receiver::new(&[Act::Say(500, "")]));
    let all = ["day", "paused", "over", "hit", "lost", "donated"];
    put(&ann, json!({"url": of_ann.url("/"), "wants": all}));
    let set = put(&bob, json!({"url": of_bob.url("/hook")}));
    assert_eq!(set["wants"], json!(["over", "lost", "hit", "donated"]));

    let given = act(&ann, &json!({"do": "donate", "to": "bob", "amount": 2}));
    assert_eq!(given.status, 200, "{given:?}");
    // The first try fails.
    let got = of_bob.wait(2);
    assert_eq!(got[0].body, got[1].body);
    let letter = json(&got[1]);
    assert_eq!(
        (&letter["kind"], &letter["seat"], &letter["game"]),
        (&json!("donated"), &json!("bob"), &json!("spring"))
    );
    assert_eq!(letter["text"], "ann gave you 2 points.");
    let event = &letter["events"][0]["event"];
    assert_eq!((&event["event"], &event["n"], &event["amount"]), (&json!("donated"), &letter["n"], &json!(2)));
    let log = home.anyone.get(&at("spring", "/log?limit=1000")).json();
    assert!(log["events"].as_array().unwrap().contains(event));
    let seconds: i64 = got[1].header("skirmish-signature").split(['=', ',']).nth(1).unwrap().parse().unwrap();
    let expected = signature(set["secret"].as_str().unwrap(), seconds, &got[1].body);
    assert_eq!(got[1].header("skirmish-signature"), expected);

    let order =
        |order: &str| assert_eq!(home.operator.post(&at("spring", order), &json!({"why": "a test"})).status, 200);
    order("/pause");
    of_ann.wait(1);
    assert_eq!(home.operator.send("POST", &at("spring", "/resume"), None).status, 200);
    of_ann.wait(2);
    home.turn("spring", 86_400);
    of_ann.wait(3);
    order("/abort");
    let got = of_ann.wait(4);
    assert_eq!(kinds(&got), ["paused", "paused", "day", "over"]);
    assert_eq!(json(&got[3])["text"], "The game was aborted: a test.");
    assert_eq!(json(&got[0])["events"][0]["event"], Value::Null);
    assert_eq!(kinds(&of_bob.wait(3)[1..]), ["donated", "over"]);
}

#[test]
fn a_game_that_ends_by_itself_is_told_to_all() {
    let (home, [ann, bob]) = begin();
    let receiver = Receiver::new(&[]);
    put(&ann, json!({"url": receiver.url("/ann"), "wants": ["over"]}));
    put(&bob, json!({"url": receiver.url("/bob"), "wants": ["over"]}));
    home.turn("spring", 10 * 86_400);
    let mut seats: Vec<String> =
        receiver.wait(2).iter().map(|got| json(got)["seat"].as_str().unwrap().into()).collect();
    seats.sort();
    assert_eq!(seats, ["ann", "bob"]);
    assert!(
        receiver.got().iter().all(|got| json(got)["text"].as_str().unwrap().starts_with("The game is over; won by "))
    );
}

#[test]
fn a_webhook_is_its_owners_alone() {
    let (home, [ann, bob]) = begin();
    let receiver = Receiver::new(&[Act::Say(204, ""), Act::Say(302, "Location: /\r\n"), Act::Say(410, "")]);
    assert_eq!(ann.get(&path()).refusal(), (404, "no_webhook".into()));
    let url = receiver.url("/s3cret");
    let set = put(&ann, json!({"url": url}));
    let secret = set["secret"].as_str().unwrap().to_string();
    assert!(secret.starts_with("wh_") && secret.len() > 40);
    let said = ann.get(&path());
    assert_eq!((&said.json()["url"], &said.json()["secret"]), (&json!(url), &Value::Null));
    assert!(!String::from_utf8_lossy(&said.body).contains(&secret));
    assert_eq!(bob.get(&path()).refusal().0, 404);

    // It stays when the token is a new one.
    let token = ann.post(&at("spring", "/token"), &json!({})).json()["token"].clone();
    let ann = home.anyone.with(token.as_str().unwrap());
    assert_eq!(ann.get(&path()).status, 200);

    let test = || ann.send("POST", &at("spring", "/webhook/test"), None).json();
    assert_eq!(test(), json!({"delivered": true, "what": "it answered 204"}));
    assert_eq!(test()["what"], "it answered 302, and redirects are not followed");
    assert_eq!(test(), json!({"delivered": false, "what": "it answered 410 Gone"}));
    // A test decides nothing.
    assert_eq!(ann.get(&path()).json()["off"], Value::Null);
    assert_eq!(
        (json(&receiver.got()[0])["kind"].clone(), json(&receiver.got()[0])["events"][0]["kind"].clone()),
        (json!("test"), json!("test"))
    );

    // An operator sees the host, takes it away, and is written down.
    let listed = home.operator.get(&at("spring", "/webhooks"));
    assert_eq!(
        (&listed.json()["webhooks"][0]["seat"], &listed.json()["webhooks"][0]["host"]),
        (&json!("ann"), &json!("127.0.0.1"))
    );
    let away = at("spring", "/seats/ann/webhook");
    assert_eq!(home.operator.send("DELETE", &away, None).status, 204);
    assert_eq!(home.operator.send("DELETE", &away, None).refusal(), (404, "no_webhook".into()));
    let audit = home.operator.get("/api/v1/audit");
    let told = [listed, audit].map(|said| String::from_utf8_lossy(&said.body).into_owned());
    assert!(told[1].contains("remove a webhook"), "{}", told[1]);
    assert!(told.iter().all(|told| !told.contains("s3cret") && !told.contains(&secret)), "{told:?}");
    assert_eq!(ann.get(&path()).refusal().0, 404);

    let first = put(&ann, json!({"url": url}))["secret"].clone();
    assert_ne!(put(&ann, json!({"url": url}))["secret"], first);
    assert_eq!(ann.send("DELETE", &path(), None).status, 204);
    assert_eq!(ann.send("DELETE", &path(), None).refusal().0, 404);
}

#[test]
fn what_cannot_be_posted_to_is_refused() {
    let home = home();
    let [ann, _] = home.started();
    let refused = |wish: Value| ann.send("PUT", &path(), Some(&wish.to_string())).refusal();
    let bad = |url: &str| assert_eq!(refused(json!({"url": url})), (400, "bad_url".into()), "{url}");
    bad("http://9.9.9.9/");
    bad("https://localhost/");
    bad("https://127.0.0.1/");
    bad("https://169.254.169.254/latest/meta-data");
    bad("https://[::ffff:10.0.0.1]/");
    bad("https://ann:pass@9.9.9.9/");
    bad("https://9.9.9.9:22/");
    bad("nonsense");
    assert_eq!(refused(json!({"url": "https://9.9.9.9/", "wants": []})), (400, "malformed".into()));
    assert_eq!(refused(json!({"url": "https://9.9.9.9/", "wants": ["everything"]})).0, 400);
    assert_eq!(refused(json!({"url": 7})).0, 400);
}

#[test]
fn setting_and_testing_are_limited() {
    let mut plan = posting();
    plan.rates.on = true;
    let home = home_with(plan, Arc::new(Memory::default()));
    let [ann, _] = home.started();
    let receiver = Receiver::new(&[]);
    put(&ann, json!({"url": receiver.url("/")}));
    let said: Vec<u16> = (0..6).map(|_| ann.send("POST", &at("spring", "/webhook/test"), None).status).collect();
    assert_eq!(said, [200, 200, 200, 200, 429, 429]);
    assert_eq!(receiver.got().len(), 4);
}

#[test]
fn a_restart_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    restart(&Place::Folder(folder.path().join("data")));
}

#[test]
fn a_restart_on_postgres_goes_on_where_it_was() {
    let Some(server) = Postgres::start() else { return };
    restart(&Place::Server(server.database()));
}

fn restart(place: &Place) {
    let open = || home_with(posting(), store::open(place).unwrap());
    let receiver = Receiver::new(&[Act::Keep]);
    let token = {
        let mut home = open();
        let [ann, _] = home.started();
        put(&ann, json!({"url": receiver.url("/"), "wants": ["paused", "over"]}));
        assert_eq!(home.operator.post(&at("spring", "/pause"), &json!({})).status, 200);
        // It is on its way when the service stops.
        receiver.wait(1);
        home.stop();
        ann.token.unwrap()
    };
    let home = open();
    assert_eq!(home.operator.post(&at("spring", "/abort"), &json!({})).status, 200);
    let got = receiver.wait(3);
    assert_eq!(got[0].body, got[1].body);
    assert_eq!(kinds(&got[1..]), ["paused", "over"]);
    assert!(home.anyone.with(&token).get(&path()).json()["delivered_at"].is_string());
}
