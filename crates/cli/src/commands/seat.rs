//! `skirmish seat`

use crate::fail::{DoesNotHold, Undecided};
use crate::interrupt::{self, Interrupt};
use crate::showing::{outcome, show_capsules, show_trouble};
use crate::{output, place, say, tell};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use skirmish_core::{Seed, Setup};
use skirmish_matches::logs::Hear;
use skirmish_matches::{Error, Follow, Match, MatchOptions, Origin, Played, Record, Team, TeamOptions, Trust, Venue};
use skirmish_referee::clock::Timekeeping;
use skirmish_seat::{Address, Fate, Idle, LiveTable, Sat, Sitting, Token, Trouble};
use std::path::PathBuf;
use std::sync::Arc;

/// The variable that a token may be in.
const VARIABLE: &str = "SKIRMISH_TOKEN";

/// Let a bot play a seat of a live game.
///
///   skirmish seat http://HOST:PORT/api/v1/zords/games/NAME --token-file token.txt my-bot
///
/// The bot is asked at every round time of the game's days, with the very messages of a match, in
/// the sandbox, with the limits of a match. Its orders are posted once, whatever happens to the
/// network or to the server meanwhile. A bot that crashes is started again in the next round, ten
/// times. Whatever it does, the seat stays yours: you can play on by hand, or with another bot.
///
/// A bot is a folder with a skirmish.toml, a program with its arguments (quoted as one word), or a
/// built-in bot.
///
/// The token comes from --token-file or the variable SKIRMISH_TOKEN, or from --token, which others
/// on this machine can see in the list of processes. It is sent to that server alone, and never
/// printed.
///
/// It ends with the game (exit code 0). Ctrl-C ends it before (exit code 3), and it can be started
/// again at any time: what was posted in a round is not posted twice.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The game: its address in the API, or that of its page.
    url: String,
    /// The bot: a folder, a program, or a built-in bot.
    bot: String,
    /// The token of the seat.
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// A file with the token of the seat.
    #[arg(long, value_name = "FILE", conflicts_with = "token")]
    token_file: Option<PathBuf>,
    /// Play the present round and end, as a timer of the system (cron) likes it.
    #[arg(long)]
    once: bool,
    /// Time limit for one answer, instead of the game's own.
    #[arg(long, value_name = "MS")]
    turn_ms: Option<i64>,
    /// Time limit for a program to get ready, instead of the game's own.
    #[arg(long, value_name = "MS")]
    init_ms: Option<i64>,
    /// Sandbox level for the program: full, namespaces, filters, limits or off. Default: the best that works here.
    #[arg(long, value_name = "LEVEL")]
    sandbox: Option<String>,
    /// Memory limit for the program, in MiB. Default: 256.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory: Option<u64>,
    /// Write no logs and no failure capsules.
    #[arg(long)]
    no_notes: bool,
    /// Show what the program prints on standard error as it comes.
    #[arg(long)]
    log: bool,
    /// Print one JSON object: how it went.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    interrupt::watch();
    let options = options(&args);
    options.check()?;
    let (address, token) = (Address::read(&args.url)?, token(&args)?);
    let hear = Box::new(|news: &str| tell!("{news}"));
    let sitting = Sitting::new(address, token, Interrupt.token(), hear).map_err(failed)?;
    let venue = place::venue(args.json);
    let team = ready(&venue, &args)?;
    let about = About { game: sitting.game().into(), seat: sitting.name().into(), bot: args.bot.clone() };
    if !args.json {
        tell!("{} plays {} in {}; Ctrl-C ends it, and the seat stays yours", about.bot, about.seat, about.game);
        if let Some(instant) = sitting.starts_at().filter(|_| !args.once) {
            tell!("the game starts at {instant}; waiting");
        }
    }
    let seat = sitting.seat().index();
    let seed = skirmish_referee::secret::seed().map_err(Error::NoSecrets)?;
    match sitting.sit_down(Seed::new(seed), args.once).map_err(failed)? {
        Sat::Idle(idle) => about.idle(&args, &idle),
        Sat::Down(table) => {
            let ending = table.ending();
            let order = order(&table, seat);
            let log = args.log.then(|| Arc::new(|_: &str, line: &str| tell!("{line}")) as Hear);
            let game =
                Match::new(&venue, &team).with(options).seated(order).followed(Follow { log, ..Follow::default() });
            let played = game.play_at(table)?;
            about.played(&args, seat, played, ending.get())
        }
    }
}

fn options(args: &Args) -> MatchOptions {
    let time = Timekeeping { off: false, turn_ms: args.turn_ms, init_ms: args.init_ms };
    let record = if args.no_notes { Record::Nowhere } else { Record::Notes };
    MatchOptions { time, ponder: false, record }
}

fn token(args: &Args) -> Result<Token> {
    let (text, from) = match (&args.token, &args.token_file) {
        (Some(token), _) => (token.clone(), "--token".into()),
        (None, Some(file)) => {
            let text = std::fs::read_to_string(file);
            (text.with_context(|| format!("cannot read {}", file.display()))?, file.display().to_string())
        }
        (None, None) => match std::env::var(VARIABLE) {
            Ok(token) => (token, VARIABLE.into()),
            Err(_) => {
                bail!("whose seat? Give its token by --token-file FILE, by the variable {VARIABLE}, or by --token")
            }
        },
    };
    Token::new(&text)
        .with_context(|| format!("{from}: that is no token; a token is one word, as joining the game told it"))
}

