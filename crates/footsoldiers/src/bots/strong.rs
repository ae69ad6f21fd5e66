//! Strong, "simulate": tries every sensible command on a copy of the game, plays both sides on by simple scripts, and
//! takes the command with the best result.

use super::board::{Board, Known, build, facing_towards, order, turn};
use super::scripts::Script;
use crate::action::Action;
use crate::field::Square;
use crate::game::Footsoldiers;
use crate::outcome::End;
use crate::state::{Facing, Kind, Soldier, State, Team};
use crate::view::View;
use skirmish_core::{Bot, Hello, Rng, Rules, Seat};

/// How many turns are played ahead.
const HORIZON: i64 = 24;
/// How much may be played for one answer, so that it comes in time even with large and fast armies. One unit is about
/// the turn of a soldier that walks eight squares.
const PATIENCE: i64 = 100_000;
/// A decided game is worth more than anything on the board.
const DECIDED: i64 = 1_000_000;

/// How the bot may go on after the command that is tried.
const OWN: [Script; 4] = [
    Script::Guarded(Kind::Scout),
    Script::Guarded(Kind::Assassin),
    Script::Rush(Kind::Scout),
    Script::Rush(Kind::Assassin),
];
/// What the enemy may do meanwhile.
const THEIRS: [Script; 3] = [Script::Mixed, Script::Rush(Kind::Scout), Script::Guarded(Kind::Assassin)];

pub(super) struct Simulate {
    board: Board,
    rng: Rng,
}

impl Simulate {
    pub(super) fn new(hello: &Hello<'_, Footsoldiers>) -> Simulate {
        Simulate { board: Board::new(hello), rng: Rng::new(hello.random) }
    }
}

impl Bot<Footsoldiers> for Simulate {
    fn turn(&mut self, view: &View, orders: &mut Vec<Action>) {
        let known = self.board.look(view);
        let mut trial = Trial { known, state: known.state.clone(), work: 0, effort: effort(known) };
        let mut best = (trial.worth(None), None);
        for mut commands in [builds(known), turns(known), moves(known)] {
            // Of equally good commands the first one tried wins.
            self.rng.shuffle(&mut commands);
            for command in commands {
                if trial.work > PATIENCE {
                    break;
                }
                let worth = trial.worth(Some(command));
                if worth > best.0 {
                    best = (worth, Some(command));
                }
            }
        }
        orders.extend(best.1);
    }
}

/// Commands being tried.
struct Trial<'a> {
    known: &'a Known,
    /// The copy that is played on.
    state: State,
    /// What has been played so far, and what a soldier's turn counts.
    work: i64,
    effort: i64,
}

impl Trial<'_> {
    /// What a command is worth: the best of the ways to go on, each against all that the enemy may do.
    fn worth(&mut self, command: Option<Action>) -> i64 {
        let against_all = |own| THEIRS.iter().map(|&theirs| self.play_on(command, own, theirs)).sum();
        OWN.into_iter().map(against_all).max().unwrap_or(0)
    }

    fn play_on(&mut self, command: Option<Action>, own: Script, theirs: Script) -> i64 {
        let Trial { known, state, work, effort } = self;
        let (game, me) = (&known.game, known.me);
        state.clone_from(&known.state);
        for turn in 0..HORIZON {
            let mine = if turn == 0 { command } else { own.command(known, state, me) };
            let other = theirs.command(known, state, me.other());
            let both = if me == Team::Player1 { [mine, other] } else { [other, mine] };
            for (seat, action) in both.iter().enumerate() {
                if let Some(action) = action {
                    // The opponent's command may have made this one impossible; then it does nothing.
                    let _ = game.act(state, Seat(seat as u8), action, &mut ());
                }
            }
            game.close(state, &mut ());
            *work += 1 + *effort * game.units(state) as i64;
            if let Some(end) = game.end(state) {
                return decided(end, me, turn);
            }
        }
        standing(known, state, me) - standing(known, state, me.other())
    }
}

