//! Tokens of players: shown once, replaced, killed, and never seen again.

use crate::support::{Client, act, at, home, home_with, shield};
use serde_json::json;
use skirmish_house::store::memory::Memory;
use std::sync::Arc;

fn rotate(client: &Client) -> crate::support::Said {
    client.post(&at("spring", "/token"), &json!({}))
}

#[test]
fn a_rotated_token_is_dead_at_once() {
    let home = home();
    let [ann, bob] = home.started();
    let said = rotate(&ann);
    assert_eq!((said.status, &said.json()["seat"]), (200, &json!("ann")));
    let new = home.anyone.with(said.json()["token"].as_str().unwrap());
    let body = shield(&ann, "ann");
    assert_eq!(act(&ann, &body).refusal(), (401, "unauthorized".into()));
    assert_eq!(rotate(&ann).refusal().0, 401);
    assert_eq!(act(&new, &body).status, 200);
    assert_eq!(act(&bob, &shield(&bob, "bob")).status, 200);
    assert_eq!(rotate(&home.anyone).refusal().0, 401);
    assert_eq!(rotate(&home.operator).refusal().0, 403);
}

#[test]
fn a_new_token_is_no_new_rate() {
    let mut plan = skirmish_house::house::Plan::default();
    plan.rates.acts_per_second = std::num::NonZeroU32::MIN;
    let home = home_with(plan, Arc::new(Memory::default()));
    let [mut ann, bob] = home.started();
    let body = shield(&ann, "ann");
    let done = (0..10).take_while(|_| act(&ann, &body).status != 429).count();
    assert!(done < 10, "nobody is limited");
    let mut judged = 0;
    for _ in 0..4 {
        ann = home.anyone.with(rotate(&ann).json()["token"].as_str().unwrap());
        judged += usize::from(act(&ann, &body).status != 429);
    }
    // Meanwhile a second may have passed, but not four.
    assert!(judged < 4, "every new token could act");
    assert_eq!(act(&bob, &shield(&bob, "bob")).status, 200);
}

#[test]
fn a_token_that_nobody_has_is_not_called_a_missing_one() {
    let home = home();
    let [ann, _] = home.started();
    let body = shield(&ann, "ann");
    let message = |client: &Client| act(client, &body).json()["message"].as_str().unwrap().to_owned();
    assert!(message(&home.anyone).contains("needs a token"));
    assert!(message(&home.anyone.with("sk_nonsense")).contains("not known"));
}

#[test]
fn of_two_rotations_at_once_one_wins_and_its_token_works() {
    let home = home();
    let [mut ann, _] = home.started();
    for _ in 0..20 {
        let barrier = std::sync::Barrier::new(4);
        let said: Vec<_> = std::thread::scope(|scope| {
            let turn = || {
                barrier.wait();
                rotate(&ann)
            };
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(turn)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let won: Vec<_> = said.iter().filter(|said| said.status == 200).collect();
        assert!(said.iter().all(|said| said.status == 200 || said.refusal().0 == 401), "{said:?}");
        assert_eq!(won.len(), 1, "a token that was given out must work");
        ann = home.anyone.with(won[0].json()["token"].as_str().unwrap());
        assert_eq!(ann.get("/api/v1/me").status, 200);
    }
}

#[test]
fn an_operator_gives_a_new_one_for_a_lost_one() {
    let home = home();
    let [ann, _] = home.started();
    let said = home.operator.post(&at("spring", "/seats/ann/token"), &json!({}));
    assert_eq!(said.status, 200);
    assert_eq!(ann.get("/api/v1/me").status, 401);
    let new = home.anyone.with(said.json()["token"].as_str().unwrap());
    assert_eq!(new.get("/api/v1/me").json()["seat"], "ann");
    let long = "x".repeat(200);
    for seat in ["eve", "ANN", "%C3%A4", "a%2Fb", "..%2f..", &long] {
        let said = home.operator.post(&at("spring", &format!("/seats/{seat}/token")), &json!({}));
        assert_eq!(said.refusal(), (404, "not_found".into()), "{seat}");
    }
    let noted = home.operator.get("/api/v1/audit").json().to_string();
    assert!(noted.contains("new token") && !noted.contains(new.token.as_ref().unwrap()), "{noted}");
}

#[test]
fn no_token_is_stored_or_told_again() {
    let home = home();
    let [ann, bob] = home.started();
    let secrets = [&ann, &bob, &home.operator].map(|client| client.token.clone().unwrap());
    let store = &home.running().house.store;
    let mut all = format!("{:?}{:?}", store.tokens().unwrap(), store.audit(0, 1000).unwrap());
    for journal in store.journals().unwrap() {
        all += &format!("{journal:?}{:?}", store.records(journal.id, 0, 1000).unwrap());
    }
    for path in ["/api/v1/tokens", "/api/v1/audit", "/metrics", "/api/openapi.json", &at("spring", "/position")] {
        all += &format!("{:?}", home.operator.get(path));
    }
    assert!(secrets.iter().all(|secret| !all.contains(&secret[3..])));
}
