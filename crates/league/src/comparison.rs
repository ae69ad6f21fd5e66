//! Which of two bots is better: the verdict, the numbers behind it, and where to look.

use crate::Error;
use crate::driver::{Driver, Stop};
use crate::ledger::Ledger;
use crate::record::Record;
use crate::surprise::{self, Surprise};
use crate::trouble::{self, Latency, Repeats, Trouble};
use serde::Serialize;
use skirmish_stats::report::verdict_line;
use skirmish_stats::{Decision, Model, Pairs, Report, Split, Sprt, Summary, Walk};

/// So many surprises are shown.
const SURPRISES: usize = 10;

/// What came of comparing two bots.
#[derive(Serialize)]
pub struct Comparison {
    /// The game.
    pub game: String,
    /// The answer, and the numbers behind it.
    #[serde(flatten)]
    pub tested: Tested,
    /// How each did on each side; `None` where more than two sit at the table.
    pub sides: Option<Sides>,
    /// Whether games were repeated.
    pub repeats: Repeats,
    /// How late the machine was.
    pub latency: Latency,
    /// What went wrong with each bot.
    pub trouble: Vec<Trouble>,
    /// Results that nobody would have expected, the greatest first.
    #[serde(skip)]
    pub surprises: Vec<Surprise>,
}

/// What a test says of two bots. Only pairs up to the decision count, in the order of the schedule.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tested {
    /// The two, the one in question first.
    pub bots: [String; 2],
    /// The answer.
    pub verdict: Verdict,
    /// The same in one plain sentence.
    pub sentence: String,
    /// Pairs that count.
    pub pairs: u64,
    /// The five counts of the first bot, from both games lost to both won.
    pub pentanomial: [u64; 5],
    /// Score, Elo and the rest, of the first bot.
    pub summary: Summary,
    /// The test.
    pub test: Test,
    /// The block that people paste.
    pub report: String,
}

/// Whether the first bot is better than the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is.
    Better,
    /// It is not.
    NotBetter,
    /// That cannot be said.
    Undecided,
}

/// How the test stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Test {
    /// What a bot that is not better would be at most.
    pub elo0: f64,
    /// What a better one is at least.
    pub elo1: f64,
    /// How often a bot may be called better though it is not.
    pub alpha: f64,
    /// And the reverse.
    pub beta: f64,
    /// In which Elo.
    pub model: Model,
    /// The logarithm of the ratio.
    pub llr: f64,
    /// Below this the bot is not better.
    pub lower: f64,
    /// Above this it is.
    pub upper: f64,
    /// What follows.
    pub decision: Decision,
}

/// How each bot did on each side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sides {
    /// What the sides are called.
    pub names: Vec<String>,
    /// By games won, drawn and lost.
    pub split: Split,
    /// Mean scores of the first bot and of the second, on each side.
    pub scores: [[Option<f64>; 2]; 2],
}

impl Comparison {
    /// What a driver with a test has found out.
    pub fn of(driver: &Driver, stop: &Stop) -> Result<Comparison, Error> {
        let walk = driver.test().expect("a comparison has a test");
        let (ledger, setting) = (&driver.ledger, &driver.ledger.tournament.setting);
        let ours = driver.plan().bots();
        let [one, two] = [ours[0], ours[1]];
        let counts = |record: &Record| record.fixture.key.bots == [one, two] && record.fixture.number < walk.counted();
        let records = || ledger.records.iter().filter(|record| counts(record));
        let why = match stop {
            Stop::Time => "the time is up",
            Stop::Interrupted => "interrupted",
            Stop::Hopeless(_) => "it could not go on",
            _ => "all pairs are played",
        };
        let tested = Tested::of(walk, ledger, [one, two], why);
        let mut games = Pairs::default();
        records().for_each(|record| games.add(record.outcomes()));
        let sides = (setting.seats.len() == 2).then(|| Sides {
            names: setting.seats.clone(),
            split: Split::of(&games),
            scores: [one, two].map(|bot| [0, 1].map(|seat| mean_score(records(), bot, seat))),
        });
        Ok(Comparison {
            game: setting.game.clone(),
            sides,
            repeats: trouble::repeats(records()),
            latency: trouble::latency(records()),
            trouble: trouble::of_bots(ledger).into_iter().filter(|of| tested.bots.contains(&of.bot)).collect(),
            surprises: surprise::greatest(ledger, driver.plan().scores(), SURPRISES, counts)?,
            tested,
        })
    }

    /// A line for while it is played, short enough for a terminal of 80 columns with the pace behind it.
    pub fn line(driver: &Driver) -> String {
        let walk = driver.test().expect("a comparison has a test");
        let summary = Summary::of(&walk.counts());
        let score = summary.score.map_or("-".into(), |score| format!("{:.1} %", 100.0 * score));
        let elo = match (summary.elo, summary.interval().filter(|(low, high)| low < high)) {
            (Some(elo), Some((low, high))) => format!("{elo:+.0} Elo ({low:+.0} to {high:+.0})"),
            (Some(elo), None) => format!("{elo:+.0} Elo"),
            (None, _) => "Elo unknown".into(),
        };
        let (lower, upper) = walk.test().bounds();
        let (llr, pairs) = (walk.llr(), walk.counted());
        // The bound that it is on its way to.
        let bound = if llr < 0.0 { lower } else { upper };
        format!("{pairs} pair{}, {score}, {elo}, LLR {llr:.2}/{bound:.1}", if pairs == 1 { "" } else { "s" })
    }
}

