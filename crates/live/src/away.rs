//! What happened while somebody was away: numbers, a list, and a short film.

use crate::film::Film;
use serde::Serialize;
use skirmish_core::Viewer;
use skirmish_core::scene::{Change, Scene};
use skirmish_viewer::Error;
use skirmish_zords::Event;
use skirmish_zords::event::{Effect, What};

/// So many steps are shown one by one; the picture jumps over what lies between them.
const MOST_SHOWN: usize = 40;
/// So many lines are listed; of more, those that matter least are left off.
const MOST_LINES: usize = 200;

/// What a seat missed.
#[derive(Debug, Serialize)]
pub struct Away {
    /// The frames it is about: after `from`, up to `to`.
    pub from: usize,
    pub to: usize,
    pub sum: Sum,
    pub lines: Vec<Line>,
    /// How many lines are not listed.
    pub left_off: usize,
    pub story: Story,
}

/// It in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Sum {
    /// How many days began.
    pub days: i64,
    /// What totems paid, and what others gave.
    pub paid: i64,
    pub given: i64,
    /// How often the seat's zords were shot at, how many were destroyed, and how often none was left.
    pub hits: i64,
    pub lost: i64,
    pub wiped: i64,
    /// How many zords of others were destroyed.
    pub others_lost: i64,
    pub points_before: i64,
    pub points: i64,
}

/// Something that happened.
#[derive(Debug, Serialize)]
pub struct Line {
    /// The frame after it.
    pub frame: usize,
    pub day: i64,
    /// In logical seconds of the day.
    pub time: i64,
    /// Whether it was done to the seat.
    pub own: bool,
    pub text: String,
    #[serde(skip)]
    weight: u8,
}

/// A short film: the first picture, and steps that lead on.
#[derive(Debug, Default, Serialize)]
pub struct Story {
    pub first: Scene,
    pub steps: Vec<Seen>,
}

/// A step of a film.
#[derive(Debug, Serialize)]
pub struct Seen {
    pub change: Change,
    pub lines: Vec<Said>,
}

/// What is said about it.
#[derive(Debug, Serialize)]
pub struct Said {
    pub text: String,
    pub about: Vec<String>,
    pub at: Option<[f32; 2]>,
    pub key: Option<&'static str>,
}

impl Away {
    pub(crate) fn of(film: &Film, from: usize, seat: &str) -> Result<Away, Error> {
        let to = film.reel.index.steps;
        let from = from.min(to);
        let (mut lines, mut sum) = (Vec::new(), Sum::default());
        let nowhere = Scene::default();
        let mut playback = film.reel.at(from)?;
        let number = film.about.seats.iter().position(|info| info.name == seat);
        let points = |scores: &[i64]| number.and_then(|seat| scores.get(seat).copied()).unwrap_or_default();
        sum.points_before = points(&playback.table().standings().scores);
        for frame in from + 1..=to {
            playback.play()?;
            let table = playback.table();
            table.forget_news(None);
            // Words need no pictures.
            let told = table.events().into_iter().zip(table.tales(&nowhere, &nowhere));
            for (event, tale) in told {
                let Ok(event) = serde_json::from_value::<Event>(event) else { continue };
                let weight = sum.count(&event.what, seat);
                if weight > 0 && !tale.text.is_empty() {
                    let (day, time, own) = (event.day, event.time, weight >= OWN);
                    lines.push(Line { frame, day, time, own, text: tale.text, weight });
                }
            }
        }
        sum.points = points(&playback.table().standings().scores);
        let shown = best(lines.iter().map(|line| (line.frame, line.weight)), MOST_SHOWN);
        let story = film_of(film, from, to, &shown)?;
        let left_off = lines.len().saturating_sub(MOST_LINES);
        if left_off > 0 {
            let kept = best(lines.iter().enumerate().map(|(i, line)| (i, line.weight)), MOST_LINES);
            let mut i = 0;
            lines.retain(|_| {
                i += 1;
                kept.binary_search(&(i - 1)).is_ok()
            });
        }
        Ok(Away { from, to, sum, lines, left_off, story })
    }
}

