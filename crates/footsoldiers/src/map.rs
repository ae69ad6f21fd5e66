//! Maps: where the bases and rocks are. Three forms: our JSON, the original's text, and random ones.

use crate::config::Config;
use crate::field::Square;
use crate::game::Footsoldiers;
use crate::position::{self, Position};
use serde_json::Value;
use skirmish_core::setup::shipped;
use skirmish_core::{Check, Faults, MapChoice, Object, Rng, ShippedMap};
use skirmish_grid::field::{FAR, Field};

/// The maps inside the program.
pub const MAPS: &[ShippedMap] = &[
    ShippedMap { name: "duel", json: include_str!("../maps/duel.json") },
    ShippedMap { name: "quarry", json: include_str!("../maps/quarry.json") },
    ShippedMap { name: "gates", json: include_str!("../maps/gates.json") },
];

const CODE: &str = "bad_map";

/// Bases and rocks of a map lie within this distance of 0 on both axes.
const FARTHEST: i64 = 1_000_000_000;

/// The bases of a random map are at most so far apart.
const FARTHEST_APART: i64 = 40;

/// A random map has at most so many rows more than it needs, above and below.
const MOST_MORE: i64 = 3;

/// Everything within building range must have coordinates that a command can name.
fn border(max_distance_from_base: i64) -> i64 {
    max_distance_from_base.clamp(5, 16)
}

/// A map that can be played on.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Map {
    pub bases: [Square; 2],
    /// In square order.
    pub rocks: Vec<Square>,
}

impl Map {
    /// The map that is asked for; without a choice the first shipped one.
    pub(crate) fn choose(choice: Option<&MapChoice>) -> Result<Map, Faults> {
        match choice {
            None => Map::from_json(&shipped(MAPS, MAPS[0].name)?),
            Some(MapChoice::Named(name)) => Map::from_json(&shipped(MAPS, name)?),
            Some(MapChoice::Json(json)) => Map::from_json(json),
            Some(MapChoice::Text(text)) => Map::from_text(text),
        }
    }

    /// Reads a map in our JSON form; `bad_map` with everything that is wrong with it.
    pub fn from_json(json: &Value) -> Result<Map, Faults> {
        let check = Check::new();
        let mut bare = read_object(Object::document(json, CODE, &check));
        position::judge_things(&bare, CODE, &check);
        judge_places(&bare, &check);
        judge_ids(&bare, &check);
        check.finish(())?;
        bare.bases.sort_by_key(|base| base.seat);
        let mut rocks: Vec<Square> = bare.rocks.iter().map(|rock| rock.square()).collect();
        rocks.sort_unstable();
        Ok(Map { bases: [bare.bases[0].square(), bare.bases[1].square()], rocks })
    }

    /// Reads the original's text form: one line per row, `1` and `2` the bases, `X` a rock, blank a free square.
    pub fn from_text(text: &str) -> Result<Map, Faults> {
        let check = Check::new();
        let mut bases: [Vec<Square>; 2] = Default::default();
        let mut rocks = Vec::new();
        for (y, line) in (0..).zip(text.split('\n')) {
            for (x, character) in (0..).zip(line.strip_suffix('\r').unwrap_or(line).chars()) {
                match character {
                    '1' => bases[0].push(Square::new(x, y)),
                    '2' => bases[1].push(Square::new(x, y)),
                    'X' => rocks.push(Square::new(x, y)),
                    ' ' => {}
                    other => {
                        let message = format!(
                            "{other:?} in line {}, column {}; only 1, 2, X and blank may be there",
                            y + 1,
                            x + 1
                        );
                        check.fault("map_bad_character", "", message);
                    }
                }
            }
        }
        for (i, code) in ["map_no_base_player1", "map_no_base_player2"].into_iter().enumerate() {
            if bases[i].is_empty() {
                check.fault(code, "", format!("there is no {}, the base of player{0}", i + 1));
            }
        }
        for (i, code) in ["map_two_bases_player1", "map_two_bases_player2"].into_iter().enumerate() {
            if bases[i].len() > 1 {
                let message = format!("there are {} squares {}, the base of player{1}", bases[i].len(), i + 1);
                check.fault(code, "", message);
            }
        }
        check.finish(())?;
        rocks.sort_unstable();
        Ok(Map { bases: [bases[0][0], bases[1][0]], rocks })
    }

