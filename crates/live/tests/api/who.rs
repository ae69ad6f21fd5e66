//! Every route by every role.

use crate::support::plan;
use serde_json::{Value, json};
use skirmish_house::Served;
use skirmish_house::access::{self, Row, World};
use skirmish_house::clock::{Clock, Machine, Virtual};
use skirmish_house::house::House;
use skirmish_house::roles::Role;
use skirmish_house::store::Write;
use skirmish_house::store::memory::Memory;
use skirmish_live::api::Live;
use skirmish_live::head::Head;
use skirmish_live::keeper::Order;
use skirmish_live::request::Answer;
use skirmish_live::service::Service;
use skirmish_live::writer::Task;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Longer than any test: nothing passes here but what is asked for.
const NEVER: Duration = Duration::from_secs(86_400);

/// Services whose world nobody needs any more.
#[derive(Default)]
struct Worlds(Mutex<Vec<Arc<Service>>>);

impl Worlds {
    /// A house with two games on their first day: one that everybody may watch, and a private one.
    fn fresh(&self) -> World {
        self.end();
        let real: Arc<dyn Clock> = Arc::new(Machine::default());
        let clock = Arc::new(Virtual::new(Arc::clone(&real), 1_772_442_000_000, 0.0));
        let house = House::open(Arc::new(Memory::default()), real, plan()).unwrap();
        let (service, _) = Service::start(Arc::clone(&house) as _, Arc::clone(&clock) as _, NEVER).unwrap();
        self.0.lock().unwrap().push(Arc::clone(&service));
        let (open, private) = (game(&service, "open", false), game(&service, "private", true));
        let live = Arc::new(Live { house: Arc::clone(&house), service, clock: Some(clock) });
        let Served { router, routes } = house.serve(vec![live]);
        let token = |role: Role, name: &str| {
            let (secret, token) = house.tokens.draft(&role, name, 0).unwrap();
            house.commit(&[Write::Token(token)]).unwrap();
            secret.text().to_string()
        };
        let player = |journal, seat: &str| token(Role::Player { journal, seat: seat.into() }, seat);
        let tokens = [
            player(private, "ann"),
            player(open, "bob"),
            player(open, "ann"),
            token(Role::Operator, "kim"),
            token(Role::Administrator, "root"),
        ];
        World { router, routes, tokens }
    }

    fn end(&self) {
        self.0.lock().unwrap().drain(..).for_each(|service| service.stop());
    }
}

fn game(service: &Arc<Service>, name: &str, private: bool) -> i64 {
    let config = json!({"board_size": 40, "max_players": 4, "late_join": true}).as_object().cloned().unwrap();
    let mut head = Head::new(name, config, 1_772_442_000_000, &mut || 7);
    (head.open, head.private) = (true, private);
    let task = Task::Create { head: Box::new(head), seats: vec!["ann".into(), "bob".into()] };
    let asked = Arc::clone(service);
    // The check runs inside of a runtime, where nobody may wait for an answer.
    let made = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(asked.ask(task, Vec::new()))
    });
    let Answer::Done { body, .. } = made.join().unwrap() else { panic!("the game was not made") };
    let journal = serde_json::from_str::<Value>(body.get()).unwrap()["game"].as_i64().unwrap();
    let starting = Arc::clone(service);
    let started = std::thread::spawn(move || starting.order_and_wait(journal, Order::Start)).join().unwrap();
    assert!(matches!(started, Answer::Done { .. }));
    journal
}

fn row(method: &'static str, route: &'static str, path: &'static str, body: Option<Value>, expect: [u16; 6]) -> Row {
    Row { method, route, path, body, expect }
}

/// A row of a route of a game; `rest` is what follows the game.
fn of_game(method: &'static str, game: &str, rest: &str, body: Option<Value>, expect: [u16; 6]) -> Row {
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let base = "/api/v1/zords/games";
    let route = leak(format!("{base}/{{game}}{}", rest.replace("/ann/", "/{seat}/")));
    row(method, route, leak(format!("{base}/{game}{rest}")), body, expect)
}

const OPERATOR: [u16; 6] = [401, 403, 403, 403, 200, 200];
/// Of the open game.
const PLAYER: [u16; 6] = [401, 403, 200, 200, 403, 403];
/// Of the private game, of which only the first player is.
const READER: [u16; 6] = [401, 200, 403, 403, 200, 200];

fn administrator(allowed: u16) -> [u16; 6] {
    [401, 403, 403, 403, 403, allowed]
}

fn operator(allowed: u16) -> [u16; 6] {
    [401, 403, 403, 403, allowed, allowed]
}

