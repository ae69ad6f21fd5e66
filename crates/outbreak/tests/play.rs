//! Random play: the two ways through a turn agree, lists tell the truth, and nothing hidden shows.

use skirmish_core::rules::legal_actions;
use skirmish_core::view::{News, Viewer};
use skirmish_core::{Documents, Entry, Golden, Orders, Record, Rng, Rules, Seat, Setup, Telling, rollout};
use skirmish_outbreak::{Action, Outbreak, State, View};

fn setup(config: &str) -> Setup {
    Setup { config: serde_json::from_str(config).unwrap(), ..Setup::default() }
}

/// Games in many stages: some random turns into openings under several configs.
fn states(n: u64) -> impl Iterator<Item = (Outbreak, State, Rng)> {
    (0..n).map(|i| {
        let base = match i % 4 {
            0 => setup(r#"{"human_attack_moves":0,"zombie_attack_facing":"any","zombie_hp_incr":0}"#),
            1 => setup(r#"{"zombie_moves":3,"spawn_rate":4,"human_sight":3,"drop_rate":0.5,"drop_max":2}"#),
            _ => Setup::default(),
        };
        let (game, mut state) = Outbreak::opening(i, &base).unwrap();
        let mut rng = Rng::new(i);
        for _ in 0..rng.below(160) {
            if !game.turn(&state).is_over() {
                rollout::step(&game, &mut state, &mut rng);
            }
        }
        (game, state, rng)
    })
}

fn reopened(game: &Outbreak, state: &State) -> State {
    let json = serde_json::to_value(game.position(state)).unwrap();
    let position = Outbreak::read_position(&json).unwrap_or_else(|faults| panic!("{faults}"));
    Outbreak::from_position(&position).unwrap_or_else(|faults| panic!("{faults}")).1
}

#[test]
fn every_state_comes_back_from_its_position() {
    for (game, state, _) in states(120) {
        let again = reopened(&game, &state);
        assert_eq!(again, state);
        assert_eq!(game.hash(&again), game.hash(&state));
    }
}

#[test]
fn a_list_at_once_is_its_actions_one_by_one() {
    for (game, state, mut rng) in states(120) {
        let Some(seat) = game.turn(&state).to_act.iter().next() else { continue };
        let mut single = state.clone();
        let mut list = Vec::new();
        while list.len() < 200
            && let Some(action) = game.sample(&single, seat, &mut rng)
        {
            assert_eq!(game.is_legal(&single, seat, &action), Ok(()));
            game.act(&mut single, seat, &action, &mut ()).unwrap();
            list.push(Entry::Action(action));
        }
        game.close(&mut single, &mut ());
        let mut whole = state.clone();
        let mut record = Record::default();
        game.step(&mut whole, &Orders::of(seat, list), &mut record);
        assert_eq!(record.rejections, []);
        assert_eq!(whole, single);
        assert_eq!(reopened(&game, &whole), whole);
    }
}

#[test]
fn what_is_listed_is_accepted_and_what_is_refused_changes_nothing() {
    for (game, mut state, mut rng) in states(60) {
        let Some(seat) = game.turn(&state).to_act.iter().next() else { continue };
        let listed = legal_actions(&game, &state, seat);
        for action in &listed {
            assert_eq!(game.is_legal(&state, seat, action), Ok(()), "{action:?}");
        }
        assert_eq!(game.sample(&state, seat, &mut rng).is_some(), !listed.is_empty());
        for action in any_actions(&state, &mut rng, 200) {
            let before = state.clone();
            let legal = game.is_legal(&state, seat, &action);
            assert_eq!(game.act(&mut state, seat, &action, &mut ()), legal);
            if legal.is_err() {
                assert_eq!(state, before);
            }
        }
    }
}

/// Actions of all kinds, mostly nonsense, about things that are there and things that are not.
fn any_actions(state: &State, rng: &mut Rng, n: usize) -> Vec<Action> {
    use skirmish_grid::hex::Hex;
    use skirmish_outbreak::words::{Item, WeaponId, Zone};
    let units: Vec<i32> =
        state.humans().iter().map(|h| h.id as i32).chain(state.zombies().iter().map(|z| z.id as i32)).collect();
    (0..n)
        .map(|_| {
            let id = |rng: &mut Rng| match rng.choose(&units) {
                Some(&unit) if rng.chance(3, 4) => unit,
                _ => rng.between(-1, 700) as i32,
            };
            let unit = id(rng);
            let target = if rng.chance(1, 2) { rng.between(0, 500) as i32 } else { id(rng) };
            let near =
                state.humans().iter().map(|h| h.at).chain(state.zombies().iter().map(|z| z.at)).nth(rng.index(8));
            let center = near.unwrap_or_default();
            let at = Hex::new(center.x + rng.between(-3, 3) as i32, center.y + rng.between(-3, 3) as i32);
            let amount = rng.between(-1, 60) as i32;
            match rng.index(15) {
                0 => Action::Place { at, weapon: rng.chance(7, 8).then(|| WeaponId(rng.index(7) as u16)) },
                1 => Action::Move { unit, to: rng.chance(3, 4).then_some(at) },
                2 => Action::Move { unit, to: None },
                3 | 4 => Action::Attack { unit, target },
                5 => Action::AttackGround { unit, at },
                6 => Action::Build { unit, at },
                7 => Action::Grab { unit, target },
                8 => Action::DropWeapon { unit, at },
                9 => Action::DropAmmo { unit, at, amount },
                10 => Action::Give { unit, target, amount },
                11 => Action::Call { at, item: Some(Item::Ammo) },
                12 => Action::Spawn { zone: Some(Zone::ALL[rng.index(4)]), facing: rng.between(-1, 6) as i32 },
                13 => Action::Turn { unit, direction: rng.between(-1, 2) as i32 },
                _ => Action::Eat { unit, target },
            }
        })
        .collect()
}

fn view(game: &Outbreak, state: &State, seat: Seat) -> String {
    let memory = game.begin(state);
    let news = News { first: false, rejected: &[], events: &[], memory: &memory };
    let mut view = View::default();
    game.view(state, Viewer::Seat(seat), &news, &mut view);
    serde_json::to_string(&view).unwrap()
}

#[test]
fn what_is_hidden_shows_nowhere() {
    let (mut changed, mut all) = (0, 0);
    for (game, state, mut rng) in states(120) {
        for seat in [Seat(0), Seat(1)] {
            let other = game.reshuffle(&state, seat, &mut rng);
            assert_eq!(reopened(&game, &other), other);
            all += 1;
            changed += usize::from(other != state);
            assert_eq!(view(&game, &state, seat), view(&game, &other, seat));
            assert_eq!(legal_actions(&game, &state, seat), legal_actions(&game, &other, seat));
            for _ in 0..4 {
                let mut list = any_actions(&state, &mut rng, 60);
                let (mut one, mut two) = (state.clone(), other.clone());
                // Accepted actions too, so that units wander into new sights.
                for _ in 0..40 {
                    list.extend(game.sample(&one, seat, &mut rng));
                    for action in list.drain(..) {
                        let answers = [&mut one, &mut two].map(|state| game.act(state, seat, &action, &mut ()));
                        assert_eq!(answers[0], answers[1], "{action:?}");
                    }
                }
                if game.turn(&state).to_act.contains(seat) {
                    assert_eq!(view(&game, &one, seat), view(&game, &two, seat));
                }
            }
        }
    }
    assert!(changed * 10 >= all * 9, "only {changed} of {all} were changed");
}
