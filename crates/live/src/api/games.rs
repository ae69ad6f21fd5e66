//! Making games, and the list of them.

use super::{Live, STOPPED, respond, seat_in};
use crate::head::Head;
use crate::hosted::Hosted;
use crate::request::Answer;
use crate::rfc3339;
use crate::writer::{BrokenGame, Task};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use skirmish_core::{Config as _, Documents as _};
use skirmish_house::body::{Json, answer};
use skirmish_house::house::audit;
use skirmish_house::problem::Problem;
use skirmish_house::resident::Resident as _;
use skirmish_house::roles::{Caller, Place, Who};
use skirmish_house::routes::{Cost, Route};
use skirmish_zords::state::Status;
use skirmish_zords::{Config, Name};
use std::sync::Arc;

pub fn routes(live: &Arc<Live>) -> Vec<Route> {
    vec![
        Route::get("/api/v1/zords/games", Who::Everyone)
            .tag("Games")
            .summary("All games.")
            .about("Private games are listed for operators and for their own players.")
            .answers::<Games>(200, "the games, oldest first", json!({"games": [listed_example()], "stopped": []}))
            .handle_with(Arc::clone(live), list),
        Route::post("/api/v1/zords/games", Who::Operator)
            .costs(Cost::Admin)
            .tag("Games")
            .summary("Makes a game.")
            .about(
                "`config` has the keys of the rulebook that differ from the defaults. Players in `seats` are in the game from \
                 the start, and their tokens are in the answer, once. Day 1 opens at `start_at`, or else at the next \
                 `day_start_utc`, or when an operator says so.",
            )
            .takes::<NewGame>(json!({"name": "spring", "config": {"days": 28}, "open": true}))
            .answers::<Made>(201, "the game was made", json!({"ok": true, "game": "spring", "tokens": []}))
            .refuses(400, "`bad_config` or `malformed`; `faults` has everything that is wrong, and where")
            .refuses(409, "`name_taken`, `seat_taken`, `game_full`")
            .handle_with(Arc::clone(live), create),
    ]
}

/// The wish for a game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// What it is called in addresses.
    #[schemars(regex(pattern = "^[A-Za-z][A-Za-z0-9_-]{0,63}$"))]
    pub name: String,
    /// Keys of the rulebook's config that differ from the defaults.
    #[serde(default)]
    #[schemars(schema_with = "config_schema")]
    pub config: Map<String, Value>,
    /// Who is in it from the start.
    #[serde(default)]
    pub seats: Vec<String>,
    /// When day 1 opens, in UTC, such as `2026-03-02T09:00:00Z`.
    #[serde(default)]
    pub start_at: Option<String>,
    /// Whether everybody may join, or only who has an invitation.
    #[serde(default)]
    pub open: bool,
    /// Whether only players and operators may watch.
    #[serde(default)]
    pub private: bool,
    /// Seats that the server itself plays, with the names of its bots, such as `{"rex": "strong"}`. They join after those
    /// in `seats`.
    #[serde(default)]
    pub bots: Map<String, Value>,
    /// The seed of all chance, to play a match again. Without one, nobody knows it before the end.
    #[serde(default)]
    pub seed: Option<u64>,
}

fn config_schema(_: &mut SchemaGenerator) -> Schema {
    Schema::try_from(Config::schema()).expect("the schema of a config is an object")
}

#[derive(Serialize, JsonSchema)]
pub struct Made {
    /// Always true.
    pub ok: bool,
    pub game: String,
    /// Of the players in `seats`.
    pub tokens: Vec<SeatToken>,
}

#[derive(Serialize, JsonSchema)]
pub struct SeatToken {
    pub seat: String,
    /// It is shown this once.
    pub token: String,
}

#[derive(Serialize, JsonSchema)]
pub struct Games {
    pub games: Vec<Listed>,
    /// The games that cannot be played on.
    pub stopped: Vec<Stopped>,
}

/// A game that cannot be played on.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "StoppedGame")]
pub struct Stopped {
    pub game: String,
    /// The number of its journal.
    pub journal: i64,
    pub private: bool,
    /// In general; operators are told what exactly is damaged.
    pub why: String,
}

/// A game in the list.
#[derive(Serialize, JsonSchema)]
pub struct Listed {
    pub game: String,
    /// The number of its journal, which tokens, invitations and the audit log name.
    pub journal: i64,
    pub status: Status,
    pub day: i64,
    pub days: i64,
    pub players: usize,
    pub max_players: i64,
    pub board_size: i64,
    pub seq: i64,
    pub open: bool,
    pub private: bool,
    /// Whether players may join after day 1 has begun.
    pub late_join: bool,
    /// Why time stands still, if it does.
    pub paused: Option<String>,
    /// When day 1 begins, while the game waits for it.
    pub starts_at: Option<String>,
    pub created_at: String,
    /// When anything was last stored of it.
    pub last_at: String,
    /// The seats that the server itself plays; none for whoever is not an operator.
    pub bots: Vec<String>,
}

fn listed_example() -> Value {
    json!({"game": "spring", "journal": 3, "status": "running", "day": 3, "days": 28, "players": 8, "max_players": 64, "board_size": 140,
           "seq": 57, "open": true, "private": false, "late_join": false, "paused": null, "starts_at": null,
           "created_at": "2026-03-01T12:00:00Z", "last_at": "2026-03-04T07:12:44Z", "bots": []})
}

