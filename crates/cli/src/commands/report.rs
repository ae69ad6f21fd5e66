//! `skirmish report`

mod live;

use crate::pages::PageArgs;
use crate::{output, place, say, tell};
use anyhow::{Context, Result, bail};
use serde_json::json;
use skirmish_league::again::{self, Again, REPLAYS};
use skirmish_league::{Ledger, Report};
use skirmish_matches::Venue;
use skirmish_viewer::ReportPage;
use skirmish_viewer::private::read_capsule;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The page with everything in it takes at most so many bytes.
const LARGEST: usize = 20_000_000;
/// What the page is called in the folder of its tournament.
const NAME: &str = "report.html";
/// By this a page of ours is known, so that it may be written anew.
const OURS: &str = "name=\"generator\" content=\"skirmish report\"";

/// Show all that a tournament or a comparison says, as one page.
///
///   skirmish report cup                   writes cup/report.html, which needs no network
///   skirmish report cup --watch           the same page live, while the tournament runs
///   skirmish report cup --markdown        a summary to paste
///   skirmish report cup --csv > cup.csv   the table and the matrix for spreadsheets
///
/// The page has the ranking with intervals, who beats whom, on each side, the ratings while games
/// came in, lengths and endings, slow bots and bots that crash, rivals, and the surprises and first
/// faults on a board of its own. It takes at most 20 MB; games that do not fit are left out, and
/// --watch shows all.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The folder of the tournament or comparison, with its results.jsonl.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Where the page goes. Default: DIR/report.html.
    #[arg(long, value_name = "FILE", conflicts_with = "watch")]
    out: Option<PathBuf>,
    /// Overwrite a file that is no report.
    #[arg(long)]
    force: bool,
    /// Leave games out of the page: it is small and soon there.
    #[arg(long)]
    no_games: bool,
    /// Serve the page on this machine, and keep it up to date while games come in.
    #[arg(long, conflicts_with_all = ["csv", "markdown"])]
    watch: bool,
    /// Print the table and the matrix as CSV. A page is written only with --out.
    #[arg(long, conflicts_with_all = ["json", "markdown"])]
    csv: bool,
    /// Print a summary in Markdown. A page is written only with --out.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Print the whole report as one JSON object, or with --watch the address. A page is written only with --out.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    page: PageArgs,
}

pub fn run(args: &Args) -> Result<()> {
    let venue = place::venue(true);
    let ledger = Ledger::read(&args.folder)?;
    if args.watch {
        return live::run(&venue, ledger, args);
    }
    args.page.must_be_unused()?;
    let report = Report::of(&ledger)?;
    let prints = args.csv || args.json || args.markdown;
    let file = match &args.out {
        Some(file) => Some(file.clone()),
        None if prints => None,
        None => Some(args.folder.join(NAME)),
    };
    if let Some(file) = &file {
        if !args.force && file.exists() && !is_ours(file) {
            bail!("{} exists and is no report; --force overwrites it", file.display());
        }
        let page = page(&venue, &ledger, &report, args)?;
        let bytes = write(&page, file)?;
        let (inside, left_out) = page.count();
        let games = if inside == 1 { "1 game".into() } else { format!("{inside} games") };
        let words = format!("{}: {bytes} bytes, {games} inside", file.display());
        if prints {
            tell!("{words}");
        } else {
            say!("{words}");
        }
        if left_out > 0 && !args.no_games {
            tell!("note: {left_out} more are not in it; to see all: skirmish report {} --watch", args.folder.display());
        }
    }
    if args.csv {
        output::document(report.csv().as_bytes());
    } else if args.json {
        say!("{}", json!(report));
    } else if args.markdown {
        output::block("", &report.markdown());
    }
    Ok(())
}

