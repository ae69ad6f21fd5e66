//! Numbers as actions, and back.

use super::*;

pub(super) fn seat_action(game: &Outbreak, frame: &Frame, number: usize) -> Option<Action> {
    let (numbers, cells) = (&frame.numbers, frame.scope.width * frame.scope.height);
    if (SPAWN..DROP_WEAPON).contains(&number) {
        let (zone, facing) = ((number - SPAWN) / 6, (number - SPAWN) % 6);
        return Some(Action::Spawn { zone: Some(Zone::ALL[zone]), facing: facing as i32 });
    }
    let cell = |first: usize| cell_of(game, &frame.scope, (number - first) % cells);
    if (numbers.place..numbers.call).contains(&number) {
        let weapon = *frame.placed.get((number - numbers.place) / cells)?;
        return Some(Action::Place { at: cell(numbers.place)?, weapon: Some(weapon) });
    }
    if (numbers.call..numbers.end).contains(&number) {
        let item = *frame.called.get((number - numbers.call) / cells)?;
        return Some(Action::Call { at: cell(numbers.call)?, item: Some(item) });
    }
    None
}

pub(super) fn seat_number(game: &Outbreak, frame: &Frame, action: &Action) -> Option<usize> {
    let cells = frame.scope.width * frame.scope.height;
    let on_board = |at: Hex| game.board().contains(at).then(|| cell_number(game, &frame.scope, at));
    match *action {
        Action::Spawn { zone, facing } => {
            let facing = usize::try_from(facing).ok().filter(|&facing| facing < 6)?;
            Some(SPAWN + zone? as usize * 6 + facing)
        }
        Action::Place { at, weapon } => {
            let weapon = frame.placed.iter().position(|&other| Some(other) == weapon)?;
            Some(frame.numbers.place + weapon * cells + on_board(at)?)
        }
        Action::Call { at, item } => {
            let item = frame.called.iter().position(|&other| Some(other) == item)?;
            Some(frame.numbers.call + item * cells + on_board(at)?)
        }
        _ => None,
    }
}

/// The hex that a number of a neighbour stands for.
#[inline]
pub(super) fn beside(at: Hex, direction: usize) -> Hex {
    at.ahead(direction as u8)
}

/// The own hex, or a neighbour.
#[inline]
pub(super) fn within_reach(at: Hex, place: usize) -> Hex {
    place.checked_sub(1).map_or(at, |direction| beside(at, direction))
}

pub(super) fn unit_action(
    game: &Outbreak,
    frame: &Frame,
    state: &State,
    me: Me<'_>,
    unit: i32,
    number: usize,
) -> Option<Action> {
    let (at, numbers) = (me.at(), &frame.numbers);
    let name = |id: i64| nameable(id);
    let at_offset = |first: usize| frame.offsets.get(number - first).map(|(dx, dy)| Hex::new(at.x + dx, at.y + dy));
    let amount = |slot: usize| match me {
        Me::Human(human) => Some(if slot == 0 { 1 } else { amounts(human).0 }),
        Me::Zombie(_) => None,
    };
    Some(match number {
        MOVE..BUILD => Action::Move { unit, to: Some(beside(at, number - MOVE)) },
        BUILD..TURN => Action::Build { unit, at: beside(at, number - BUILD) },
        TURN..SPAWN => Action::Turn { unit, direction: if number == TURN { 1 } else { -1 } },
        SPAWN..DROP_WEAPON => return None,
        DROP_WEAPON..DROP_AMMO => Action::DropWeapon { unit, at: within_reach(at, number - DROP_WEAPON) },
        DROP_AMMO..GIVE => {
            let (place, slot) = ((number - DROP_AMMO) / 2, (number - DROP_AMMO) % 2);
            Action::DropAmmo { unit, at: within_reach(at, place), amount: amount(slot)? }
        }
        GIVE..ATTACK => {
            let (direction, slot) = ((number - GIVE) / 2, (number - GIVE) % 2);
            let to = Some(beside(at, direction)).filter(|&to| game.board().contains(to))?;
            let target = name(state.humans()[state.cell(to).human()?].id)?;
            Action::Give { unit, target, amount: amount(slot)? }
        }
        _ if number < numbers.attack_crate => {
            let target = name(self::unit(state, in_row(units(state), at, number - ATTACK)?).0)?;
            Action::Attack { unit, target }
        }
        _ if number < numbers.attack_wall => {
            let found = in_row(crates(state), at, number - numbers.attack_crate)?;
            Action::Attack { unit, target: name(state.crates()[found].id)? }
        }
        _ if number < numbers.ground => {
            let to = at_offset(numbers.attack_wall).filter(|&to| game.board().contains(to))?;
            Action::Attack { unit, target: name(state.walls()[state.cell(to).wall()?].id)? }
        }
        _ if number < numbers.grab => Action::AttackGround { unit, at: at_offset(numbers.ground)? },
        _ if number < numbers.eat => {
            let found = in_row(crates(state), at, number - numbers.grab)?;
            Action::Grab { unit, target: name(state.crates()[found].id)? }
        }
        _ if number < numbers.place => {
            let target = name(self::unit(state, in_row(units(state), at, number - numbers.eat)?).0)?;
            Action::Eat { unit, target }
        }
        _ => return None,
    })
}

