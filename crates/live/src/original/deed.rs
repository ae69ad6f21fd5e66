//! What players do, as the original says it: zords by their cells, refusals as texts.

use super::reply::escaped;
use crate::driver::Driver;
use crate::refusal::Refusal;
use crate::request::Wish;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};
use skirmish_core::Documents;
use skirmish_zords::Name;
use skirmish_zords::state::Status;
use std::fmt;

/// A cell, written as `[x, y]`.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct Cell(i16, i16);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.0, self.1)
    }
}

/// The body of a move or a shot.
#[derive(Deserialize)]
pub struct Way {
    from: Cell,
    to: Cell,
}

/// The body of everything that happens on one cell.
#[derive(Deserialize)]
pub struct Spot {
    coord: Cell,
}

/// The body of a donation.
#[derive(Deserialize)]
pub struct Gift {
    receiver: String,
    amount: u16,
}

/// An action.
#[derive(Clone, PartialEq, Debug)]
pub enum Deed {
    Shoot { from: Cell, to: Cell },
    Move { from: Cell, to: Cell },
    Shield { coord: Cell },
    IncreaseRange { coord: Cell },
    BuildZord { coord: Cell },
    DonatePoints { receiver: String, amount: u16 },
}

/// Reads the body of an action.
pub type Reader = fn(&[u8]) -> serde_json::Result<Deed>;

impl Deed {
    pub fn shoot(body: &[u8]) -> serde_json::Result<Deed> {
        serde_json::from_slice(body).map(|Way { from, to }| Deed::Shoot { from, to })
    }

    pub fn travel(body: &[u8]) -> serde_json::Result<Deed> {
        serde_json::from_slice(body).map(|Way { from, to }| Deed::Move { from, to })
    }

    pub fn shield(body: &[u8]) -> serde_json::Result<Deed> {
        serde_json::from_slice(body).map(|Spot { coord }| Deed::Shield { coord })
    }

    pub fn increase_range(body: &[u8]) -> serde_json::Result<Deed> {
        serde_json::from_slice(body).map(|Spot { coord }| Deed::IncreaseRange { coord })
    }

    pub fn build_zord(body: &[u8]) -> serde_json::Result<Deed> {
        serde_json::from_slice(body).map(|Spot { coord }| Deed::BuildZord { coord })
    }

    pub fn donate_points(body: &[u8]) -> serde_json::Result<Deed> {
        serde_json::from_slice(body).map(|Gift { receiver, amount }| Deed::DonatePoints { receiver, amount })
    }

    /// The cell that a text about the acting zord names.
    fn actor(&self) -> Option<Cell> {
        match self {
            Deed::Shoot { from, .. } | Deed::Move { from, .. } => Some(*from),
            Deed::Shield { coord } | Deed::IncreaseRange { coord } => Some(*coord),
            Deed::BuildZord { .. } | Deed::DonatePoints { .. } => None,
        }
    }

    /// The cell that it is aimed at.
    fn aim(&self) -> Option<Cell> {
        match self {
            Deed::Shoot { to, .. } | Deed::Move { to, .. } => Some(*to),
            Deed::BuildZord { coord } => Some(*coord),
            Deed::Shield { .. } | Deed::IncreaseRange { .. } | Deed::DonatePoints { .. } => None,
        }
    }

    /// The text for a reason in a running game; `None` if the original has none, and neither have we.
    fn text(&self, driver: &Driver, seat: &str, reason: &str) -> Option<String> {
        let config = driver.game().config();
        Some(match (reason, self) {
            ("not_enough_actions", Deed::Move { from, to }) | ("out_of_range", Deed::Shoot { from, to }) => {
                format!("{to} is not in range of {from}")
            }
            ("not_enough_actions", _) => "Not enough actions".into(),
            ("no_such_unit", _) => format!("Couldn't find zord at {}", self.actor()?),
            ("no_such_target", _) => format!("Couldn't find zord at {}", self.aim()?),
            ("not_your_unit", _) => format!("You don't own the zord in {}", self.actor()?),
            ("not_enough_points", _) => {
                let seat = driver.state().seat_called(Name::of(seat))?;
                let (_, points) = driver.state().means(seat)?;
                let need = match self {
                    Deed::DonatePoints { amount, .. } => i64::from(*amount),
                    _ => config.build_points,
                };
                format!("You have {points} points but need {need}")
            }
            ("occupied", _) => format!("The cell {} is occupied", self.aim()?),
            ("out_of_bounds", _) => format!("{} is out of bounds", self.aim()?),
            ("out_of_range", _) => "Out of range for a donation".into(),
            ("no_such_player", Deed::DonatePoints { receiver, .. }) => {
                format!("Couldn't find player named {}", escaped(receiver))
            }
            ("shooting_banned", _) => "You tried shooting within the grace period".into(),
            ("no_zord_nearby", _) => format!("There's no zord nearby {}", self.aim()?),
            ("friendly_target", _) => "You can't shoot your own zord".into(),
            ("bad_amount", _) => {
                format!("You can donate at most {} points with each action", config.max_donation)
            }
            ("too_many_zords", _) => format!("You already own {} zords", config.max_zords),
            ("self_donation", _) => "You can't donate to yourself".into(),
            ("player_down", _) => "You have no zords".into(),
            // The doorkeeper lets in a seat that the game does not have.
            ("unknown_seat", _) => "Couldn't authenticate".into(),
            _ => return None,
        })
    }
}

