//! `skirmish bench fleet`: what a fleet on this machine makes of a tournament, against the tournament alone; or its simulator.

use super::Args;
use super::referee::Scratch;
use crate::fail::DoesNotHold;
use crate::interrupt::{self, Interrupt};
use crate::{place, say};
use anyhow::{Context, Result, bail};
use serde_json::json;
use skirmish_fleet::simulate::{Simulator, Tale};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub fn run(args: &Args) -> Result<()> {
    let stop = interrupt::watch();
    if args.simulate { simulate(args, stop) } else { measure(args, stop) }
}

/// Plays tournaments over a queue, wires and machines that fail on purpose, until the time is up.
fn simulate(args: &Args, stop: Interrupt) -> Result<()> {
    let (began, most) = (Instant::now(), Duration::from_secs_f64(args.seconds));
    let simulator = Simulator::new(&place::venue(true))?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(args.seed);
    let (sum, failed) = (Mutex::new((0u64, Tale::default())), Mutex::new(None::<(u64, String)>));
    // The first one is played however short the time is: that is how a seed is repeated.
    let goes_on =
        || began.elapsed() < most && !stop.was_pressed() && failed.lock().is_ok_and(|failed| failed.is_none());
    let work = || loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        match (simulator.run(seed), sum.lock(), failed.lock()) {
            (Ok(tale), Ok(mut sum), _) => {
                sum.0 += 1;
                sum.1.add(&tale);
            }
            (Err(why), _, Ok(mut failed)) => drop(failed.get_or_insert((seed, why))),
            _ => return,
        }
        if !goes_on() {
            return;
        }
    };
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    if let Ok(Some((seed, why))) = failed.into_inner() {
        let command = format!("skirmish bench fleet --simulate --seed {seed} --seconds 0.01");
        return Err(DoesNotHold(format!("seed {seed}: {why}; repeat it: {command}")).into());
    }
    let (tournaments, tale) = sum.into_inner().unwrap_or_default();
    let seconds = began.elapsed().as_secs_f64();
    let per_minute = 60.0 * tournaments as f64 / seconds.max(0.001);
    if args.json {
        say!(
            "{}",
            json!({"tournaments": tournaments, "tournaments_per_minute": per_minute.round(), "fixtures": tale.fixtures,
                "redelivered": tale.redelivered, "deaths": tale.deaths, "restarts": tale.restarts, "wipes": tale.wipes,
                "caught": tale.caught, "parked": tale.parked, "meddled": tale.meddled, "swallowed": tale.swallowed,
                "full_disks": tale.full_disks})
        );
    } else {
        say!("{tournaments} tournaments in {seconds:.1} s, {per_minute:.0} a minute; everything held");
        say!(
            "{} fixtures, {} jobs delivered again, {} workers died, {} organisers, {} servers lost their memory, {} disks were full",
            tale.fixtures,
            tale.redelivered,
            tale.deaths,
            tale.restarts,
            tale.wipes,
            tale.full_disks
        );
        say!(
            "{} liars caught, {} answers that nobody asked for, {} whose ids others had used up",
            tale.caught,
            tale.meddled,
            tale.swallowed
        );
    }
    stop.verdict()
}

/// A process that ends with us.
struct Ends(Child);

impl Drop for Ends {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Pairs a second by this machine's own tournament and by a worker on it.
fn measure(args: &Args, stop: Interrupt) -> Result<()> {
    let scratch = Scratch::new()?;
    let folder = &scratch.0;
    let exe = std::env::current_exe().context("where this program is")?;
    let bot = folder.join("bot");
    let made = Command::new(&exe).args(["new", "footsoldiers", "--lang", "python"]).arg(&bot).output()?;
    if !made.status.success() {
        bail!("no bot to measure with: {}", String::from_utf8_lossy(&made.stderr));
    }
    let (_server, url) = server(folder)?;
    let worker = Command::new(&exe)
        .args(["worker", &url, "--name", "bench"])
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .stderr(Stdio::piped())
        .spawn()
        .context("a worker")?;
    let mut worker = Ends(worker);
    let mut said = BufReader::new(worker.0.stderr.take().context("a worker has a voice")?).lines();
    said.next().context("the worker said nothing")??;
    std::thread::spawn(move || said.for_each(drop));
    let bot = bot.display().to_string();
    let cases = [
        ("programs (footsoldiers, Python)", vec!["footsoldiers", &bot, "builtin:weak"]),
        ("built-in bots (golems)", vec!["golems", "medium", "weak"]),
    ];
    for (name, words) in cases {
        let mut rates = [0.0; 2];
        let minutes = format!("{}", args.seconds / 60.0);
        for (n, fleet) in [None, Some(&url)].into_iter().enumerate() {
            let out = folder.join(format!("{}-{n}", words[0]));
            let mut command = Command::new(&exe);
            command.arg("tournament").args(&words).args([
                "--pairs",
                "1000000",
                "--json",
                "--minutes",
                &minutes,
                "--out",
            ]);
            command.arg(&out).env("XDG_CACHE_HOME", folder.join("cache"));
            if let Some(url) = fleet {
                command.args(["--fleet", url, "--audit", "0"]);
            }
            rates[n] = rate(&mut command, &out)?;
        }
        let [local, fleet] = rates;
        if args.json {
            say!(
                "{}",
                json!({"case": name, "local_pairs_per_s": local, "fleet_pairs_per_s": fleet, "share": fleet / local})
            );
        } else {
            say!("{name}: {local:.1} pairs/s here, {fleet:.1} through the fleet: {:.1} %", 100.0 * fleet / local);
        }
        if stop.was_pressed() {
            break;
        }
    }
    stop.verdict()
}

/// Pairs a second between the first and the last result: making bots ready is no part of it.
fn rate(command: &mut Command, out: &Path) -> Result<f64> {
    let began = Instant::now();
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().context("a tournament")?;
    let ledger = out.join(skirmish_league::ledger::NAME);
    let count = || {
        std::fs::read(&ledger)
            .map_or(0, |text| text.split(|&b| b == b'\n').filter(|l| l.starts_with(b"{\"played\"")).count())
    };
    let mut child = Ends(child);
    let mut first = None;
    while child.0.try_wait()?.is_none() {
        std::thread::sleep(Duration::from_millis(20));
        if first.is_none() && count() > 0 {
            first = Some((Instant::now(), count()));
        }
        if began.elapsed() > Duration::from_secs(900) {
            bail!("a tournament does not end");
        }
    }
    let (since, before) = first.context("nothing was played")?;
    let seconds = since.elapsed().as_secs_f64();
    Ok((count() - before) as f64 / seconds.max(0.001))
}

/// A server with a folder of its own on a free port.
fn server(folder: &Path) -> Result<(Ends, String)> {
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let data = folder.join("nats");
    let started = Command::new("nats-server")
        .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
        .arg(&data)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("`nats-server` is needed for this measurement: install the package nats-server")?;
    let server = Ends(started);
    let began = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        if began.elapsed() > Duration::from_secs(10) {
            bail!("nats-server does not answer");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok((server, format!("nats://127.0.0.1:{port}")))
}
