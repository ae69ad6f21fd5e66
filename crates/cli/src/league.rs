//! What commands that play many matches have in common: their options, their folder, what they show while they play.

use crate::given::{SetupArgs, read_text};
use crate::hosting::ProgramArgs;
use crate::tell;
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
use skirmish_core::MapChoice;
use skirmish_core::registry::AnyGame;
use skirmish_jail::Level;
use skirmish_league::ledger::{Compares, Session};
use skirmish_league::local::{Hall, Keep};
use skirmish_league::{Driver, Ledger, Setting, Starts, Stop, Tournament, Treatment};
use skirmish_matches::{Terms, Venue};
use skirmish_stats::Sprt;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// So many earlier runs are looked at for one to go on with.
const MOST_EARLIER: usize = 50;
/// How often a line is printed where there is no terminal to keep one line on.
const PACE: Duration = Duration::from_secs(15);

/// How many matches are played and written down.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct LeagueArgs {
    /// The folder for results and replays; with the one of an earlier run, that is gone on with.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Which replays are kept: all, faults (games in which a bot did something wrong) or none. Default: all games of
    /// programs; those of built-in bots can be played again at any time.
    #[arg(long, value_name = "WHICH", value_parser = keep)]
    replays: Option<Keep>,
    /// Positions to start from, one JSON object per line; or "file=FILE order=random start=1".
    #[arg(long, value_name = "FILE", conflicts_with_all = ["config", "preset", "set", "map", "maps", "seats"])]
    scenarios: Option<String>,
    #[command(flatten)]
    pub many: ManyArgs,
}

/// How many matches are played.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct ManyArgs {
    /// How many matches at once. Default: as many as there are cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: Option<u16>,
    /// Maps to play in turn, by name or file.
    #[arg(long, value_name = "MAP,...", value_delimiter = ',', conflicts_with = "map")]
    maps: Vec<String>,
    /// Time limit for one answer in seconds, instead of the game's own: 0.5, or st=0.5.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "turn_ms")]
    time: Option<i64>,
    /// Let programs that declare `series` keep running for the next game of a pair.
    #[arg(long)]
    series: bool,
    #[command(flatten)]
    programs: ProgramArgs,
    /// Print one JSON object at the end.
    #[arg(long)]
    pub json: bool,
}

fn keep(text: &str) -> Result<Keep, String> {
    match text {
        "all" => Ok(Keep::All),
        "faults" => Ok(Keep::Faults),
        "none" => Ok(Keep::None),
        other => Err(skirmish_core::names::unknown("choice", other, ["all", "faults", "none"])),
    }
}

/// Seconds as milliseconds.
fn seconds(text: &str) -> Result<i64, String> {
    let number = text.strip_prefix("st=").unwrap_or(text).parse::<f64>();
    match number {
        Ok(seconds) if (0.001..=1e6).contains(&seconds) => Ok((seconds * 1000.0).round() as i64),
        _ => Err("a number of seconds from 0.001 on, as in 0.5".into()),
    }
}

impl LeagueArgs {
    /// The game and its starts. `setup` has a seed already.
    pub fn setting(&self, game: &dyn AnyGame, setup: &SetupArgs) -> Result<Setting> {
        match &self.scenarios {
            Some(text) => Ok(Setting::new(game, &setup.setup(game)?, Vec::new(), scenarios(text, setup.seed())?)?),
            None => self.many.setting(game, setup),
        }
    }

    pub fn keep(&self) -> Keep {
        self.replays.unwrap_or_default()
    }
}

impl ManyArgs {
    /// As usual.
    pub fn plain(json: bool) -> ManyArgs {
        ManyArgs { json, ..ManyArgs::default() }
    }

    pub fn treatment(&self) -> Treatment {
        let mut time = self.programs.time();
        time.turn_ms = self.time.or(time.turn_ms);
        Treatment { time, ponder: self.programs.ponder, series: self.series, memory: self.programs.memory }
    }

    /// The same with what holds for every bot, in the words of chess tools.
    pub fn treatment_with(&self, each: Option<&str>) -> Result<Treatment> {
        let mut treatment = self.treatment();
        for word in each.unwrap_or_default().split_whitespace() {
            let wrong = |why: String| anyhow::anyhow!("--each {word}: {why}");
            match word.split_once('=') {
                Some(("st", text)) => treatment.time.turn_ms = Some(seconds(text).map_err(wrong)?),
                Some(("memory", text)) => match text.parse() {
                    Ok(mib @ 16..=1_048_576) => treatment.memory = Some(mib),
                    _ => return Err(wrong("a number of MiB from 16 on".into())),
                },
                Some(("ponder", "on")) => treatment.ponder = true,
                Some(("ponder", "off")) => treatment.ponder = false,
                _ => return Err(wrong("it is none of st=SECONDS, memory=MIB, ponder=on|off".into())),
            }
        }
        Ok(treatment)
    }