impl Tested {
    /// What a ledger says of the two that were compared in it last, if any were.
    pub fn in_ledger(ledger: &Ledger) -> Option<Tested> {
        let compares = ledger.sessions.iter().rev().find_map(|session| session.compares.as_ref())?;
        let by_score = ledger.tournament.setting.by_score;
        let mut walk = Walk::new(compares.test);
        for record in ledger.records.iter().filter(|record| record.fixture.key.bots == compares.bots) {
            walk.arrive(record.fixture.number, record.counted(by_score));
        }
        let is_over = walk.counted() >= ledger.tournament.pairs;
        let why = if is_over { "all pairs are played" } else { "there is more to be played" };
        Some(Tested::of(&walk, ledger, compares.bots, why))
    }

    /// Whether the test has decided.
    pub fn is_decided(&self) -> bool {
        self.verdict != Verdict::Undecided
    }

    fn of(walk: &Walk, ledger: &Ledger, bots: [usize; 2], why: &str) -> Tested {
        let pairs = *walk.pairs();
        let bots = bots.map(|bot| ledger.bots[bot].name.clone());
        let verdict = match walk.decision() {
            Decision::H1 => Verdict::Better,
            Decision::H0 => Verdict::NotBetter,
            Decision::Continue => Verdict::Undecided,
        };
        let terms = format!("{}, seed {}", ledger.tournament.setting.game, ledger.tournament.seed);
        let report = Report::new(&*bots[0], &*bots[1]).under(terms).pairs(pairs).test(*walk.test());
        let mut report = report.to_string();
        if let Some(line) = verdict_line(walk.test(), walk.decision()) {
            report = format!("{report}\n{line}");
        }
        let mut tested = Tested {
            sentence: String::new(),
            verdict,
            pairs: walk.counted(),
            pentanomial: pairs.pentanomial().0,
            summary: Summary::of(&walk.counts()),
            test: Test::of(walk.test(), walk.llr()),
            report,
            bots,
        };
        tested.sentence = tested.in_words(why);
        tested
    }

    fn in_words(&self, why: &str) -> String {
        let [one, two] = &self.bots;
        let pairs = format!("{} pair{}", self.pairs, if self.pairs == 1 { "" } else { "s" });
        if self.pairs == 0 {
            return format!("{one} against {two}: not decided, no pair was played to its end.");
        }
        let by = elo(&self.summary);
        match self.verdict {
            Verdict::Better => format!("{one} is better than {two}: {by}, {pairs}, decided by SPRT."),
            Verdict::NotBetter if self.summary.los.is_some_and(|los| los < 0.025) => {
                format!("{one} is worse than {two}: {by}, {pairs}, decided by SPRT.")
            }
            Verdict::NotBetter => format!("{one} is not better than {two}: {by}, {pairs}, decided by SPRT."),
            Verdict::Undecided => {
                format!("It is not decided whether {one} is better than {two}: {by}, {pairs}, {why}.")
            }
        }
    }
}

impl Test {
    fn of(test: &Sprt, llr: f64) -> Test {
        let (lower, upper) = test.bounds();
        Test {
            elo0: test.elo0(),
            elo1: test.elo1(),
            alpha: test.alpha(),
            beta: test.beta(),
            model: test.model(),
            llr,
            lower,
            upper,
            decision: test.judge(llr),
        }
    }
}

/// A difference with its interval: "+38 Elo (+21 to +55)".
fn elo(summary: &Summary) -> String {
    // Where nothing scatters, nothing tells how sure it is: that is no error of 0.
    let interval = summary.interval().filter(|(low, high)| low < high);
    match (summary.elo, interval, summary.score) {
        (Some(elo), Some((low, high)), _) => format!("{elo:+.0} Elo ({low:+.0} to {high:+.0})"),
        (Some(elo), None, _) => format!("{elo:+.0} Elo (too few different results for an interval)"),
        (None, _, Some(1.0)) => "all points won, Elo without bound".into(),
        (None, _, Some(_)) => "all points lost, Elo without bound".into(),
        _ => "no result yet".into(),
    }
}

fn mean_score<'a>(records: impl Iterator<Item = &'a Record>, bot: usize, seat: usize) -> Option<f64> {
    let games = records.flat_map(|record| &record.games).filter(|game| game.bots[seat] == bot);
    let (sum, count) = games.fold((0.0, 0u64), |(sum, count), game| (sum + game.scores[seat] as f64, count + 1));
    (count > 0).then(|| sum / count as f64)
}
