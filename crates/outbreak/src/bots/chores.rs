//! What every careful team of humans does: free things, and shots that harm no friend.

use super::mind::{Mind, id};
use crate::action::Action;
use crate::config::Weapon;
use crate::state::Human;
use crate::words::{Item, WeaponId};
use skirmish_grid::hex::Hex;

/// All humans take the ammo within reach.
pub(super) fn grab_ammo(mind: &mut Mind, orders: &mut Vec<Action>) {
    for i in 0..mind.state.humans.len() {
        let (unit, at) = (mind.state.humans[i].id, mind.state.humans[i].at);
        let in_reach = |found: &&crate::state::Crate| found.item == Item::Ammo && found.at.distance(at) <= 1;
        while let Some(target) = mind.state.crates.iter().find(in_reach).map(|found| found.id) {
            if !mind.act(Action::Grab { unit: id(unit), target: id(target) }, orders) {
                break;
            }
        }
    }
}

/// Neighbours even out their rounds; humans who need none keep none.
pub(super) fn level_ammo(mind: &mut Mind, orders: &mut Vec<Action>) {
    for i in 0..mind.state.humans.len() {
        for j in 0..mind.state.humans.len() {
            let (giver, taker) = (mind.state.humans[i], mind.state.humans[j]);
            let uses = |human: &Human| mind.game.weapon(human.weapon).ammo > 0;
            let amount = match (uses(&giver), uses(&taker)) {
                (_, false) => 0,
                (false, true) => giver.ammo,
                (true, true) => (giver.ammo - taker.ammo) / 2,
            };
            if giver.at.distance(taker.at) == 1 && amount >= 5 {
                let amount = amount.min(1_000_000) as i32;
                mind.act(Action::Give { unit: id(giver.id), target: id(taker.id), amount }, orders);
            }
        }
    }
}

/// Calls ammo onto the thickest crowd that is not next to a friend.
pub(super) fn call_onto_crowd(mind: &mut Mind, orders: &mut Vec<Action>) {
    let far = |at: Hex| mind.state.humans.iter().all(|human| human.at.distance(at) > 1);
    let crowd = |at: Hex| mind.board().disc(at, 1).map(|hex| mind.zombies_at(hex)).sum::<usize>();
    let hexes = mind.state.zombies.iter().map(|zombie| zombie.at).filter(|&at| far(at));
    if mind.state.facts.drops_ready.floor() >= 1
        && let Some(at) = hexes.max_by_key(|&at| crowd(at))
    {
        mind.act(Action::Call { at, item: Some(Item::Ammo) }, orders);
    }
}

/// How many humans a team may have; more than a bot can use are left at home.
pub(super) fn team_size(mind: &Mind) -> usize {
    mind.config().human_count.clamp(0, 32) as usize
}

/// The weapons of a new team, in order of placing; a game without one of them gives what it has.
pub(super) fn kit(mind: &Mind, names: &[&str]) -> Vec<WeaponId> {
    let usable = |id: &WeaponId| mind.game.weapon(*id).can_spawn_with;
    let any = (0..mind.config().weapons.0.len()).map(|i| WeaponId(i as u16)).find(usable);
    let named = |name: &&str| mind.weapon_called(name).filter(usable).or(any);
    names.iter().cycle().take(team_size(mind)).filter_map(named).collect()
}

/// Whether a shot of `weapon` at `at` would harm a human.
pub(super) fn endangers_friends(mind: &Mind, weapon: &Weapon, at: Hex) -> bool {
    let reach = if weapon.horizontal > 0 { weapon.radius } else { 0 };
    let splashes = weapon.horizontal > 0 || weapon.vertical > 0;
    splashes && mind.state.humans.iter().any(|human| human.at.distance(at) <= reach)
}

/// Damage of a shot to its target.
pub(super) fn full_damage(weapon: &Weapon) -> i64 {
    weapon.direct + weapon.vertical + weapon.horizontal
}