/// From here on it was done to the seat itself.
const OWN: u8 = 4;

impl Sum {
    /// Counts an event, and says how much it matters to the seat; 0 if it does not.
    fn count(&mut self, what: &What, me: &str) -> u8 {
        let is_me = |name: &skirmish_zords::Name| name.as_str() == me;
        match what {
            What::DayOpened => {
                self.days += 1;
                2
            }
            What::TotemPaid { seat, points, .. } if is_me(seat) => {
                self.paid += points;
                OWN
            }
            What::Donated { to, amount, .. } if is_me(to) => {
                self.given += amount;
                OWN + 1
            }
            What::Shot { to, effect, .. } if is_me(to) => {
                self.hits += 1;
                // What kills is told by the death.
                if *effect == Effect::Kill { 0 } else { OWN + 2 }
            }
            What::Killed { owner, .. } if is_me(owner) => {
                self.lost += 1;
                OWN + 3
            }
            What::Killed { seat, .. } => {
                self.others_lost += 1;
                if is_me(seat) { 0 } else { 3 }
            }
            What::Wiped { seat, .. } if is_me(seat) => {
                self.wiped += 1;
                OWN + 4
            }
            What::Spawned { seat, .. } if is_me(seat) => OWN + 1,
            What::Wiped { .. } | What::Retired { .. } | What::TotemPlaced { .. } => 2,
            What::GameOver { .. } => OWN + 4,
            What::Joined { .. } | What::Built { .. } => 1,
            _ => 0,
        }
    }
}

/// The numbers of at most `most` things, those with the greatest weight, in their order and each once.
fn best(things: impl Iterator<Item = (usize, u8)>, most: usize) -> Vec<usize> {
    let mut heaviest: Vec<(usize, u8)> = Vec::new();
    for (number, weight) in things {
        match heaviest.last_mut() {
            Some((last, heavy)) if *last == number => *heavy = weight.max(*heavy),
            _ => heaviest.push((number, weight)),
        }
    }
    // Of what weighs the same, the newest.
    heaviest.sort_by_key(|&(number, weight)| std::cmp::Reverse((weight, number)));
    heaviest.truncate(most);
    let mut numbers: Vec<usize> = heaviest.into_iter().map(|(number, _)| number).collect();
    numbers.sort_unstable();
    numbers
}

/// The film of some frames, and of how it stands at the end.
fn film_of(film: &Film, from: usize, to: usize, shown: &[usize]) -> Result<Story, Error> {
    let mut playback = film.reel.at(from)?;
    let first = playback.table().scene(Viewer::Omniscient);
    let mut story = Story { first: first.clone(), steps: Vec::new() };
    let mut last = first;
    let mut before = None;
    for frame in from + 1..=to {
        let wanted = shown.binary_search(&frame).is_ok();
        if wanted {
            before = Some(playback.table().scene(Viewer::Omniscient));
        }
        playback.play()?;
        let table = playback.table();
        table.forget_news(None);
        if !wanted && frame < to {
            continue;
        }
        let now = table.scene(Viewer::Omniscient);
        let mut seen = Seen { change: Change::between(&last, &now), lines: Vec::new() };
        if let Some(before) = before.take() {
            for tale in table.tales(&before, &now) {
                seen.change.effects.extend(tale.effects);
                if !tale.text.is_empty() {
                    seen.lines.push(Said { text: tale.text, about: tale.about, at: tale.at, key: tale.key });
                }
            }
        }
        story.steps.push(seen);
        last = now;
    }
    Ok(story)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_are_taken_in_their_order() {
        let things = [(1, 1), (2, 9), (2, 3), (5, 4), (6, 4), (9, 1)];
        assert_eq!(best(things.into_iter(), 3), [2, 5, 6]);
        assert_eq!(best(things.into_iter(), 99), [1, 2, 5, 6, 9]);
    }
}