/// Makes the bot ready, and somebody for the seats that are never asked here.
fn ready(venue: &Venue, args: &Args) -> Result<Team> {
    if ["human", "attach"].contains(&args.bot.as_str()) || args.bot.starts_with("replay:") {
        bail!(
            "{}: here a bot plays: a folder, a program or a built-in bot; people play on the page of the game",
            args.bot
        );
    }
    let game = venue.game("zords")?;
    // Any table will do: which bots there are is the same everywhere.
    let mut table = Origin::Setup(Setup::seeded(1)).table_of(game)?;
    let options = TeamOptions {
        sandbox: place::level(args.sandbox.as_deref())?,
        memory: args.memory,
        record: None,
        trust: Trust::All,
        called: None,
    };
    Ok(Team::ready(venue, &mut *table, &[args.bot.clone(), "builtin:weak".into()], &options)?)
}

/// The bot on its seat; on the others who is never asked.
fn order(table: &LiveTable, seat: usize) -> Vec<usize> {
    use skirmish_core::any::Known;
    (0..table.seats().len()).map(|other| usize::from(other != seat)).collect()
}

/// An error of the server's, or no error but an interruption.
fn failed(trouble: Trouble) -> anyhow::Error {
    match trouble {
        Trouble::Stopped => stopped(),
        other => other.into(),
    }
}

fn stopped() -> anyhow::Error {
    Undecided("interrupted; the seat stays as it is, and you can play on at any time".into()).into()
}

/// Who plays what.
struct About {
    game: String,
    seat: String,
    bot: String,
}

impl About {
    /// Nobody was asked.
    fn idle(&self, args: &Args, idle: &Idle) -> Result<()> {
        let (end, result) = match idle {
            Idle::NotNow => ("not_now", &Value::Null),
            Idle::Ended { fate: Fate::Over(result), .. } => ("over", result),
            Idle::Ended { .. } => ("retired", &Value::Null),
        };
        if args.json {
            say!("{}", self.json(end, result, Value::Null, None));
        }
        match idle {
            Idle::NotNow if !args.json => say!("{} can do nothing in this round", self.seat),
            Idle::Ended { fate: Fate::Over(_), summary } if !args.json => output::block("", summary),
            Idle::Ended { fate: Fate::Retired, .. } => return Err(self.retired()),
            _ => {}
        }
        Ok(())
    }

    /// The bot was asked, and now it is over.
    fn played(&self, args: &Args, seat: usize, played: Played, fate: Option<Fate>) -> Result<()> {
        let report = &played.report.seats[seat];
        let (end, result) = match &fate {
            Some(Fate::Over(result)) => ("over", result.clone()),
            Some(Fate::Once) => ("once", Value::Null),
            Some(Fate::Retired) => ("retired", Value::Null),
            Some(Fate::GivenUp) => ("given_up", Value::Null),
            Some(Fate::Trouble(Trouble::Stopped)) | None => ("interrupted", Value::Null),
            Some(Fate::Trouble(_)) => ("trouble", Value::Null),
        };
        if args.json {
            say!("{}", self.json(end, &result, json!(report), Some(&played)));
        } else {
            say!("{}: {}, {} answers in {} ms", self.seat, self.bot, report.requests, report.time_ms);
            show_trouble(&played, report, "  ");
            show_capsules(&played, "  ");
            if let Some(Fate::Over(_)) = fate {
                output::block("", &outcome(&*played.table));
            }
        }
        let (ending, fails) = (report.ending.to_string(), report.ending.is_failure());
        if let Some(error) = played.unwritten {
            return Err(error).context("the seat was played, but its log could not be written");
        }
        match fate {
            Some(Fate::Over(_)) => Ok(()),
            Some(Fate::Retired) => Err(self.retired()),
            Some(Fate::Trouble(trouble)) => Err(failed(trouble)),
            Some(Fate::GivenUp) => {
                Err(DoesNotHold(format!("{} is given up, and the seat stays as it is: {ending}", self.bot)).into())
            }
            Some(Fate::Once) if fails => Err(DoesNotHold(format!("{} failed: {ending}", self.bot)).into()),
            Some(Fate::Once) => Ok(()),
            None => match played.report.void {
                Some(why) if !Interrupt.was_pressed() => {
                    Err(Undecided(format!("the bot cannot be asked: {why}")).into())
                }
                _ => Err(stopped()),
            },
        }
    }

    fn retired(&self) -> anyhow::Error {
        DoesNotHold(format!("{} has retired from {}, and can do nothing any more", self.seat, self.game)).into()
    }

    fn json(&self, end: &str, result: &Value, report: Value, played: Option<&Played>) -> Value {
        json!({
            "game": self.game,
            "seat": self.seat,
            "bot": self.bot,
            "end": end,
            "result": result,
            "report": report,
            "private": played.map(|played| &played.private),
            "capsules": played.map(|played| &played.capsules),
        })
    }
}
