//! `skirmish serve`

mod demo;

use crate::{interrupt, say, tell};
use anyhow::{Context, Result, anyhow};
use serde_json::json;
use skirmish_house::logs;
use skirmish_house::settings::{ClockKind, Flags, Settings};
use skirmish_house::store::memory::Memory;
use skirmish_house::store::{Place, Store, open, restore};
use skirmish_live::running::{Running, Time};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Host live games: zords over real days.
///
/// With nothing prepared, games are kept in ./skirmish-data and the page is at
/// http://127.0.0.1:8080. The first start prints a link by which you become its administrator. An
/// action that was answered is on the disk: neither a crash nor a power cut loses it. Ctrl-C stops
/// in good order.
///
/// First steps:
///
///   skirmish serve --demo                 a game of built-in bots on a fast clock, to look at
///   skirmish serve                        the real thing
///   skirmish serve --listen 0.0.0.0:8080 --public-url https://games.example
///   skirmish serve --database postgres://user@host/db
///
/// Everything can also be set in skirmish.toml in the data folder (or --config FILE) and by
/// variables such as SKIRMISH_LISTEN; flags win over variables, and those over the file.
/// docs/hosting.md tells the rest.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// Where the data are; ":memory:" keeps nothing. Default: ./skirmish-data.
    #[arg(long, value_name = "DIR")]
    data: Option<String>,
    /// Keep the data in PostgreSQL instead.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Where to listen; may be given several times. Default: 127.0.0.1:8080.
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Vec<String>,
    /// The address by which others reach this server, if a proxy stands in front of it.
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Believe what this proxy says of its clients; an address or a range.
    #[arg(long, value_name = "ADDRESS")]
    trusted_proxy: Vec<String>,
    /// A file with settings. Default: skirmish.toml in the data folder.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Open a game of built-in bots on a fast clock. Nothing is kept, unless --data says where.
    #[arg(long)]
    demo: bool,
    /// How games tell the time: real or virtual.
    #[arg(long, value_name = "KIND")]
    clock: Option<String>,
    /// How many times as fast as the world a virtual clock runs; 86400 is a day in a second.
    #[arg(long, value_name = "N")]
    speed: Option<String>,
    /// Serve a game as the original did as well, on a port of its own (6969 for its client as it is).
    #[arg(long, value_name = "GAME=PORT")]
    original: Vec<String>,
    /// The folder with the original's web client, to hand out there.
    #[arg(long, value_name = "DIR")]
    original_client: Option<String>,
    /// Post nothing to webhooks of players.
    #[arg(long)]
    no_webhooks: bool,
    /// Let webhooks post to this machine and to private networks as well: only where all players may reach those anyway.
    #[arg(long)]
    webhooks_allow_private: bool,
    /// Print a new link for an administrator, because the old one or all tokens are lost.
    #[arg(long)]
    new_admin_link: bool,
    /// Load a backup into an empty data folder or database, and end.
    #[arg(long, value_name = "FILE")]
    restore: Option<PathBuf>,
    /// Write the log as lines of JSON.
    #[arg(long)]
    log_json: bool,
    /// Print one JSON object when the server is up: its addresses, and the administrator's link if there is a new one.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    let settings = settings(&args)?;
    if let Some(file) = &args.restore {
        let place = place(&settings).context("a backup cannot be restored into :memory:")?;
        restore(file, &place)?;
        say!("restored {}", file.display());
        return Ok(());
    }
    logs::start(settings.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(args, settings))
}

fn settings(args: &Args) -> Result<Settings> {
    let or = |given: &Option<String>, demo: &str| given.clone().or(args.demo.then(|| demo.into()));
    let flags = Flags {
        config: args.config.clone(),
        listen: args.listen.clone(),
        data: if args.database.is_some() { args.data.clone() } else { or(&args.data, ":memory:") },
        database: args.database.clone(),
        public_url: args.public_url.clone(),
        trusted_proxies: args.trusted_proxy.clone(),
        log_json: args.log_json,
        clock: or(&args.clock, "virtual"),
        speed: or(&args.speed, demo::SPEED),
        original: args.original.clone(),
        original_client: args.original_client.clone(),
        no_webhooks: args.no_webhooks,
        webhooks_allow_private: args.webhooks_allow_private,
    };
    Settings::read(&flags, std::env::vars(), &[]).map_err(|faults| anyhow!("{faults}"))
}

/// Where the data are; `None` if nothing is kept.
fn place(settings: &Settings) -> Option<Place> {
    match (&settings.database, settings.data.to_str()) {
        (Some(url), _) => Some(Place::Server(url.clone())),
        (None, Some(":memory:")) => None,
        (None, _) => Some(Place::Folder(settings.data.clone())),
    }
}

async fn serve(args: Args, settings: Settings) -> Result<()> {
    let interrupt = interrupt::watch();
    let place = place(&settings);
    let store: Arc<dyn Store> = match place {
        // Opening a store waits for the disk, or for a server.
        Some(place) => tokio::task::spawn_blocking(move || open(&place)).await??,
        None => Arc::new(Memory::default()),
    };
    let time = match settings.clock {
        ClockKind::Real => Time::Real,
        ClockKind::Virtual => Time::Virtual { speed: settings.speed },
    };
    let (mut running, notices) = Running::start(store, settings.plan(), time, &settings.listen).await?;
    for notice in notices {
        tell!("game {}: {}", notice.game, notice.text);
    }
    if settings.webhooks.enabled && settings.webhooks.allow_private {
        tell!(
            "warning: players can have the server post to this machine and to private networks (webhooks.allow_private)"
        );
    }
    let link = running.administrator_link(args.new_admin_link).await?;
    if args.demo {
        demo::open(&running).await?;
    }
    let mut waiting = settings.original.clone();
    let served = originals(&mut running, &settings, &mut waiting).await?;
    let addresses: Vec<String> = running.addresses.iter().map(|address| format!("http://{address}/")).collect();
    if args.json {
        say!("{}", json!({ "urls": addresses, "administrator": link, "originals": served }));
    } else {
        addresses.iter().for_each(|address| say!("serving at {address}"));
        served.iter().for_each(|address| say!("as the original at {address}"));
        waiting
            .iter()
            .for_each(|(game, port)| say!("on port {port} as the original, once there is a game called {game}"));
        if let Some(link) = &link {
            say!("become its administrator (once, within a day): {link}");
        }
        say!("Ctrl-C stops it; nothing that was answered is lost");
    }
    let mut failed = None;
    while !interrupt.was_pressed() && failed.is_none() {
        tokio::time::sleep(Duration::from_millis(100)).await;
        failed = running.live.service.failed();
        for address in originals(&mut running, &settings, &mut waiting).await? {
            tell!("as the original at {address}");
        }
        if args.demo {
            demo::go_on(&running).await;
        }
    }
    running.stop().await;
    match failed {
        None => Ok(()),
        Some(failure) => Err(anyhow!("stopped, because nothing can be stored any more: {failure}")),
    }
}

/// Opens the doors of the games that are served as the original did. A game that is not there yet gets its door when it is.
async fn originals(
    running: &mut Running,
    settings: &Settings,
    waiting: &mut Vec<(String, u16)>,
) -> Result<Vec<String>> {
    let mut addresses = Vec::new();
    for (game, port) in std::mem::take(waiting) {
        match running.live.service.game(&game) {
            None => waiting.push((game, port)),
            Some(hosted) => {
                let address = running.also_original(hosted.game, port, settings.original_client.clone()).await?;
                addresses.push(format!("http://{address}/"));
            }
        }
    }
    Ok(addresses)
}