fn of_the_house() -> Vec<Row> {
    let claim = || Some(json!({"code": "x", "name": "n"}));
    let invite = |role: &str, journal: Option<i64>| Some(json!({"role": role, "journal": journal}));
    vec![
        row("GET", "/healthz", "/healthz", None, [200; 6]),
        row("GET", "/readyz", "/readyz", None, [200; 6]),
        // Without a connection nobody is at home.
        row("GET", "/metrics", "/metrics", None, [403, 403, 403, 403, 200, 200]),
        row("GET", "/", "/", None, [200; 6]),
        row("GET", "/api", "/api", None, [200; 6]),
        row("GET", "/api/openapi.json", "/api/openapi.json", None, [200; 6]),
        row("GET", "/admin", "/admin", None, [200; 6]),
        row("GET", "/house/{*path}", "/house/house.css", None, [200; 6]),
        row("GET", "/zords/", "/zords/", None, [200; 6]),
        row("GET", "/zords/{*path}", "/zords/nothing.js", None, [404; 6]),
        row("POST", "/api/v1/session", "/api/v1/session", Some(json!({"token": "sk_x"})), [401; 6]),
        row("DELETE", "/api/v1/session", "/api/v1/session", None, [204; 6]),
        row("GET", "/api/v1/me", "/api/v1/me", None, [401, 200, 200, 200, 200, 200]),
        row("POST", "/api/v1/token", "/api/v1/token", None, [401, 200, 200, 200, 200, 200]),
        row("GET", "/api/v1/tokens", "/api/v1/tokens", None, operator(200)),
        row("POST", "/api/v1/tokens/{id}/replace", "/api/v1/tokens/1/replace", None, operator(201)),
        row("DELETE", "/api/v1/tokens/{id}", "/api/v1/tokens/1", None, operator(204)),
        row("POST", "/api/v1/administrator", "/api/v1/administrator", claim(), [403; 6]),
        row("POST", "/api/v1/operator", "/api/v1/operator", claim(), [403; 6]),
        row("GET", "/api/v1/operators", "/api/v1/operators", None, administrator(200)),
        row("POST", "/api/v1/operators", "/api/v1/operators", Some(json!({"name": "n"})), administrator(201)),
        row("DELETE", "/api/v1/operators/{id}", "/api/v1/operators/4", None, administrator(204)),
        row("GET", "/api/v1/invitations", "/api/v1/invitations", None, operator(200)),
        row("POST", "/api/v1/invitations", "/api/v1/invitations", invite("player", Some(1)), operator(201)),
        row("POST", "/api/v1/invitations", "/api/v1/invitations", invite("operator", None), administrator(201)),
        row("DELETE", "/api/v1/invitations/{id}", "/api/v1/invitations/1", None, operator(404)),
        row("GET", "/api/v1/audit", "/api/v1/audit", None, operator(200)),
        row("POST", "/api/v1/backup", "/api/v1/backup", None, administrator(409)),
    ]
}

fn of_the_games() -> Vec<Row> {
    let games = "/api/v1/zords/games";
    let clock = "/api/v1/zords/clock";
    let action = || Some(json!({"actions": []}));
    let mut rows = vec![
        row("GET", games, games, None, [200; 6]),
        row("POST", games, games, Some(json!({"name": "new"})), operator(201)),
        row("GET", clock, clock, None, [200; 6]),
        row("POST", clock, clock, Some(json!({"step_s": 1})), OPERATOR),
        of_game("POST", "open", "/join", Some(json!({"seat": "eve"})), [201; 6]),
        of_game("POST", "none", "/join", Some(json!({"seat": "eve"})), [404; 6]),
        of_game("POST", "open", "/token", None, PLAYER),
        of_game("POST", "open", "/seats/ann/token", None, OPERATOR),
        of_game("POST", "open", "/invitations", Some(json!({})), operator(201)),
        of_game("POST", "open", "/actions", action(), PLAYER),
        of_game("POST", "private", "/actions", action(), [401, 200, 403, 403, 403, 403]),
        of_game("POST", "none", "/actions", action(), [401, 404, 404, 404, 404, 404]),
        of_game("POST", "open", "/resign", None, PLAYER),
        of_game("POST", "open", "/start", None, operator(409)),
        of_game("POST", "open", "/pause", Some(json!({})), OPERATOR),
        of_game("POST", "open", "/resume", None, operator(409)),
        of_game("POST", "open", "/abort", Some(json!({})), OPERATOR),
        of_game("GET", "open", "/position", None, OPERATOR),
        of_game("GET", "private", "/position", None, OPERATOR),
        of_game("GET", "open", "/result", None, [409; 6]),
        of_game("GET", "private", "/result", None, [401, 409, 403, 403, 409, 409]),
        // An upgrade without a connection is refused; who may listen is asked after the first frame.
        of_game("GET", "open", "/ws", None, [400; 6]),
    ];
    for read in ["/view", "/leaderboard", "/log", "/stream", "/replay"] {
        rows.push(of_game("GET", "open", read, None, [200; 6]));
        rows.push(of_game("GET", "private", read, None, READER));
        rows.push(of_game("GET", "none", read, None, [404; 6]));
    }
    rows
}

#[test]
fn every_route_by_every_role() {
    let worlds = Worlds::default();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let rows: Vec<Row> = of_the_house().into_iter().chain(of_the_games()).collect();
    let found = runtime.block_on(access::check(|| worlds.fresh(), &rows));
    found.unwrap_or_else(|faults| panic!("{faults}"));
    // A route without a row is noticed.
    let missing = runtime.block_on(access::check(|| worlds.fresh(), &[])).unwrap_err();
    assert!(missing.contains("GET /api/v1/zords/games/{game}/position has no row"), "{missing}");
    // And the routes that are checked are those that are served.
    let names = |routes: &[Arc<skirmish_house::routes::Meta>]| -> Vec<String> {
        routes.iter().map(|meta| format!("{} {}", meta.method, meta.path)).collect()
    };
    assert_eq!(names(&worlds.fresh().routes), names(&crate::support::home().running().routes));
    worlds.end();
}
