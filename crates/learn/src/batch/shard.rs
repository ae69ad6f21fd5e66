//! The games of one thread.

use super::{Common, Ended, Illegal, Job, MOST_ENDED};
use crate::bits::Bits;
use crate::buffers::{Buffers, Row};
use crate::episode::Episode;
use crate::layout::Layout;
use crate::sheet::Sheet;
use crate::space::{END, Space};
use skirmish_core::hash::mix;
use skirmish_core::{Rng, Seat};
use std::collections::VecDeque;
use std::sync::atomic::Ordering;

/// One game of a batch.
pub(super) struct Seated<G: Space> {
    /// How its games begin, until there is another start.
    start: G::State,
    pub(super) episode: Episode<G>,
    /// Which of its games this is.
    count: u64,
    /// The next step begins a new game.
    pub(super) ended: bool,
    /// Nobody was told anything of this game yet.
    fresh: bool,
    /// The mask that the buffers of each row hold, so that only what differs is written.
    shown: Vec<Bits>,
    /// For the masks of the whole-turn mode.
    scratch: Bits,
}

/// The games of one thread. No two threads write to one line of memory: the core of one would wait for that of the other
/// at every decision.
#[repr(align(128))]
pub(super) struct Shard<G: Space> {
    pub(super) first: usize,
    pub(super) games: Vec<Seated<G>>,
    pub(super) rng: Rng,
    pub(super) decided: u64,
    pub(super) ended: VecDeque<Ended>,
    pub(super) fault: Option<String>,
}

impl<G: Space> Shard<G> {
    pub(super) fn new(common: &Common<G>, first: usize, end: usize) -> Result<Shard<G>, String> {
        let game = |place: usize| {
            let (game, start) = common.start(place, 0)?;
            let [seed, _] = common.draws(place, 0);
            let scratch = Bits::below(Layout::of::<G>(&common.terms.scope).numbers);
            let shown = vec![scratch.clone(); common.learners.len()];
            let episode = Episode::new(&common.terms, (game, start.clone()), seed);
            Ok(Seated { start, episode, count: 0, ended: false, fresh: true, shown, scratch })
        };
        let games = (first..end).map(game).collect::<Result<Vec<_>, String>>()?;
        let rng = Rng::new(mix(common.seed.load(Ordering::SeqCst) ^ first as u64));
        let mut shard = Shard { first, games, rng, decided: 0, ended: VecDeque::new(), fault: None };
        shard.each(common, |seated, rows| seated.tell(common, rows));
        Ok(shard)
    }

    /// Does a job; tells whether nothing was wrong.
    pub(super) fn work(&mut self, common: &Common<G>, job: Job) -> bool {
        let outcome = match job {
            Job::Check => self.check(common),
            Job::Step => self.step(common),
            Job::Sample => {
                self.sample(common);
                Ok(())
            }
            Job::Reset => self.reset(common),
            Job::Random(steps) => self.play_random(common, steps),
        };
        self.fault = outcome.err();
        self.fault.is_none()
    }

