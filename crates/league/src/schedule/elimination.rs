//! Knock-out: who has lost once, or twice, is out.
//!
//! Entrants are seeded in the order they are named in: the first two meet in the final if nobody surprises them. A meeting
//! that ends level is played on, a pair at a time, and after some of them the better seeded goes on.

use super::{Finished, Meeting, Round};

/// So often a meeting that is level is played on.
const EXTRA: u32 = 5;

/// How it stands: who is in, and what is being played.
struct Bracket {
    lives: u32,
    losses: Vec<u32>,
    /// Those without a loss, in the order of the bracket.
    top: Vec<usize>,
    /// Those with one who are still in.
    bottom: Vec<usize>,
    /// Who went out, the latest last, those of one round together.
    out: Vec<Vec<usize>>,
}

/// A meeting that is being played, with the points so far.
struct Open {
    meeting: Meeting,
    points: [i64; 2],
    extra: u32,
}

/// The next round; `None` if only one is left.
pub fn round(bots: usize, times: u64, lives: u32, finished: &[Finished]) -> Option<Round> {
    match walk(bots, lives, finished) {
        (_, open) if !open.is_empty() => {
            Some(Round { meetings: open.into_iter().map(|open| open.meeting).collect(), times: 1 })
        }
        (bracket, _) => bracket.meetings().map(|meetings| Round { meetings, times }),
    }
}

/// The order so far, best first.
pub fn placed(bots: usize, lives: u32, finished: &[Finished]) -> Vec<Vec<usize>> {
    let (bracket, _) = walk(bots, lives, finished);
    let mut left: Vec<usize> = bracket.top.iter().chain(&bracket.bottom).copied().collect();
    left.sort_unstable();
    std::iter::once(left).chain(bracket.out.into_iter().rev()).filter(|place| !place.is_empty()).collect()
}

/// Plays the rounds again: how it stands after them, and which meetings of the last one are level.
fn walk(bots: usize, lives: u32, finished: &[Finished]) -> (Bracket, Vec<Open>) {
    let mut bracket = Bracket::new(bots, lives);
    let mut open: Vec<Open> = Vec::new();
    let mut lost: Vec<usize> = Vec::new();
    for one in finished {
        let goes_on = !open.is_empty();
        if !goes_on {
            let fresh = |meeting: &Meeting| Open { meeting: meeting.clone(), points: [0, 0], extra: 0 };
            open = one.round.meetings.iter().map(fresh).collect();
        }
        let mut level = Vec::new();
        for (mut open, points) in open.drain(..).zip(&one.points) {
            open.points[0] += points[0];
            open.points[1] += points[1];
            open.extra += u32::from(goes_on);
            let [first, second] = open.points;
            if first == second && open.extra < EXTRA {
                level.push(open);
            } else {
                // The better seeded is the lower number.
                let first_wins = first > second || first == second && open.meeting[0] < open.meeting[1];
                lost.push(open.meeting[usize::from(first_wins)]);
            }
        }
        open = level;
        if open.is_empty() {
            bracket.lose(std::mem::take(&mut lost));
        }
    }
    (bracket, open)
}

impl Bracket {
    fn new(bots: usize, lives: u32) -> Bracket {
        let size = bots.next_power_of_two();
        // 1 against the last, 2 against the last but one, and so that these two can only meet in the end.
        let mut order = vec![0];
        while order.len() < size {
            let twice = order.len() * 2;
            order = order.iter().flat_map(|&seed| [seed, twice - 1 - seed]).collect();
        }
        Bracket { lives, losses: vec![0; bots], top: order, bottom: Vec::new(), out: Vec::new() }.tidied()
    }

    /// Places that nobody takes stay in the bracket until they are passed over: they are numbers beyond the last bot.
    fn tidied(mut self) -> Bracket {
        self.pass_byes();
        self
    }

    /// Whether nobody sits on that place.
    fn is_empty(&self, place: usize) -> bool {
        place >= self.losses.len()
    }

    /// While all meetings of the upper half are byes, everybody in it goes on.
    fn pass_byes(&mut self) {
        while self.top.len() > 1
            && self.top.chunks(2).all(|two| two.len() < 2 || two.iter().any(|&place| self.is_empty(place)))
        {
            self.top =
                self.top.chunks(2).filter_map(|two| two.iter().copied().find(|&place| !self.is_empty(place))).collect();
        }
    }

