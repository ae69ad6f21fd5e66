//! The rules written a second time, as plainly and slowly as possible, and held against the fast ones on random
//! positions: crowds, mazes, negative and far squares, all speeds.

use skirmish_core::{Check, Config as _, Documents, Entry, Orders, Rng, Rules, Seat};
use skirmish_footsoldiers::position::{BaseEntry, Position, RockEntry, SoldierEntry};
use skirmish_footsoldiers::{Action, Config, Facing, Footsoldiers, Kind, Square, Team};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Plays one turn without commands.
fn naive_turn(position: &Position, config: &Config) -> Position {
    let mut after = position.clone();
    let first = if position.turns_remaining % 2 == 0 { Team::Player1 } else { Team::Player2 };
    let mut order: Vec<usize> = (0..after.soldiers.len()).collect();
    order.sort_by_key(|&i| (position.soldiers[i].seat != first, position.soldiers[i].square()));
    for i in order {
        let taken = taken(&after);
        let to = naive_walk(&after.soldiers[i], &taken, config);
        (after.soldiers[i].x, after.soldiers[i].y) = (to.x, to.y);
    }
    let mut losses: BTreeMap<Square, i64> = BTreeMap::new();
    for soldier in &after.soldiers {
        if let Some(target) = naive_target(soldier, &after) {
            *losses.entry(target).or_default() += traits(soldier.kind, config).1;
        }
    }
    for (square, loss) in losses {
        for base in after.bases.iter_mut().filter(|base| base.square() == square) {
            base.health = (base.health - loss).max(0);
        }
        for soldier in after.soldiers.iter_mut().filter(|soldier| soldier.square() == square) {
            soldier.health = (soldier.health - loss).max(0);
        }
    }
    after.soldiers.retain(|soldier| soldier.health > 0);
    after.bases.iter_mut().for_each(|base| base.money += config.money_per_turn);
    after.turns_remaining -= 1;
    after
}

fn taken(position: &Position) -> BTreeSet<Square> {
    let bases = position.bases.iter().map(BaseEntry::square);
    let rocks = position.rocks.iter().map(RockEntry::square);
    bases.chain(rocks).chain(position.soldiers.iter().map(SoldierEntry::square)).collect()
}

/// Speed and damage.
fn traits(kind: Kind, config: &Config) -> (i64, i64) {
    match kind {
        Kind::Scout => (config.scout_speed, config.scout_damage),
        Kind::Assassin => (config.assassin_speed, config.assassin_damage),
        Kind::Tank => (config.tank_speed, config.tank_damage),
    }
}

fn naive_walk(soldier: &SoldierEntry, taken: &BTreeSet<Square>, config: &Config) -> Square {
    let from = soldier.square();
    if from == soldier.goal() {
        return from;
    }
    let mut steps = BTreeMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        let step = steps[&at] + 1;
        for (dx, dy) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let next = Square::new(at.x + dx, at.y + dy);
            if step <= traits(soldier.kind, config).0 && !taken.contains(&next) && !steps.contains_key(&next) {
                steps.insert(next, step);
                queue.push_back(next);
            }
        }
    }
    let nearest = steps.keys().map(|at| at.distance(soldier.goal())).min().unwrap();
    if from.distance(soldier.goal()) == nearest {
        return from;
    }
    // The keys come in square order.
    *steps.keys().find(|at| at.distance(soldier.goal()) == nearest).unwrap()
}

fn naive_target(soldier: &SoldierEntry, position: &Position) -> Option<Square> {
    let clockwise = [(0, 1), (-1, 0), (0, -1), (1, 0)];
    let ring = (0..4).map(|i| clockwise[(soldier.facing as usize + i) % 4]);
    let mut ring = ring.map(|(dx, dy)| Square::new(soldier.x + dx, soldier.y + dy));
    ring.find(|&at| {
        position.bases.iter().any(|base| base.square() == at && base.seat != soldier.seat)
            || position.soldiers.iter().any(|other| other.square() == at && other.seat != soldier.seat)
    })
}

