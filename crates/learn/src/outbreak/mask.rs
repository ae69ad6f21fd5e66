//! What may be decided, by geometry.

use super::*;

/// Whether actions can name everything in a list of ascending ids whose last this is.
#[inline]
pub(super) fn all_nameable(last: Option<i64>) -> bool {
    last.is_none_or(|id| nameable(id).is_some())
}

// ---- masks

/// Who shoots: where from, how far, and where to, if it must look there.
#[derive(Clone, Copy)]
pub(super) struct Shooter {
    side: Side,
    at: Hex,
    range: i64,
    facing: Option<u8>,
}

impl Shooter {
    /// Whether it may shoot at a hex, as far as range and facing are concerned.
    #[inline]
    fn reaches(&self, to: Hex) -> bool {
        self.at.distance(to) <= self.range && self.faces(to)
    }

    #[inline]
    fn faces(&self, to: Hex) -> bool {
        self.facing.is_none_or(|facing| to == self.at || self.at.has_in_front(facing, to))
    }
}

/// A human that has the moves, rounds and idle time to shoot.
#[inline]
pub(super) fn human_shooter(game: &Outbreak, human: &Human) -> Option<Shooter> {
    let weapon = game.weapon(human.weapon);
    let able =
        human.ammo >= weapon.ammo && weapon.delay < human.idle && human.moves >= game.config().human_attack_moves;
    able.then_some(Shooter { side: Side::Humans, at: human.at, range: weapon.range, facing: None })
}

/// A zombie that has the moves and the idle time to strike.
#[inline]
pub(super) fn zombie_shooter(game: &Outbreak, zombie: &Zombie) -> Option<Shooter> {
    let (weapon, config) = (game.weapon(game.zombie_weapon()), game.config());
    let able = weapon.ammo <= 0 && weapon.delay < zombie.idle && zombie.moves >= config.zombie_attack_moves;
    let facing = (config.zombie_attack_facing == AttackFacing::Front).then_some(zombie.facing);
    able.then_some(Shooter { side: Side::Zombies, at: zombie.at, range: weapon.range, facing })
}

/// How many units and crates a shooter can hit.
#[derive(Clone, Copy, Default)]
pub(super) struct Hit {
    units: usize,
    crates: usize,
    /// All of them are in its own hex, or it can shoot all around: they are the first rows.
    first: bool,
}

/// The numbers of hexes and walls that can be shot at, and what else there is to hit.
#[inline]
pub(super) fn mask_hexes(game: &Outbreak, frame: &Frame, state: &State, shooter: Shooter, out: &mut Bits) -> Hit {
    let (board, numbers) = (game.board(), &frame.numbers);
    let in_sight = shooter.range <= game.sight(shooter.side);
    let (mut hit, mut ahead) = (Hit::default(), 0);
    for (number, &(dx, dy)) in frame.offsets.up_to(shooter.range).iter().enumerate() {
        let at = Hex::new(shooter.at.x + dx, shooter.at.y + dy);
        if !board.contains(at) || !shooter.faces(at) {
            continue;
        }
        out.set(numbers.ground + number);
        let cell = state.cell(at);
        if let Some(wall) = cell.wall()
            && nameable(state.walls()[wall].id).is_some()
            && (in_sight || game.sees(state, shooter.side, at))
        {
            out.set(numbers.attack_wall + number);
        }
        let units = units_in(state, at);
        hit.units += units;
        hit.crates += cell.crates as usize;
        ahead += if number > 0 { units } else { 0 };
    }
    hit.first = shooter.facing.is_none() || ahead == 0;
    // Beyond the numbered hexes there may be more.
    let seen_all = shooter.range <= frame.scope.reach.min(FARTHEST) as i64;
    Hit { first: hit.first && in_sight && seen_all, ..hit }
}