/// What the turn of one soldier costs to play: searching for its way takes time with the square of its speed.
fn effort(known: &Known) -> i64 {
    let fastest = Kind::ALL.into_iter().map(|kind| known.game.traits(kind).speed).max().unwrap_or(0);
    1 + fastest * fastest / 64
}

/// An early win and a late loss are better.
fn decided(end: End, me: Team, turn: i64) -> i64 {
    match end.winner {
        Some(winner) if winner == me => DECIDED - 1000 * turn,
        Some(_) => 1000 * turn - DECIDED,
        None => 0,
    }
}

/// How well a side is doing: the health of its base, the worth and progress of its soldiers, its money.
fn standing(known: &Known, state: &State, team: Team) -> i64 {
    let ways = known.ways(team.other());
    let soldier = |soldier: &Soldier| {
        let traits = known.game.traits(soldier.kind);
        100 * soldier.health * traits.damage / traits.cost.max(1) - ways.from(soldier.at).min(100)
    };
    let army: i64 = state.army(team).iter().map(soldier).sum();
    40 * state.health(team) + army + 10 * state.money(team)
}

/// New soldiers: attackers on the way to the enemy's base, guards around our own, ambushes next to nearby enemies.
fn builds(known: &Known) -> Vec<Action> {
    let (state, me) = (&known.state, known.me);
    let (home, target) = (known.base(me), known.base(me.other()));
    let mut plans = Vec::new();
    plans.extend(known.sites(state, me).take(3).map(|at| (at, target, target)));
    for at in around(home).filter(|&at| known.can_build_at(state, me, at)) {
        plans.extend([(at, at, nearest_enemy(known, at)), (at, target, target)]);
    }
    for enemy in state.army(me.other()) {
        for at in around(enemy.at).filter(|&at| known.can_build_at(state, me, at)) {
            plans.extend([(at, at, enemy.at), (at, enemy.at, enemy.at)]);
        }
    }
    let kinds = Kind::ALL.into_iter().filter(|&kind| known.can_pay(state, me, kind));
    let plan = |kind| plans.iter().filter_map(move |&(at, goal, eye)| build(kind, at, goal, facing_towards(at, eye)));
    kinds.flat_map(plan).collect()
}

/// New facings for soldiers that may have a choice of targets.
fn turns(known: &Known) -> Vec<Action> {
    let (state, me) = (&known.state, known.me);
    let target = known.base(me.other());
    let enemies = state.army(me.other());
    let matters = |at: Square| at == target || enemies.iter().any(|enemy| enemy.at.distance(at) <= 1);
    let facings = state.army(me).iter().flat_map(|soldier| Facing::ALL.map(|facing| (soldier, facing)));
    let better =
        |(soldier, facing): &(&Soldier, Facing)| *facing != soldier.facing && matters(soldier.at.towards(*facing));
    facings.filter(better).filter_map(|(soldier, facing)| turn(soldier, facing)).collect()
}

/// New destinations: the enemy's base, the next stretch of the way there, the nearest enemy, home, and here.
fn moves(known: &Known) -> Vec<Action> {
    let (state, me) = (&known.state, known.me);
    let mut out = Vec::new();
    for soldier in state.army(me) {
        let ahead = known.ways(me.other()).ahead(soldier.at, known.game.traits(soldier.kind).speed);
        let goals = [known.base(me.other()), ahead, nearest_enemy(known, soldier.at), known.base(me), soldier.at];
        let new = goals.into_iter().filter(|&goal| goal != soldier.goal);
        out.extend(new.filter_map(|goal| order(soldier, goal)));
    }
    out
}

fn around(at: Square) -> impl Iterator<Item = Square> {
    Facing::ALL.into_iter().map(move |facing| at.towards(facing))
}

/// The square of the nearest enemy soldier; without one the enemy's base.
fn nearest_enemy(known: &Known, from: Square) -> Square {
    let enemy = known.me.other();
    let soldiers = known.state.army(enemy).iter().map(|soldier| soldier.at);
    soldiers.min_by_key(|at| at.distance(from)).unwrap_or(known.base(enemy))
}