pub(super) fn unit_number(frame: &Frame, state: &State, me: Me<'_>, id: i32, action: &Action) -> Option<usize> {
    let (at, numbers, rows) = (me.at(), &frame.numbers, frame.scope.units);
    let own = |unit: i32| (unit == id).then_some(());
    let direction = |to: Hex| at.around().iter().position(|&other| other == to);
    let reach = |to: Hex| if to == at { Some(0) } else { direction(to).map(|i| i + 1) };
    let offset = |to: Hex| frame.offsets.number(to.x - at.x, to.y - at.y);
    let amount = |amount: i32| match me {
        Me::Human(human) if amount == 1 || amount == amounts(human).0 => Some(usize::from(amount != 1)),
        _ => None,
    };
    let zombie = |target: i32| state.find_zombie(target.into()).map(|i| i + state.humans().len());
    let in_rows = |first: usize, row: usize| (row < rows).then_some(first + row);
    let unit_row = |first: usize, i: usize| in_rows(first, row_of(units(state), at, i));
    let crate_row = |first: usize, i: usize| in_rows(first, row_of(crates(state), at, i));
    match *action {
        Action::Move { unit, to } => {
            own(unit)?;
            let ahead = || match me {
                Me::Human(..) => None,
                Me::Zombie(zombie) => Some(zombie.at.ahead(zombie.facing)),
            };
            direction(to.or_else(ahead)?).map(|i| MOVE + i)
        }
        Action::Build { unit, at } => own(unit).and_then(|_| direction(at)).map(|i| BUILD + i),
        Action::Turn { unit, direction } => own(unit).map(|_| TURN + usize::from(direction != 1)),
        Action::DropWeapon { unit, at } => own(unit).and_then(|_| reach(at)).map(|i| DROP_WEAPON + i),
        Action::DropAmmo { unit, at, amount: rounds } => {
            own(unit)?;
            Some(DROP_AMMO + 2 * reach(at)? + amount(rounds)?)
        }
        Action::Give { unit, target, amount: rounds } => {
            own(unit)?;
            let other = &state.humans()[state.find_human(target.into())?];
            Some(GIVE + 2 * direction(other.at)? + amount(rounds)?)
        }
        Action::Attack { unit, target } => {
            own(unit)?;
            let id = i64::from(target);
            if let Some(i) = state.find_human(id).or_else(|| zombie(target)) {
                unit_row(ATTACK, i)
            } else if let Some(wall) = state.find_wall(id) {
                offset(state.walls()[wall].at).map(|i| numbers.attack_wall + i)
            } else {
                crate_row(numbers.attack_crate, state.find_crate(id)?)
            }
        }
        Action::AttackGround { unit, at } => own(unit).and_then(|_| offset(at)).map(|i| numbers.ground + i),
        Action::Grab { unit, target } => {
            own(unit)?;
            crate_row(numbers.grab, state.find_crate(target.into())?)
        }
        Action::Eat { unit, target } => {
            own(unit)?;
            unit_row(numbers.eat, zombie(target)?)
        }
        _ => None,
    }
}