    pub fn level(&self) -> Result<Option<Level>> {
        self.programs.level()
    }

    pub fn concurrency(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.concurrency.map_or_else(cores, usize::from)
    }

    /// The game and its starts. `setup` has a seed already.
    pub fn setting(&self, game: &dyn AnyGame, setup: &SetupArgs) -> Result<Setting> {
        let base = setup.setup(game)?;
        let maps = self.maps.iter().map(|name| map(game, name)).collect::<Result<_>>()?;
        Ok(Setting::new(game, &base, maps, Vec::new())?)
    }
}

fn map(game: &dyn AnyGame, name: &str) -> Result<MapChoice> {
    let terms = Terms { map: Some(name.into()), ..Terms::default() };
    Ok(terms.setup(game)?.map.expect("a map was named"))
}

/// Positions of a file, one per line: `FILE`, or words as users of chess tools have them.
fn scenarios(text: &str, seed: u64) -> Result<Vec<Value>> {
    let (mut file, mut random, mut start) = (None, false, 1usize);
    if text.starts_with("file=") || text.contains(" file=") {
        for word in text.split_whitespace() {
            match word.split_once('=') {
                Some(("file", name)) => file = Some(name),
                Some(("order", "random")) => random = true,
                Some(("order", "sequential")) => random = false,
                Some(("start", n)) => {
                    start = n
                        .parse()
                        .ok()
                        .filter(|&n| n > 0)
                        .with_context(|| format!("--scenarios start={n}: a number from 1 on"))?;
                }
                _ => bail!("--scenarios: {word:?} is none of file=FILE, order=random, order=sequential, start=N"),
            }
        }
    } else {
        file = Some(text);
    }
    let file = file.context("--scenarios: name a file, as in file=positions.jsonl")?;
    let text = read_text(Path::new(file))?;
    let mut positions = Vec::new();
    for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        positions.push(serde_json::from_str(line).with_context(|| format!("{file}: line {} is no JSON", n + 1))?);
    }
    if positions.is_empty() {
        bail!("{file}: there is no position in it");
    }
    if start > positions.len() {
        bail!("--scenarios start={start}: there are {} positions", positions.len());
    }
    if random {
        let drawn = skirmish_core::Seed::new(seed);
        let mut order: Vec<(u64, Value)> = positions
            .into_iter()
            .enumerate()
            .map(|(n, position)| (drawn.of_game(n as u64).number(), position))
            .collect();
        order.sort_by_key(|(drawn, _)| *drawn);
        positions = order.into_iter().map(|(_, position)| position).collect();
    }
    positions.rotate_left(start - 1);
    Ok(positions)
}

/// The seed of the ledger that is gone on with, the one that was asked for, or a new one.
pub fn choose_seed(setup: &mut SetupArgs, out: Option<&Path>) -> Result<()> {
    if setup.seed.is_none()
        && let Some(folder) = out
        && let Some(earlier) = Ledger::description(folder)?
    {
        setup.seed = Some(earlier.seed);
    }
    setup.draw_seed()
}

/// Where results go: to the folder that was named, else to that of the same command if it was not finished, else to a new
/// one. `describe` tells what is to be played under a seed, which is chosen as well.
pub fn place(
    venue: &Venue,
    kind: &str,
    (setup, args, test): (&mut SetupArgs, &LeagueArgs, Option<Sprt>),
    budget: Option<u64>,
    describe: impl Fn(&SetupArgs) -> Result<Tournament>,
) -> Result<(PathBuf, Tournament)> {
    let asked = setup.seed;
    choose_seed(setup, args.out.as_deref())?;
    if let Some(folder) = &args.out {
        return Ok((folder.clone(), describe(setup)?));
    }
    let described = describe(setup)?;
    described.check()?;
    for folder in earlier(&venue.replays, kind) {
        let Ok(begun) = Ledger::beginning(&folder) else { continue };
        if asked.is_some_and(|seed| seed != begun.seed) || begun.setting.game != described.setting.game {
            continue;
        }
        let again = SetupArgs { seed: Some(begun.seed), ..setup.clone() };
        let same = describe(&again)?;
        if same.differs(&begun).is_empty() && goes_on(venue, &folder, &same, test, budget) {
            tell!("going on with {}, which was not finished (a folder of its own: --out DIR)", folder.display());
            *setup = again;
            return Ok((folder, same));
        }
    }
    let id = skirmish_referee::secret::match_id(&described.setting.game)?;
    Ok((venue.replays.join(format!("{kind}-{id}")), described))
}

