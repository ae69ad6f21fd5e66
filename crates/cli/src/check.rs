//! The conformance check: a bot is put through what it will meet sooner or later, and told what it did wrong.

pub mod odd;
pub mod trial;

use anyhow::Result;
use odd::{ODD, Odd, without_units};
use serde::Serialize;
use serde_json::{Map, Value, json};
use skirmish_core::any::{AnyTable, Seated};
use skirmish_core::{Game, Seat, Setup};
use skirmish_games::Visit;
use skirmish_jail::Level;
use skirmish_referee::program::Start;
use trial::{Meddling, Said, Trial};

/// How one case went.
#[derive(Debug, Serialize)]
pub struct Verdict {
    pub game: String,
    pub seat: String,
    pub case: &'static str,
    /// `passed`, `failed` or `skipped`.
    pub verdict: &'static str,
    pub why: String,
}

/// What a case comes to: something to remark, or why it does not apply.
enum Passed {
    Yes(String),
    Skipped(&'static str),
}

/// A case: its name, and what happens in it.
type Case = (&'static str, fn(&Bench<'_>) -> Said<Passed>);

const CASES: [Case; 9] = [
    ("a whole match", whole_match),
    ("keys of a later version", new_keys),
    ("a rejected action", rejected_action),
    ("a late answer", late_answer),
    ("no units at all", no_units),
    ("a huge map", huge_map),
    ("an early end", early_end),
    ("a restart in the middle", restart),
    ("a second game", second_game),
];

/// One game and seat, and the bot to be put on it.
struct Bench<'a> {
    start: &'a Start,
    level: Level,
    odd: &'static Odd,
    seat: Seat,
}

/// Puts a bot through all cases of a game, on every seat whose part differs. `tell` hears every verdict.
pub fn check(start: &Start, level: Level, game: &str, mut tell: impl FnMut(&Verdict)) -> Result<()> {
    let odd = ODD.iter().find(|odd| odd.game == game).expect("every game has its odd starts");
    let seats = table(odd, &[], |_| {}).map_err(anyhow::Error::msg)?.seats().to_vec();
    for (i, seat) in seats.iter().enumerate().take(2) {
        let bench = Bench { start, level, odd, seat: Seat(i as u8) };
        for (case, run) in CASES {
            let (verdict, why) = match run(&bench) {
                Ok(Passed::Yes(remark)) => ("passed", remark),
                Ok(Passed::Skipped(why)) => ("skipped", why.to_string()),
                Err(why) => ("failed", why),
            };
            tell(&Verdict { game: game.into(), seat: seat.clone(), case, verdict, why });
        }
    }
    Ok(())
}

impl Bench<'_> {
    fn begin(&self, overrides: &[(&str, i64)], change: impl FnOnce(&mut Map<String, Value>)) -> Said<Trial> {
        Trial::begin(self.start, self.level, table(self.odd, overrides, change)?, self.seat)
    }
}

/// A fresh table, its first position changed.
fn table(
    odd: &Odd,
    overrides: &[(&str, i64)],
    change: impl FnOnce(&mut Map<String, Value>),
) -> Said<Box<dyn AnyTable>> {
    struct Make<'a, F>(&'a [(&'a str, i64)], F);
    impl<F: FnOnce(&mut Map<String, Value>)> Visit for Make<'_, F> {
        type Output = Said<Box<dyn AnyTable>>;

        fn visit<G: Game>(self) -> Self::Output {
            let config = self.0.iter().map(|(key, value)| (key.to_string(), json!(value))).collect();
            let setup = Setup { config, map: None, seats: Vec::new(), seed: 1 };
            let (game, state) = G::resolve(&setup).map_err(|faults| faults.to_string())?;
            let mut position = serde_json::to_value(game.position(&state)).map_err(|e| e.to_string())?;
            if let Some(position) = position.as_object_mut() {
                (self.1)(position);
            }
            let position = G::read_position(&position).map_err(|faults| faults.to_string())?;
            let (game, state) = G::from_position(&position).map_err(|faults| faults.to_string())?;
            Ok(Box::new(Seated::new(game, state, setup.seed)))
        }
    }
    skirmish_games::visit(odd.game, Make(overrides, change)).expect("the game exists")
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
            trial.actions, bench.odd.game
        ));
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
        if !trial.turn(Meddling::NewKeys).map_err(|why| format!("keys it does not know must be ignored; {why}"))? {
            break;
        }
    }
    Ok(Passed::Yes(String::new()))
}

fn rejected_action(bench: &Bench<'_>) -> Said<Passed> {
    let mut trial = bench.begin(bench.odd.short, |_| {})?;
    trial.turn(Meddling::BadAction)?;
    trial.turn(Meddling::Nothing).map_err(|why| {
        format!(
            "the message after a list with a bad action has it in `rejected`, its action being null; with that {why}"
        )
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
        trial.end(false).map_err(|why| format!("told the end while its answer was due: {why}"))?;
        return Ok(Passed::Yes("in this game a late answer loses".into()));
    }
    trial.turn(Meddling::Nothing).map_err(|why| {
        format!("one answer came too late and the next request was there already; answer every request with its own number; {why}")
    })?;
    play_on(&mut trial, 1)?;
    Ok(Passed::Yes(String::new()))
}

fn no_units(bench: &Bench<'_>) -> Said<Passed> {
    const OVER: &str = "without units the seat has lost here";
    let seat = table(bench.odd, &[], |_| {})?.seats()[bench.seat.index()].clone();
    let Ok(start) = table(bench.odd, bench.odd.short, |position| without_units(position, &seat)) else {
        return Ok(Passed::Skipped(OVER));
    };
    if start.turn().is_over() {
        return Ok(Passed::Skipped(OVER));
    }
    let mut trial = Trial::begin(bench.start, bench.level, start, bench.seat)?;
    play_on(&mut trial, 3)?;
    if trial.answers == 0 {
        return Ok(Passed::Skipped(OVER));
    }
    Ok(Passed::Yes(String::new()))
}

fn huge_map(bench: &Bench<'_>) -> Said<Passed> {
    let mut trial = bench.begin(bench.odd.short, bench.odd.huge)?;
    play_on(&mut trial, 3).map_err(|why| format!("on a board near the upper limit: {why}"))?;
    Ok(Passed::Yes(String::new()))
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
    let mut trial = trial.restart(bench.start, bench.level)?;
    play_on(&mut trial, 2).map_err(|why| {
        format!("started anew in the middle of a game, with a hello and then the present turn: {why}")
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
    let words = |why| format!("it said \"series\":true, was told the end with \"again\":true and then a hello: {why}");
    let next = table(bench.odd, bench.odd.early, |_| {})?;
    let mut trial = Trial::greet(program, next, bench.seat).map_err(words)?;
    play_on(&mut trial, u32::MAX).map_err(words)?;
    trial.end(false)?;
    Ok(Passed::Yes(String::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_odd_starts_and_they_can_be_played() {
        for id in skirmish_games::IDS {
            let odd = ODD.iter().find(|odd| odd.game == *id).unwrap_or_else(|| panic!("{id} has no odd starts"));
            for overrides in [odd.short, odd.early] {
                assert!(!table(odd, overrides, |_| {}).unwrap().turn().is_over(), "{id}");
            }
            let usual = table(odd, &[], |_| {}).unwrap();
            let huge = table(odd, odd.short, odd.huge).unwrap();
            assert!(!huge.turn().is_over(), "{id}");
            assert_ne!(usual.position(), huge.position(), "{id}");
        }
    }
}