/// The page, with the games that are worth looking at. Surprises and faults take turns, so that neither leaves the other out.
fn page(venue: &Venue, ledger: &Ledger, report: &Report, args: &Args) -> Result<ReportPage> {
    let mut page = ReportPage::new(report, LARGEST)?;
    if args.no_games {
        return Ok(page);
    }
    let games = Games::new(venue, ledger, &args.folder);
    let surprises = report.surprises.iter().map(|one| (0..one.games.len()).map(|game| (one.at, game, None)).collect());
    let faults = report.faults.iter().map(|one| vec![(one.at, one.game, one.capsule.as_deref())]);
    for (at, game, capsule) in in_turn(surprises, faults).into_iter().flatten() {
        let id = format!("{at}-{game}");
        if page.has(&id) {
            continue;
        }
        let frame = capsule.and_then(|name| moment(&games.replays, name)).unwrap_or(0);
        let added = games
            .replay(at, game)
            .and_then(|path| Ok(page.add(&venue.registry, (id, games.title(at, game)), &path, frame)?));
        if let Err(error) = added {
            tell!(
                "note: game {} of fixture {} is not in the page: {error:#}",
                game + 1,
                ledger.records[at].fixture.key
            );
            page.leave_out();
        }
    }
    Ok(page)
}

/// One of the first, one of the second, and so on.
fn in_turn<T>(first: impl Iterator<Item = T>, second: impl Iterator<Item = T>) -> Vec<T> {
    let (mut first, mut second) = (first.fuse(), second.fuse());
    let mut all = Vec::new();
    loop {
        let two = [first.next(), second.next()];
        if two.iter().all(Option::is_none) {
            return all;
        }
        all.extend(two.into_iter().flatten());
    }
}

/// The games of a ledger, to look at.
struct Games<'a> {
    ledger: &'a Ledger,
    again: Option<Again>,
    replays: PathBuf,
}

impl Games<'_> {
    fn new<'a>(venue: &Venue, ledger: &'a Ledger, folder: &Path) -> Games<'a> {
        let game = venue.game(&ledger.tournament.setting.game);
        // Where bots cannot play again there are the replays that were kept.
        let again = game.ok().and_then(|game| Again::of(venue, ledger, game).ok().flatten());
        Games { ledger, again, replays: folder.join(REPLAYS) }
    }

    /// A game in few words: bots by their names, not by their commands.
    fn title(&self, at: usize, game: usize) -> String {
        let name = |&bot: &usize| self.ledger.bots[bot].name.as_str();
        let mut names: Vec<&str> = self.ledger.records[at].games[game].bots.iter().map(name).collect();
        names.dedup();
        format!("{}: {}", self.ledger.tournament.setting.game, names.join(" against "))
    }

    /// The replay of a game.
    fn replay(&self, at: usize, game: usize) -> Result<PathBuf> {
        let record = self.ledger.records.get(at).context("there is no such game")?;
        let hall = self.again.as_ref().and_then(|again| again.hall_of(record));
        let mut replays = again::replays(hall, record, &self.replays)?;
        let replay = if game < replays.len() { replays.swap_remove(game) } else { None };
        replay.context("its replay was not kept")
    }
}

/// The step at which a capsule in a folder was made.
fn moment(folder: &Path, capsule: &str) -> Option<u64> {
    let is_name = !capsule.contains('/') && !capsule.starts_with('.');
    is_name.then(|| read_capsule(&folder.join(capsule)).ok()).flatten().map(|capsule| capsule.step)
}

/// Whether a file is a report of ours.
fn is_ours(file: &Path) -> bool {
    let mut head = Vec::new();
    let read = std::fs::File::open(file).and_then(|file| file.take(4096).read_to_end(&mut head));
    read.is_ok() && String::from_utf8_lossy(&head).contains(OURS)
}

/// Writes the page, whole or not at all, and gives its size.
fn write(page: &ReportPage, file: &Path) -> Result<u64> {
    let draft = file.with_extension("html.part");
    let doing = || format!("cannot write {}", file.display());
    let mut out = BufWriter::new(std::fs::File::create(&draft).with_context(doing)?);
    page.write(&mut out)?;
    out.flush().with_context(doing)?;
    let bytes = out.get_ref().metadata().with_context(doing)?.len();
    std::fs::rename(&draft, file).with_context(doing)?;
    Ok(bytes)
}
