//! What a bot makes of a view: a state it can play on from, and the real paths to both bases.

use crate::action::{Action, Who};
use crate::config::Config;
use crate::field::Square;
use crate::game::Footsoldiers;
use crate::legal::command_square;
use crate::position::{self, Position};
use crate::state::{Facing, Kind, Soldier, State, Team};
use crate::view::View;
use skirmish_core::{Hello, Rng};
use skirmish_grid::field::{FAR, Field};

/// The game as a bot knows it, brought up to date by every view.
pub(super) struct Board {
    config: Config,
    me: Team,
    /// Breaks ties between equally good squares.
    rng: Rng,
    /// Made from the first view, since bases and rocks never change.
    known: Option<Known>,
}

/// What is known once a view has been seen.
pub(super) struct Known {
    pub me: Team,
    pub game: Footsoldiers,
    pub state: State,
    /// The ways to each base, in seat order.
    ways: [Ways; 2],
    /// Where each seat can build if nobody stands there, the nearest to the enemy's base on foot first.
    sites: [Vec<Square>; 2],
}

impl Board {
    pub fn new(hello: &Hello<'_, Footsoldiers>) -> Board {
        Board { config: hello.config.clone(), me: Team::of(hello.seat), rng: Rng::new(hello.random), known: None }
    }

    /// Takes in a view.
    pub fn look(&mut self, view: &View) -> &Known {
        let position = Position {
            game: Footsoldiers::NAME,
            turns_remaining: view.turns_remaining,
            next_id: view.next_id,
            bases: view.bases.clone(),
            rocks: view.rocks.to_vec(),
            soldiers: view.soldiers.clone(),
            config: Default::default(),
            disqualified: view.disqualified.clone(),
        };
        let (game, state) = position::assemble(self.config.clone(), &position);
        match &mut self.known {
            Some(known) => known.state = state,
            none => {
                let ways = [Ways::new(&game, Team::Player1), Ways::new(&game, Team::Player2)];
                let sites = [Team::Player1, Team::Player2].map(|team| {
                    let mut sites: Vec<Square> = game.build_squares(team).collect();
                    self.rng.shuffle(&mut sites);
                    sites.sort_by_key(|&at| ways[team.other().index()].from(at));
                    sites
                });
                *none = Some(Known { me: self.me, game, state, ways, sites });
            }
        }
        self.known.as_ref().expect("a view was just taken in")
    }
}

impl Known {
    pub fn base(&self, team: Team) -> Square {
        self.game.bases[team.index()].at
    }

    /// The ways to the base of a seat.
    pub fn ways(&self, to: Team) -> &Ways {
        &self.ways[to.index()]
    }

    pub fn can_pay(&self, state: &State, team: Team, kind: Kind) -> bool {
        state.money(team) >= self.game.traits(kind).cost
    }

    pub fn is_free(&self, state: &State, at: Square) -> bool {
        !self.game.field.is_taken(state, at)
    }

    /// The free squares on which a seat can build, the nearest to the enemy's base on foot first.
    pub fn sites<'a>(&'a self, state: &'a State, team: Team) -> impl Iterator<Item = Square> + 'a {
        self.sites[team.index()].iter().copied().filter(|&at| self.is_free(state, at))
    }

    pub fn can_build_at(&self, state: &State, team: Team, at: Square) -> bool {
        self.game.is_site(state, team, at)
    }
}

/// How far every square is from a base on foot; only rocks and bases are obstacles.
pub(super) struct Ways {
    to: Square,
    corner: Square,
    field: Field,
}

/// How many free squares around the things on a map a path may use.
const MARGIN: i64 = 8;
/// Larger rectangles are not searched; distances are then straight lines.
const LARGEST: i64 = 1 << 18;

impl Ways {
    fn new(game: &Footsoldiers, team: Team) -> Ways {
        let to = game.bases[team.index()].at;
        let blocked: Vec<Square> =
            game.rocks.iter().map(|rock| rock.at).chain([game.bases[team.other().index()].at]).collect();
        let all = || blocked.iter().copied().chain([to]);
        let low = |coordinate: fn(Square) -> i64| all().map(coordinate).min().unwrap_or(0) - MARGIN;
        let high = |coordinate: fn(Square) -> i64| all().map(coordinate).max().unwrap_or(0) + MARGIN;
        let corner = Square::new(low(|at| at.x), low(|at| at.y));
        let (width, height) = (high(|at| at.x) - corner.x + 1, high(|at| at.y) - corner.y + 1);
        let mut field = Field::new();
        if width.saturating_mul(height) <= LARGEST {
            let mut open = vec![true; (width * height) as usize];
            let index = |at: Square| ((at.y - corner.y) * width + at.x - corner.x) as usize;
            blocked.iter().for_each(|&at| open[index(at)] = false);
            let source = ((to.x - corner.x) as usize, (to.y - corner.y) as usize);
            field.fill((width as usize, height as usize), [source], |x, y| open[y * width as usize + x]);
        }
        Ways { to, corner, field }
    }

    /// Steps from a square to the base.
    pub fn from(&self, at: Square) -> i64 {
        match self.field.at(at.x - self.corner.x, at.y - self.corner.y) {
            FAR => at.distance(self.to),
            steps => steps.into(),
        }
    }

    /// The square some steps ahead on the way to the base.
    pub fn ahead(&self, mut at: Square, steps: i64) -> Square {
        for _ in 0..steps {
            let nearer = Facing::ALL.map(|facing| at.towards(facing)).into_iter().min_by_key(|&next| self.from(next));
            match nearer {
                Some(next) if self.from(next) < self.from(at) && next != self.to => at = next,
                _ => break,
            }
        }
        at
    }
}

/// The main direction towards a target.
pub(super) fn facing_towards(from: Square, to: Square) -> Facing {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    match (dx.abs() > dy.abs(), dx > 0, dy > 0) {
        (true, true, _) => Facing::Right,
        (true, false, _) => Facing::Left,
        (false, _, true) => Facing::Down,
        (false, _, false) => Facing::Up,
    }
}

/// The command that builds a soldier, if a command can name the squares.
pub(super) fn build(kind: Kind, at: Square, goal: Square, facing: Facing) -> Option<Action> {
    let ((x, y), (dest_x, dest_y)) = (command_square(at)?, command_square(goal)?);
    Some(Action::Build { kind, x, y, dest_x, dest_y, facing })
}

pub(super) fn order(soldier: &Soldier, goal: Square) -> Option<Action> {
    let (x, y) = command_square(goal)?;
    Some(Action::Move { who: name(soldier)?, x, y })
}

pub(super) fn turn(soldier: &Soldier, facing: Facing) -> Option<Action> {
    Some(Action::Face { who: name(soldier)?, facing })
}

fn name(soldier: &Soldier) -> Option<Who> {
    i32::try_from(soldier.id).ok().map(Who::Unit)
}