/// Everything that a unit can shoot at.
#[inline]
pub(super) fn mask_shots(game: &Outbreak, frame: &Frame, state: &State, shooter: Shooter, out: &mut Bits) {
    let (rows, numbers) = (frame.scope.units, &frame.numbers);
    let hit = mask_hexes(game, frame, state, shooter, out);
    let named = || {
        all_nameable(state.humans().last().map(|human| human.id))
            && all_nameable(state.zombies().last().map(|zombie| zombie.id))
    };
    // Rows are nearest first: what is in range, all around, are the first of them. The only one in its hex is itself.
    if hit.first && (hit.units == 1 || named()) {
        out.set_range(ATTACK, ATTACK + hit.units.min(rows));
    } else {
        mask_units(game, frame, state, shooter, out);
    }
    if shooter.side == Side::Zombies || hit.first && hit.crates == 0 {
        return;
    }
    if hit.first && all_nameable(state.crates().last().map(|found| found.id)) {
        out.set_range(numbers.attack_crate, numbers.attack_crate + hit.crates.min(rows));
        return;
    }
    let crates = state.crates();
    each_row(self::crates(state), Some(shooter.at), |row, i| {
        let found = &crates[i];
        let seen = || shooter.reaches(found.at) && game.sees(state, shooter.side, found.at);
        if row < rows && nameable(found.id).is_some() && seen() {
            out.set(numbers.attack_crate + row);
        }
    });
}

/// The units in range, one by one.
pub(super) fn mask_units(game: &Outbreak, frame: &Frame, state: &State, shooter: Shooter, out: &mut Bits) {
    let mask = |row: usize, i: usize| {
        let (id, at) = unit(state, i);
        let own = (i < state.humans().len()) == (shooter.side == Side::Humans);
        let seen = || shooter.reaches(at) && (own || game.sees(state, shooter.side, at));
        if row < frame.scope.units && nameable(id).is_some() && seen() {
            out.set(ATTACK + row);
        }
    };
    if shooter.range <= 1 {
        each_near(units(state), shooter.at, units_in(state, shooter.at), mask);
    } else {
        each_row(units(state), Some(shooter.at), mask);
    }
}

/// How many units are in a hex.
#[inline]
fn units_in(state: &State, at: Hex) -> usize {
    let cell = state.cell(at);
    usize::from(cell.has_human()) + cell.zombies as usize
}

/// Rounds that can be dropped or given away at once: one, and all.
#[inline]
pub(super) fn amounts(human: &Human) -> (i32, i32) {
    let most = human.ammo.min(1_000_000) as i32;
    (most, most.clamp(0, 2))
}

#[inline]
pub(super) fn mask_human(game: &Outbreak, frame: &Frame, state: &State, human: &Human, out: &mut Bits) {
    let (board, own) = (game.board(), state.cell(human.at));
    let (drops_weapon, (_, amounts)) = (human.weapon != game.fallback(), amounts(human));
    let mut crates = own.crates;
    let drop = |place: usize, out: &mut Bits| {
        if drops_weapon {
            out.set(DROP_WEAPON + place);
        }
        out.set_word(DROP_AMMO + 2 * place, (1 << amounts) - 1, 2);
    };
    drop(0, out);
    for (i, to) in human.at.around().into_iter().enumerate() {
        if !board.contains(to) {
            continue;
        }
        let cell = state.cell(to);
        let unit = cell.has_human() || cell.zombies > 0;
        crates += cell.crates;
        drop(i + 1, out);
        if human.moves > 0 && !unit && !cell.has_wall() {
            out.set(MOVE + i);
        }
        if human.moves > 0 && (!unit || cell.has_wall()) {
            out.set(BUILD + i);
        }
        if cell.human().is_some_and(|other| nameable(state.humans()[other].id).is_some()) {
            out.set_word(GIVE + 2 * i, (1 << amounts) - 1, 2);
        }
    }
    if crates > 0 {
        mask_crates(frame, state, human, drops_weapon, out);
    }
    if let Some(shooter) = human_shooter(game, human) {
        mask_shots(game, frame, state, shooter, out);
    }
}

