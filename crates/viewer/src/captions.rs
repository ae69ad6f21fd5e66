//! What is said above the pictures of a match, so that they explain themselves wherever they are shared.

use crate::error::Error;
use crate::reel::Reel;
use skirmish_core::Seat;
use skirmish_core::scene::{Scene, Side};
use skirmish_picture::{Caption, Player};

/// Says what the pictures of a match show.
pub struct Captions<'a> {
    reel: &'a Reel,
    /// The seats by number: their names, and who sits on them.
    seats: Vec<(String, String)>,
    view: Option<String>,
    /// The scoreboard after the end. A seat is not asked any more then, so its own last view has old scores.
    last: Vec<Side>,
}

impl<'a> Captions<'a> {
    /// For pictures of everything, or of what a seat was shown.
    pub fn of(reel: &'a Reel, seat: Option<Seat>) -> Result<Captions<'a>, Error> {
        let mut start = reel.at(0)?;
        let names = start.table().seats().to_vec();
        let view = seat.and_then(|seat| names.get(seat.index())).map(|name| format!("as {name} saw it"));
        let player =
            |n: usize| reel.header().players.get(n).map(|one| one.name.as_ref().unwrap_or(&one.player).clone());
        let seats = names.into_iter().enumerate().map(|(n, name)| (name, player(n).unwrap_or_default())).collect();
        let last = if seat.is_some() { reel.scene(reel.index.steps, None)?.sides } else { Vec::new() };
        Ok(Captions { reel, seats, view, last })
    }

    /// The caption of a frame, with the ending as it is said at another. Where it is not to be told yet, only its room is
    /// left.
    pub fn at(&self, frame: usize, ended: usize, scene: &Scene, told: bool) -> Caption {
        let index = &self.reel.index;
        let turn = format!("{} {}", index.counted.unwrap_or("turn"), index.turn.get(frame).copied().unwrap_or(0));
        let moment = match index.phase.get(frame).copied().flatten() {
            Some(phase) => format!("{turn}, {phase}"),
            None => turn,
        };
        let over = frame == index.steps && index.result.is_some();
        let sides = if over && !self.last.is_empty() { &self.last } else { &scene.sides };
        Caption {
            title: self.reel.header().game.clone(),
            moment,
            view: self.view.clone(),
            players: sides.iter().map(|side| self.player(side)).collect(),
            ending: ending(self.reel, ended),
            told,
        }
    }

    fn player(&self, side: &Side) -> Player {
        let (seat, name) = self.seats.get(usize::from(side.seat)).cloned().unwrap_or_default();
        Player { color: side.color, seat, name, score: side.score.clone() }
    }
}

/// What a match is called: the game, and who plays if they can be named in a line.
pub fn title(reel: &Reel) -> String {
    let game = &reel.header().game;
    match &reel.header().players[..] {
        [one, two] => format!("{game}, {} against {}", one.player, two.player),
        players => format!("{game}, {} players", players.len()),
    }
}

/// How the match ended, as it is said at one of its frames.
pub fn ending(reel: &Reel, frame: usize) -> String {
    let index = &reel.index;
    let words = match (&index.void, &index.summary) {
        (Some(why), _) => format!("void: {why}"),
        (None, Some(summary)) => summary.clone(),
        (None, None) => return "Unfinished".into(),
    };
    if frame < index.steps { format!("In the end: {words}") } else { capital(&words) }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
