//! Every refusal is a problem document, whoever refuses.

use crate::support::{home, plan, toy::OPEN};
use serde_json::json;
use skirmish_house::limits::Rates;
use skirmish_house::roles::Role;
use std::num::NonZeroU32;

#[test]
fn refusals_outside_of_handlers_are_documents() {
    let home = home(plan());
    let ann = home.client.with(&home.player(OPEN, "ann"));
    let count = "/api/v1/toy/games/open/count";
    assert_eq!(home.client.get("/nowhere").reason(), "not_found");
    let wrong = home.client.get(count);
    assert_eq!(
        (wrong.status, wrong.reason().as_str(), wrong.header("allow")),
        (405, "method_not_allowed", Some("POST"))
    );
    let nobody = home.client.post(count, &json!({"by": 1}));
    assert_eq!((nobody.status, nobody.header("www-authenticate")), (401, Some("Bearer realm=\"skirmish\"")));
    for (body, status, reason) in [
        ("{\"by\": }", 400, "bad_json"),
        ("{\"by\": -1}", 400, "malformed"),
        ("{\"by\": 1, \"x\": 2}", 400, "malformed"),
        ("", 400, "bad_json"),
        (&"[".repeat(60_000), 400, "too_deep"),
        (&format!("\"{}\"", "x".repeat(70_000)), 413, "too_large"),
    ] {
        let answer = ann.send("POST", count, Some(body));
        assert_eq!((answer.status, answer.reason().as_str()), (status, reason), "{body:.40}");
    }
    let place = ann.send("POST", count, Some("{\n\"by\": oops}")).json();
    assert_eq!((&place["line"], &place["column"]), (&2.into(), &7.into()));
    let plain = ann.raw(ann.head("POST", count, Some("{}")).replace("application/json", "text/plain").as_bytes());
    assert_eq!(crate::support::client::answer(&plain).status, 415);
    let bad = home.client.get("/api/v1/toy/games/open/stream?after=x");
    assert_eq!((bad.status, bad.reason().as_str()), (400, "bad_query"));
    let bad = home.client.header("Last-Event-ID", "x").get("/api/v1/toy/games/open/stream");
    assert_eq!((bad.status, bad.reason().as_str()), (400, "bad_cursor"));
    assert_eq!(home.client.get("/api/v1/toy/games/open/ws").reason(), "refused");
    let kim = home.client.with(&home.token(&Role::Operator, "kim"));
    assert_eq!(kim.delete("/api/v1/tokens/x").status, 404);
    assert_eq!(kim.get("/api/v1/toy/games/%ff/view").status, 404);
}

#[test]
fn a_head_that_is_too_big_is_refused() {
    let home = home(plan());
    let long = home.client.get(&format!("/healthz?{}", "x".repeat(9000)));
    assert_eq!((long.status, long.reason().as_str()), (414, "uri_too_long"));
    let wide = home.client.header("X-Wide", &"x".repeat(17_000)).get("/healthz");
    assert_eq!((wide.status, wide.reason().as_str()), (431, "head_too_large"));
    let many = (0..80).fold(home.client.clone(), |client, i| client.header(&format!("X-{i}"), "x")).get("/healthz");
    assert_eq!((many.status, many.reason().as_str()), (431, "head_too_large"));
    // Beyond what we are ready to hold at all, the status must do.
    let huge = home.client.raw(format!("GET /healthz HTTP/1.1\r\nX: {}", "x".repeat(200_000)).as_bytes());
    assert!(huge.is_empty() || huge.starts_with("HTTP/1.1 431"), "{huge}");
}

#[test]
fn a_panic_is_told_without_details() {
    let home = home(plan());
    let kim = home.client.with(&home.token(&Role::Operator, "kim"));
    let answer = kim.post("/api/v1/toy/games/open/panic", &json!({}));
    assert_eq!((answer.status, answer.reason().as_str()), (500, "internal"));
    assert!(!answer.body.contains("broken"));
    assert_eq!(home.house.metrics.panics.get(), 1);
    assert_eq!(home.client.get("/healthz").status, 200);
}

#[test]
fn who_asks_too_often_is_told_when_to_come_back() {
    let mut plan = plan();
    plan.rates = Rates { acts_per_second: NonZeroU32::MIN, logins_per_minute: NonZeroU32::MIN, ..Rates::default() };
    let home = home(plan);
    let log_in = || home.client.post("/api/v1/session", &json!({"token": "sk_x"}));
    assert_eq!(log_in().status, 401);
    let refused = log_in();
    assert_eq!((refused.status, refused.reason().as_str()), (429, "too_many_requests"));
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    assert_eq!(refused.json()["retry_after_s"], wait);
    // Somebody with a token has a bucket of their own.
    let ann = home.client.with(&home.player(OPEN, "ann"));
    assert_eq!(ann.post("/api/v1/toy/games/open/count", &json!({"by": 1})).status, 200);
    assert_eq!(home.client.get("/healthz").status, 200);
    assert_eq!(home.house.metrics.rate_limited.get(), 1);
}

#[test]
fn readiness_says_what_is_wrong() {
    let home = home(plan());
    assert_eq!(home.client.get("/readyz").status, 200);
    *home.toy.trouble.lock().unwrap() = Some("a game is broken".into());
    let answer = home.client.get("/readyz");
    assert_eq!((answer.status, answer.reason().as_str()), (503, "not_ready"));
    assert_eq!(answer.json()["troubles"], json!(["toy: a game is broken"]));
    assert_eq!(home.client.get("/healthz").status, 200);
}

#[test]
fn metrics_are_for_this_machine_and_operators() {
    let mut plan = plan();
    plan.proxies.0.push("127.0.0.1".parse().unwrap());
    let home = home(plan);
    home.client.get("/api/v1/toy/games/open/view");
    let text = home.client.get("/metrics");
    let line = "skirmish_requests_total{route=\"/api/v1/toy/games/{game}/view\",method=\"GET\",status=\"200\"} 1";
    assert!(text.body.contains(line), "{}", text.body);
    let away = home.client.header("X-Forwarded-For", "9.9.9.9");
    assert_eq!(away.get("/metrics").status, 403);
    assert_eq!(away.with(&home.token(&Role::Operator, "kim")).get("/metrics").status, 200);
}
