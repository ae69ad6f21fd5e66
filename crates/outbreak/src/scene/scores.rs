//! Numbers beside the board: scoreboard, status, and what the charts are made of.

use crate::config::Config;
use crate::view::View;
use crate::words::{self, Cause};
use skirmish_core::scene::{Color, Fact, Gauge, Side};

/// Survival is the humans' score and the zombies have none, as in the result.
pub(super) fn sides(config: &Config, view: &View) -> Vec<Side> {
    let sees_all = |side| view.you.is_none_or(|you| you == side);
    let mut humans = vec![Fact::new(count_label(sees_all(words::Side::Humans)), view.humans.len())];
    humans.push(Fact::new("HP", view.humans.iter().map(|human| human.hp).sum::<i64>()));
    humans.push(Fact::new("rounds", view.humans.iter().map(|human| human.ammo).sum::<i64>()));
    if let Some(left) = view.humans_ready.filter(|&left| left > 0) {
        humans.push(Fact::new("to place", left));
    }
    if let Some(ready) = view.drops_ready {
        let whole = ready.floor();
        let percent = ready.fraction().units / 100;
        let text = if whole > 0 { format!("{whole} ready") } else { format!("{percent} %") };
        humans.push(Fact::new("air drop", text));
    }
    let mut zombies = vec![Fact::new(count_label(sees_all(words::Side::Zombies)), view.zombies.len())];
    zombies.push(Fact::new("HP", view.zombies.iter().map(|zombie| zombie.hp).sum::<i64>()));
    zombies.push(Fact::new("most alive", view.zombie_cap));
    zombies.push(Fact::new("ready to spawn", view.spawn_count));
    let growth = config.zombie_hp_incr.floor_times(view.turn / 2);
    zombies.push(Fact::new("HP of a new one", config.zombie_hp.saturating_add(growth)));
    for (facts, clock) in [(&mut humans, view.humans_ms), (&mut zombies, view.zombies_ms)] {
        facts.extend(clock.map(|ms| Fact::new("clock", format!("{:.1} s", ms as f64 / 1000.0))));
    }
    let side = |seat, score: i64, facts| Side { seat, color: Color::Seat(seat), score: score.to_string(), facts };
    vec![side(0, view.turn, humans), side(1, 0, zombies)]
}

fn count_label(all: bool) -> &'static str {
    if all { "alive" } else { "in sight" }
}

pub(super) fn status(config: &Config, view: &View) -> Vec<Fact> {
    let mut status = vec![Fact::new("turn", format!("{} of {}", view.turn, config.max_turns))];
    match view.reason {
        Some(ending) => status.push(Fact::new("result", ending_words(ending))),
        None => status.push(Fact::new("to move", view.seat.name())),
    }
    status.extend(view.drops.iter().flatten().min_by_key(|drop| drop.delay).map(|drop| {
        let when = if drop.delay == 1 { "lands next turn".into() } else { format!("lands in {} turns", drop.delay) };
        Fact::new("next drop", when)
    }));
    status
}

pub(super) fn ending_words(ending: Cause) -> &'static str {
    match ending {
        Cause::HumansDead => "zombies win: no human is left",
        Cause::TurnLimit => "humans win: they survived to the end",
        Cause::HumansTimeout => "zombies win: the humans ran out of time",
        Cause::ZombiesTimeout => "humans win: the zombies ran out of time",
        Cause::HumansCrash => "zombies win: the humans' bot dropped out",
        Cause::ZombiesCrash => "humans win: the zombies' bot dropped out",
    }
}

/// Units and their health on both sides, the humans' rounds, and what the zombies smell, in hundredths.
pub(super) fn gauges(view: &View) -> Vec<Gauge> {
    let (humans, zombies) = (&view.humans, &view.zombies);
    let gauge = |chart, seat, value| Gauge { chart, seat, value };
    vec![
        gauge("units", 0, humans.len() as i64),
        gauge("units", 1, zombies.len() as i64),
        gauge("health", 0, humans.iter().map(|human| human.hp).sum()),
        gauge("health", 1, zombies.iter().map(|zombie| zombie.hp).sum()),
        gauge("rounds", 0, humans.iter().map(|human| human.ammo).sum()),
        gauge("scent", 1, zombies.iter().map(|zombie| zombie.scent.units).sum::<i64>() / 10_000),
    ]
}