    /// Shows every game with its rows.
    fn each(&mut self, common: &Common<G>, mut see: impl FnMut(&mut Seated<G>, Rows<'_>)) {
        for (i, seated) in self.games.iter_mut().enumerate() {
            let first = (self.first + i) * common.learners.len();
            see(seated, Rows { buffers: &common.buffers, first });
        }
    }

    fn reset(&mut self, common: &Common<G>) -> Result<(), String> {
        self.rng = Rng::new(mix(common.seed.load(Ordering::SeqCst) ^ self.first as u64));
        self.ended.clear();
        for (i, seated) in self.games.iter_mut().enumerate() {
            seated.count = 0;
            seated.begin(common, self.first + i)?;
            let rows = Rows { buffers: &common.buffers, first: (self.first + i) * common.learners.len() };
            for (learner, shown) in seated.shown.iter_mut().enumerate() {
                // All of the masks are written again, whatever somebody has made of them.
                rows.get(learner).mask.fill(0);
                shown.clear();
            }
        }
        self.each(common, |seated, rows| seated.tell(common, rows));
        Ok(())
    }

    /// Every row has chosen a number of its mask, or says so.
    fn check(&mut self, common: &Common<G>) -> Result<(), String> {
        for (i, seated) in self.games.iter().enumerate() {
            // A game that has ended begins anew, whatever was chosen.
            if seated.ended {
                continue;
            }
            let rows = Rows { buffers: &common.buffers, first: (self.first + i) * common.learners.len() };
            for (learner, &seat) in common.learners.iter().enumerate() {
                let Err((chosen, count)) = seated.check(common, seat, rows.get(learner)) else { continue };
                let row = rows.first + learner;
                return Err(format!(
                    "row {row} chose {chosen}, which is not in its mask of {count} legal numbers; nothing was played"
                ));
            }
        }
        Ok(())
    }

    /// Writes random legal numbers for all rows.
    fn sample(&mut self, common: &Common<G>) {
        for (i, seated) in self.games.iter().enumerate() {
            let rows = Rows { buffers: &common.buffers, first: (self.first + i) * common.learners.len() };
            for (learner, &seat) in common.learners.iter().enumerate() {
                seated.draw_into(common, seat, &mut self.rng, rows.get(learner));
            }
        }
    }

    fn step(&mut self, common: &Common<G>) -> Result<(), String> {
        self.round(common, |_, _, _, _| ())
    }

    fn play_random(&mut self, common: &Common<G>, steps: u32) -> Result<(), String> {
        (0..steps)
            .try_for_each(|_| self.round(common, |seated, seat, rng, row| seated.draw_into(common, seat, rng, row)))
    }

    /// One decision of every learner that is to decide, after `choose` has written it.
    #[inline]
    fn round(
        &mut self,
        common: &Common<G>,
        choose: impl Fn(&Seated<G>, Seat, &mut Rng, Row<'_>),
    ) -> Result<(), String> {
        for (i, seated) in self.games.iter_mut().enumerate() {
            let place = self.first + i;
            let rows = Rows { buffers: &common.buffers, first: place * common.learners.len() };
            if common.terms.whole {
                (0..common.learners.len()).for_each(|learner| rows.get(learner).dropped.fill(0));
            }
            if seated.ended {
                seated.count += 1;
                seated.begin(common, place)?;
            } else {
                for (learner, &seat) in common.learners.iter().enumerate() {
                    if seated.episode.decides(seat) {
                        choose(seated, seat, &mut self.rng, rows.get(learner));
                        self.decided += 1;
                        seated.decide(common, seat, rows.get(learner))?;
                    }
                }
                seated.episode.advance(&common.terms);
                seated.close(common, place, &mut self.ended);
            }
            seated.tell(common, rows);
        }
        Ok(())
    }
}

/// The rows of one game, which only its thread uses.
pub(super) struct Rows<'a> {
    buffers: &'a Buffers,
    pub(super) first: usize,
}

impl Rows<'_> {
    #[inline]
    fn get(&self, learner: usize) -> Row<'_> {
        // SAFETY: rows belong to games, games to shards, and a shard is locked by the one thread that works on it;
        // others look at buffers only while no job is under way.
        unsafe { self.buffers.row(self.first + learner) }
    }

    #[inline]
    fn sheet(&self, learner: usize) -> Sheet<'_> {
        // SAFETY: as above; the arrays are no part of what `get` hands out.
        unsafe { self.buffers.sheet(self.first + learner) }
    }
}

impl<G: Space> Seated<G> {
    fn begin(&mut self, common: &Common<G>, place: usize) -> Result<(), String> {
        let [seed, _] = common.draws(place, self.count);
        if self.count.is_multiple_of(common.repeats) {
            let (game, start) = common.start(place, self.count)?;
            self.episode.change(&common.terms, game);
            self.start.clone_from(&start);
        }
        self.episode.restart(&common.terms, &self.start, seed);
        (self.ended, self.fresh) = (false, true);
        Ok(())
    }

