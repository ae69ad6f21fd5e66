//! Lists of what would be accepted, and random actions without making such a list.

use crate::Outbreak;
use crate::action::Action;
use crate::belief::LAST_NAME;
use crate::decimal::Decimal;
use crate::state::{Human, State, Zombie};
use crate::words::{Item, Side, WeaponId, Zone};
use skirmish_core::{Actor, Rng, Seat};
use skirmish_grid::hex::Hex;

/// How many random actions are tried before all are listed.
const TRIES: usize = 40;

impl Outbreak {
    /// Whether the seat could do anything: the game runs, it is its turn, and its list goes on.
    #[inline]
    pub fn may_act(&self, state: &State, seat: Seat) -> bool {
        let notes = state.facts.notes;
        let asked = state.ending().is_none() && state.side().seat() == seat;
        asked && !notes.ended && notes.taken < self.config.max_actions
    }

    /// Hands out the actions of `actor` that would be accepted now, by verb; `end_turn` and `look` are left out.
    ///
    /// Bounded parts stand for endless sets: amounts of ammo are one round and all of them, and drops are called
    /// to hexes in sight.
    pub(crate) fn each_legal(&self, state: &State, seat: Seat, actor: Actor, give: &mut impl FnMut(Action)) {
        if !self.may_act(state, seat) {
            return;
        }
        let mut offer = |action: Action| {
            if self.check(state, seat, &action).is_ok() {
                give(action);
            }
        };
        match (state.side(), actor) {
            (Side::Humans, Actor::Seat) => self.offer_places_and_calls(state, &mut offer),
            (Side::Zombies, Actor::Seat) => self.offer_spawns(state, &mut offer),
            (Side::Humans, Actor::Unit(id)) => {
                if let Some(i) = state.find_human(id) {
                    self.offer_human(state, &state.humans[i], &mut offer);
                }
            }
            (Side::Zombies, Actor::Unit(id)) => {
                if let Some(i) = state.find_zombie(id) {
                    self.offer_zombie(state, &state.zombies[i], &mut offer);
                }
            }
        }
    }

    fn weapon_ids(&self) -> impl Iterator<Item = WeaponId> {
        (0..self.config.weapons.0.len()).map(|i| WeaponId(i as u16))
    }

    fn offer_places_and_calls(&self, state: &State, offer: &mut impl FnMut(Action)) {
        if state.turn() == 1 && (state.humans.len() as i64) < self.config.human_count {
            for at in self.board.iter() {
                self.weapon_ids().for_each(|weapon| offer(Action::Place { at, weapon: Some(weapon) }));
            }
        }
        if state.facts.drops_ready >= Decimal::ONE {
            for at in self.board.iter().filter(|&at| self.sees(state, Side::Humans, at)) {
                offer(Action::Call { at, item: Some(Item::Ammo) });
                self.weapon_ids().for_each(|weapon| offer(Action::Call { at, item: Some(Item::Weapon(weapon)) }));
            }
        }
    }

    fn offer_spawns(&self, state: &State, offer: &mut impl FnMut(Action)) {
        if state.facts.spawn_ready >= Decimal::ONE {
            for zone in Zone::ALL {
                (0..6).for_each(|facing| offer(Action::Spawn { zone: Some(zone), facing }));
            }
        }
    }

    fn offer_human(&self, state: &State, human: &Human, offer: &mut impl FnMut(Action)) {
        let Some(unit) = nameable(human.id) else { return };
        let around = human.at.around();
        if human.moves > 0 {
            around.into_iter().for_each(|to| offer(Action::Move { unit, to: Some(to) }));
        }
        let weapon = self.weapon(human.weapon);
        let can_shoot = human.ammo >= weapon.ammo && weapon.delay < human.idle;
        if can_shoot && human.moves >= self.config.human_attack_moves {
            self.offer_targets(state, unit, human.at, weapon.range, offer);
            self.board.disc(human.at, weapon.range).for_each(|at| offer(Action::AttackGround { unit, at }));
        }
        if human.moves > 0 {
            around.into_iter().for_each(|at| offer(Action::Build { unit, at }));
        }
        for found in state.crates.iter().filter(|found| found.at.distance(human.at) <= 1) {
            nameable(found.id).into_iter().for_each(|target| offer(Action::Grab { unit, target }));
        }
        if human.weapon != self.fallback {
            self.board.disc(human.at, 1).for_each(|at| offer(Action::DropWeapon { unit, at }));
        }
        let most = human.ammo.min(1_000_000) as i32;
        for at in self.board.disc(human.at, 1) {
            amounts(most).for_each(|amount| offer(Action::DropAmmo { unit, at, amount }));
        }
        for other in state.humans.iter().filter(|other| other.at.distance(human.at) <= 1) {
            let Some(target) = nameable(other.id) else { continue };
            amounts(most).for_each(|amount| offer(Action::Give { unit, target, amount }));
        }
    }

