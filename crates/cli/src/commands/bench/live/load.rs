//! The load: players who act as fast as they are answered, readers, streams, and more of all than there is room for.

use super::wire::Wire;
use crate::commands::bench::Args;
use crate::interrupt::Interrupt;
use crate::say;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use skirmish_house::house::Plan;
use skirmish_house::store::{Place, open};
use skirmish_live::head::Head;
use skirmish_live::keeper::Order;
use skirmish_live::request::Answer;
use skirmish_live::running::{Running, Time};
use skirmish_live::writer::Task;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

const GAMES: usize = 4;
const PLAYERS: usize = 16;
const STREAMS: usize = 500;
/// What `Retry-After` says when there is no room.
const RETRY: Duration = Duration::from_secs(1);

/// Somebody who plays.
#[derive(Clone)]
struct Player {
    game: String,
    token: String,
    unit: i64,
    at: (i64, i64),
}

/// How a kind of request went.
#[derive(Default)]
struct Tally {
    /// Microseconds until the answer.
    accepted: Vec<u32>,
    refused: Vec<u32>,
    failed: u64,
    seconds: f64,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.accepted.extend(other.accepted);
        self.refused.extend(other.refused);
        self.failed += other.failed;
    }

    fn json(mut self, what: &str) -> Value {
        let per_second = self.accepted.len() as f64 / self.seconds.max(0.001);
        json!({"what": what, "per_second": per_second.round(), "p50_ms": ms(&mut self.accepted, 0.5),
            "p99_ms": ms(&mut self.accepted, 0.99), "refused": self.refused.len(),
            "refused_p99_ms": ms(&mut self.refused, 0.99), "failed": self.failed})
    }
}

fn ms(sorted: &mut [u32], share: f64) -> f64 {
    sorted.sort_unstable();
    let at = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(at).map_or(0.0, |&micros| f64::from(micros) / 1000.0)
}

pub fn run(args: &Args, stop: Interrupt) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let place = match &args.database {
        Some(url) => Place::Server(url.clone()),
        None => Place::Folder(folder.path().into()),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(measure(args, place, stop))
}

async fn measure(args: &Args, place: Place, stop: Interrupt) -> Result<()> {
    let store = tokio::task::spawn_blocking(move || open(&place)).await??;
    let mut plan = Plan::default();
    plan.rates.on = false;
    // All come from one address.
    (plan.bounds.connections_per_address, plan.bounds.streams_per_address) = (usize::MAX, usize::MAX);
    let (running, _) = Running::start(store, plan, Time::Real, &[SocketAddr::from(([127, 0, 0, 1], 0))]).await?;
    let address = running.addresses[0];
    let mut players = Vec::new();
    for game in 0..GAMES {
        players.extend(game_of_players(&running, &format!("bench{game}")).await?);
    }
    let long = Duration::from_secs_f64(args.seconds);
    let say = |tally: Value| {
        if args.json {
            return say!("{tally}");
        }
        let refused = match tally["refused"].as_u64() {
            Some(0) | None => String::new(),
            Some(n) => format!("; {n} refused, p99 {:.1} ms", tally["refused_p99_ms"].as_f64().unwrap_or(0.0)),
        };
        let failed = tally["failed"].as_u64().filter(|&n| n > 0).map_or(String::new(), |n| format!("; {n} failed"));
        say!(
            "{:<38} {:>8} a second, p50 {:.1} ms, p99 {:.1} ms{refused}{failed}",
            tally["what"].as_str().unwrap_or_default(),
            tally["per_second"],
            tally["p50_ms"].as_f64().unwrap_or(0.0),
            tally["p99_ms"].as_f64().unwrap_or(0.0)
        );
    };
    say(acts(address, &players, long).await?.json("actions, stored and answered"));
    if !stop.was_pressed() {
        say(reads(address, &players, long).await?.json("views read"));
    }
    if !stop.was_pressed() {
        let (tally, streams) = streamed(address, &players, long).await?;
        say(tally.json(&format!("actions with {STREAMS} streams open")));
        say(streams);
    }
    if !stop.was_pressed() {
        let twice: Vec<Player> = players.iter().cycle().take(2 * players.len()).cloned().collect();
        say(acts(address, &twice, long).await?.json("actions by twice as many"));
        let crowd: Vec<Player> = players.iter().cycle().take(1200).cloned().collect();
        say(acts(address, &crowd, long).await?.json("actions by 1200 at once"));
        let back = Instant::now();
        say(acts(address, &players[..1], Duration::from_millis(200)).await?.json("one action after that"));
        let ms = back.elapsed().as_millis();
        if !args.json {
            say!("back to normal after {ms} ms at most");
        }
    }
    let memory = peak_mib();
    match args.json {
        true => say!("{}", json!({"what": "memory of client and server", "peak_mib": memory})),
        false => say!("memory of client and server together: {memory} MiB at most"),
    }
    running.stop().await;
    stop.verdict()
}

