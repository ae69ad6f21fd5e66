//! Laws over all games as spaces.

use serde_json::{Value, json};
use skirmish_core::hash::mix;
use skirmish_core::rollout::STOP_ONE_IN;
use skirmish_core::{Actor, Entry, Golden, MapChoice, Orders, Rng, Seat, Setup, Table};
use skirmish_learn::page::Numbers;
use skirmish_learn::space::{DONE, END, FIRST, LATER};
use skirmish_learn::{Bits, Composer, Decided, Layout, Page, Scope, Space};

/// Plays random games from openings and from a small start, and shows every seat to act, before its list.
fn each_moment<G: Space + Golden>(
    base: &Setup,
    games: u64,
    most: usize,
    mut see: impl FnMut(&mut Table<G>, Seat, &mut Rng),
) {
    for n in 0..games {
        let mut rng = Rng::new(mix(n + 1));
        let setup = Setup { seed: n, ..base.clone() };
        let (game, state) = G::opening(n, &setup).unwrap();
        let mut table = Table::new(game, state);
        // Some games are looked at from the middle on.
        let skip = if n % 2 == 1 { 40 } else { 0 };
        for step in 0..most + skip {
            let turn = table.turn();
            if turn.is_over() {
                break;
            }
            let mut orders = Orders::new();
            for seat in turn.to_act.iter() {
                if step >= skip {
                    see(&mut table, seat, &mut rng);
                }
                orders
                    .list(seat, random_list(&table.game, &table.state, seat, &mut rng).into_iter().map(Entry::Action));
            }
            table.step(&orders);
        }
    }
}

