//! Weights decide the same wherever they are played: in training, at a referee's table, and over lines of JSON.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json, value::to_raw_value};
use skirmish_core::interpreter::Heard;
use skirmish_core::table::Timing;
use skirmish_core::{Entry, Orders, Rng, Seat, Setup, Table};
use skirmish_learn::interpreter::interpreter;
use skirmish_learn::npz::{self, Numbers as Floats};
use skirmish_learn::page::Numbers;
use skirmish_learn::policy::Play;
use skirmish_learn::{Bits, Composer, Decided, Layout, Page, Policy, Scope, Space, dialogue, pilot};

/// Weights that tell what they see: those of untrained ones are too even.
fn weights<G: Space>(play: Play) -> (Vec<u8>, Layout) {
    let layout = Layout::of::<G>(&Scope::of::<G>(&Setup::default()).unwrap());
    let mut arrays = npz::read(&Policy::untrained(&layout, 24, 9)).unwrap();
    for (name, array) in &mut arrays {
        match &mut array.numbers {
            Floats::F32(numbers) if name == "out.weight" => numbers.iter_mut().for_each(|number| *number *= 200.0),
            Floats::U8(text) if name == "policy" => {
                let mut about: Value = serde_json::from_slice(text).unwrap();
                about["play"] = json!(play);
                *text = serde_json::to_vec(&about).unwrap();
                array.shape = vec![text.len()];
            }
            _ => {}
        }
    }
    (npz::write(&arrays), layout)
}

/// What the seat decides in training: on the state that it may imagine.
fn in_training<G: Space>(table: &Table<G>, seat: Seat, policy: &Policy, layout: &Layout) -> Vec<Value> {
    let (game, mut state) = (&table.game, table.state.clone());
    game.imagine(&table.state, table.memory(), seat, &mut state);
    let (frame, is_single) = (game.frame(&layout.scope), game.host().longest_list == 1);
    let (mut composer, mut list) = (Composer::new(layout.numbers), Vec::new());
    let mut page = Page::new(&layout.arrays, |array| !array.large);
    composer.begin(game, &frame, &state, seat);
    while composer.actor().is_some() {
        game.observe(&frame, &state, seat, composer.actor(), &mut page.sheet());
        let number = policy.choose(&page, composer.mask(), &mut Rng::new(0));
        let decided = match is_single {
            true => composer.choose(game, &frame, &state, seat, number),
            false => composer.decide(game, &frame, &mut state, seat, number),
        };
        if let Decided::Action(action) = decided.unwrap() {
            list.push(serde_json::to_value(game.wire(&action)).unwrap());
            if is_single {
                composer.rest();
            }
        }
    }
    list
}

/// What a bot decides that is sent arrays as text.
fn over_lines(
    open: &mut dyn skirmish_core::interpreter::Interpreter,
    message: &[u8],
    policy: &Policy,
    layout: &Layout,
) -> Value {
    let mut line = Vec::new();
    open.turn(message, &mut line).unwrap();
    loop {
        let question: Value = serde_json::from_slice(&line).unwrap();
        assert_eq!(question["type"], "decide");
        let bytes = |text: &Value| STANDARD.decode(text.as_str().unwrap()).unwrap();
        let mut page = Page::new(&layout.arrays, |array| question["arrays"].get(array.name).is_some());
        for (array, numbers) in layout.arrays.iter().zip(&mut page.arrays) {
            match numbers {
                Numbers::None => {}
                Numbers::U8(out) => *out = bytes(&question["arrays"][array.name]),
                Numbers::I16(out) => {
                    let sent = bytes(&question["arrays"][array.name]);
                    *out = sent.as_chunks::<2>().0.iter().map(|two| i16::from_le_bytes(*two)).collect();
                }
            }
        }
        let mut mask = Bits::below(layout.numbers);
        bytes(&question["mask"]).iter().enumerate().filter(|(_, byte)| **byte == 1).for_each(|(i, _)| mask.set(i));
        let number = policy.choose(&page, &mask, &mut Rng::new(0));
        let (request, decision) = (&question["request"], &question["decision"]);
        let say = |number: usize, decision: i64| {
            json!({"type": "decision", "request": request, "decision": decision, "number": number}).to_string()
        };
        let now = decision.as_i64().unwrap();
        let mut next = Vec::new();
        // Bad ones change nothing, and late ones are known.
        assert!(matches!(open.heard(say(layout.numbers, now).as_bytes(), &mut next), Heard::Bad(_)));
        assert!(matches!(open.heard(say(0, now + 1).as_bytes(), &mut next), Heard::Bad(_)));
        assert_eq!(open.heard(say(0, now - 1).as_bytes(), &mut next) == Heard::Stale, now > 0);
        assert_eq!(open.heard(b"{\"type\":\"orders\"}", &mut next), Heard::Other);
        let heard = open.heard(say(number, now).as_bytes(), &mut next);
        line = next;
        match heard {
            Heard::Question => {}
            Heard::Orders => return serde_json::from_slice(&line).unwrap(),
            other => panic!("{other:?}"),
        }
    }
}

