//! Any bytes as weights: refused, or a policy that chooses something legal. After an even byte come the bytes of a file,
//! after an odd one what such a file tells of itself, with matrices that fit untrained weights of the game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use skirmish_core::{Rng, Setup};
use skirmish_golems::Golems;
use skirmish_learn::npz::{self, Array, Numbers};
use skirmish_learn::{Bits, Layout, Page, Policy, Scope};
use std::collections::BTreeMap;
use std::sync::LazyLock;

static MATRICES: LazyLock<BTreeMap<String, Array>> = LazyLock::new(|| {
    let scope = Scope::of::<Golems>(&Setup::default()).expect("the defaults are good");
    npz::read(&Policy::untrained(&Layout::of::<Golems>(&scope), 4, 1)).expect("we wrote them")
});

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let policy = match first % 2 {
        0 => Policy::read(rest),
        _ => {
            let mut arrays = MATRICES.clone();
            arrays.insert("policy".into(), Array { shape: vec![rest.len()], numbers: Numbers::U8(rest.to_vec()) });
            Policy::read(&npz::write(&arrays))
        }
    };
    let Ok(policy) = policy else { return };
    let layout = policy.about().key.layout().expect("it was read");
    let page = Page::new(&layout.arrays, |array| policy.arrays().iter().any(|name| name == array.name));
    let mut mask = Bits::below(layout.numbers);
    mask.set(layout.numbers - 1);
    assert_eq!(policy.choose(&page, &mask, &mut Rng::new(1)), layout.numbers - 1);
});