/// A random position around `centre`: `size` squares a side, things on `density` of a hundred squares.
fn random_position(rng: &mut Rng, centre: i64, size: i64, density: u64, fastest: i64) -> Position {
    let mut squares: Vec<Square> = (0..size)
        .flat_map(|x| (0..size).map(move |y| Square::new(centre + x - size / 2, centre + y - size / 2)))
        .collect();
    rng.shuffle(&mut squares);
    let base = |i: usize| {
        let Square { x, y } = squares[i];
        let seat = [Team::Player1, Team::Player2][i];
        BaseEntry { id: i as i64 + 1, seat, x, y, health: 40, money: 10 }
    };
    let mut position = Position {
        game: "footsoldiers",
        turns_remaining: rng.between(1, 100),
        next_id: 100_000,
        bases: vec![base(0), base(1)],
        rocks: Vec::new(),
        soldiers: Vec::new(),
        config: Default::default(),
        disqualified: Vec::new(),
    };
    for key in ["scout_speed", "assassin_speed", "tank_speed"] {
        position.config.insert(key.into(), rng.between(0, fastest).into());
    }
    let most_soldiers = rng.between(1, 40) as usize;
    for (id, &Square { x, y }) in (3..).zip(&squares[2..]) {
        if !rng.chance(density, 100) {
            continue;
        }
        if position.soldiers.len() < most_soldiers && rng.chance(1, 2) {
            let goal = match rng.below(4) {
                0 => squares[rng.index(2)],
                1 => Square::new(rng.between(0, i32::MAX.into()), rng.between(0, i32::MAX.into())),
                2 => Square::new(x + rng.between(-1, 1), y + rng.between(-1, 1)),
                _ => squares[rng.index(squares.len())],
            };
            position.soldiers.push(SoldierEntry {
                id,
                seat: [Team::Player1, Team::Player2][rng.index(2)],
                kind: Kind::ALL[rng.index(3)],
                x,
                y,
                health: rng.between(1, 12),
                dest_x: goal.x,
                dest_y: goal.y,
                facing: Facing::ALL[rng.index(4)],
            });
        } else {
            position.rocks.push(RockEntry { id, x, y });
        }
    }
    position.rocks.sort_by_key(RockEntry::square);
    position
}

/// Plays a position for some turns both ways.
fn compare(position: Position, turns: u32) {
    let check = Check::new();
    let config = Config::overridden(&position.config, "", &check);
    let mut naive = position;
    let (game, mut state) = Footsoldiers::from_position(&naive).unwrap();
    for _ in 0..turns {
        if game.turn(&state).is_over() {
            return;
        }
        let before = naive.clone();
        naive = naive_turn(&naive, &config);
        let mut orders = Orders::of(Seat(1), [Entry::Action(Action::NoOp)]);
        orders.list(Seat(0), []);
        game.step(&mut state, &orders, &mut ());
        naive.config = game.position(&state).config;
        assert_eq!(game.position(&state), naive, "from {}", serde_json::to_string(&before).unwrap());
    }
}

#[test]
fn crowds_and_mazes() {
    let mut rng = Rng::new(1);
    for _ in 0..500 {
        let (size, density) = (rng.between(3, 16), rng.between(5, 80) as u64);
        let centre = rng.between(-20, 20);
        compare(random_position(&mut rng, centre, size, density, 9), 4);
    }
}

#[test]
fn all_speeds() {
    let mut rng = Rng::new(2);
    for _ in 0..24 {
        let (size, density) = (rng.between(8, 60), rng.between(5, 45) as u64);
        compare(random_position(&mut rng, 30, size, density, 64), 2);
    }
}

#[test]
fn things_beyond_the_field_of_bits() {
    let mut rng = Rng::new(3);
    for _ in 0..80 {
        let mut position = random_position(&mut rng, 1_000_000_000, 12, 40, 20);
        // The first base lies elsewhere, and everything else is outside what is kept as bits.
        (position.bases[0].x, position.bases[0].y) = (5, -5);
        compare(position, 4);
    }
    for _ in 0..8 {
        // Wider than the field can be: rocks and soldiers lie across its edge.
        let mut position = random_position(&mut rng, 0, 300, 3, 12);
        position.soldiers.truncate(30);
        compare(position, 3);
    }
}

#[test]
fn squares_at_the_end_of_32_bits() {
    let mut rng = Rng::new(4);
    for _ in 0..60 {
        compare(random_position(&mut rng, i32::MAX.into(), 9, 50, 9), 4);
        compare(random_position(&mut rng, i32::MIN.into(), 9, 50, 9), 4);
    }
}
