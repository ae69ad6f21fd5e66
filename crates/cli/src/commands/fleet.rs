//! `skirmish fleet`

use crate::fleet::AccessArgs;
use crate::say;
use anyhow::{Context, Result};
use serde_json::json;
use skirmish_fleet::wire::{Progress, Status};

/// Look at a fleet of workers.
#[derive(clap::Subcommand)]
pub enum Command {
    Status(StatusArgs),
}

/// Show workers, tournaments and the queue of a NATS server.
///
///   skirmish fleet status nats://host:4222
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct StatusArgs {
    /// The server.
    url: String,
    #[command(flatten)]
    access: AccessArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub fn run(command: Command) -> Result<()> {
    let Command::Status(args) = command;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("a runtime")?;
    let (mut workers, tournaments, (jobs, answers)) = runtime.block_on(async {
        let wire = args.access.at(&args.url).connect("skirmish fleet status").await?;
        wire.ensure().await?;
        Ok::<_, skirmish_fleet::Error>((wire.workers().await?, wire.tournaments().await?, wire.totals().await?))
    })?;
    workers.sort_by(|a, b| a.worker.cmp(&b.worker));
    if args.json {
        let queue = json!({"jobs": jobs, "answers": answers});
        say!("{}", json!({"workers": workers, "tournaments": tournaments, "queue": queue}));
        return Ok(());
    }
    show_workers(&workers);
    say!();
    tournaments.iter().for_each(show_tournament);
    say!("In the queue: {jobs} jobs that are waiting or being played, {answers} answers to be fetched.");
    Ok(())
}

fn show_workers(workers: &[Status]) {
    if workers.is_empty() {
        say!("No workers. Start one with: skirmish worker URL");
        return;
    }
    let width = workers.iter().map(|status| status.worker.len()).max().unwrap_or(0).max(6);
    say!(
        "{:<width$}  {:<10}  {:>5}  {:>8}  {:>8}  {:>6}  {:>9}  {:>8}",
        "worker",
        "sandbox",
        "cores",
        "playing",
        "played",
        "failed",
        "pairs/min",
        "late ms"
    );
    for status in workers {
        let playing = format!("{} of {}", status.playing, status.concurrency);
        let rate = 60.0 * status.played as f64 / status.seconds.max(1) as f64;
        say!(
            "{:<width$}  {:<10}  {:>5}  {playing:>8}  {:>8}  {:>6}  {rate:>9.1}  {:>8}",
            status.worker,
            status.level,
            status.cores,
            status.played,
            status.failed,
            status.latency_ms
        );
        if let Some(trouble) = &status.trouble {
            say!("{:<width$}  {trouble}", "");
        }
    }
}

fn show_tournament(progress: &Progress) {
    let bots = progress.entrants.len();
    say!("{} ({}, {bots} bots): {} back, {} out", progress.charter, progress.game, progress.done, progress.held);
    if !progress.level.is_empty() {
        say!("  workers need the sandbox level {}", progress.level);
    }
    let audits = progress.audits;
    say!("  audits: {} the same, {} the same decisions, {} undecided", audits.same, audits.rerun, audits.undecided);
    for (worker, why) in &progress.quarantined {
        say!("  {worker} is not believed: {why}");
    }
}
