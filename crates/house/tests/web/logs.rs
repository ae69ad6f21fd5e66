//! What is written down, and what never is.

use crate::support::{home, log, plan, toy::OPEN};
use serde_json::{Value, json};
use skirmish_house::roles::Role;

#[test]
fn no_secret_is_ever_written_down() {
    let written = log::written();
    let home = home(plan());
    let code = home.house.administrator_code(false).unwrap().unwrap().text().to_string();
    let claim = json!({"code": code, "name": "root"});
    let root = home.client.post("/api/v1/administrator", &claim).json()["token"].as_str().unwrap().to_string();
    home.client.post("/api/v1/administrator", &claim);
    home.client.get(&format!("/api/v1/me?token={root}"));
    home.client.get(&format!("/{root}"));
    home.client.with("sk_not-a-token").get("/api/v1/me");
    let ann = home.player(OPEN, "ann");
    let cookie = home.client.post("/api/v1/session", &json!({"token": ann})).header("set-cookie").unwrap().to_string();
    let session = cookie.split(['=', ';']).nth(1).unwrap().to_string();
    home.client.header("Cookie", &format!("skirmish={session}")).get("/api/v1/me");
    home.client.with(&ann).post("/api/v1/toy/games/open/count", &json!({"by": 1}));
    let kim = home.token(&Role::Operator, "kim");
    home.client.with(&kim).post("/api/v1/toy/games/open/panic", &json!({}));
    let invitation = home.client.with(&kim).post("/api/v1/invitations", &json!({"role": "player", "journal": OPEN}));
    let invitation = invitation.json()["code"].as_str().unwrap().to_string();

    let log = written.text();
    for secret in [&code, &root, &ann, &session, &kim, &invitation, "sk_not-a-token"] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let request = |route: &str, who: &str| {
        lines
            .iter()
            .find(|line| line["route"] == route && line["who"] == who)
            .unwrap_or_else(|| panic!("{log}"))
            .clone()
    };
    let count = request("/api/v1/toy/games/{game}/count", "player 1/ann");
    assert_eq!((&count["method"], &count["status"]), (&"POST".into(), &200.into()));
    assert!(count["ms"].is_number());
    request("(none)", "nobody");
    request("/api/v1/invitations", "operator kim");
    assert!(lines.iter().any(|line| line["message"] == "a handler panicked" && line["what"] == "the toy is broken"));
}