fn listed(hosted: &Hosted, runs_games: bool) -> Option<Listed> {
    let published = hosted.published()?;
    let (driver, live) = (&published.driver, published.live_view());
    let config = driver.game().config();
    Some(Listed {
        game: hosted.head.name.clone(),
        journal: hosted.game,
        status: driver.state().status(),
        day: driver.state().moment().0,
        days: config.days,
        players: driver.state().joined(),
        max_players: config.max_players,
        board_size: config.board_size,
        seq: driver.state().seq(),
        open: hosted.head.open,
        private: hosted.head.private,
        late_join: config.late_join,
        paused: live.paused,
        starts_at: live.starts_at,
        created_at: rfc3339(hosted.head.created_ms),
        last_at: rfc3339(driver.last_ms()),
        bots: hosted.head.bots.keys().filter(|_| runs_games).cloned().collect(),
    })
}

async fn list(State(live): State<Arc<Live>>, caller: Option<Caller>) -> Json<Games> {
    let runs_games = caller.as_ref().is_some_and(|caller| caller.role.runs_games());
    let may_see = |journal: i64, private: bool| {
        !private || runs_games || seat_in(caller.as_ref(), Place { journal, private }).is_some()
    };
    let games = live.service.games();
    let games = games.iter().filter(|hosted| may_see(hosted.game, hosted.head.private));
    let stopped = live.service.broken().into_iter().filter(|broken| may_see(broken.game, broken.private));
    let stopped = stopped.map(|BrokenGame { game, name, private, why }| Stopped {
        game: name,
        journal: game,
        private,
        why: if runs_games { why } else { STOPPED.into() },
    });
    Json(Games { games: games.filter_map(|hosted| listed(hosted, runs_games)).collect(), stopped: stopped.collect() })
}

async fn create(State(live): State<Arc<Live>>, caller: Caller, Json(wish): Json<NewGame>) -> Result<Response, Problem> {
    let name = wish.name.as_str();
    let mut config = wish.config;
    if let Some(start_at) = wish.start_at {
        config.insert("start_at".into(), start_at.into());
    }
    let mut random = random_words()?;
    let now_ms = live.service.now_ms();
    let mut head = Head::new(name, config, now_ms, &mut || random.pop().unwrap_or_default());
    if let Some(seed) = wish.seed {
        head = head.seeded(seed);
    }
    (head.open, head.private, head.bots) = (wish.open, wish.private, wish.bots);
    check(&live, &head, &wish.seats)?;
    let detail = json!({"config": head.config, "seats": wish.seats, "bots": head.bots, "seeded": wish.seed.is_some(),
                        "open": wish.open, "private": wish.private});
    let with =
        vec![audit(live.house.clock.wall_ms(), &caller.name, "create", None, json!({"game": name, "wish": detail}))];
    let seats = wish.seats.iter().chain(head.bots.keys()).cloned().collect();
    let task = Task::Create { head: Box::new(head), seats };
    let made = match live.service.ask(task, with).await {
        Answer::Done { body, .. } => body,
        refused => return Ok(respond(refused, StatusCode::CREATED)),
    };
    let id: Value = serde_json::from_str(made.get()).unwrap_or_default();
    let journal = id["game"].as_i64().unwrap_or_default();
    // The seats are taken already; should giving out a token fail, an operator can give a new one.
    let mut tokens = Vec::new();
    for seat in wish.seats {
        let token = super::joining::new_token(&live, journal, seat.clone()).await?;
        tokens.push(SeatToken { seat, token });
    }
    Ok(answer(StatusCode::CREATED, Made { ok: true, game: name.into(), tokens }).into_response())
}

/// Says everything that is wrong with a wish at once, but for what only the round of the writer can tell.
fn check(live: &Live, head: &Head, seats: &[String]) -> Result<(), Problem> {
    let mut faults: Vec<(String, String)> = Vec::new();
    let name = head.name.as_str();
    let fits = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.len() <= 64
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    if !fits {
        let message = "a game's name begins with a letter and has at most 64 letters, digits, _ and -";
        faults.push(("/name".into(), message.into()));
    }
    let bots = head.bots.keys().map(|seat| (format!("/bots/{}", pointed(seat)), seat));
    for (at, seat) in seats.iter().enumerate().map(|(i, seat)| (format!("/seats/{i}"), seat)).chain(bots) {
        if Name::new(seat).is_none() {
            let rule = "a seat's name begins with a letter or a digit and has at most 32 letters, digits, _ . and -";
            faults.push((at, format!("\"{seat}\" is no name: {rule}")));
        }
    }
    for (seat, bot) in &head.bots {
        faults.extend(crate::bots::fault(bot).map(|why| (format!("/bots/{}", pointed(seat)), why)));
    }
    let reason = if faults.is_empty() { "bad_config" } else { "malformed" };
    if let Err(found) = head.config() {
        faults.extend(found.list().iter().map(|fault| (fault.pointer.clone(), fault.message.clone())));
    }
    if faults.is_empty() {
        return Ok(());
    }
    // By itself this is a conflict, which the writer tells.
    if live.place(name).is_some() {
        faults.push(("/name".into(), format!("there is a game called \"{name}\" already")));
    }
    let text: Vec<String> = faults.iter().map(|(at, message)| format!("{at}: {message}")).collect();
    let list: Vec<Value> = faults.iter().map(|(at, message)| json!({"at": at, "message": message})).collect();
    Err(Problem::bad(reason, text.join("\n")).with("faults", list))
}

/// A key as a JSON pointer has it.
fn pointed(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Enough for the chance of a game.
fn random_words() -> Result<Vec<u64>, Problem> {
    let word = |_| {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).map(|()| u64::from_le_bytes(bytes)).map_err(|_| Problem::own())
    };
    (0..8).map(word).collect()
}