fn random_list<G: Space>(game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> Vec<G::Action> {
    let (mut state, mut list) = (state.clone(), Vec::new());
    while let Some(action) = game.sample(&state, seat, rng) {
        if game.act(&mut state, seat, &action, &mut ()).is_err() || rng.chance(1, STOP_ONE_IN) {
            break;
        }
        list.push(action);
    }
    list
}

fn imagined<G: Space>(table: &Table<G>, seat: Seat) -> G::State {
    let mut state = table.state.clone();
    table.game.imagine(&table.state, table.memory(), seat, &mut state);
    state
}

/// Room for everything the game can have: nothing is left out.
fn complete<G: Space>(base: &Setup) -> Scope {
    let scope = standard::<G>(base);
    Scope { reach: scope.reach.max(scope.width + scope.height), units: 256, ..scope }
}

fn standard<G: Space>(base: &Setup) -> Scope {
    Scope::of::<G>(base).unwrap()
}

/// A mask has the numbers of exactly the actions that the rules list, and each comes back.
fn masks_are_legality<G: Space + Golden>(base: &Setup, scope: Scope, whole: bool) {
    let layout = Layout::of::<G>(&scope);
    let mut seen = 0;
    each_moment::<G>(base, 6, 60, |table, seat, rng| {
        let (game, mut state) = (table.game.clone(), imagined(table, seat));
        let frame = game.frame(&scope);
        // In the middle of a list, too.
        for _ in 0..3 {
            let mut actors = Vec::new();
            game.actors(&state, seat, &mut actors);
            let mut visited = Vec::new();
            let mut at = None;
            while let Some(actor) = game.next(&state, seat, at) {
                assert!(at.is_none_or(|at| at < actor), "actors ascend");
                assert!(actors.contains(&actor), "{actor:?} is an actor");
                visited.push(actor);
                at = Some(actor);
            }
            for &actor in &actors {
                let mut legal = Vec::new();
                game.legal(&state, seat, actor, &mut legal);
                let mut mask = Bits::below(layout.numbers);
                game.mask(&frame, &state, seat, actor, &mut mask);
                let mut wanted = Bits::below(layout.numbers);
                for action in &legal {
                    match game.number(&frame, &state, seat, actor, action) {
                        Some(END) => continue,
                        Some(number) => {
                            assert!((FIRST..layout.numbers).contains(&number), "{action:?} has the number {number}");
                            assert!(!wanted.has(number), "{action:?} has a number of its own");
                            wanted.set(number);
                            let back = game.action(&frame, &state, seat, actor, number);
                            assert_eq!(back.as_ref(), Some(action), "number {number} comes back");
                        }
                        None => assert!(!whole, "{action:?} of {actor:?} has no number"),
                    }
                }
                let list = |bits: &Bits| -> Vec<_> {
                    bits.iter().map(|n| (n, game.action(&frame, &state, seat, actor, n))).collect()
                };
                assert_eq!(list(&mask), list(&wanted), "{actor:?} of {seat}, {}", game.moment(&state));
                assert!(visited.contains(&actor) || !mask.any(), "{actor:?} can act and is presented");
                seen += mask.count();
            }
            let Some(action) = game.sample(&state, seat, rng) else { break };
            game.act(&mut state, seat, &action, &mut ()).unwrap();
        }
    });
    assert!(seen > 1000, "only {seen} legal actions were seen");
}

/// The decisions that make a list, found by presenting actors until the right one is there.
fn decisions<G: Space>(
    game: &G,
    frame: &G::Frame,
    state: &G::State,
    seat: Seat,
    list: &[G::Action],
    numbers: usize,
) -> Option<Vec<usize>> {
    let (mut composer, mut state, mut made) = (Composer::new(numbers), state.clone(), Vec::new());
    composer.begin(game, frame, &state, seat);
    for action in list {
        loop {
            let actor = composer.actor()?;
            let number = game.number(frame, &state, seat, actor, action).filter(|&number| number != END);
            let fits = |&number: &usize| {
                composer.mask().has(number) && game.action(frame, &state, seat, actor, number).as_ref() == Some(action)
            };
            let number = number.filter(fits);
            let step = number.unwrap_or(LATER);
            made.push(step);
            composer.decide(game, frame, &mut state, seat, step).ok()?;
            if number.is_some() {
                break;
            }
        }
    }
    made.push(END);
    Some(made)
}

/// Decisions give the states that orders give, and every list can be made of them.
fn decisions_are_orders<G: Space + Golden>(base: &Setup) {
    let scope = complete::<G>(base);
    let numbers = Layout::of::<G>(&scope).numbers;
    let mut actions = 0;
    each_moment::<G>(base, 6, 40, |table, seat, rng| {
        let (game, start) = (table.game.clone(), imagined(table, seat));
        let frame = game.frame(&scope);
        // A list of the rules, made of decisions.
        let list: Vec<_> = random_list(&game, &start, seat, rng).into_iter().take(12).collect();
        let listed = |action: &G::Action, state: &G::State| {
            let mut actors = Vec::new();
            game.actors(state, seat, &mut actors);
            actors.iter().any(|&actor| {
                let mut legal = Vec::new();
                game.legal(state, seat, actor, &mut legal);
                legal.contains(action)
            })
        };
        // What the rules accept but do not list has no number, so a list is made up to there.
        let mut state = start.clone();
        let mut known = Vec::new();
        for action in list {
            if !listed(&action, &state) {
                break;
            }
            game.act(&mut state, seat, &action, &mut ()).unwrap();
            known.push(action);
        }
        let made = decisions(&game, &frame, &start, seat, &known, numbers)
            .unwrap_or_else(|| panic!("{known:?} cannot be decided"));
        // Played by a composer, it is the same list.
        let (mut composer, mut played, mut list) = (Composer::new(numbers), start.clone(), Vec::new());
        composer.begin(&game, &frame, &played, seat);
        for number in made {
            if composer.actor().is_none() {
                break;
            }
            if let Decided::Action(action) = composer.decide(&game, &frame, &mut played, seat, number).unwrap() {
                list.push(action);
            }
        }
        assert_eq!(list, known);
        assert_eq!(played, state);
        // Random decisions end, and are the orders that they say.
        let (mut decided, mut list, mut count) = (start.clone(), Vec::new(), 0);
        composer.begin(&game, &frame, &decided, seat);
        while composer.actor().is_some() {
            let number = composer.mask().nth(rng.index(composer.mask().count())).unwrap();
            if let Decided::Action(action) = composer.decide(&game, &frame, &mut decided, seat, number).unwrap() {
                list.push(action);
            }
            count += 1;
            assert!(count < 100_000, "a list never ends");
        }
        actions += list.len();
        assert_eq!(composer.mask().iter().collect::<Vec<_>>(), [END]);
        let turn = game.turn(&start);
        if turn.to_act.len() == 1 {
            let (mut stepped, orders) = (start.clone(), Orders::of(seat, list.into_iter().map(Entry::Action)));
            let mut record = skirmish_core::Record::default();
            game.step(&mut stepped, &orders, &mut record);
            assert!(record.rejections.is_empty(), "{:?}", record.rejections);
            game.close(&mut decided, &mut ());
            assert_eq!(game.hash(&stepped), game.hash(&decided));
            assert_eq!(stepped, decided);
        }
    });
    assert!(actions > 100, "only {actions} actions were decided");
}

fn garbage(page: &mut Page, seed: u64) {
    let mut rng = Rng::new(seed);
    for numbers in &mut page.arrays {
        match numbers {
            Numbers::None => {}
            Numbers::U8(bytes) => bytes.iter_mut().for_each(|byte| *byte = rng.next_u64() as u8),
            Numbers::I16(shorts) => shorts.iter_mut().for_each(|short| *short = rng.next_u64() as i16),
        }
    }
}

fn observe<G: Space>(game: &G, scope: &Scope, state: &G::State, seat: Seat, actor: Option<Actor>, seed: u64) -> Page {
    let mut page = Page::new(&G::arrays(scope), |_| true);
    garbage(&mut page, seed);
    game.observe(&game.frame(scope), state, seat, actor, &mut page.sheet());
    page
}

/// Every number of every array is written, whatever was there before, and shapes are those of the layout.
fn arrays_are_written_whole<G: Space + Golden>(base: &Setup) {
    let scope = standard::<G>(base);
    let layout = Layout::of::<G>(&scope);
    assert!(layout.arrays.len() <= skirmish_learn::sheet::MOST);
    for array in &layout.arrays {
        let columns = array.shape.get(array.axis).copied().unwrap_or(1);
        assert_eq!(columns, array.columns.len(), "{} says what it holds", array.name);
        assert!(array.columns.iter().all(|column| column.scale > 0.0 && !column.about.is_empty()));
    }
    each_moment::<G>(base, 4, 30, |table, seat, _| {
        let (game, state) = (table.game.clone(), imagined(table, seat));
        assert_eq!(game.misfit(&state, &scope, true), None);
        let mut actors = Vec::new();
        game.actors(&state, seat, &mut actors);
        for actor in actors.into_iter().map(Some).chain([None]) {
            let [one, other] = [1, 2].map(|seed| observe(&game, &scope, &state, seat, actor, seed));
            assert_eq!(one, other, "{actor:?}");
        }
        for other in turn_seats(&game, &table.state) {
            let state = imagined(table, other);
            let [one, two] = [1, 2].map(|seed| observe(&game, &scope, &state, other, None, seed));
            assert_eq!(one, two);
        }
    });
}

fn turn_seats<G: Space>(game: &G, state: &G::State) -> Vec<Seat> {
    (0..game.seats(state).len() as u8).map(Seat).collect()
}

/// What a bot makes of its messages is what training shows: observations and masks, through a whole list.
fn messages_tell_the_same<G: Space + Golden>(base: &Setup) {
    let scope = standard::<G>(base);
    let numbers = Layout::of::<G>(&scope).numbers;
    let mut compared = 0;
    for n in 0..4 {
        let mut rng = Rng::new(n);
        let (game, state) = G::opening(n, &Setup { seed: n, ..base.clone() }).unwrap();
        let mut table = Table::new(game, state);
        let mut first: Vec<Option<Value>> = vec![None; table.game.seats(&table.state).len()];
        let mut view = G::View::default();
        for _ in 0..30 {
            let turn = table.turn();
            if turn.is_over() {
                break;
            }
            let mut orders = Orders::new();
            for seat in turn.to_act.iter() {
                table.ask(seat, &mut view);
                let latest = serde_json::to_value(&view).unwrap();
                let first = first[seat.index()].get_or_insert_with(|| latest.clone());
                let (told, mut imagined_there) = G::told(first, &latest).unwrap_or_else(|faults| panic!("{faults}"));
                let mut here = imagined(&table, seat);
                let game = &table.game;
                let (frame, frame_there) = (game.frame(&scope), told.frame(&scope));
                let (mut one, mut other) = (Composer::new(numbers), Composer::new(numbers));
                one.begin(game, &frame, &here, seat);
                other.begin(&told, &frame_there, &imagined_there, seat);
                let mut list = Vec::new();
                for i in 0..60 {
                    assert_eq!(one.actor(), other.actor());
                    assert_eq!(one.mask(), other.mask());
                    let pages = (
                        observe(game, &scope, &here, seat, one.actor(), i),
                        observe(&told, &scope, &imagined_there, seat, other.actor(), i + 1),
                    );
                    assert_eq!(pages.0, pages.1, "{seat}, decision {i} of {}", game.moment(&here));
                    compared += 1;
                    if one.actor().is_none() {
                        break;
                    }
                    let choice = one.mask().iter().filter(|&n| n != END || i > 40).collect::<Vec<_>>();
                    let number = *rng.choose(&choice).unwrap();
                    let decided = one.decide(game, &frame, &mut here, seat, number).unwrap();
                    assert_eq!(other.decide(&told, &frame_there, &mut imagined_there, seat, number).unwrap(), decided);
                    if let Decided::Action(action) = decided {
                        list.push(action);
                    }
                }
                orders.list(seat, list.into_iter().map(Entry::Action));
            }
            table.step(&orders);
        }
    }
    assert!(compared > 100, "only {compared} decisions were compared");
}

/// Nothing that a seat cannot see changes what it observes or may decide.
fn hidden_things_stay_hidden<G: Space + Golden>(base: &Setup) {
    let scope = standard::<G>(base);
    let numbers = Layout::of::<G>(&scope).numbers;
    let (mut changed, mut looked, mut hides) = (0, 0, G::HIDES);
    each_moment::<G>(base, 6, 30, |table, seat, rng| {
        let game = table.game.clone();
        // The key of chance is hidden from everybody, also where seats hide nothing from each other.
        hides |= game.key(&table.state).is_some();
        let mut other = table.clone();
        other.state = game.reshuffle(&table.state, seat, rng);
        changed += u64::from(other.state != table.state);
        looked += 1;
        let (mut here, mut there) = (imagined(table, seat), imagined(&other, seat));
        let frame = game.frame(&scope);
        let (mut one, mut two) = (Composer::new(numbers), Composer::new(numbers));
        one.begin(&game, &frame, &here, seat);
        two.begin(&game, &frame, &there, seat);
        for i in 0..20 {
            assert_eq!((one.actor(), one.mask()), (two.actor(), two.mask()));
            let pages = (
                observe(&game, &scope, &here, seat, one.actor(), i),
                observe(&game, &scope, &there, seat, two.actor(), i),
            );
            assert_eq!(pages.0, pages.1);
            if one.actor().is_none() {
                break;
            }
            let number = one.mask().nth(rng.index(one.mask().count())).unwrap();
            let decided = one.decide(&game, &frame, &mut here, seat, number).unwrap();
            assert_eq!(two.decide(&game, &frame, &mut there, seat, number).unwrap(), decided);
        }
    });
    assert!(looked > 50);
    assert_eq!(changed > 0, hides, "a game that hides something has something to change");
}

/// Numbers that are not in the mask are refused, and change nothing.
fn other_numbers_are_refused<G: Space + Golden>(base: &Setup) {
    let scope = standard::<G>(base);
    let numbers = Layout::of::<G>(&scope).numbers;
    each_moment::<G>(base, 2, 10, |table, seat, _| {
        let (game, mut state) = (table.game.clone(), imagined(table, seat));
        let frame = game.frame(&scope);
        let mut composer = Composer::new(numbers);
        composer.begin(&game, &frame, &state, seat);
        let before = state.clone();
        for number in (0..numbers + 70).filter(|&number| !composer.mask().has(number)).collect::<Vec<_>>() {
            assert!(composer.decide(&game, &frame, &mut state, seat, number).is_err());
            assert_eq!(state, before);
        }
        if composer.actor().is_some() {
            composer.decide(&game, &frame, &mut state, seat, LATER).unwrap();
            composer.decide(&game, &frame, &mut state, seat, END).ok();
            assert!(composer.actor().is_none());
            assert!(composer.decide(&game, &frame, &mut state, seat, DONE).is_err(), "the list has ended");
        }
    });
}

/// Where seats act at once: the lists that they decide, each by itself, played as orders give the state that their actions
/// give one after the other.
fn decisions_of_many_are_orders<G: Space + Golden>(base: &Setup) {
    let scope = standard::<G>(base);
    let numbers = Layout::of::<G>(&scope).numbers;
    let (mut compared, mut at_once) = (0, false);
    for n in 0..6 {
        let mut rng = Rng::new(mix(n + 1));
        let (game, mut state) = G::opening(n, &Setup { seed: n, ..base.clone() }).unwrap();
        let (frame, is_single) = (game.frame(&scope), game.host().longest_list == 1);
        let mut composer = Composer::new(numbers);
        for _ in 0..60 {
            let turn = game.turn(&state);
            if turn.is_over() {
                break;
            }
            at_once |= turn.to_act.len() > 1;
            let (mut orders, mut acted) = (Orders::new(), state.clone());
            for seat in turn.to_act.iter() {
                let (mut own, mut list) = (state.clone(), Vec::new());
                composer.begin(&game, &frame, &own, seat);
                while composer.actor().is_some() {
                    let number = composer.mask().nth(rng.index(composer.mask().count())).unwrap();
                    let decided = match is_single {
                        true => composer.choose(&game, &frame, &own, seat, number),
                        false => composer.decide(&game, &frame, &mut own, seat, number),
                    };
                    if let Decided::Action(action) = decided.unwrap() {
                        list.push(action);
                        if is_single {
                            composer.rest();
                        }
                    }
                }
                list.iter().for_each(|action| game.act(&mut acted, seat, action, &mut ()).unwrap());
                orders.list(seat, list.into_iter().map(Entry::Action));
            }
            game.close(&mut acted, &mut ());
            let mut record = skirmish_core::Record::default();
            game.step(&mut state, &orders, &mut record);
            assert!(record.rejections.is_empty(), "{:?}", record.rejections);
            assert_eq!(game.hash(&state), game.hash(&acted), "turn {}", turn.number);
            assert_eq!(state, acted);
            compared += usize::from(turn.to_act.len() > 1);
        }
    }
    assert_eq!(compared > 50, at_once, "{compared} turns of many seats");
}

/// Scores are those of the standings, and potentials are fair.
fn measures_are_sane<G: Space + Golden>(base: &Setup) {
    each_moment::<G>(base, 4, 30, |table, _, _| {
        let standings = table.game.standings(&table.state);
        for (i, &score) in standings.scores.iter().enumerate() {
            let seat = Seat(i as u8);
            assert_eq!(table.game.score(&table.state, seat), score);
            let potential = table.game.potential(&table.state, seat);
            assert!(potential.is_finite() && potential.abs() < 20.0, "{potential}");
        }
    });
}

/// Whatever opening comes, it fits into the scope that is made without having seen it.
fn openings_fit<G: Space + Golden>(base: &Setup) {
    let scope = standard::<G>(base);
    for n in (0..60).chain((0..60).map(|n| mix(n) >> 16)) {
        let (game, state) = G::opening(n, base).unwrap();
        assert_eq!(game.misfit(&state, &scope, true), None, "opening {n}");
    }
}

/// Too large a board is refused by name.
fn misfits_are_named<G: Space + Golden>(base: &Setup) {
    let (game, state) = G::opening(0, base).unwrap();
    let need = game.scope(&state);
    let small = Scope { width: need.width - 1, ..need };
    assert_eq!(game.misfit(&state, &small, false).is_none(), G::ANY_BOARD);
    let why = game.misfit(&state, &small, true).unwrap();
    assert!(why.contains(&format!("{} x {}", need.width, need.height)), "{why}");
    let named = Setup { map: Some(MapChoice::Named("nowhere".into())), ..base.clone() };
    assert!(Scope::of::<G>(&named).is_err());
}

macro_rules! laws {
    ($($name:ident: $game:ty $(, with $config:tt)?);* $(;)?) => { $(
        mod $name {
            use super::*;
            type G = $game;

            fn base() -> Setup {
                #[allow(unused_mut)]
                let mut base = Setup::default();
                $(base.config = json!($config).as_object().unwrap().clone();)?
                base
            }

            #[test]
            fn masks_are_exactly_legality() {
                let base = base();
                masks_are_legality::<G>(&base, complete::<G>(&base), true);
                masks_are_legality::<G>(&base, standard::<G>(&base), false);
            }

            #[test]
            fn decisions_give_the_states_of_orders() {
                decisions_are_orders::<G>(&base());
            }

            #[test]
            fn decisions_of_many_seats_give_the_states_of_orders() {
                decisions_of_many_are_orders::<G>(&base());
            }

            #[test]
            fn arrays_are_always_written_whole() {
                arrays_are_written_whole::<G>(&base());
            }

            #[test]
            fn messages_tell_what_states_tell() {
                messages_tell_the_same::<G>(&base());
            }

            #[test]
            fn what_is_hidden_changes_nothing() {
                hidden_things_stay_hidden::<G>(&base());
            }

            #[test]
            fn numbers_outside_the_mask_are_refused() {
                other_numbers_are_refused::<G>(&base());
            }

            #[test]
            fn scores_and_potentials() {
                measures_are_sane::<G>(&base());
            }

            #[test]
            fn all_openings_fit() {
                openings_fit::<G>(&base());
            }

            #[test]
            fn boards_that_do_not_fit_are_named() {
                misfits_are_named::<G>(&base());
            }
        }
    )* };
}

laws! {
    outbreak: skirmish_games::Outbreak;
    zords: skirmish_games::Zords;
    footsoldiers: skirmish_games::Footsoldiers;
    footsoldiers_far: skirmish_games::Footsoldiers, with {"initial_money": 400, "max_distance_from_base": 20};
    golems: skirmish_games::Golems;
    infection: skirmish_games::Infection;
    infection_by_turn: skirmish_games::Infection, with {"prompt": "turn"};
    infection_far: skirmish_games::Infection, with {
        "zombie_speed": 9, "zombie_range": 3, "marksman_range": 9, "builder_range": 8, "ability_cooldown": 0
    };
}

/// What the scope of these games has room for is all that the rules list, whatever the config says.
mod nothing_is_left_out {
    use super::*;

    fn holds<G: Space + Golden>(config: Value) {
        let base = Setup { config: config.as_object().unwrap().clone(), ..Setup::default() };
        masks_are_legality::<G>(&base, standard::<G>(&base), true);
    }

    #[test]
    fn of_footsoldiers() {
        holds::<skirmish_games::Footsoldiers>(json!({}));
        holds::<skirmish_games::Footsoldiers>(json!({"initial_money": 400, "max_distance_from_base": 20}));
    }

    #[test]
    fn of_infection() {
        holds::<skirmish_games::Infection>(json!({}));
        holds::<skirmish_games::Infection>(json!({"zombie_range": 5, "marksman_range": 9, "starting_humans": 40}));
    }
}
