//! The digest of a position, by which a log proves that replaying it leads to the same game.

use crate::game::Zords;
use crate::name::Name;
use crate::position::{TotemPosition, ZordPosition};
use crate::state::{State, Status};
use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use skirmish_core::Documents;
use skirmish_core::config::{Config as _, sorted};

/// SHA-256 of the position as JSON with sorted keys and no spaces. What only one way of playing knows is left out: the place
/// in the round, the faults, and a clock that was never shifted. So a game has the same digest in rounds and live.
pub fn digest(game: &Zords, state: &State) -> [u8; 32] {
    let canon = Canon {
        config: sorted(game.config.differences()),
        day: state.day,
        game: Zords::ID,
        next_id: state.next_id,
        order: state.order.iter().map(|&seat| state.name(seat)).collect(),
        players: state
            .players
            .iter()
            .map(|player| CanonPlayer {
                actions: player.actions,
                points: player.points,
                retired: player.retired,
                seat: player.name,
            })
            .collect(),
        rng: state.keyed.then(|| state.key.to_hex()),
        schema: crate::Position::SCHEMA,
        seq: state.seq,
        shift_s: state.shift_s.filter(|&shift| shift != 0),
        status: state.status,
        time: state.time,
        totems: TotemPosition::all(state).collect(),
        zords: state.zords.iter().map(|zord| CanonZord::of(ZordPosition::of(state, zord))).collect(),
    };
    let mut hash = Sha256::new();
    let text = serde_json::to_vec(&canon).expect("positions serialise");
    hash.update(&text);
    hash.finalize().into()
}

/// A position with its keys in alphabetical order.
#[derive(Serialize)]
struct Canon {
    config: Map<String, Value>,
    day: i64,
    game: &'static str,
    next_id: i64,
    order: Vec<Name>,
    players: Vec<CanonPlayer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rng: Option<String>,
    schema: i64,
    seq: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    shift_s: Option<i64>,
    status: Status,
    time: i64,
    totems: Vec<TotemPosition>,
    zords: Vec<CanonZord>,
}

#[derive(Serialize)]
struct CanonPlayer {
    actions: i64,
    points: i64,
    retired: bool,
    seat: Name,
}

#[derive(Serialize)]
struct CanonZord {
    hp: i64,
    id: i64,
    owner: Name,
    range: i64,
    shields: i64,
    x: i32,
    y: i32,
}

impl CanonZord {
    fn of(zord: ZordPosition) -> CanonZord {
        let ZordPosition { id, owner, x, y, hp, shields, range } = zord;
        CanonZord { hp, id, owner, range, shields, x, y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use skirmish_core::{Entry, Orders, Rng, Rules, Setup};

    /// The same by the long way: the position itself, with keys left out and the rest sorted.
    fn slowly(game: &Zords, state: &State) -> [u8; 32] {
        fn sort(value: Value) -> Value {
            match value {
                Value::Object(map) => {
                    let mut entries: Vec<(String, Value)> = map.into_iter().map(|(k, v)| (k, sort(v))).collect();
                    entries.sort_by(|a, b| a.0.cmp(&b.0));
                    Value::Object(entries.into_iter().collect())
                }
                Value::Array(list) => Value::Array(list.into_iter().map(sort).collect()),
                other => other,
            }
        }
        let mut position = serde_json::to_value(game.position(state)).unwrap();
        let object = position.as_object_mut().unwrap();
        ["round", "turn"].into_iter().for_each(|key| _ = object.shift_remove(key));
        if object.get("shift_s") == Some(&json!(0)) {
            object.shift_remove("shift_s");
        }
        for player in object["players"].as_array_mut().unwrap() {
            player.as_object_mut().unwrap().shift_remove("faults");
        }
        Sha256::digest(sort(position).to_string()).into()
    }

    #[test]
    fn the_digest_is_that_of_the_sorted_position() {
        let config = json!({"placement": "mirrored", "fixed_totems": [{"y": 9, "x": 0}, {"x": 19, "y": 1}], "days": 3});
        let setup = Setup { config: config.as_object().unwrap().clone(), ..Setup::seeded(3) };
        let (game, mut state) = Zords::resolve(&setup).unwrap();
        let (mut rng, mut digests) = (Rng::new(1), std::collections::HashSet::new());
        while !game.turn(&state).is_over() {
            assert_eq!(digest(&game, &state), slowly(&game, &state));
            digests.insert(digest(&game, &state));
            let seat = game.turn(&state).to_act.iter().next().unwrap();
            let action = game.sample(&state, seat, &mut rng);
            game.step(&mut state, &Orders::of(seat, action.map(Entry::Action)), &mut ());
        }
        state.shift_s = Some(30);
        assert_eq!(digest(&game, &state), slowly(&game, &state));
        assert!(digests.len() > 30);
    }
}