impl Wish for Deed {
    fn action(&self, driver: &Driver) -> Box<RawValue> {
        // No zord has the id 0: whoever names an empty cell is told so by the rules, when it is its turn.
        let unit = |Cell(x, y): &Cell| driver.state().unit_at((*x).into(), (*y).into()).unwrap_or(0);
        let action = match self {
            Deed::Shoot { from, to } => json!({"do": "shoot", "unit": unit(from), "x": to.0, "y": to.1}),
            Deed::Move { from, to } => json!({"do": "move", "unit": unit(from), "x": to.0, "y": to.1}),
            Deed::Shield { coord } => json!({"do": "shield", "unit": unit(coord)}),
            Deed::IncreaseRange { coord } => json!({"do": "range", "unit": unit(coord)}),
            Deed::BuildZord { coord } => json!({"do": "build", "x": coord.0, "y": coord.1}),
            Deed::DonatePoints { receiver, amount } => json!({"do": "donate", "to": receiver, "amount": amount}),
        };
        to_raw_value(&action).expect("actions serialise")
    }

    fn refusal(&self, driver: &Driver, seat: &str, Refusal { reason, message }: Refusal) -> Refusal {
        let text = match driver.state().status() {
            Status::Waiting => return Refusal::new("game_not_started", "Game hasn't started yet"),
            Status::Over | Status::Aborted => return Refusal::new("game_over", "Game has ended"),
            Status::Running => self.text(driver, seat, reason),
        };
        Refusal::new(reason, text.unwrap_or_else(|| escaped(&message)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::head::Head;
    use crate::keeper::{Keeper, Order};
    use crate::request::{Answer, Posted, Request};
    use skirmish_house::store::memory::Memory;
    use std::sync::Arc;

    /// A keeper with a game that has just begun: ann and bob, on two cells.
    fn begun() -> Keeper {
        let spawns = json!([{"x": 50, "y": 50}, {"x": 53, "y": 50}]);
        let config = serde_json::Map::from_iter([("fixed_spawns".into(), spawns)]);
        let (mut keeper, _) = Keeper::create(1, Head::new("test", config, 0, &mut || 7)).unwrap();
        for seat in ["ann", "bob"] {
            order(&mut keeper, Order::Join { seat: seat.into() }).unwrap();
        }
        order(&mut keeper, Order::Start).unwrap();
        keeper
    }

    fn order(keeper: &mut Keeper, order: Order) -> Result<(), String> {
        match keeper.handle(&Memory::default(), 0, order, Vec::new()) {
            Answer::Done { .. } => Ok(()),
            Answer::Refused { refusal, .. } => Err(refusal.message),
        }
    }

    /// Both were sent before either was answered, and nothing is committed in between.
    #[test]
    fn a_cell_is_looked_up_after_everything_that_was_judged_before() {
        let mut keeper = begun();
        let mut act = |seat: &str, deed: Deed| {
            let posted = Posted::Wish(Arc::new(deed));
            order(&mut keeper, Order::Act(Request { seat: seat.into(), key: None, if_seq: None, posted }))
        };
        let (first, second, free) = (Cell(50, 50), Cell(53, 50), Cell(50, 51));
        // Who is where was drawn.
        let is_anns = act("ann", Deed::Shield { coord: first }).is_ok();
        let (one, other) = if is_anns { ("ann", "bob") } else { ("bob", "ann") };
        assert_eq!(act(one, Deed::Move { from: first, to: free }), Ok(()));
        assert_eq!(act(one, Deed::Shield { coord: first }), Err("Couldn't find zord at (50, 50)".into()));
        assert_eq!(act(one, Deed::Shield { coord: free }), Ok(()));
        assert_eq!(act(other, Deed::Move { from: second, to: first }), Ok(()));
        assert_eq!(act(one, Deed::Shield { coord: first }), Err("You don't own the zord in (50, 50)".into()));
    }
}