fn weights_decide_the_same<G: Space>() {
    let (bytes, layout) = weights::<G>(Play::Greedy);
    let policy = Policy::read(&bytes).unwrap();
    let (mut decided, mut different) = (0, std::collections::BTreeSet::new());
    for n in 0..3 {
        let (game, state) = G::opening(n, &Setup { seed: n, ..Setup::default() }).unwrap();
        let mut table = Table::new(game, state);
        let seats = table.game.seats(&table.state);
        let hello = |seat: Seat| {
            json!({"type": "hello", "game": G::ID, "seat": seats[seat.index()], "seats": seats, "random": "7"})
                .to_string()
        };
        let ready = json!({"type": "ready", "layout": layout.key()}).to_string();
        let made = |seat: usize| {
            let hello = hello(Seat(seat as u8));
            let inner = interpreter(hello.as_bytes(), &layout.key(), &policy.arrays()).unwrap();
            (inner, dialogue::open(hello.as_bytes(), ready.as_bytes()).unwrap())
        };
        let mut seated: Vec<_> = (0..seats.len()).map(made).collect();
        let mut told: Vec<String> = (0..seats.len()).map(|seat| hello(Seat(seat as u8)) + "\n").collect();
        let mut said: Vec<Vec<Value>> = vec![Vec::new(); seats.len()];
        let mut view = G::View::default();
        for _ in 0..12 {
            let turn = table.turn();
            if turn.is_over() {
                break;
            }
            let mut orders = Orders::new();
            for seat in turn.to_act.iter() {
                let here = in_training(&table, seat, &policy, &layout);
                let message = serde_json::to_string(&table.message(seat, false, Timing::default(), &mut view)).unwrap();
                let (inner, open) = &mut seated[seat.index()];
                let read: Value = serde_json::from_str(&message).unwrap();
                inner.turn(&to_raw_value(&read["view"]).unwrap()).unwrap();
                while inner.is_open() {
                    inner.observe();
                    let number = policy.choose(inner.page(), inner.mask(), &mut Rng::new(0));
                    different.insert(number);
                    inner.decide(number).unwrap();
                }
                assert_eq!(inner.orders(), here);
                let answer = over_lines(&mut **open, message.as_bytes(), &policy, &layout);
                assert_eq!(answer, json!({"type": "orders", "request": read["request"], "actions": here}));
                told[seat.index()] += &(message + "\n");
                decided += here.len();
                orders.list(seat, here.iter().map(|action| table.game.parse(&to_raw_value(action).unwrap())));
                said[seat.index()].push(answer);
            }
            assert!(orders.iter().all(|given| matches!(given.answer, skirmish_core::Answer::List(list)
                if list.iter().all(|entry| matches!(entry, Entry::Action(_))))));
            table.step(&orders);
        }
        // And as a whole program.
        for (told, said) in told.iter().zip(&said).filter(|(_, said)| !said.is_empty()) {
            let mut out = Vec::new();
            let told = told.clone() + "{\"type\":\"end\",\"again\":false}\n{\"type\":\"never read\"}\n";
            pilot::fly(&policy, "pilot", told.as_bytes(), &mut out).unwrap();
            let lines: Vec<Value> =
                out.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
            assert_eq!((&lines[0]["type"], &lines[1..]), (&json!("ready"), &said[..]));
        }
    }
    assert!(decided > 20 && different.len() > 5, "only {decided} actions and {} numbers", different.len());
}