    /// A random map: mirrored left and right, bases on the middle row, rocks on eight squares of a hundred, and a way
    /// from base to base. Sizes vary with the draw.
    pub fn random(max_distance_from_base: i64, rng: &mut Rng) -> Map {
        let border = border(max_distance_from_base);
        loop {
            let apart = rng.between(10, FARTHEST_APART);
            let rows = 2 * (border + rng.between(0, MOST_MORE)) + 1;
            let width = 2 * border + apart + 1;
            let bases = [Square::new(border, rows / 2), Square::new(border + apart, rows / 2)];
            let mut rocks = Vec::new();
            for at in (0..=width / 2).flat_map(|x| (0..rows).map(move |y| Square::new(x, y))) {
                let mirrored = Square::new(width - 1 - at.x, at.y);
                let near_base = bases.iter().any(|base| base.distance(at) <= 2 || base.distance(mirrored) <= 2);
                if at.x <= mirrored.x && rng.chance(8, 100) && !near_base {
                    rocks.push(at);
                    if at != mirrored {
                        rocks.push(mirrored);
                    }
                }
            }
            rocks.sort_unstable();
            let map = Map { bases, rocks };
            if map.is_joined(width, rows) {
                return map;
            }
        }
    }

    /// Columns and rows of the largest random map.
    pub fn largest(max_distance_from_base: i64) -> (i64, i64) {
        let border = border(max_distance_from_base);
        (2 * border + FARTHEST_APART + 1, 2 * (border + MOST_MORE) + 1)
    }

    /// Whether a way inside the rectangle leads from base to base.
    fn is_joined(&self, width: i64, rows: i64) -> bool {
        let [from, to] = self.bases;
        let open = |x: usize, y: usize| self.rocks.binary_search(&Square::new(x as i64, y as i64)).is_err();
        let mut field = Field::new();
        field.fill((width as usize, rows as usize), [(from.x as usize, from.y as usize)], open);
        field.at(to.x, to.y) != FAR
    }
}

/// The map as a position, because it is judged like one.
fn read_object(mut object: Object<'_>) -> Position {
    let mut bare = position::start(&Config::default(), [Square::default(); 2], &[]);
    object.text("name");
    object.exactly("game", Footsoldiers::NAME);
    object.int("width", 0..);
    object.int("height", 0..);
    bare.bases = object.objects("bases", |mut base| {
        let entry = position::read_base(&mut base);
        base.finish();
        entry
    });
    bare.rocks = object.objects("rocks", position::read_rock);
    object.finish_leniently();
    bare
}

/// Coordinates of a map are bounded.
fn judge_places(bare: &Position, check: &Check) {
    let bases = bare.bases.iter().enumerate().map(|(i, base)| (format!("/bases/{i}"), base.square()));
    let rocks = bare.rocks.iter().enumerate().map(|(i, rock)| (format!("/rocks/{i}"), rock.square()));
    for (place, at) in bases.chain(rocks) {
        for (key, value) in [("x", at.x), ("y", at.y)] {
            // An unknown coordinate is stored as 0.
            if value.abs() > FARTHEST {
                let message = format!("{value} is not allowed; allowed are -{FARTHEST} to {FARTHEST}");
                check.fault(CODE, format!("{place}/{key}"), message);
            }
        }
    }
}