/// The crates within reach. Whoever holds a weapon cannot take another.
pub(super) fn mask_crates(frame: &Frame, state: &State, human: &Human, armed: bool, out: &mut Bits) {
    let (crates, own) = (state.crates(), state.cell(human.at).crates as usize);
    each_near(self::crates(state), human.at, own, |row, i| {
        let found = &crates[i];
        let fits = found.item == Item::Ammo || !armed;
        if row < frame.scope.units && fits && nameable(found.id).is_some() {
            out.set(frame.numbers.grab + row);
        }
    });
}

#[inline]
pub(super) fn mask_zombie(game: &Outbreak, frame: &Frame, state: &State, zombie: &Zombie, out: &mut Bits) {
    let ahead = zombie.at.ahead(zombie.facing);
    let front = if game.board().contains(ahead) { Some(state.cell(ahead)) } else { None };
    if zombie.moves > 0 {
        out.set_word(TURN, 0b11, 2);
        if front.is_some_and(|cell| !cell.has_human() && !cell.has_wall()) {
            out.set(MOVE + usize::from(zombie.facing % 6));
        }
    }
    let others = state.cell(zombie.at).zombies > 1 || front.is_some_and(|cell| cell.zombies > 0);
    if others && zombie.moves >= game.config().eat_moves {
        let humans = state.humans().len();
        each_near(units(state), zombie.at, units_in(state, zombie.at), |row, i| {
            let (id, at) = unit(state, i);
            let near = at == zombie.at || at == ahead;
            if row < frame.scope.units && i >= humans && near && id != zombie.id && nameable(id).is_some() {
                out.set(frame.numbers.eat + row);
            }
        });
    }
    if let Some(shooter) = zombie_shooter(game, zombie) {
        mask_shots(game, frame, state, shooter, out);
    }
}

/// The place of a hex in a plane of the whole board.
#[inline]
pub(super) fn cell_number(game: &Outbreak, scope: &Scope, at: Hex) -> usize {
    let radius = game.board().radius();
    (at.y + radius) as usize * scope.width + (at.x + radius) as usize
}

#[inline]
pub(super) fn cell_of(game: &Outbreak, scope: &Scope, number: usize) -> Option<Hex> {
    let radius = game.board().radius();
    let at = Hex::new((number % scope.width) as i32 - radius, (number / scope.width) as i32 - radius);
    Some(at).filter(|&at| game.board().contains(at))
}

pub(super) fn mask_places(game: &Outbreak, frame: &Frame, state: &State, out: &mut Bits) {
    let (side, radius) = (game.board().side(), game.board().radius());
    let taken = || state.walls().iter().map(|wall| wall.at).chain(state.humans().iter().map(|human| human.at));
    for weapon in 0..frame.placed.len() {
        let first = frame.numbers.place + weapon * frame.scope.width * frame.scope.height;
        for y in -radius..=radius {
            let row = first + cell_number(game, &frame.scope, Hex::new(-radius, y));
            out.set_range(row, row + side);
        }
        taken().for_each(|at| out.unset(first + cell_number(game, &frame.scope, at)));
    }
}

pub(super) fn mask_calls(game: &Outbreak, frame: &Frame, state: &State, out: &mut Bits) {
    let (board, seen) = (game.board(), game.seen(state, Side::Humans));
    let cells = frame.scope.width * frame.scope.height;
    for y in -board.radius()..=board.radius() {
        let first = frame.numbers.call + cell_number(game, &frame.scope, Hex::new(-board.radius(), y));
        for first in (0..frame.called.len()).map(|item| first + item * cells) {
            match seen.row(y) {
                Some(row) => out.set_word(first, row, board.side()),
                None => {
                    let in_sight = |x: &i32| seen.has(Hex::new(*x, y));
                    let columns = (-board.radius()..=board.radius()).filter(in_sight);
                    columns.for_each(|x| out.set(first + (x + board.radius()) as usize));
                }
            }
        }
    }
}

// ---- observations
