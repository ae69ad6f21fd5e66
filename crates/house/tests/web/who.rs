//! Who somebody is: tokens, sessions, invitations, and every route by every role.

use crate::support::doubtful::Doubtful;
use crate::support::toy::{CLOSED, OPEN};
use crate::support::{Client, furnished, home, home_with, plan, token};
use serde_json::json;
use skirmish_house::access::{self, Row, World};
use skirmish_house::roles::Role;
use skirmish_house::store::memory::Memory;
use skirmish_house::store::{Store, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

#[test]
fn a_token_is_shown_once_and_dies_when_replaced() {
    let home = home(plan());
    let joined = home.client.post("/api/v1/toy/games/open/join", &json!({"seat": "ann"}));
    assert_eq!(joined.status, 201);
    let old = joined.json()["token"].as_str().unwrap().to_string();
    assert!(old.starts_with("sk_") && old.len() == 3 + 43, "{old}");
    let ann = home.client.with(&old);
    assert_eq!(ann.get("/api/v1/me").json()["seat"], "ann");
    let stored = home.house.store.tokens().unwrap();
    assert!(stored.iter().all(|token| !format!("{token:?}").contains(&old)));

    let new = ann.post("/api/v1/token", &json!({})).json()["token"].as_str().unwrap().to_string();
    assert_eq!(ann.get("/api/v1/me").status, 401);
    assert_eq!(home.client.with(&new).get("/api/v1/me").status, 200);

    let kim = home.client.with(&home.token(&Role::Operator, "kim"));
    let tokens = kim.get("/api/v1/tokens?journal=1").json();
    let id = tokens["tokens"][1]["id"].as_i64().unwrap();
    let newest =
        kim.post(&format!("/api/v1/tokens/{id}/replace"), &json!({})).json()["token"].as_str().unwrap().to_string();
    assert_eq!(home.client.with(&new).get("/api/v1/me").status, 401);
    assert_eq!(home.client.with(&newest).get("/api/v1/me").json()["name"], "ann");
    let id = kim.get("/api/v1/tokens").json()["tokens"][2]["id"].as_i64().unwrap();
    assert_eq!(kim.delete(&format!("/api/v1/tokens/{id}")).status, 204);
    assert_eq!(home.client.with(&newest).get("/api/v1/me").status, 401);
    let noted = kim.get("/api/v1/audit").json();
    let whats: Vec<&str> =
        noted["entries"].as_array().unwrap().iter().map(|entry| entry["what"].as_str().unwrap()).collect();
    assert_eq!(whats, ["replaced a player's token", "killed a player's token"]);
}

#[test]
fn tokens_and_sessions_survive_a_restart() {
    let store: Arc<dyn Store> = Arc::new(Memory::default());
    let (token, cookie) = {
        let mut home = home_with(plan(), Arc::clone(&store));
        let token = home.player(OPEN, "ann");
        let cookie = log_in(&home.client, &token);
        home.stop();
        (token, cookie)
    };
    let home = home_with(plan(), store);
    assert_eq!(home.client.with(&token).get("/api/v1/me").status, 200);
    assert_eq!(home.client.header("Cookie", &cookie).get("/api/v1/me").status, 200);
    // Ids go on where they were.
    home.player(OPEN, "bob");
    assert_eq!(home.house.store.tokens().unwrap().len(), 2);
}

#[test]
fn what_nobody_knows_is_looked_up() {
    let store = Arc::new(Doubtful::default());
    let home = home_with(plan(), store.clone());
    let kim = home.client.with(&home.token(&Role::Operator, "kim"));
    let ann = home.client.with(&home.player(OPEN, "ann"));
    let bob = home.client.with(&home.player(OPEN, "bob"));
    // It happened, nobody was told, and it is found out at once.
    store.mute.store(true, Ordering::SeqCst);
    assert_eq!(kim.delete("/api/v1/tokens/2").reason(), "store_unknown");
    assert_eq!(ann.get("/api/v1/me").status, 401);
    // It cannot be found out yet: nothing else is written before it is.
    store.mute.store(true, Ordering::SeqCst);
    store.blind.store(true, Ordering::SeqCst);
    assert_eq!(kim.delete("/api/v1/tokens/3").reason(), "store_unknown");
    assert_eq!(kim.post("/api/v1/token", &json!({})).reason(), "store_refused");
    store.blind.store(false, Ordering::SeqCst);
    assert_eq!(kim.post("/api/v1/token", &json!({})).status, 200);
    assert_eq!(bob.get("/api/v1/me").status, 401);
}

/// Logs in, and gives the cookie as a browser sends it back.
fn log_in(client: &Client, token: &str) -> String {
    let answer = client.post("/api/v1/session", &json!({"token": token}));
    assert_eq!(answer.status, 201, "{answer:?}");
    let cookie = answer.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly; SameSite=Strict") && cookie.contains("Path=/;"), "{cookie}");
    cookie.split(';').next().unwrap().into()
}

#[test]
fn a_page_may_ask_who_it_is_even_if_it_is_nobody() {
    let home = home(plan());
    let nobody = json!({"ok": true, "me": null});
    assert_eq!(home.client.get("/api/v1/session").json(), nobody);
    let cookie = log_in(&home.client, &home.player(OPEN, "ann"));
    let browser = home.client.header("Cookie", &cookie);
    let ann = json!({"role": "player", "name": "ann", "journal": OPEN, "game": "open", "seat": "ann"});
    assert_eq!(browser.get("/api/v1/session").json(), json!({"ok": true, "me": ann}));
    assert_eq!(browser.get("/api/v1/me").json()["game"], "open");
    let kim = log_in(&home.client, &home.token(&Role::Operator, "kim"));
    let me = home.client.header("Cookie", &kim).get("/api/v1/session").json()["me"].clone();
    assert_eq!(me, json!({"role": "operator", "name": "kim", "journal": null, "game": null, "seat": null}));
    // A session that has died is nobody's, and that is no error either.
    home.house.commit(&[Write::Revoke { token: 1, at_ms: 0 }]).unwrap();
    assert_eq!(browser.get("/api/v1/session").json(), nobody);
}

#[test]
fn a_session_is_not_enough_for_other_sites() {
    let home = home(plan());
    let ann = home.player(OPEN, "ann");
    let cookie = log_in(&home.client, &ann);
    let browser = home.client.header("Cookie", &cookie);
    let own = format!("http://{}", home.client.address);
    let count = "/api/v1/toy/games/open/count";
    let by = json!({"by": 1});
    assert_eq!(browser.get("/api/v1/me").status, 200);
    let proved = browser.header("X-Skirmish", "1");
    for (client, status) in [
        (browser.clone(), 403),
        (proved.clone(), 403),
        (browser.header("Origin", &own), 403),
        (proved.header("Origin", "http://evil.example"), 403),
        (proved.header("Origin", "null"), 403),
        (proved.header("Sec-Fetch-Site", "cross-site"), 403),
        (proved.header("Sec-Fetch-Site", "same-site"), 403),
        (proved.header("Origin", &own).header("Sec-Fetch-Site", "cross-site"), 403),
        (proved.header("Origin", &own), 200),
        (proved.header("Sec-Fetch-Site", "same-origin"), 200),
        (proved.header("Origin", &own).header("Sec-Fetch-Site", "same-origin"), 200),
        // A token needs no proof, and beats the cookie.
        (browser.with(&ann), 200),
        (proved.header("Origin", &own).with("sk_wrong"), 401),
    ] {
        let answer = client.post(count, &by);
        assert_eq!(answer.status, status, "{:?}: {answer:?}", client.headers);
        if status == 403 {
            assert_eq!(answer.reason(), "cross_site");
        }
    }
    let ours = proved.header("Origin", &own);
    let out = ours.delete("/api/v1/session");
    assert_eq!((out.status, out.header("set-cookie").unwrap().contains("Max-Age=0")), (204, true));
    assert_eq!(browser.get("/api/v1/me").status, 401);
}

#[test]
fn a_session_dies_with_its_token_and_is_secure_behind_tls() {
    let mut plan = plan();
    plan.public.origin = Some("https://games.example".into());
    let home = home(plan);
    let ann = home.player(OPEN, "ann");
    let answer = home.client.post("/api/v1/session", &json!({"token": ann}));
    let cookie = answer.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-skirmish=se_") && cookie.ends_with("; Secure"), "{cookie}");
    let browser = home.client.header("Cookie", cookie.split(';').next().unwrap());
    assert_eq!(browser.get("/api/v1/me").status, 200);
    let ours = browser.header("X-Skirmish", "1").header("Origin", "https://games.example");
    assert_eq!(ours.post("/api/v1/token", &json!({})).status, 200);
    assert_eq!(browser.get("/api/v1/me").status, 401);
    assert_eq!(home.client.post("/api/v1/session", &json!({"token": ann})).reason(), "unauthorized");
}

#[test]
fn the_administrators_link_works_once() {
    let home = home(plan());
    let first = home.house.administrator_code(false).unwrap().unwrap();
    let code = home.house.administrator_code(false).unwrap().unwrap();
    let claim = |code: &str| home.client.post("/api/v1/administrator", &json!({"code": code, "name": "root"}));
    assert_eq!(claim(first.text()).status, 403);
    let token = claim(code.text()).json()["token"].as_str().unwrap().to_string();
    assert_eq!(claim(code.text()).status, 403);
    assert!(home.house.administrator_code(false).unwrap().is_none());
    assert!(home.house.administrator_code(true).unwrap().is_some());

    let root = home.client.with(&token);
    assert_eq!(root.get("/api/v1/me").json()["role"], "administrator");
    let id = root.get("/api/v1/operators").json()["operators"][0]["id"].as_i64().unwrap();
    assert_eq!(root.delete(&format!("/api/v1/operators/{id}")).reason(), "last_administrator");
    let made = root.post("/api/v1/operators", &json!({"name": "kim"})).json();
    let kim = home.client.with(made["token"].as_str().unwrap());
    assert_eq!(kim.get("/api/v1/me").json()["name"], "kim");
    assert_eq!(root.delete(&format!("/api/v1/operators/{}", made["id"])).status, 204);
    assert_eq!(kim.get("/api/v1/me").status, 401);
    assert_eq!(root.post("/api/v1/operators", &json!({"name": "<b>"})).reason(), "bad_name");
}

#[test]
fn an_invitation_is_used_as_often_as_it_says() {
    let home = home(plan());
    let kim = home.client.with(&home.token(&Role::Operator, "kim"));
    let invite = |body| kim.post("/api/v1/invitations", &body);
    assert_eq!(invite(json!({"role": "operator"})).status, 403);
    assert_eq!(invite(json!({"role": "player"})).reason(), "bad_invitation");
    assert_eq!(invite(json!({"role": "player", "journal": 9})).status, 404);
    let made = invite(json!({"role": "player", "journal": CLOSED, "uses": 3})).json();
    let code = made["code"].as_str().unwrap().to_string();
    // Everybody at once: three get in.
    let joined = std::thread::scope(|scope| {
        let join = |i: usize| {
            let body = json!({"seat": format!("s{i}"), "code": code});
            home.client.post("/api/v1/toy/games/closed/join", &body).status
        };
        let tries: Vec<_> = (0..8).map(|i| scope.spawn(move || join(i))).collect();
        tries.into_iter().map(|thread| thread.join().unwrap()).filter(|status| *status == 201).count()
    });
    assert_eq!(joined, 3);
    let listed = kim.get("/api/v1/invitations").json();
    assert_eq!((&listed["invitations"][0]["used"], &listed["invitations"][0]["uses"]), (&3.into(), &3.into()));
    assert!(!listed.to_string().contains(&code));

    let made = invite(json!({"role": "player", "journal": CLOSED})).json();
    assert_eq!(kim.delete(&format!("/api/v1/invitations/{}", made["id"])).status, 204);
    let body = json!({"seat": "late", "code": made["code"]});
    assert_eq!(home.client.post("/api/v1/toy/games/closed/join", &body).status, 403);
    let made = invite(json!({"role": "player", "journal": CLOSED, "hours": 0})).json();
    let body = json!({"seat": "late", "code": made["code"]});
    assert!(
        home.client.post("/api/v1/toy/games/closed/join", &body).json()["message"]
            .as_str()
            .unwrap()
            .contains("expired")
    );
}

fn world() -> World {
    let (house, _, served) = furnished(plan(), Arc::new(Memory::default()));
    let player = |journal, seat: &str| token(&house, &Role::Player { journal, seat: seat.into() }, seat);
    let tokens = [
        player(CLOSED, "ann"),
        player(OPEN, "bob"),
        player(OPEN, "ann"),
        token(&house, &Role::Operator, "kim"),
        token(&house, &Role::Administrator, "root"),
    ];
    World { router: served.router, routes: served.routes, tokens }
}

/// The same for everyone.
fn everyone(method: &'static str, route: &'static str, path: &'static str, status: u16) -> Row {
    Row { method, route, path, body: None, expect: [status; 6] }
}

#[test]
fn every_route_by_every_role() {
    let row = |method, route, path, body, expect| Row { method, route, path, body, expect };
    let administrator = |allowed| [401, 403, 403, 403, 403, allowed];
    let operator = |allowed| [401, 403, 403, 403, allowed, allowed];
    let of_game = "/api/v1/toy/games/{game}/";
    let rows = [
        everyone("GET", "/healthz", "/healthz", 200),
        everyone("GET", "/readyz", "/readyz", 200),
        // Without a connection nobody is at home.
        row("GET", "/metrics", "/metrics", None, [403, 403, 403, 403, 200, 200]),
        everyone("GET", "/", "/", 200),
        everyone("GET", "/api", "/api", 200),
        everyone("GET", "/api/openapi.json", "/api/openapi.json", 200),
        everyone("GET", "/admin", "/admin", 200),
        everyone("GET", "/house/{*path}", "/house/house.css", 200),
        everyone("GET", "/toy/", "/toy/", 404),
        everyone("GET", "/toy/{*path}", "/toy/x.js", 404),
        row("POST", "/api/v1/session", "/api/v1/session", Some(json!({"token": "sk_x"})), [401; 6]),
        everyone("GET", "/api/v1/session", "/api/v1/session", 200),
        everyone("DELETE", "/api/v1/session", "/api/v1/session", 204),
        row("GET", "/api/v1/me", "/api/v1/me", None, [401, 200, 200, 200, 200, 200]),
        row("POST", "/api/v1/token", "/api/v1/token", None, [401, 200, 200, 200, 200, 200]),
        row("GET", "/api/v1/tokens", "/api/v1/tokens?journal=1", None, operator(200)),
        row("POST", "/api/v1/tokens/{id}/replace", "/api/v1/tokens/1/replace", None, operator(201)),
        row("DELETE", "/api/v1/tokens/{id}", "/api/v1/tokens/1", None, operator(204)),
        // Operators are no players.
        row("DELETE", "/api/v1/tokens/{id}", "/api/v1/tokens/5", None, operator(404)),
        row(
            "POST",
            "/api/v1/administrator",
            "/api/v1/administrator",
            Some(json!({"code": "x", "name": "n"})),
            [403; 6],
        ),
        row("POST", "/api/v1/operator", "/api/v1/operator", Some(json!({"code": "x", "name": "n"})), [403; 6]),
        row("GET", "/api/v1/operators", "/api/v1/operators", None, administrator(200)),
        row("POST", "/api/v1/operators", "/api/v1/operators", Some(json!({"name": "n"})), administrator(201)),
        row("DELETE", "/api/v1/operators/{id}", "/api/v1/operators/4", None, administrator(204)),
        row("GET", "/api/v1/invitations", "/api/v1/invitations", None, operator(200)),
        row(
            "POST",
            "/api/v1/invitations",
            "/api/v1/invitations",
            Some(json!({"role": "player", "journal": 1})),
            operator(201),
        ),
        row(
            "POST",
            "/api/v1/invitations",
            "/api/v1/invitations",
            Some(json!({"role": "operator"})),
            administrator(201),
        ),
        row("DELETE", "/api/v1/invitations/{id}", "/api/v1/invitations/1", None, operator(404)),
        row("GET", "/api/v1/audit", "/api/v1/audit", None, operator(200)),
        // What is in memory cannot be copied.
        row("POST", "/api/v1/backup", "/api/v1/backup", None, administrator(409)),
        row("POST", leak(of_game, "join"), "/api/v1/toy/games/open/join", Some(json!({"seat": "new"})), [201; 6]),
        row("POST", leak(of_game, "join"), "/api/v1/toy/games/none/join", Some(json!({"seat": "new"})), [404; 6]),
        everyone("GET", leak(of_game, "view"), "/api/v1/toy/games/open/view", 200),
        row("GET", leak(of_game, "view"), "/api/v1/toy/games/closed/view", None, [401, 200, 403, 403, 200, 200]),
        row("GET", leak(of_game, "stream"), "/api/v1/toy/games/closed/stream", None, [401, 200, 403, 403, 200, 200]),
        // An upgrade without a connection is refused, but by axum, not by us.
        row("GET", leak(of_game, "ws"), "/api/v1/toy/games/closed/ws", None, [401, 400, 403, 403, 400, 400]),
        row(
            "POST",
            leak(of_game, "count"),
            "/api/v1/toy/games/open/count",
            Some(json!({"by": 1})),
            [401, 403, 200, 200, 403, 403],
        ),
        row(
            "POST",
            leak(of_game, "count"),
            "/api/v1/toy/games/none/count",
            Some(json!({"by": 1})),
            [401, 404, 404, 404, 404, 404],
        ),
        row(
            "GET",
            leak(of_game, "seats/{seat}/hand"),
            "/api/v1/toy/games/open/seats/ann/hand",
            None,
            [401, 403, 403, 200, 403, 403],
        ),
        everyone("GET", leak(of_game, "large"), "/api/v1/toy/games/open/large", 200),
        everyone("GET", leak(of_game, "wait"), "/api/v1/toy/games/none/wait", 404),
        row("POST", leak(of_game, "panic"), "/api/v1/toy/games/open/panic", None, operator(500)),
    ];
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(access::check(world, &rows)).unwrap_or_else(|faults| panic!("{faults}"));
    // The check itself can fail: a route without its row and a wrong number are both noticed.
    let mut rows = rows;
    rows[0] = everyone("GET", "/readyz", "/readyz", 204);
    let faults = runtime.block_on(access::check(world, &rows)).unwrap_err();
    assert!(faults.contains("GET /healthz has no row"), "{faults}");
    assert!(faults.contains("GET /readyz by the owner: 200 instead of 204"), "{faults}");
}

fn leak(of_game: &str, rest: &str) -> &'static str {
    Box::leak(format!("{of_game}{rest}").into_boxed_str())
}