    fn offer_zombie(&self, state: &State, zombie: &Zombie, offer: &mut impl FnMut(Action)) {
        let Some(unit) = nameable(zombie.id) else { return };
        if zombie.moves > 0 {
            offer(Action::Move { unit, to: Some(zombie.ahead()) });
        }
        let weapon = self.weapon(self.zombie_weapon);
        if weapon.delay < zombie.idle && zombie.moves >= self.config.zombie_attack_moves {
            self.offer_targets(state, unit, zombie.at, weapon.range, offer);
            self.board.disc(zombie.at, weapon.range).for_each(|at| offer(Action::AttackGround { unit, at }));
        }
        if zombie.moves > 0 {
            [1, -1].into_iter().for_each(|direction| offer(Action::Turn { unit, direction }));
        }
        if zombie.moves >= self.config.eat_moves {
            for other in state.zombies.iter().filter(|other| other.at.distance(zombie.at) <= 1) {
                nameable(other.id).into_iter().for_each(|target| offer(Action::Eat { unit, target }));
            }
        }
    }

    /// Everything in range that may be a target: humans, zombies, walls, crates.
    fn offer_targets(&self, state: &State, unit: i32, from: Hex, range: i64, offer: &mut impl FnMut(Action)) {
        let mut near = |id: i64, at: Hex| {
            if from.distance(at) <= range
                && let Some(target) = nameable(id)
            {
                offer(Action::Attack { unit, target });
            }
        };
        state.humans.iter().for_each(|human| near(human.id, human.at));
        state.zombies.iter().for_each(|zombie| near(zombie.id, zombie.at));
        state.walls.iter().for_each(|wall| near(wall.id, wall.at));
        state.crates.iter().for_each(|found| near(found.id, found.at));
    }

    // ---- random actions

    /// Keeping the n-th item with a chance of one in n draws fairly from a list that is never built.
    fn draw_from_all(&self, state: &State, side: Side, rng: &mut Rng) -> Option<Action> {
        let (mut chosen, mut count) = (None, 0);
        let mut offer = |action: Action| {
            if self.check_verb(state, side, &action).is_ok() {
                count += 1;
                if rng.below(count) == 0 {
                    chosen = Some(action);
                }
            }
        };
        match side {
            Side::Humans => {
                self.offer_places_and_calls(state, &mut offer);
                state.humans.iter().for_each(|human| self.offer_human(state, human, &mut offer));
            }
            Side::Zombies => {
                self.offer_spawns(state, &mut offer);
                state.zombies.iter().for_each(|zombie| self.offer_zombie(state, zombie, &mut offer));
            }
        }
        chosen
    }

    fn random_hex(&self, rng: &mut Rng) -> Hex {
        self.board.hex(rng.index(self.board.hexes()))
    }

    fn random_weapon(&self, rng: &mut Rng) -> WeaponId {
        WeaponId(rng.index(self.config.weapons.0.len()) as u16)
    }

    /// A hex that is likely within `range`.
    fn random_near(&self, from: Hex, range: i64, rng: &mut Rng) -> Hex {
        let reach = range.min(2 * i64::from(self.board.radius()));
        let mut off = || rng.between(-reach, reach) as i32;
        Hex::new(from.x + off(), from.y + off())
    }

    fn guess_human(&self, state: &State, rng: &mut Rng) -> Option<Action> {
        if state.humans.is_empty() || (state.turn() == 1 && rng.chance(1, 4)) {
            return Some(Action::Place { at: self.random_hex(rng), weapon: Some(self.random_weapon(rng)) });
        }
        if state.facts.drops_ready >= Decimal::ONE && rng.chance(1, 16) {
            let item = if rng.chance(1, 2) { Item::Ammo } else { Item::Weapon(self.random_weapon(rng)) };
            return Some(Action::Call { at: self.random_hex(rng), item: Some(item) });
        }
        let human = &state.humans[rng.index(state.humans.len())];
        let weapon = self.weapon(human.weapon);
        let can_shoot =
            human.moves >= self.config.human_attack_moves && human.ammo >= weapon.ammo && weapon.delay < human.idle;
        let unit = nameable(human.id)?;
        let ahead = human.at.ahead(rng.index(6) as u8);
        // A human who can neither move nor shoot has only free actions.
        match rng.index(16) {
            0..5 if human.moves > 0 => Some(Action::Move { unit, to: Some(ahead) }),
            5..8 if human.moves > 0 => Some(Action::Build { unit, at: ahead }),
            8..11 if can_shoot => {
                let target = self.random_target(state, human.at, weapon.range, rng)?;
                Some(Action::Attack { unit, target })
            }
            11..12 if can_shoot => {
                Some(Action::AttackGround { unit, at: self.random_near(human.at, weapon.range, rng) })
            }
            free => self.guess_free(state, human, unit, free % 4, rng),
        }
    }