/// Folders of earlier runs, the latest first.
fn earlier(replays: &Path, kind: &str) -> Vec<PathBuf> {
    let is_one = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.strip_prefix(kind).is_some_and(|rest| rest.starts_with('-'))
    };
    let changed = |path: &PathBuf| path.join(skirmish_league::ledger::NAME).metadata().and_then(|data| data.modified());
    let entries = replays.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let mut all: Vec<(SystemTime, PathBuf)> =
        entries.filter(is_one).filter_map(|path| Some((changed(&path).ok()?, path))).collect();
    all.sort_by(|one, two| two.cmp(one));
    all.into_iter().take(MOST_EARLIER).map(|(_, path)| path).collect()
}

/// Whether there is something left to play in a folder, and nobody plays it.
fn goes_on(venue: &Venue, folder: &Path, same: &Tournament, test: Option<Sprt>, budget: Option<u64>) -> bool {
    let open = || -> Result<bool> {
        let ledger = Ledger::read(folder)?;
        let compares = ledger.sessions.iter().rev().find_map(|session| session.compares.as_ref());
        let used_up = budget.is_some_and(|budget| ledger.records.len() as u64 >= budget);
        if compares.map(|compares| compares.test) != test || used_up || same.pairs < ledger.tournament.pairs {
            return Ok(false);
        }
        let starts = Starts::of(&same.setting, venue.game(&same.setting.game)?, same.seed)?;
        Ok(!ledger.is_over(starts)? && !Ledger::is_busy(folder))
    };
    // What cannot be read is nothing to go on with; a new folder does as well.
    open().unwrap_or(false)
}

/// A tournament that is ready to be played.
pub struct Ready {
    pub driver: Driver,
    pub hall: Arc<Hall>,
    pub starts: Starts,
    pub concurrency: usize,
}

impl Ready {
    /// Names bots whose files were changed while they played. They run where their files are, so what they did since is the
    /// work of somebody else.
    pub fn tell_changed(&self, venue: &Venue) -> Result<()> {
        let tournament = &self.driver.ledger.tournament;
        let facts = venue.game(&tournament.setting.game)?.facts();
        let known = |&number: &usize| &self.driver.ledger.bots[number];
        let bots = self.driver.plan().bots().iter().map(known);
        match self.hall.team().identities(&facts) {
            Ok(now) => {
                for (bot, _) in bots.zip(now).filter(|(bot, now)| bot.identity != *now) {
                    tell!("note: the files of {} changed while it played: its results are of no one version", bot.name);
                }
            }
            Err(why) => tell!("note: the files of a bot are gone: {:#}", anyhow::Error::new(why)),
        }
        Ok(())
    }
}

/// Makes a tournament ready: bots are built, the ledger is opened and the starts are looked at. Without a folder nothing is
/// written down.
pub fn ready(
    venue: &Venue,
    args: &ManyArgs,
    keep: Keep,
    tournament: Tournament,
    test: Option<Sprt>,
    folder: Option<PathBuf>,
) -> Result<Ready> {
    tournament.check()?;
    let game = venue.game(&tournament.setting.game)?;
    let mut venue = venue.clone();
    if let Some(folder) = &folder {
        venue.replays = folder.join("replays");
    }
    let hall = Hall::ready(venue.clone(), &tournament, args.level()?, keep)?;
    let identities = hall.team().identities(&game.facts())?;
    let starts = Starts::of(&tournament.setting, game, tournament.seed)?;
    let mut ledger = match &folder {
        Some(folder) => Ledger::open(folder, tournament.clone())?,
        None => Ledger::in_memory(tournament.clone()),
    };
    if let Some(bytes) = ledger.torn {
        tell!("note: the last line of the ledger was torn ({bytes} bytes) and is dropped; that game is played again");
    }
    let before = ledger.bots.len();
    let entrants: Vec<_> = tournament.entrants.iter().cloned().zip(identities).collect();
    let bots = ledger.enrol(&entrants)?;
    if before > 0 {
        for &number in bots.iter().filter(|&&number| number >= before) {
            let bot = &ledger.bots[number];
            tell!("note: the files of {} have changed: it is another bot now, called {}", bot.entrant, bot.name);
        }
    }
    let sandbox = if hall.has_programs() { hall.team().sandbox().level.name().to_string() } else { String::new() };
    let began = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let concurrency = args.concurrency();
    let compares = test.map(|test| Compares { bots: [bots[0], bots[1]], test });
    ledger.begin(Session { began, program: env!("CARGO_PKG_VERSION").into(), concurrency, sandbox, compares })?;
    let hall = Arc::new(hall.numbered(bots.clone()));
    let driver = Driver::new(ledger, starts.clone(), bots, test)?;
    if driver.resumed > 0 && !args.json {
        tell!("going on: already in the ledger: {}", fixtures(driver.resumed as u64, &driver.ledger.tournament));
    }
    Ok(Ready { driver, hall, starts, concurrency })
}