    #[inline]
    fn decide(&mut self, common: &Common<G>, seat: Seat, row: Row<'_>) -> Result<(), String> {
        if common.terms.whole {
            self.episode.decide_whole(seat, row.actions, row.dropped);
            return Ok(());
        }
        let number = row.actions.first().and_then(|&number| usize::try_from(number).ok()).unwrap_or(usize::MAX);
        self.episode.decide(seat, number).map_err(|fault| format!("{} is not in the mask of {seat}", fault.0))
    }

    /// Whether what a row has chosen is legal; if not, what it chose, and how many numbers are. Where such rows end their
    /// lists, they do.
    #[inline]
    fn check(&self, common: &Common<G>, seat: Seat, row: Row<'_>) -> Result<(), (i32, usize)> {
        let numbers = row.mask.len() / row.actions.len().max(1);
        for (action, mask) in row.actions.iter_mut().zip(row.mask.chunks_exact(numbers)) {
            let number = usize::try_from(*action).unwrap_or(usize::MAX);
            let legal =
                if common.terms.whole { mask.get(number) == Some(&1) } else { self.episode.mask(seat).has(number) };
            if legal {
                continue;
            }
            if common.illegal == Illegal::Refused {
                return Err((*action, mask.iter().filter(|&&byte| byte == 1).count()));
            }
            *action = END as i32;
        }
        Ok(())
    }

    /// Writes random legal numbers for a seat.
    #[inline]
    pub(super) fn draw_into(&self, common: &Common<G>, seat: Seat, rng: &mut Rng, row: Row<'_>) {
        if !common.terms.whole {
            row.actions[0] = self.draw(seat, rng) as i32;
            return;
        }
        let numbers = row.mask.len() / row.actions.len().max(1);
        for (action, mask) in row.actions.iter_mut().zip(row.mask.chunks_exact(numbers)) {
            let legal = mask.iter().filter(|&&byte| byte == 1).count();
            let rank = rng.index(legal.max(1));
            let chosen = mask.iter().enumerate().filter(|(_, byte)| **byte == 1).nth(rank);
            *action = chosen.map_or(END, |(number, _)| number) as i32;
        }
    }

    /// A random number of a seat's mask.
    #[inline]
    fn draw(&self, seat: Seat, rng: &mut Rng) -> usize {
        if !self.episode.decides(seat) {
            return END;
        }
        let mask = self.episode.mask(seat);
        mask.nth(rng.index(mask.count())).unwrap_or(END)
    }

    /// Notes that the game has ended, if it has.
    #[inline]
    fn close(&mut self, common: &Common<G>, place: usize, ended: &mut VecDeque<Ended>) {
        let truncated = self.episode.is_cut(&common.terms);
        self.ended = truncated || self.episode.is_over();
        if self.ended && common.results {
            let table = self.episode.table();
            let standings = table.game.standings(&table.state);
            if ended.len() == MOST_ENDED {
                ended.pop_front();
            }
            ended.push_back(Ended {
                game: place,
                truncated,
                decisions: self.episode.decisions(),
                ranks: standings.ranks(),
                scores: standings.scores,
                reason: standings.reason,
                result: serde_json::to_value(table.outcome()).ok(),
            });
        }
    }

    /// Writes what the learners are told.
    #[inline]
    fn tell(&mut self, common: &Common<G>, rows: Rows<'_>) {
        let over = self.episode.is_over();
        for (j, &seat) in common.learners.iter().enumerate() {
            let row = rows.get(j);
            let decides = self.episode.decides(seat);
            *row.reward = self.episode.take_gain(seat);
            *row.terminated = u8::from(self.ended && over);
            *row.truncated = u8::from(self.ended && !over);
            *row.deciding = u8::from(decides);
            if common.terms.teacher.is_some() {
                *row.teaching = self.episode.teaching(seat) as i32;
            }
            // Who waits keeps what it was shown last, but not from one game to the next.
            if decides || self.ended || self.fresh {
                self.episode.observe(&common.terms, seat, &mut rows.sheet(j));
            }
            if common.terms.whole {
                let numbers = row.mask.len() / row.actions.len().max(1);
                self.episode.masks(seat, &mut self.scratch, row.mask, numbers);
            } else {
                self.episode.mask(seat).write_over(&mut self.shown[j], row.mask);
            }
        }
        self.fresh = false;
    }
}