    /// Something that costs neither moves nor time.
    fn guess_free(&self, state: &State, human: &Human, unit: i32, verb: usize, rng: &mut Rng) -> Option<Action> {
        let near = if rng.chance(1, 7) { human.at } else { human.at.ahead(rng.index(6) as u8) };
        let most = human.ammo.clamp(0, 1_000_000);
        let amount = rng.between(1, most.max(1)) as i32;
        match verb {
            0 if most > 0 => Some(Action::DropAmmo { unit, at: near, amount }),
            1 if most > 0 => {
                let target = nameable(state.humans[rng.index(state.humans.len())].id)?;
                Some(Action::Give { unit, target, amount })
            }
            2 if human.weapon != self.fallback => Some(Action::DropWeapon { unit, at: near }),
            _ if self.board.contains(near) && state.cell(near).crates > 0 => {
                let found = state.crates.iter().rev().find(|found| found.at == near)?;
                Some(Action::Grab { unit, target: nameable(found.id)? })
            }
            _ => None,
        }
    }

    fn guess_zombie(&self, state: &State, rng: &mut Rng) -> Option<Action> {
        if state.zombies.is_empty() || (state.facts.spawn_ready >= Decimal::ONE && rng.chance(1, 4)) {
            let zone = Zone::ALL[rng.index(4)];
            return Some(Action::Spawn { zone: Some(zone), facing: rng.index(6) as i32 });
        }
        // From a random one on, the first that can still act.
        let (before, after) = state.zombies.split_at(rng.index(state.zombies.len()));
        let zombie = after.iter().chain(before).find(|zombie| zombie.moves > 0)?;
        let unit = nameable(zombie.id)?;
        match rng.index(16) {
            0..6 => Some(Action::Move { unit, to: None }),
            6..11 => Some(Action::Turn { unit, direction: if rng.chance(1, 2) { 1 } else { -1 } }),
            11..14 => {
                let target = self.random_target(state, zombie.ahead(), 0, rng)?;
                Some(Action::Attack { unit, target })
            }
            14 => Some(Action::AttackGround { unit, at: zombie.ahead() }),
            _ => {
                let eaten = state.zombies.iter().find(|other| other.at == zombie.ahead())?;
                Some(Action::Eat { unit, target: nameable(eaten.id)? })
            }
        }
    }

    /// Something in a random hex near `from`.
    fn random_target(&self, state: &State, from: Hex, range: i64, rng: &mut Rng) -> Option<i32> {
        let at = self.random_near(from, range, rng);
        if !self.board.contains(at) {
            return None;
        }
        let cell = state.cell(at);
        let zombie = || state.zombies.iter().find(|zombie| zombie.at == at).map(|zombie| zombie.id);
        let found = || state.crates.iter().find(|found| found.at == at).map(|found| found.id);
        let id = None
            .or_else(|| cell.human().map(|i| state.humans[i].id))
            .or_else(|| cell.wall().map(|i| state.walls[i].id))
            .or_else(|| (cell.zombies > 0).then(zombie).flatten())
            .or_else(|| (cell.crates > 0).then(found).flatten())?;
        nameable(id)
    }
}

/// The actions of `actor` that would be accepted now.
pub(crate) fn legal(game: &Outbreak, state: &State, seat: Seat, actor: Actor, out: &mut Vec<Action>) {
    game.each_legal(state, seat, actor, &mut |action| out.push(action));
}

/// A random action that would be accepted: tried at random, and if need be drawn from the complete list.
pub(crate) fn sample(game: &Outbreak, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
    if !game.may_act(state, seat) {
        return None;
    }
    let side = state.side();
    for _ in 0..TRIES {
        let guess = match side {
            Side::Humans => game.guess_human(state, rng),
            Side::Zombies => game.guess_zombie(state, rng),
        };
        if let Some(action) = guess
            && game.check_verb(state, side, &action).is_ok()
        {
            return Some(action);
        }
    }
    game.draw_from_all(state, side, rng)
}

pub(crate) fn actors(state: &State, seat: Seat, out: &mut Vec<Actor>) {
    if state.ending().is_some() || state.side().seat() != seat {
        return;
    }
    out.push(Actor::Seat);
    match state.side() {
        Side::Humans => out.extend(state.humans.iter().map(|human| Actor::Unit(human.id))),
        Side::Zombies => out.extend(state.zombies.iter().map(|zombie| Actor::Unit(zombie.id))),
    }
}

/// One round, and all of them.
fn amounts(most: i32) -> impl Iterator<Item = i32> {
    [1, most].into_iter().take(if most > 1 { 2 } else { most.max(0) as usize })
}

/// An id as actions can name it.
#[inline]
pub fn nameable(id: i64) -> Option<i32> {
    i32::try_from(id).ok().filter(|_| id <= LAST_NAME)
}
