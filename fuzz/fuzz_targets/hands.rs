//! Whatever a person tries, in whatever form, gets a verdict, and changes nothing.
#![no_main]

use serde_json::value::RawValue;
use skirmish_core::hand::{AnyHand, March};
use skirmish_core::{Actor, Setup, Table};

skirmish_fuzz::target!(|data: &[u8], G| {
    let orders: Vec<&RawValue> = serde_json::from_slice(data).ok()?;
    let (game, state) = G::resolve(&Setup::seeded(1)).ok()?;
    let table = Table::new(game, state);
    for seat in table.turn().to_act.iter() {
        let hand = table.hand(seat).unwrap();
        let first = hand.consider(&orders, Some(Actor::Unit(1)));
        assert_eq!(first.verdicts.len(), orders.len());
        hand.march(&orders, &[March::to(&[0, 1, -1], [i64::MAX, i64::MIN]), March::to(&[1], [3, 4])]);
        hand.reach(&orders, 1);
        if let Some((last, before)) = orders.split_last() {
            assert_eq!(hand.why_not(before, last), first.verdicts.last()?.clone());
        }
        assert_eq!(hand.consider(&orders, None).verdicts, first.verdicts);
    }
    Some(())
});
