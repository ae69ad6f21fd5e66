//! Small starts of every game, so that goldens stay readable.

use serde_json::{Value, json};
use skirmish_core::{Game, MapChoice, Setup};

/// A small start of the game called `G::ID`.
pub fn start<G: Game>() -> (G, G::State) {
    let setup = setup(G::ID);
    G::resolve(&setup).unwrap_or_else(|faults| panic!("{}: {faults}", G::ID))
}

/// A start for counting. Where both seats choose at once their choices multiply, so that game gets a tiny start.
pub fn count_start<G: Game>() -> (G, G::State) {
    if G::ID != "footsoldiers" {
        return start();
    }
    let position = json!({"game": "footsoldiers", "turns_remaining": 9, "next_id": 6,
        "bases": [{"id": 1, "seat": "player1", "x": 0, "y": 0, "health": 9, "money": 4},
            {"id": 2, "seat": "player2", "x": 3, "y": 1, "health": 9, "money": 4}],
        "rocks": [{"id": 3, "x": 1, "y": 1}],
        "soldiers": [
            {"id": 4, "seat": "player1", "kind": "scout", "x": 1, "y": 0, "health": 9, "dest_x": 3, "dest_y": 1, "facing": "down"},
            {"id": 5, "seat": "player2", "kind": "tank", "x": 2, "y": 1, "health": 12, "dest_x": 0, "dest_y": 0, "facing": "left"}],
        "config": {"money_per_turn": 0}});
    let position = G::read_position(&position).unwrap_or_else(|faults| panic!("{}: {faults}", G::ID));
    G::from_position(&position).unwrap_or_else(|faults| panic!("{}: {faults}", G::ID))
}

fn setup(id: &str) -> Setup {
    let (map, config) = match id {
        "outbreak" => (
            json!({"name": "small", "radius": 3, "rows": [
                ".......", "..C....", ".......", "..WwW..", ".......", "....C..", ".......",
            ]}),
            json!({"human_count": 2, "max_turns": 14, "human_sight": 2}),
        ),
        "infection" => (
            json!({"name": "small", "width": 10, "height": 8, "rows": [
                "..........", "..##......", "..#...T...", "....~~....", "....~~..=.", "......===.", "..,.......", "..........",
            ], "human_anchor": [7, 6], "zombie_anchor": [1, 0]}),
            json!({"width": 10, "height": 8, "starting_humans": 3, "starting_zombies": 2, "turn_limit": 12}),
        ),
        "golems" => (
            json!({"name": "small", "width": 6, "height": 5, "rows": ["...O..", "..#...", ".O..O.", "...#..", "..O..."]}),
            json!({"max_turns": 14}),
        ),
        "footsoldiers" => (
            json!({"name": "small", "game": "footsoldiers", "origin": "own", "width": 9, "height": 5,
                "bases": [{"id": 1, "seat": "player1", "x": 1, "y": 2}, {"id": 2, "seat": "player2", "x": 7, "y": 2}],
                "rocks": [{"id": 3, "x": 4, "y": 1}, {"id": 4, "x": 4, "y": 3}]}),
            json!({"total_turns": 14, "initial_money": 20, "base_health": 9, "max_distance_from_base": 2}),
        ),
        "zords" => (
            json!({"name": "small", "board_size": 14, "totems": [{"x": 4, "y": 9}, {"x": 9, "y": 4}],
                "spawns": [{"x": 1, "y": 1}, {"x": 12, "y": 12}],
                "config": {"days": 6, "max_players": 2, "totem_aura": 1, "rounds_per_day": 3, "totem_period_days": 1}}),
            json!({}),
        ),
        other => panic!("no small start of {other}: add one"),
    };
    let Value::Object(config) = config else { unreachable!("configs are objects") };
    Setup { config, map: Some(MapChoice::Json(map)), seats: Vec::new(), seed: 5 }
}
