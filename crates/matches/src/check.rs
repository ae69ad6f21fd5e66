//! The conformance check: a bot is put through what it will meet sooner or later, and told what it did wrong.

mod trial;

use crate::{Bot, Cancel, Error, Venue};
use serde::Serialize;
use serde_json::{Map, Value};
use skirmish_core::any::AnyTable;
use skirmish_core::odd::{Odd, OddStart, Overrides};
use skirmish_core::registry::AnyGame;
use skirmish_core::{Seat, Setup};
use trial::{Failure, Meddling, Said, Trial};

/// How one case went. As JSON it is a line of `skirmish check --json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Verdict {
    /// The game it was played in.
    pub game: String,
    /// The seat the bot was on.
    pub seat: String,
    /// What was tried.
    pub case: &'static str,
    /// What came of it.
    #[serde(rename = "verdict")]
    pub mark: Mark,
    /// Why, or what there is to remark.
    pub why: String,
}

/// What came of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// The bot did as it should.
    Passed,
    /// It did not.
    Failed,
    /// There was nothing to try.
    Skipped,
}

impl Mark {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Passed => "passed",
            Mark::Failed => "failed",
            Mark::Skipped => "skipped",
        }
    }
}

/// What a case comes to: something to remark, or why it does not apply.
enum Passed {
    Yes(String),
    Skipped(&'static str),
}

/// What happens in a case.
type Run = fn(&Bench<'_>) -> Said<Passed>;

/// A case: its name, and what happens in it.
#[derive(Clone, Copy)]
enum Case {
    OfAllGames(&'static str, Run),
    OfTheGame(&'static OddStart),
}

impl Case {
    fn name(self) -> &'static str {
        match self {
            Case::OfAllGames(name, _) => name,
            Case::OfTheGame(start) => start.name,
        }
    }

    fn run(self, bench: &Bench<'_>) -> Said<Passed> {
        match self {
            Case::OfAllGames(_, run) => run(bench),
            Case::OfTheGame(start) => odd_start(bench, start),
        }
    }
}

const BEFORE: [Case; 4] = [
    Case::OfAllGames("a whole match", whole_match),
    Case::OfAllGames("keys of a later version", new_keys),
    Case::OfAllGames("a rejected action", rejected_action),
    Case::OfAllGames("a late answer", late_answer),
];

const AFTER: [Case; 3] = [
    Case::OfAllGames("an early end", early_end),
    Case::OfAllGames("a restart in the middle", restart),
    Case::OfAllGames("a second game", second_game),
];

/// Those that take little time, and that most bots fail in that fail in any: a whole match is played in every match.
const QUICK: [Case; 5] = [BEFORE[1], BEFORE[2], BEFORE[3], AFTER[0], AFTER[1]];

/// All cases of a game, in the order they are played.
fn cases(odd: &Odd) -> impl Iterator<Item = Case> + use<> {
    BEFORE.into_iter().chain(odd.starts.iter().map(Case::OfTheGame)).chain(AFTER)
}

/// Why nothing more is tried with a bot that did not get ready in time: it would only be waited for again.
const UNREADY: &str = "it did not get ready in time before";

/// One game and seat, and the bot to be put on it.
struct Bench<'a> {
    bot: &'a Bot,
    game: &'a dyn AnyGame,
    odd: Odd,
    seat: Seat,
    cancel: &'a Cancel,
}

/// Puts a bot through all cases of a game, on every seat whose part differs. `tell` hears every verdict. Stops at the next
/// case once the venue's token is cancelled.
///
/// A bot that does not get ready is waited for once: then nothing more is tried.
pub fn check(venue: &Venue, bot: &Bot, game: &str, tell: impl FnMut(&Verdict)) -> Result<(), Error> {
    run(venue, bot, game, |odd| cases(odd).collect(), tell)
}

/// The same with a few cases that take little time, for those who check at every save.
pub fn check_quickly(venue: &Venue, bot: &Bot, game: &str, tell: impl FnMut(&Verdict)) -> Result<(), Error> {
    run(venue, bot, game, |_| QUICK.into(), tell)
}

fn run(
    venue: &Venue,
    bot: &Bot,
    game: &str,
    cases: impl Fn(&Odd) -> Vec<Case>,
    mut tell: impl FnMut(&Verdict),
) -> Result<(), Error> {
    let game = venue.game(game)?;
    let (id, odd) = (game.facts().id, game.odd());
    let seats = table(game, &[], |_| {}).map_err(|failure| Error::Other(failure.why))?.seats().to_vec();
    let mut unready = false;
    for (i, seat) in seats.iter().enumerate().take(2) {
        let bench = Bench { bot, game, odd, seat: Seat(i as u8), cancel: &venue.cancel };
        for case in cases(&odd) {
            if venue.cancel.is_cancelled() {
                return Ok(());
            }
            let went = if unready { Ok(Passed::Skipped(UNREADY)) } else { case.run(&bench) };
            let (mark, why) = match went {
                Ok(Passed::Yes(remark)) => (Mark::Passed, remark),
                Ok(Passed::Skipped(why)) => (Mark::Skipped, why.to_string()),
                Err(failure) => {
                    unready = failure.is_unready;
                    (Mark::Failed, failure.why)
                }
            };
            tell(&Verdict { game: id.into(), seat: seat.clone(), case: case.name(), mark, why });
        }
    }
    Ok(())
}

impl Bench<'_> {
    fn begin(&self, overrides: Overrides, change: impl FnOnce(&mut Map<String, Value>)) -> Said<Trial> {
        Trial::begin(self.bot, table(self.game, overrides, change)?, self.seat, self.cancel)
    }
}

/// A fresh table, its first position changed.
fn table(
    game: &dyn AnyGame,
    overrides: Overrides,
    change: impl FnOnce(&mut Map<String, Value>),
) -> Said<Box<dyn AnyTable>> {
    let config = overrides.iter().map(|(key, value)| (key.to_string(), (*value).into())).collect();
    let setup = Setup { config, seed: 1, ..Setup::default() };
    let table = game.set_up(&setup).map_err(|faults| faults.to_string())?;
    let mut position: Map<String, Value> = serde_json::from_str(&table.position()).map_err(|e| e.to_string())?;
    change(&mut position);
    Ok(game.at(&position.into(), setup.seed.into()).map_err(|faults| faults.to_string())?)
}

/// Plays to the end, or as long as `most` requests.
fn play_on(trial: &mut Trial, most: u32) -> Said<()> {
    for _ in 0..most {
        if !trial.turn(Meddling::Nothing)? {
            break;
        }
    }
    Ok(())
}

fn whole_match(bench: &Bench<'_>) -> Said<Passed> {
    // With the rules as they are: what goes wrong late in a game goes wrong in a match that counts.
    let mut trial = bench.begin(&[], |_| {})?;
    play_on(&mut trial, u32::MAX)?;
    let unreadable = trial.rejected.iter().filter(|reason| matches!(reason.as_str(), "malformed" | "unknown_action"));
    let unreadable = unreadable.count();
    if unreadable > 0 {
        return Err(format!(
            "{unreadable} of its {} actions could not be read (malformed or unknown_action); \
             `skirmish schema {}` describes them",
            trial.actions,
            bench.game.facts().id
        )
        .into());
    }
    let mut remark = format!("{} answers, {} actions", trial.answers, trial.actions);
    if !trial.rejected.is_empty() {
        let mut reasons = trial.rejected.clone();
        reasons.sort();
        let mut counted: Vec<(usize, &String)> =
            reasons.chunk_by(|a, b| a == b).map(|same| (same.len(), &same[0])).collect();
        counted.sort_by_key(|&(n, _)| std::cmp::Reverse(n));
        let most: Vec<String> = counted.iter().take(3).map(|(n, reason)| format!("{reason} {n}")).collect();
        remark.push_str(&format!(", {} refused by the rules: {}", trial.rejected.len(), most.join(", ")));
    }
    trial.end(false)?;
    Ok(Passed::Yes(remark))
}

fn new_keys(bench: &Bench<'_>) -> Said<Passed> {
    let mut trial = bench.begin(bench.odd.short, |_| {})?;
    for _ in 0..2 {
        if !trial.turn(Meddling::NewKeys).map_err(|failure| failure.with("keys it does not know must be ignored; "))? {
            break;
        }
    }
    Ok(Passed::Yes(String::new()))
}

fn rejected_action(bench: &Bench<'_>) -> Said<Passed> {
    let mut trial = bench.begin(bench.odd.short, |_| {})?;
    trial.turn(Meddling::BadAction)?;
    trial.turn(Meddling::Nothing).map_err(|failure| {
        failure
            .with("the message after a list with a bad action has it in `rejected`, its action being null; with that ")
    })?;
    play_on(&mut trial, 1)?;
    Ok(Passed::Yes(String::new()))
}

fn late_answer(bench: &Bench<'_>) -> Said<Passed> {
    let mut trial = bench.begin(bench.odd.short, |_| {})?;
    trial.turn(Meddling::Nothing)?;
    trial.turn_given_up()?;
    if trial.table.turn().is_over() {
        // Here an answer that is late loses the game: the next message is the end.
        trial.end(false).map_err(|failure| failure.after("told the end while its answer was due"))?;
        return Ok(Passed::Yes("in this game a late answer loses".into()));
    }
    trial.turn(Meddling::Nothing).map_err(|failure| {
        failure.with(
            "one answer came too late and the next request was there already; answer every request with its own number; ",
        )
    })?;
    play_on(&mut trial, 1)?;
    Ok(Passed::Yes(String::new()))
}

fn odd_start(bench: &Bench<'_>, odd: &'static OddStart) -> Said<Passed> {
    let seat = table(bench.game, &[], |_| {})?.seats()[bench.seat.index()].clone();
    let Ok(start) = table(bench.game, bench.odd.short, |position| (odd.change)(position, &seat)) else {
        return Ok(Passed::Skipped(odd.unasked));
    };
    if start.turn().is_over() {
        return Ok(Passed::Skipped(odd.unasked));
    }
    let words = |failure: Failure| if odd.about.is_empty() { failure } else { failure.after(odd.about) };
    let mut trial = Trial::begin(bench.bot, start, bench.seat, bench.cancel)?;
    play_on(&mut trial, 3).map_err(words)?;
    Ok(if trial.answers == 0 { Passed::Skipped(odd.unasked) } else { Passed::Yes(String::new()) })
}

fn early_end(bench: &Bench<'_>) -> Said<Passed> {
    let mut trial = bench.begin(bench.odd.early, |_| {})?;
    play_on(&mut trial, u32::MAX)?;
    let asked = trial.answers;
    trial.end(false)?;
    Ok(Passed::Yes(format!("after {asked} answers")))
}

fn restart(bench: &Bench<'_>) -> Said<Passed> {
    let mut trial = bench.begin(bench.odd.short, |_| {})?;
    play_on(&mut trial, 3)?;
    if trial.table.turn().is_over() {
        return Ok(Passed::Skipped("the game was over before"));
    }
    let mut trial = trial.restart(bench.bot)?;
    play_on(&mut trial, 2).map_err(|failure| {
        failure.after("started anew in the middle of a game, with a hello and then the present turn")
    })?;
    Ok(Passed::Yes(String::new()))
}

fn second_game(bench: &Bench<'_>) -> Said<Passed> {
    let mut trial = bench.begin(bench.odd.early, |_| {})?;
    play_on(&mut trial, u32::MAX)?;
    if !trial.ready.series {
        trial.end(false)?;
        return Ok(Passed::Skipped(
            "its ready line does not say \"series\":true, so it is started anew for every game",
        ));
    }
    let Some(program) = trial.end(true)? else { return Ok(Passed::Skipped("it left")) };
    let words = |failure: Failure| {
        failure.after("it said \"series\":true, was told the end with \"again\":true and then a hello")
    };
    let next = table(bench.game, bench.odd.early, |_| {})?;
    let mut trial = Trial::greet(bench.bot, program, next, bench.seat, bench.cancel).map_err(words)?;
    play_on(&mut trial, u32::MAX).map_err(words)?;
    trial.end(false)?;
    Ok(Passed::Yes(String::new()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_game_has_its_odd_starts_and_they_can_be_played() {
        let mut played = HashSet::new();
        for game in skirmish_games::registry().iter() {
            let (id, odd) = (game.facts().id, game.odd());
            for overrides in [odd.short, odd.early] {
                assert!(!overrides.is_empty(), "{id}");
                assert!(!table(game, overrides, |_| {}).unwrap().turn().is_over(), "{id}");
            }
            let usual = table(game, odd.short, |_| {}).unwrap();
            for start in odd.starts {
                for seat in usual.seats() {
                    let made = table(game, odd.short, |position| (start.change)(position, seat)).ok();
                    let made = made.filter(|table| !table.turn().is_over());
                    played.extend(made.as_ref().map(|_| (start.name, id)));
                    let huge = made.filter(|_| start.name == "a huge map");
                    assert!(huge.is_none_or(|huge| huge.position() != usual.position()), "{id}");
                }
            }
        }
        for id in skirmish_games::IDS {
            assert!(played.contains(&("a huge map", id)), "{id}: {played:?}");
        }
        // Where units come back, or a base makes new ones.
        for id in ["outbreak", "footsoldiers"] {
            assert!(played.contains(&("no units at all", id)), "{id}: {played:?}");
        }
    }
}