/// What a fresh kit has learnt for is also the game that is played without further words.
fn weights_play_the_default_game<G: Space>() {
    let (bytes, layout) = weights::<G>(Play::Greedy);
    let policy = Policy::read(&bytes).unwrap();
    let (game, state) = G::resolve(&Setup { seed: 1, ..Setup::default() }).unwrap();
    let mut table = Table::new(game, state);
    let seats = table.game.seats(&table.state);
    let seat = table.turn().to_act.iter().next().unwrap();
    let mut view = G::View::default();
    let message = serde_json::to_string(&table.message(seat, false, Timing::default(), &mut view)).unwrap();
    let message: Value = serde_json::from_str(&message).unwrap();
    let hello = json!({"type": "hello", "game": G::ID, "seat": seats[seat.index()], "seats": seats}).to_string();
    let mut inner = interpreter(hello.as_bytes(), &layout.key(), &policy.arrays()).unwrap();
    inner.turn(&to_raw_value(&message["view"]).unwrap()).unwrap();
    assert!(inner.is_open());
    let need = table.game.scope(&table.state);
    if need.width > layout.scope.width {
        let mut inner = interpreter(hello.as_bytes(), &layout.key(), &["board".into()]).unwrap();
        let why = inner.turn(&to_raw_value(&message["view"]).unwrap()).unwrap_err();
        assert!(why.contains("play a map that fits"), "{why}");
    }
}

/// Sampling draws what is legal, and not always the same.
fn sampling_is_legal<G: Space>() {
    let (bytes, layout) = weights::<G>(Play::Sample);
    let policy = Policy::read(&bytes).unwrap();
    let page = Page::new(&layout.arrays, |array| !array.large);
    let mut mask = Bits::below(layout.numbers);
    [0, 2, layout.numbers - 1].iter().for_each(|&number| mask.set(number));
    let mut rng = Rng::new(1);
    let drawn: std::collections::BTreeSet<usize> = (0..200).map(|_| policy.choose(&page, &mask, &mut rng)).collect();
    assert_eq!(
        drawn.into_iter().collect::<Vec<_>>(),
        [0, 2, layout.numbers - 1],
        "without anything seen all are alike"
    );
    assert_eq!(policy.choose(&page, &Bits::below(layout.numbers), &mut rng), 0, "nothing is legal");
}

macro_rules! games {
    ($($name:ident: $game:ty),* $(,)?) => {
        $(mod $name {
            #[test]
            fn weights_decide_the_same_everywhere() {
                super::weights_decide_the_same::<$game>();
            }

            #[test]
            fn weights_play_the_default_game() {
                super::weights_play_the_default_game::<$game>();
            }

            #[test]
            fn sampling_is_legal() {
                super::sampling_is_legal::<$game>();
            }
        })*
    };
}

skirmish_games::for_each_game!(games);

#[test]
fn rows_are_pooled_by_the_greatest() {
    use skirmish_golems::Golems;
    let (bytes, layout) = weights::<Golems>(Play::Greedy);
    let mut arrays = npz::read(&bytes).unwrap();
    let units = layout.arrays.iter().position(|array| array.name == "units").unwrap();
    let [rows, columns] = layout.arrays[units].shape[..] else { panic!("rows and columns") };
    // One number of each row, twice: as it is, and the other way round.
    let floats = |shape: &[usize], numbers: Vec<f32>| npz::Array { shape: shape.into(), numbers: Floats::F32(numbers) };
    let mut weight = vec![0.0; columns * 2];
    (weight[0], weight[1]) = (1.0, -1.0);
    arrays.insert("rows.0.weight".into(), floats(&[columns, 2], weight));
    arrays.insert("rows.0.bias".into(), floats(&[2], vec![0.0, 0.5]));
    arrays.insert("in.0.weight".into(), floats(&[2, 2], vec![1.0, 0.0, 0.0, 1.0]));
    arrays.insert("in.bias".into(), floats(&[2], vec![0.0; 2]));
    let mut out = vec![0.0; 2 * layout.numbers];
    (out[3], out[layout.numbers + 4]) = (1.0, 1.0);
    arrays.insert("out.weight".into(), floats(&[2, layout.numbers], out));
    let input = skirmish_learn::policy::InputAbout {
        scale: vec![1.0],
        ..skirmish_learn::policy::InputAbout::of(&layout.arrays[units], Some(skirmish_learn::policy::Pool::Max))
    };
    let about = json!({"format": 1, "key": layout.key(), "inputs": [input], "layers": 1, "numbers": layout.numbers, "play": "greedy"});
    let text = about.to_string().into_bytes();
    arrays.insert("policy".into(), npz::Array { shape: vec![text.len()], numbers: Floats::U8(text) });
    let policy = Policy::read(&npz::write(&arrays)).unwrap();
    let mut page = Page::new(&layout.arrays, |array| array.name == "units");
    let logits = |page: &Page| [3, 4].map(|number| policy.logits(page)[number]);
    assert_eq!(logits(&page), [0.0, 0.0], "rows of zeros do not count, not even their bias");
    let Numbers::I16(numbers) = &mut page.arrays[units] else { panic!("units are small numbers") };
    (numbers[0], numbers[columns], numbers[(rows - 1) * columns]) = (3, -2, 5);
    assert_eq!(logits(&page), [5.0, 2.5]);
}

