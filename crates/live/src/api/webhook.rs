//! A player's webhook: news that are posted to an address of theirs.

use super::{Live, of_game, seat_in};
use crate::news::{self, Kind};
use crate::rfc3339;
use axum::extract::State;
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use skirmish_house::body::{Json, Path};
use skirmish_house::hooks::hook::{Hook, Owner};
use skirmish_house::house::audit;
use skirmish_house::problem::Problem;
use skirmish_house::roles::{Caller, Place, Who};
use skirmish_house::routes::{Cost, Route};
use std::sync::Arc;

pub fn routes(live: &Arc<Live>) -> Vec<Route> {
    let none = "`no_webhook`: there is none";
    let off = "`webhooks_off`: this server sends none";
    vec![
        // Whoever sets or tries one makes the server look up a name or post something, so both are dear.
        Route::put(of_game("/webhook"), Who::Player)
            .costs(Cost::Login)
            .tag("Webhooks")
            .summary("Has news of your seat posted to an address of yours.")
            .about(
                "It takes the place of the one you had, with a new secret, and tells what happens from now on. News within a \
                 few seconds come together, as a `POST` of `{\"id\",\"game\",\"seat\",\"n\",\"at\",\"kind\",\"text\",\"events\"}`. The \
                 header `Skirmish-Signature` is `t=SECONDS,v1=HEX`: the HMAC-SHA256, by the secret, of the seconds, a dot and \
                 the body. `Skirmish-Delivery` is the `id`, the same when a letter comes again. Any status of 200 to 299 means \
                 that it has arrived, within 10 seconds; everything else is tried again, up to 8 times within a day. Then the \
                 webhook is switched off, and at once by 410.",
            )
            .takes::<Wish>(json!({"url": "https://ann.example/zords", "wants": ["hit", "lost", "day"]}))
            .answers::<Set>(200, "it is set; the secret is shown this once", set_example())
            .refuses(400, "`bad_url`: not an address that may be posted to; `malformed`")
            .refuses(409, off)
            .handle_with(Arc::clone(live), set),
        Route::get(of_game("/webhook"), Who::Player)
            .tag("Webhooks")
            .summary("Your webhook, and how it is doing.")
            .answers::<Webhook>(200, "it", webhook_example())
            .refuses(404, none)
            .handle_with(Arc::clone(live), get),
        Route::delete(of_game("/webhook"), Who::Player)
            .tag("Webhooks")
            .summary("Takes your webhook away.")
            .answers_nothing(204, "there is none any more")
            .refuses(404, none)
            .handle_with(Arc::clone(live), remove),
        Route::post(of_game("/webhook/test"), Who::Player)
            .costs(Cost::Login)
            .tag("Webhooks")
            .summary("Posts one letter of the kind `test` now, and says what came of it.")
            .answers::<Tried>(200, "what came of it", json!({"delivered": true, "what": "it answered 204"}))
            .refuses(404, none)
            .refuses(409, off)
            .handle_with(Arc::clone(live), test),
        Route::get(of_game("/webhooks"), Who::Operator)
            .tag("Operators")
            .summary("Who has a webhook, and to which host.")
            .answers::<Listed>(200, "by seat", json!({"webhooks": [listed_example()]}))
            .handle_with(Arc::clone(live), list),
        Route::delete(of_game("/seats/{seat}/webhook"), Who::Operator)
            .costs(Cost::Admin)
            .tag("Operators")
            .summary("Takes a player's webhook away.")
            .answers_nothing(204, "there is none any more")
            .refuses(404, none)
            .handle_with(Arc::clone(live), take_away),
    ]
}

/// Where to post what.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// An address of `https` that everybody can reach.
    #[schemars(length(max = 2000))]
    pub url: String,
    /// What to be told; `hit`, `lost`, `donated` and `over` unless you choose.
    #[serde(default = "usual")]
    pub wants: Vec<Kind>,
}

fn usual() -> Vec<Kind> {
    Kind::USUAL.into()
}

/// A webhook as its owner sees it.
#[derive(Serialize, JsonSchema)]
pub struct Webhook {
    pub url: String,
    pub wants: Vec<String>,
    pub since: String,
    /// When something was last delivered.
    pub delivered_at: Option<String>,
    /// The last try that failed, unless one has succeeded since.
    pub failed: Option<Happened>,
    /// When the letter that failed is sent again.
    pub next_at: Option<String>,
    /// Why nothing is delivered any more; set it again to switch it on.
    pub off: Option<Happened>,
}

#[derive(Serialize, JsonSchema)]
pub struct Happened {
    pub at: String,
    pub why: String,
}

#[derive(Serialize, JsonSchema)]
pub struct Set {
    /// By which you check signatures. It is shown this once.
    pub secret: String,
    #[serde(flatten)]
    pub webhook: Webhook,
}