/// A game in which players may act as often as they like.
async fn game_of_players(running: &Running, name: &str) -> Result<Vec<Player>> {
    let config = json!({"actions_per_day": 1_000_000_000, "max_players": PLAYERS});
    let mut n = name.len() as u64;
    let config = config.as_object().cloned().unwrap_or_default();
    let now_ms = running.live.service.now_ms();
    let head = Head::new(name, config, now_ms, &mut || {
        n += 1;
        n
    });
    let seats: Vec<String> = (1..=PLAYERS).map(|i| format!("p{i}")).collect();
    let service = &running.live.service;
    if let Answer::Refused { refusal, .. } =
        service.ask(Task::Create { head: Box::new(head), seats: seats.clone() }, vec![]).await
    {
        bail!("no game: {}", refusal.message);
    }
    let hosted = service.game(name).context("the game is not there")?;
    service.order(hosted.game, Order::Start, vec![]).await;
    let published = hosted.published().context("the game is not there")?;
    let view: Value = serde_json::from_str(&published.view(None))?;
    let mut players = Vec::new();
    for seat in seats {
        let zord = view["zords"].as_array().and_then(|all| all.iter().find(|zord| zord["owner"] == seat.as_str()));
        let zord = zord.context("a player without a zord")?;
        let number = |key: &str| zord[key].as_i64().unwrap_or_default();
        let (journal, house) = (hosted.game, Arc::clone(&running.house));
        let token = house.change(move |house, _| {
            let (secret, writes) = house.seat_token(journal, &seat)?;
            Ok((writes, secret))
        });
        let token = token.await.map_err(|problem| anyhow::anyhow!("{problem}"))?.text().into();
        players.push(Player { game: name.into(), token, unit: number("id"), at: (number("x"), number("y")) });
    }
    Ok(players)
}

fn path(player: &Player, what: &str) -> String {
    format!("/api/v1/zords/games/{}/{what}", player.game)
}