    fn meetings(&self) -> Option<Vec<Meeting>> {
        let mut meetings: Vec<Meeting> = self
            .top
            .chunks(2)
            .filter(|two| two.len() == 2 && !two.iter().any(|&place| self.is_empty(place)))
            .map(<[usize]>::to_vec)
            .collect();
        // Below, the best seeded meets the worst; who is left over waits.
        let below = &self.bottom;
        meetings.extend((0..below.len() / 2).map(|i| vec![below[i], below[below.len() - 1 - i]]));
        let alone: Vec<usize> = self.top.iter().copied().filter(|&place| !self.is_empty(place)).collect();
        match (alone.as_slice(), below.as_slice()) {
            ([one], [other]) => Some(vec![vec![*one, *other]]),
            _ if meetings.is_empty() => None,
            _ => Some(meetings),
        }
    }

    fn lose(&mut self, lost: Vec<usize>) {
        let mut out: Vec<usize> = Vec::new();
        for &bot in &lost {
            self.losses[bot] += 1;
            if self.losses[bot] == self.lives {
                out.push(bot);
            }
        }
        let met: Vec<usize> = self.top.clone();
        if met.iter().filter(|&&place| !self.is_empty(place)).count() > 1 {
            self.top = met
                .chunks(2)
                .filter_map(|two| two.iter().copied().find(|&place| !self.is_empty(place) && !lost.contains(&place)))
                .collect();
        } else {
            self.top.retain(|place| !lost.contains(place));
        }
        self.bottom.retain(|bot| !out.contains(bot));
        self.bottom.extend(lost.iter().filter(|&&bot| self.losses[bot] < self.lives && self.losses[bot] == 1));
        self.bottom.sort_unstable();
        self.bottom.dedup();
        out.sort_unstable();
        if !out.is_empty() {
            self.out.push(out);
        }
        self.pass_byes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(bots: usize, lives: u32, wins: impl Fn(usize, usize) -> bool) -> (Vec<Finished>, Vec<Vec<usize>>) {
        let mut finished = Vec::new();
        while let Some(round) = round(bots, 2, lives, &finished) {
            let points =
                round.meetings.iter().map(|two| if wins(two[0], two[1]) { vec![8, 0] } else { vec![0, 8] }).collect();
            finished.push(Finished { round, points });
            assert!(finished.len() < 100);
        }
        let placed = placed(bots, lives, &finished);
        (finished, placed)
    }

    #[test]
    fn the_best_seeded_win_where_nobody_surprises() {
        for bots in 2..20 {
            let (finished, placed) = play(bots, 1, |one, two| one < two);
            assert_eq!((placed[0].clone(), placed[1].clone()), (vec![0], vec![1]), "{bots}");
            let meetings: usize = finished.iter().map(|one| one.round.meetings.len()).sum();
            assert_eq!(meetings, bots - 1, "everybody but one loses once");
            assert_eq!(finished.len(), bots.next_power_of_two().ilog2() as usize);
        }
    }

    #[test]
    fn everybody_but_one_loses_twice() {
        for bots in 2..20 {
            for wins in [|one: usize, two: usize| one < two, |one: usize, two: usize| one * 7 % 23 > two * 7 % 23] {
                let (finished, placed) = play(bots, 2, wins);
                let meetings: usize = finished.iter().map(|one| one.round.meetings.len()).sum();
                assert!([2 * bots - 2, 2 * bots - 1].contains(&meetings), "{bots}: {meetings}");
                assert_eq!(placed[0].len(), 1);
                assert_eq!(placed.concat().len(), bots);
                let champion = placed[0][0];
                assert!((0..bots).all(|bot| bot == champion || wins(champion, bot)), "{bots}");
            }
        }
    }

    #[test]
    fn a_level_meeting_is_played_on_and_then_the_seed_decides() {
        let mut finished = Vec::new();
        for extra in 0..=EXTRA {
            let round = round(2, 3, 1, &finished).unwrap();
            assert_eq!(round.times, if extra == 0 { 3 } else { 1 });
            finished.push(Finished { round, points: vec![vec![2, 2]] });
        }
        assert_eq!(round(2, 3, 1, &finished), None);
        assert_eq!(placed(2, 1, &finished), [[0], [1]]);
    }
}
