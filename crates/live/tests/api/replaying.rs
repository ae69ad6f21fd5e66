//! Exported replays: proved by playing them again, and silent about chance while the game runs.

use crate::support::{Client, Home, act, at, home, shield, small};
use serde_json::{Value, json};
use skirmish_core::replay::{AnyPlayback, Playback, Wrong, verify};
use skirmish_replay::ReplayFile;
use skirmish_zords::Zords;

const SEED: u64 = 987_654_321_987_654;

/// A game that has gone on for two days.
fn played(home: &Home, wish: Value) -> [Client; 2] {
    let players: [Client; 2] = home.game(wish).try_into().unwrap_or_else(|_| unreachable!("two seats"));
    home.start("spring");
    for player in &players {
        let seat = player.get("/api/v1/me").json()["seat"].as_str().unwrap().to_string();
        assert_eq!(act(player, &shield(player, &seat)).status, 200);
    }
    home.turn("spring", 86_400);
    players
}

fn seeded() -> Value {
    let mut wish = small("spring");
    wish["seed"] = json!(SEED);
    wish
}

fn export(client: &Client) -> ReplayFile {
    let said = client.get(&at("spring", "/replay"));
    assert_eq!((said.status, said.header("content-type")), (200, Some("application/octet-stream")), "{said:?}");
    assert_eq!(said.header("content-disposition"), Some("attachment; filename=\"zords-spring.skirmish\""));
    let file = ReplayFile::decode(&*said.body).unwrap();
    assert_eq!(file.dropped, 0);
    file
}

/// Plays a replay that has no ending yet, and gives the number of its steps.
fn proved_so_far(file: &ReplayFile) -> usize {
    let mut playback = Playback::<Zords>::open(file.text.clone()).unwrap();
    assert_eq!(playback.finish().err(), Some(Wrong::Torn));
    playback.played()
}

/// What the header of a game that runs must not tell.
fn secrets(home: &Home) -> Vec<String> {
    let hosted = home.running().live.service.game("spring").unwrap();
    let rng = home.operator.get(&at("spring", "/position")).json()["rng"].as_str().unwrap().to_string();
    let salt = serde_json::to_value(&hosted.head.salt).unwrap().as_str().unwrap().to_string();
    vec![hosted.head.seed.to_string(), format!("{:x}", hosted.head.seed), hosted.head.key.clone(), rng, salt]
}

#[test]
fn a_running_game_is_proved_and_tells_nothing_of_its_chance() {
    for wish in [seeded(), small("spring")] {
        let home = home();
        played(&home, wish);
        let file = export(&home.anyone);
        assert!(proved_so_far(&file) >= 5, "{}", file.text);
        for secret in secrets(&home) {
            assert!(!file.text.contains(&secret), "{secret} is in {}", file.text);
        }
    }
}

#[test]
fn a_waiting_game_can_be_exported() {
    let home = home();
    home.game(small("spring"));
    assert_eq!(proved_so_far(&export(&home.anyone)), 2);
}

#[test]
fn a_finished_game_opens_its_seed() {
    let home = home();
    played(&home, seeded());
    let running = export(&home.anyone);
    home.turn("spring", 4 * 86_400);
    let ended = export(&home.anyone);
    assert!(verify::<Zords>(&ended.text).unwrap() > proved_so_far(&running));
    assert!(ended.text.lines().last().unwrap().contains(&SEED.to_string()), "{}", ended.text);
    // It is the same game: what was told while it ran is still true.
    let steps = |file: &ReplayFile| file.text.lines().skip(1).map(String::from).collect::<Vec<_>>();
    assert!(steps(&ended).starts_with(&steps(&running)));
    // A changed order is noticed.
    let spoilt = ended.text.replacen("\"shield\"", "\"range\"", 1);
    assert_ne!(spoilt, ended.text);
    assert!(verify::<Zords>(&spoilt).is_err());
}

#[test]
fn an_aborted_or_paused_game_is_proved_as_far_as_it_went() {
    let home = home();
    let [ann, _] = played(&home, small("spring"));
    let order = |what: &str| {
        assert_eq!(home.operator.post(&at("spring", what), &json!({"why": "a test"})).status, 200, "{what}");
    };
    order("/pause");
    proved_so_far(&export(&home.anyone));
    home.operator.post("/api/v1/zords/clock", &json!({"step_s": 40_000}));
    order("/resume");
    assert_eq!(act(&ann, &shield(&ann, "ann")).status, 200);
    let steps = proved_so_far(&export(&home.anyone));
    order("/abort");
    let file = export(&home.anyone);
    assert_eq!(verify::<Zords>(&file.text), Ok(steps));
    assert!(file.text.lines().last().unwrap().contains("aborted by an operator: a test"), "{}", file.text);
}