#[test]
fn weights_that_do_not_fit_are_refused_with_the_reason() {
    use skirmish_golems::Golems;
    let (bytes, layout) = weights::<Golems>(Play::Greedy);
    let good = npz::read(&bytes).unwrap();
    let refused = |change: &dyn Fn(&mut std::collections::BTreeMap<String, npz::Array>)| {
        let mut arrays = good.clone();
        change(&mut arrays);
        Policy::read(&npz::write(&arrays)).unwrap_err()
    };
    let about = |change: &dyn Fn(&mut Value)| {
        refused(&|arrays| {
            let Floats::U8(text) = &arrays["policy"].numbers else { panic!("text") };
            let mut about: Value = serde_json::from_slice(text).unwrap();
            change(&mut about);
            let text = about.to_string().into_bytes();
            arrays.insert("policy".into(), npz::Array { shape: vec![text.len()], numbers: Floats::U8(text) });
        })
    };
    for (why, said) in [
        (refused(&|arrays| drop(arrays.remove("policy"))), "tells what they are"),
        (refused(&|arrays| drop(arrays.remove("out.bias"))), "out.bias is missing"),
        (
            refused(&|arrays| drop(arrays.insert("out.weight".into(), arrays["in.bias"].clone()))),
            "out.weight has the shape",
        ),
        (
            refused(&|arrays| {
                if let Floats::F32(numbers) = &mut arrays.get_mut("in.bias").unwrap().numbers {
                    numbers[0] = f32::NAN
                }
            }),
            "no number",
        ),
        (about(&|about| about["format"] = json!(2)), "form 2"),
        (about(&|about| about["numbers"] = json!(7)), "among 7"),
        (about(&|about| about["layers"] = json!(0)), "layers"),
        (about(&|about| about["layers"] = json!(2)), "hidden.2.bias is missing"),
        (about(&|about| about["key"]["game"] = json!("chess")), "chess"),
        (about(&|about| about["key"]["layout"] = json!(99)), "version 99"),
        (about(&|about| about["inputs"][0]["name"] = json!("far")), "far"),
        (about(&|about| about["inputs"][0]["shape"] = json!([1, 2])), "has the shape"),
        (about(&|about| about["inputs"][0]["scale"] = json!([1.0, 2.0])), "scales"),
        (about(&|about| about["inputs"][0]["scale"] = json!([0.0])), "is 0"),
        (about(&|about| about["inputs"][0]["pool"] = json!("max")), "no rows"),
    ] {
        assert!(why.contains(said), "{said}: {why}");
    }
    let hello = br#"{"type":"hello","game":"zords","seat":"a","seats":["a","b"]}"#;
    let said = interpreter(hello, &layout.key(), &[]).err().unwrap();
    assert!(said.contains("for golems, and this is zords"), "{said}");
    let ready = |ready: Value| dialogue::open(hello, ready.to_string().as_bytes()).err().unwrap();
    assert!(ready(json!({})).contains("layout"));
    assert!(ready(json!({"layout": layout.key(), "arrays": 5})).contains("arrays"));
    assert!(ready(json!({"layout": {"game": "golems"}})).contains("layout"));
    // Sizes that would take memory and time are refused before anything is made of them.
    let begun = std::time::Instant::now();
    for (name, size) in [("reach", 4096u64), ("sight", 1000), ("units", 1 << 40), ("width", u64::MAX)] {
        let mut key = json!(layout.key());
        key["scope"][name] = json!(size);
        let said = ready(json!({"layout": key}));
        assert!(said.contains(&format!("{name} is {size}")), "{said}");
    }
    assert!(begun.elapsed() < std::time::Duration::from_secs(1));
    // And so are questions that would keep the referee busy for minutes.
    let far = json!({"layout": {"game": "infection", "version": 1, "layout": 1, "scope": {"width": 100, "height": 100, "units": 26, "sight": 7, "reach": 250, "seats": 2}}});
    let hello = br#"{"type":"hello","game":"infection","seat":"humans","seats":["humans","zombies"]}"#;
    let why = dialogue::open(hello, far.to_string().as_bytes()).err().unwrap();
    assert!(why.contains("bytes of arrays and mask"), "{why}");
}