/// Everybody moves to and fro.
async fn acts(address: SocketAddr, players: &[Player], long: Duration) -> Result<Tally> {
    let enough = Arc::new(AtomicBool::new(false));
    let mut all = JoinSet::new();
    let began = Instant::now();
    for player in players.iter().cloned() {
        let enough = Arc::clone(&enough);
        all.spawn(async move {
            let mut tally = Tally::default();
            let Ok(mut wire) = Wire::connect(address, &player.token).await else {
                tally.failed += 1;
                return tally;
            };
            let (path, (x, y)) = (path(&player, "actions"), player.at);
            let beside = if x == 0 { 1 } else { x - 1 };
            let moves = [beside, x].map(|x| json!({"do": "move", "unit": player.unit, "x": x, "y": y}).to_string());
            let mut turn = 0;
            while !enough.load(Relaxed) {
                let asked = Instant::now();
                let Ok((status, _)) = wire.post(&path, &moves[turn % 2]).await else {
                    tally.failed += 1;
                    match Wire::connect(address, &player.token).await {
                        Ok(again) => wire = again,
                        Err(_) => break,
                    }
                    continue;
                };
                let micros = asked.elapsed().as_micros() as u32;
                match status {
                    200 => tally.accepted.push(micros),
                    // It stands there already, by the hand of another connection or of a phase before.
                    422 => {}
                    _ => {
                        tally.refused.push(micros);
                        // Whoever is turned away is told to come back in a second, and well-behaved clients do.
                        tokio::time::sleep(RETRY).await;
                    }
                }
                turn += 1;
            }
            tally
        });
    }
    tokio::time::sleep(long).await;
    enough.store(true, Relaxed);
    let mut sum = Tally { seconds: began.elapsed().as_secs_f64(), ..Tally::default() };
    while let Some(tally) = all.join_next().await {
        sum.add(tally?);
    }
    Ok(sum)
}

async fn reads(address: SocketAddr, players: &[Player], long: Duration) -> Result<Tally> {
    let (mut all, began) = (JoinSet::new(), Instant::now());
    for player in players.iter().cloned() {
        all.spawn(async move {
            let mut tally = Tally::default();
            let Ok(mut wire) = Wire::connect(address, &player.token).await else { return tally };
            let path = path(&player, "view");
            while began.elapsed() < long {
                let asked = Instant::now();
                match wire.get(&path).await {
                    Ok((200, _)) => tally.accepted.push(asked.elapsed().as_micros() as u32),
                    Ok(_) => tally.refused.push(asked.elapsed().as_micros() as u32),
                    Err(_) => tally.failed += 1,
                }
            }
            tally
        });
    }
    let mut sum = Tally::default();
    while let Some(tally) = all.join_next().await {
        sum.add(tally?);
    }
    sum.seconds = began.elapsed().as_secs_f64();
    Ok(sum)
}

/// Players act while many watch; every stream must be without a gap.
async fn streamed(address: SocketAddr, players: &[Player], long: Duration) -> Result<(Tally, Value)> {
    let (mut all, enough) = (JoinSet::new(), Arc::new(AtomicBool::new(false)));
    for i in 0..STREAMS {
        let (player, enough) = (players[i % players.len()].clone(), Arc::clone(&enough));
        let mut wire = Wire::connect(address, &player.token).await?;
        let (_, log) = wire.get(&path(&player, "log?after=0&limit=1")).await?;
        let log: Value = serde_json::from_slice(&log)?;
        let mut last = log["n"].as_i64().unwrap_or(0);
        wire.follow(&path(&player, &format!("stream?after={last}"))).await?;
        all.spawn(async move {
            let (mut count, mut gaps) = (0_u64, 0_u64);
            while !enough.load(Relaxed) {
                let Ok(Ok(numbers)) = tokio::time::timeout(Duration::from_millis(300), wire.numbers()).await else {
                    continue;
                };
                for n in numbers {
                    gaps += u64::from(n != last + 1);
                    (last, count) = (n, count + 1);
                }
            }
            (count, gaps)
        });
    }
    let began = Instant::now();
    // A few players are enough: each event goes to very many.
    let tally = acts(address, &players[..8.min(players.len())], long).await?;
    enough.store(true, Relaxed);
    let (mut count, mut gaps) = (0, 0);
    while let Some(stream) = all.join_next().await {
        let (events, missed) = stream?;
        (count, gaps) = (count + events, gaps + missed);
    }
    let per_second = (count as f64 / began.elapsed().as_secs_f64()).round();
    let told = json!({"what": "events told", "per_second": per_second, "p50_ms": 0.0, "p99_ms": 0.0, "refused": 0,
        "failed": gaps});
    Ok((tally, told))
}

/// The most memory that this process had.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse::<u64>().ok()).map_or(0, |kib| kib / 1024)
}