/// The ids of a map follow from it: 1 and 2 are the bases, the rocks go on in square order.
fn judge_ids(bare: &Position, check: &Check) {
    let fault = |place: String, id: i64, message: &str| {
        if check.knows(&place, ["id"]) {
            check.fault(CODE, format!("{place}/id"), format!("{id} is not {message}"));
        }
    };
    let seated = (0..bare.bases.len()).all(|i| check.knows(&format!("/bases/{i}"), ["seat"]));
    for (i, base) in bare.bases.iter().enumerate().filter(|_| seated) {
        let wanted = base.seat.index() as i64 + 1;
        let alone = bare.bases.iter().filter(|other| other.seat == base.seat).count() == 1;
        if base.id != wanted && alone {
            fault(format!("/bases/{i}"), base.id, &format!("{wanted}, the id of this base"));
        }
    }
    let mut rocks: Vec<_> = bare.rocks.iter().enumerate().collect();
    rocks.sort_by_key(|(_, rock)| rock.square());
    let last = rocks.len() as i64 + 2;
    let ordered = rocks.iter().all(|(i, _)| check.knows(&format!("/rocks/{i}"), ["x", "y"]))
        && rocks.windows(2).all(|two| two[0].1.square() != two[1].1.square());
    for (wanted, (i, rock)) in (3..).zip(rocks) {
        if ordered && rock.id != wanted {
            fault(format!("/rocks/{i}"), rock.id, &format!("{wanted}, the id of the rock that stands there"));
        } else if !(3..=last).contains(&rock.id) {
            fault(format!("/rocks/{i}"), rock.id, &format!("the id of a rock; they are 3 to {last}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn codes(text: &str) -> Vec<&'static str> {
        Map::from_text(text).unwrap_err().list().iter().map(|fault| fault.code).collect()
    }

    #[test]
    fn text_maps_are_read() {
        let map = Map::from_text(" 1 \r\n\nX  X 2  \r").unwrap();
        assert_eq!(map.bases, [Square::new(1, 0), Square::new(5, 2)]);
        assert_eq!(map.rocks, [Square::new(0, 2), Square::new(3, 2)]);
    }

    #[test]
    fn faults_of_text_maps_have_their_codes_in_order() {
        assert_eq!(codes(""), ["map_no_base_player1", "map_no_base_player2"]);
        assert_eq!(codes("1\t2"), ["map_bad_character"]);
        assert_eq!(codes("1x2\r\r"), ["map_bad_character", "map_bad_character"]);
        assert_eq!(codes("11"), ["map_no_base_player2", "map_two_bases_player1"]);
        assert_eq!(codes("12\n2"), ["map_two_bases_player2"]);
    }

    #[test]
    fn shipped_maps_are_good() {
        for map in MAPS {
            let map = Map::from_json(&serde_json::from_str(map.json).unwrap()).unwrap();
            assert!(map.is_joined(60, 20));
        }
    }

    #[test]
    fn faults_of_json_maps_are_all_named() {
        let bad = json!({"name": "m", "game": "footsoldiers", "width": 3, "height": 1, "note": "any",
            "bases": [{"id": 1, "seat": "player1", "x": 0, "y": 0}, {"id": 2, "seat": "player1", "x": 0, "y": 0}],
            "rocks": [{"id": 2, "x": 1_000_000_001, "y": 0}, {"id": 9, "x": 4, "y": 0}]});
        let faults = Map::from_json(&bad).unwrap_err();
        let places: Vec<_> = faults.list().iter().map(|fault| fault.pointer.as_str()).collect();
        assert_eq!(places, ["/bases", "/bases/1", "/rocks/0/x", "/rocks/1/id", "/rocks/0/id"]);
        assert!(faults.list().iter().all(|fault| fault.code == "bad_map"));
    }

    #[test]
    fn ids_of_json_maps_follow_the_squares() {
        let map = |first: i64, second: i64| {
            json!({"name": "m", "game": "footsoldiers", "width": 3, "height": 1,
            "bases": [{"id": 2, "seat": "player2", "x": 9, "y": 0}, {"id": 1, "seat": "player1", "x": 0, "y": 0}],
            "rocks": [{"id": first, "x": 5, "y": -7}, {"id": second, "x": 4, "y": 0}]})
        };
        assert_eq!(Map::from_json(&map(4, 3)).unwrap().bases[0], Square::new(0, 0));
        assert_eq!(Map::from_json(&map(3, 4)).unwrap_err().list().len(), 2);
    }

    #[test]
    fn random_maps_are_mirrored_and_leave_the_bases_room() {
        for seed in 0..50 {
            let map = Map::random(5, &mut Rng::new(seed));
            let [left, right] = map.bases;
            assert_eq!(left.y, right.y);
            assert!(left.x >= 5 && left.y >= 5 && (10..=65).contains(&(right.x - left.x)));
            for rock in &map.rocks {
                assert!(map.rocks.contains(&Square::new(left.x + right.x - rock.x, rock.y)));
                assert!(map.bases.iter().all(|base| base.distance(*rock) > 2));
            }
        }
    }
}