#[derive(Serialize, JsonSchema)]
pub struct Tried {
    pub delivered: bool,
    /// The answer's status, or what went wrong.
    pub what: String,
}

#[derive(Serialize, JsonSchema)]
pub struct Listed {
    pub webhooks: Vec<OfSeat>,
}

/// A webhook as an operator sees it: the rest of its address may be a secret.
#[derive(Serialize, JsonSchema)]
pub struct OfSeat {
    pub seat: String,
    pub host: String,
    pub delivered_at: Option<String>,
    pub failed: Option<Happened>,
    pub off: Option<Happened>,
}

fn webhook_example() -> Value {
    json!({"url": "https://ann.example/zords", "wants": ["hit", "lost", "day"], "since": "2026-03-02T09:00:00Z",
           "delivered_at": "2026-03-02T11:30:07Z", "failed": null, "next_at": null, "off": null})
}

fn set_example() -> Value {
    let mut example = webhook_example();
    (example["secret"], example["delivered_at"]) = ("wh_...".into(), Value::Null);
    example
}

fn listed_example() -> Value {
    json!({"seat": "ann", "host": "ann.example", "delivered_at": null, "failed": null,
           "off": {"at": "2026-03-02T11:30:07Z", "why": "it answered 410 Gone"}})
}

impl Webhook {
    fn of(hook: Hook) -> Webhook {
        let next = hook.letter.filter(|letter| letter.tries > 0).map(|letter| rfc3339(letter.next_ms));
        Webhook {
            url: hook.url,
            wants: hook.wants,
            since: rfc3339(hook.since_ms),
            delivered_at: hook.delivered_ms.map(rfc3339),
            failed: hook.failed.map(Happened::of),
            next_at: next,
            off: hook.off.map(Happened::of),
        }
    }
}

impl Happened {
    fn of(event: skirmish_house::hooks::hook::Event) -> Happened {
        Happened { at: rfc3339(event.at_ms), why: event.why }
    }
}

fn owner(caller: &Caller, place: Place) -> Owner {
    Owner::new(place.journal, seat_in(Some(caller), place).unwrap_or_default())
}

fn no_webhook() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "no_webhook", "there is no webhook of this seat")
}

async fn set(
    State(live): State<Arc<Live>>,
    place: Place,
    caller: Caller,
    Json(mut wish): Json<Wish>,
) -> Result<Json<Set>, Problem> {
    wish.wants.sort();
    wish.wants.dedup();
    if wish.wants.is_empty() {
        return Err(Problem::bad("malformed", "`wants` is empty; delete the webhook to be told nothing"));
    }
    let wants = wish.wants.into_iter().map(|kind| kind.name().into()).collect();
    let hook = live.hooks.set(owner(&caller, place), &wish.url, wants).await?;
    Ok(Json(Set { secret: hook.secret.clone(), webhook: Webhook::of(hook) }))
}

async fn get(State(live): State<Arc<Live>>, place: Place, caller: Caller) -> Result<Json<Webhook>, Problem> {
    live.hooks.get(&owner(&caller, place)).map(|hook| Json(Webhook::of(hook))).ok_or_else(no_webhook)
}

async fn remove(State(live): State<Arc<Live>>, place: Place, caller: Caller) -> Result<StatusCode, Problem> {
    match live.hooks.remove(owner(&caller, place), Vec::new()).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(no_webhook()),
    }
}

async fn test(State(live): State<Arc<Live>>, place: Place, caller: Caller) -> Result<Json<Tried>, Problem> {
    let newest = live.service.hosted(place.journal).map_or(0, |hosted| *hosted.newest().borrow());
    let letter = news::test(live.house.clock.wall_ms(), newest);
    let tried = live.hooks.test(&owner(&caller, place), letter).await?.ok_or_else(no_webhook)?;
    Ok(Json(Tried { delivered: tried.delivered, what: tried.what }))
}

async fn list(State(live): State<Arc<Live>>, place: Place) -> Json<Listed> {
    let of_seat = |(seat, hook): (String, Hook)| OfSeat {
        seat,
        host: hook.host(),
        delivered_at: hook.delivered_ms.map(rfc3339),
        failed: hook.failed.map(Happened::of),
        off: hook.off.map(Happened::of),
    };
    Json(Listed { webhooks: live.hooks.list(place.journal).into_iter().map(of_seat).collect() })
}

async fn take_away(
    State(live): State<Arc<Live>>,
    place: Place,
    caller: Caller,
    Path((_, seat)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let owner = Owner::new(place.journal, seat);
    let host = live.hooks.get(&owner).ok_or_else(no_webhook)?.host();
    let detail = json!({"seat": owner.seat, "host": host});
    let entry = audit(live.house.clock.wall_ms(), &caller.name, "remove a webhook", Some(place.journal), detail);
    match live.hooks.remove(owner, vec![entry]).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(no_webhook()),
    }
}
