//! Generated maps: random walls and zones in one half, copied by the half turn, kept if they are fair to play.

use super::{Board, Spot, Square};
use skirmish_core::{Key, Rng};
use skirmish_grid::field::{FAR, Field};

const SIDE: i32 = 26;
/// Steps from a corner within which its home zones lie, and beyond which all others do.
const HOME: std::ops::RangeInclusive<u32> = 1..=4;
const AWAY: u32 = 11;
/// Squares this near to a start square carry no wall.
const CLEAR: i32 = 2;

impl Board {
    /// The `n`-th generated map: always the same for the same `n`.
    pub fn generated(n: u64) -> Board {
        let mut rng = Key::public(n).draws(0, "board");
        loop {
            if let Some(board) = attempt(&mut rng) {
                return Board { name: Some(format!("generated_{n}")), ..board };
            }
        }
    }

    fn empty() -> Board {
        Board { name: None, width: SIDE, height: SIDE, squares: vec![Square::Open; (SIDE * SIDE) as usize] }
    }

    /// Sets a square and the one opposite.
    fn set_both(&mut self, spot: Spot, square: Square) {
        let opposite = self.opposite(spot);
        self.squares[usize::from(spot.cell)] = square;
        self.squares[usize::from(opposite.cell)] = square;
    }
}

fn attempt(rng: &mut Rng) -> Option<Board> {
    let mut board = Board::empty();
    let half = rng.between(12, 60) as usize;
    place_walls(&mut board, half, rng);
    if !board.is_connected() {
        return None;
    }
    place_zones(&mut board, rng)?;
    is_fair(&board).then_some(board)
}

/// Squares of the half in which things are placed; the other half is its copy.
fn in_half(spot: Spot) -> bool {
    let sum = i32::from(spot.x) + i32::from(spot.y);
    sum < SIDE - 1 || sum == SIDE - 1 && i32::from(spot.x) < SIDE / 2
}

/// Straight pieces of one to five squares, until `half` walls stand in the half.
fn place_walls(board: &mut Board, half: usize, rng: &mut Rng) {
    let starts = board.start_squares();
    let longest = rng.between(1, 5);
    let mut placed = 0;
    while placed < half {
        let (mut x, mut y) = (rng.below(SIDE as u64) as i32, rng.below(SIDE as u64) as i32);
        let (dx, dy) = if rng.chance(1, 2) { (1, 0) } else { (0, 1) };
        for _ in 0..rng.between(1, longest) {
            let Some(spot) = board.spot(x, y) else { break };
            let near_start = starts.iter().any(|start| start.distance(spot) <= CLEAR);
            if placed < half && in_half(spot) && !near_start && !board.is_wall(spot) {
                board.set_both(spot, Square::Wall);
                placed += 1;
            }
            (x, y) = (x + dx, y + dy);
        }
    }
}

/// Two or three home zones in the half, and others far away: eight to ten in all.
fn place_zones(board: &mut Board, rng: &mut Rng) -> Option<()> {
    let starts = board.start_squares();
    let steps = board.steps_from(starts[0]);
    let free: Vec<Spot> = board
        .spots()
        .filter(|&spot| in_half(spot) && board.square(spot) == Square::Open && !starts.contains(&spot))
        .collect();
    let (mut near, mut far): (Vec<Spot>, Vec<Spot>) = (Vec::new(), Vec::new());
    for spot in free {
        match at(&steps, spot) {
            n if HOME.contains(&n) => near.push(spot),
            n if n >= AWAY => far.push(spot),
            _ => {}
        }
    }
    let home = rng.between(2, 3) as usize;
    let all = rng.between(8, 10) as usize;
    rng.shuffle(&mut near);
    rng.shuffle(&mut far);
    for spot in near.get(..home)?.iter().chain(far.get(..all - home)?) {
        board.set_both(*spot, Square::Zone);
    }
    Some(())
}

/// Whether zones and walls lie as our own maps should have them.
fn is_fair(board: &Board) -> bool {
    let zones: Vec<Spot> = board.spots().filter(|&spot| board.is_zone(spot)).collect();
    let walls = board.spots().filter(|&spot| board.is_wall(spot)).count();
    let [corner, .., far_corner] = board.start_squares();
    let homes = |corner: Spot| {
        let steps = board.steps_from(corner);
        let home = zones.iter().filter(|&&zone| HOME.contains(&at(&steps, zone))).count();
        let away = zones.iter().filter(|&&zone| (AWAY..FAR).contains(&at(&steps, zone))).count();
        (2..=3).contains(&home) && home + away == zones.len()
    };
    let contested = zones.iter().filter(|zone| (i32::from(zone.x) + i32::from(zone.y) - (SIDE - 1)).abs() <= 4).count();
    board.is_symmetric()
        && (16..=20).contains(&zones.len())
        && (24..=120).contains(&walls)
        && homes(corner)
        && homes(far_corner)
        && (2..=6).contains(&contested)
}

fn at(steps: &Field, spot: Spot) -> u32 {
    steps.at(spot.x.into(), spot.y.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_maps_are_fair_and_differ() {
        let boards: Vec<Board> = (0..60).map(Board::generated).collect();
        for (n, board) in boards.iter().enumerate() {
            assert!(is_fair(board), "{n}");
            assert_eq!(board.warnings(), [""; 0], "{n}");
            assert!(boards[..n].iter().all(|other| other.squares != board.squares), "{n}");
            for start in board.start_squares() {
                assert!(board.spots().all(|spot| start.distance(spot) > CLEAR || !board.is_wall(spot)), "{n}");
                assert!(!board.is_zone(start));
            }
        }
        assert_eq!(Board::generated(7), boards[7]);
    }
}