/// So many pairs or tables, in words.
pub fn fixtures(count: u64, tournament: &Tournament) -> String {
    let word = if tournament.at_a_table() == 2 { "pair" } else { "table" };
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// How long something takes, for people.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if !s.is_finite() => "?".into(),
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

/// Shows how it goes: on one line of a terminal, or now and then.
pub struct Screen {
    bar: ProgressBar,
    quiet: bool,
    last: Option<Instant>,
    terminal: bool,
}

impl Screen {
    pub fn new(quiet: bool) -> Result<Screen> {
        let terminal = std::io::stderr().is_terminal();
        let bar = if quiet || !terminal { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        bar.set_style(ProgressStyle::with_template("{spinner} {wide_msg}")?);
        Ok(Screen { bar, quiet, last: None, terminal })
    }

    /// Shows a line, if it is time to.
    pub fn show(&mut self, line: impl FnOnce() -> String) {
        let pace = if self.terminal { Duration::from_millis(200) } else { PACE };
        if self.quiet || self.last.get_or_insert_with(Instant::now).elapsed() < pace {
            return;
        }
        self.last = Some(Instant::now());
        if self.terminal {
            self.bar.set_message(crate::output::visible(&line()).into_owned());
            self.bar.tick();
        } else {
            tell!("{}", line());
        }
    }

    pub fn end(self) {
        self.bar.finish_and_clear();
    }
}

/// Rate and time left, for the live line.
pub fn pace(driver: &Driver, total: u64) -> String {
    let (rate, played) = driver.rate();
    let tournament = &driver.ledger.tournament;
    let games = rate * tournament.at_a_table() as f64;
    let left = total.saturating_sub(driver.ledger.records.len() as u64) as f64 / rate;
    let left = if played > 0 { format!(", {} left", duration(left)) } else { String::new() };
    let games = if games < 10.0 { format!("{games:.1}") } else { format!("{games:.0}") };
    format!("{games} games/s{left}")
}

/// Says why it stopped early, and how to go on.
pub fn tell_stop(stop: &Stop, folder: Option<&Path>) {
    match stop {
        Stop::Hopeless(why) => tell!("stopped: {why}"),
        Stop::Interrupted => tell!("interrupted: everything played so far is in the ledger"),
        Stop::Time => tell!("stopped: the time is up"),
        Stop::Over | Stop::Decided | Stop::Fixtures => return,
    }
    if let Some(folder) = folder {
        tell!("to go on, run: {}", same_command(folder));
    }
}

/// The command that goes on: the one that was run, with its folder.
fn same_command(folder: &Path) -> String {
    let mut words: Vec<String> = std::env::args().collect();
    if !words.iter().any(|word| word == "--out" || word.starts_with("--out=")) {
        words.extend(["--out".into(), folder.display().to_string()]);
    }
    if let Some(program) = words.first_mut() {
        *program = "skirmish".into();
    }
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=,+@%#".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_words_are_for_people() {
        assert_eq!([3.0, 200.0, 9000.0, 1e6].map(duration), ["3 s", "3 min", "2.5 h", "11.6 days"]);
        assert_eq!(["a b", "it's", "x=1"].map(quoted), ["'a b'", r"'it'\''s'", "x=1"]);
        assert_eq!((seconds("0.5"), seconds("st=2")), (Ok(500), Ok(2000)));
        assert!(seconds("0").is_err() && seconds("x").is_err() && seconds("nan").is_err());
    }
}
