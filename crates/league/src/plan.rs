//! The plan: which fixture is to be played next. It follows from the description and the results alone, so whoever has the
//! ledger goes on as if nothing had happened.
//!
//! Fixtures are handed out in the order of the schedule. A round begins when the one before is over, so that no result of
//! its own can change it.

use crate::fixture::{Fixture, Key};
use crate::schedule::{self, Finished, Meeting, Round};
use crate::scores::{Scores, Tally};
use crate::starts::Starts;
use crate::{Error, Tournament};
use std::collections::{HashMap, HashSet};

/// A fixture that fails so often is not tried again.
const TRIES: u32 = 3;
/// Whoever has won or lost everything after so many fixtures is what it seems: more of them give it no rating.
const TRUSTED: u64 = 8;
/// Bits of a fixture's number that tell its place in its round.
const PLACE: u32 = 40;

/// Where a tournament stands.
pub struct Plan {
    tournament: Tournament,
    starts: Starts,
    /// The ledger's number of each entrant.
    bots: Vec<usize>,
    finished: Vec<Finished>,
    current: Option<Current>,
    /// Results of rounds that have not begun, from the ledger.
    ahead: HashMap<Key, Tally>,
    /// All results of the rounds that have begun.
    scores: Scores,
    /// How often each entrants' meeting was scheduled in finished rounds.
    met: HashMap<Meeting, u64>,
    /// Fixtures in finished rounds.
    base: u64,
    tries: HashMap<Key, u32>,
    /// Fixtures that were given up.
    pub parked: Vec<Key>,
    /// Number and start of all fixtures whose results are from the ledger.
    taken: HashMap<Key, (u64, u64)>,
}

/// The round that is played.
struct Current {
    round: Round,
    /// How many meetings of the same bots come before each in its round.
    twins: Vec<u64>,
    points: Vec<Vec<i64>>,
    /// The next to hand out.
    cursor: u64,
    /// Those to be handed out once more.
    again: Vec<u64>,
    /// Fixtures that are done, given up or impossible.
    settled: u64,
    /// Those of which something has come.
    closed: HashSet<Key>,
}

impl Current {
    fn len(&self) -> u64 {
        self.round.meetings.len() as u64 * self.round.times
    }
}

impl Plan {
    /// The plan of a tournament. `bots` are the ledger's numbers of its entrants, `known` what is played already.
    pub fn new(
        tournament: Tournament,
        starts: Starts,
        bots: Vec<usize>,
        known: HashMap<Key, Tally>,
    ) -> Result<Plan, Error> {
        let mut plan = Plan {
            tournament,
            starts,
            bots,
            finished: Vec::new(),
            current: None,
            ahead: known,
            scores: Scores::default(),
            met: HashMap::new(),
            base: 0,
            tries: HashMap::new(),
            parked: Vec::new(),
            taken: HashMap::new(),
        };
        plan.open()?;
        Ok(plan)
    }

    /// The same plan with other results. What was handed out and not played is handed out once more; what was given up
    /// stays so.
    pub fn anew(&self, known: HashMap<Key, Tally>) -> Result<Plan, Error> {
        let mut plan = Plan::new(self.tournament.clone(), self.starts.clone(), self.bots.clone(), known)?;
        for key in &self.parked {
            let len = plan.current.as_ref().map_or(0, Current::len);
            let same = (0..len).find_map(|place| plan.fixture(place).filter(|fixture| fixture.key == *key));
            if let Some(fixture) = same {
                plan.park(&fixture)?;
            }
        }
        Ok(plan)
    }

    /// The next fixture to be played, if one can be now.
    pub fn hand_out(&mut self) -> Option<Fixture> {
        if let Some(place) = self.current.as_mut()?.again.pop() {
            return self.fixture(place);
        }
        loop {
            let current = self.current.as_mut()?;
            let place = current.cursor;
            if place >= current.len() {
                return None;
            }
            current.cursor += 1;
            let Some(fixture) = self.fixture(place) else { continue };
            if !self.current.as_ref()?.closed.contains(&fixture.key) {
                return Some(fixture);
            }
        }
    }

    /// Whether a fixture is one of the round that is played, and nothing has come of it yet.
    pub fn wants(&self, fixture: &Fixture) -> bool {
        let place = fixture.number & ((1 << PLACE) - 1);
        let is_open = |current: &Current| place < current.len() && !current.closed.contains(&fixture.key);
        fixture.number >> PLACE == self.finished.len() as u64
            && self.current.as_ref().is_some_and(is_open)
            && self.fixture(place).as_ref() == Some(fixture)
    }

    /// Takes in what a fixture counts that is wanted. It need not have been handed out by this plan.
    pub fn learn(&mut self, fixture: &Fixture, tally: &Tally) -> Result<(), Error> {
        if self.wants(fixture) {
            self.close(fixture);
            self.settle(fixture.number & ((1 << PLACE) - 1), tally);
        }
        self.open()
    }

    /// It is not handed out any more.
    fn close(&mut self, fixture: &Fixture) {
        if let Some(current) = &mut self.current {
            let place = fixture.number & ((1 << PLACE) - 1);
            current.again.retain(|&again| again != place);
            current.closed.insert(fixture.key.clone());
        }
    }

    /// Takes back a fixture that could not be played; false if it is given up.
    pub fn again(&mut self, fixture: &Fixture) -> Result<bool, Error> {
        let tries = self.tries.entry(fixture.key.clone()).or_default();
        *tries += 1;
        let goes_on = *tries < TRIES;
        if !goes_on {
            self.park(fixture)?;
        } else if self.wants(fixture)
            && let Some(current) = &mut self.current
        {
            current.again.push(fixture.number & ((1 << PLACE) - 1));
        }
        Ok(goes_on)
    }

    /// Gives up a fixture that is wanted.
    pub fn park(&mut self, fixture: &Fixture) -> Result<(), Error> {
        if self.wants(fixture) {
            self.close(fixture);
            self.parked.push(fixture.key.clone());
            if let Some(current) = &mut self.current {
                current.settled += 1;
            }
        }
        self.open()
    }

    /// Whether there is nothing left to play.
    pub fn is_over(&self) -> bool {
        self.current.is_none()
    }

    /// Whether a fixture with this place, start and name is part of the rounds so far, and its result has been taken in.
    pub fn knows(&self, fixture: &Fixture) -> bool {
        self.taken.get(&fixture.key) == Some(&(fixture.number, fixture.start))
    }

    /// All results so far.
    pub fn scores(&self) -> &Scores {
        &self.scores
    }

    /// The rounds that are over.
    pub fn finished(&self) -> &[Finished] {
        &self.finished
    }

    /// The round that is played, from 0, and its meetings.
    pub fn round(&self) -> (u32, Option<&Round>) {
        (self.finished.len() as u32, self.current.as_ref().map(|current| &current.round))
    }

    /// Fixtures of the rounds that are known: how many there are and how many are settled.
    pub fn progress(&self) -> (u64, u64) {
        let (len, settled) = self.current.as_ref().map_or((0, 0), |current| (current.len(), current.settled));
        (self.base + len, self.base + settled)
    }

    /// The numbers of the entrants in the ledger.
    pub fn bots(&self) -> &[usize] {
        &self.bots
    }

    fn settle(&mut self, place: u64, tally: &Tally) {
        let Some(current) = &mut self.current else { return };
        let meeting = (place % current.round.meetings.len() as u64) as usize;
        current.points[meeting].iter_mut().zip(&tally.points).for_each(|(sum, points)| *sum += points);
        current.settled += 1;
        self.scores.add(tally);
    }

    /// Closes rounds that are over and opens the next one.
    fn open(&mut self) -> Result<(), Error> {
        loop {
            match self.current.take() {
                Some(current) if current.settled < current.len() || !current.again.is_empty() => {
                    self.current = Some(current);
                    return Ok(());
                }
                Some(current) => {
                    self.base += current.len();
                    for meeting in &current.round.meetings {
                        *self.met.entry(sorted(meeting)).or_default() += current.round.times;
                    }
                    self.finished.push(Finished { round: current.round, points: current.points });
                }
                None => {}
            }
            let Some(round) = self.following()? else { return Ok(()) };
            self.begin(round);
            if self.current.is_none() {
                return Ok(());
            }
        }
    }

    /// The round after the finished ones.
    fn following(&self) -> Result<Option<Round>, Error> {
        if let Some(round) = schedule::next(&self.tournament, &self.finished) {
            return Ok(Some(round));
        }
        if !self.tournament.until_separated {
            return Ok(None);
        }
        let ratings = self.scores.ratings(self.bots.iter().max().map_or(0, |most| most + 1))?;
        let slot = |bot: usize| self.bots.iter().position(|&number| number == bot);
        let (bots, most) = (self.bots.len(), self.bots.len().max(4));
        // Introductions come first, one for each bot at most.
        let wanted = skirmish_stats::plan::next(&ratings, most + bots);
        let mut pairs: Vec<Meeting> = wanted
            .iter()
            .filter_map(|next| Some((next, sorted(&[slot(next.first)?, slot(next.second)?]))))
            .filter(|(next, pair)| {
                next.gain.is_finite() || self.met_at_a_table(pair) < self.tournament.pairs.max(TRUSTED)
            })
            .map(|(_, pair)| pair)
            .collect();
        pairs.truncate(most);
        let meetings = match self.tournament.at_a_table() {
            2 => pairs,
            table => schedule::tables::of_pairs(bots, table, &pairs),
        };
        let meetings: Vec<Meeting> = meetings
            .into_iter()
            .filter(|meeting| {
                self.starts.count().is_none_or(|count| self.met.get(meeting).copied().unwrap_or(0) < count)
            })
            .collect();
        Ok((!meetings.is_empty()).then_some(Round { meetings, times: 1 }))
    }

    /// How often these have sat at one table in the rounds that are over.
    fn met_at_a_table(&self, those: &[usize]) -> u64 {
        let all = self.met.iter().filter(|(meeting, _)| those.iter().all(|slot| meeting.contains(slot)));
        all.map(|(_, times)| times).sum()
    }

    fn begin(&mut self, round: Round) {
        // Only where every meeting is played once can there be twins.
        let mut before: HashMap<&Meeting, u64> = HashMap::new();
        let mut twins = vec![0; round.meetings.len()];
        if round.times == 1 {
            for (twins, meeting) in twins.iter_mut().zip(&round.meetings) {
                let seen = before.entry(meeting).or_default();
                *twins = *seen;
                *seen += 1;
            }
        }
        let points = round.meetings.iter().map(|meeting| vec![0; meeting.len()]).collect();
        let mut current =
            Current { round, twins, points, cursor: 0, again: Vec::new(), settled: 0, closed: HashSet::new() };
        // Starts may run out.
        if let Some(count) = self.starts.count() {
            let left = |at: usize| {
                let met = self.met.get(&sorted(&current.round.meetings[at])).copied().unwrap_or(0) + current.twins[at];
                count.saturating_sub(met).min(current.round.times)
            };
            let possible: u64 = (0..current.round.meetings.len()).map(left).sum();
            current.settled = current.len() - possible;
            if possible == 0 {
                return;
            }
        }
        self.current = Some(current);
        if !self.ahead.is_empty() {
            self.take_known();
        }
    }

    /// Settles what the ledger already has of a round that begins.
    fn take_known(&mut self) {
        // Far less may be played than there is to play.
        for place in self.known_places() {
            let Some(fixture) = self.fixture(place) else { continue };
            if let Some(tally) = self.ahead.remove(&fixture.key) {
                self.taken.insert(fixture.key.clone(), (fixture.number, fixture.start));
                self.close(&fixture);
                self.settle(place, &tally);
            }
        }
    }

    /// Where the ledger's results of the round that is played may be, in order.
    fn known_places(&self) -> Vec<u64> {
        let Some(current) = &self.current else { return Vec::new() };
        let meetings = current.round.meetings.len() as u64;
        let mut at: HashMap<Vec<usize>, Vec<u64>> = HashMap::new();
        for (place, meeting) in (0..).zip(&current.round.meetings) {
            at.entry(meeting.iter().map(|&slot| self.bots[slot]).collect()).or_default().push(place);
        }
        let round = self.finished.len() as u32;
        let of_round = self.ahead.keys().filter(|key| key.round == round);
        let places = |key: &Key| -> Vec<u64> {
            let first = |&at: &u64| {
                let before = current.twins[at as usize];
                let times = key.nth.checked_sub(before).filter(|times| *times < current.round.times)?;
                Some(times * meetings + at)
            };
            at.get(&key.bots).into_iter().flatten().filter_map(first).collect()
        };
        let mut all: Vec<u64> = of_round.flat_map(places).collect();
        all.sort_unstable();
        all
    }

    /// The fixture at a place of the round; `None` if there is no start left for it.
    fn fixture(&self, place: u64) -> Option<Fixture> {
        let current = self.current.as_ref()?;
        let meetings = current.round.meetings.len() as u64;
        let at = (place % meetings) as usize;
        let meeting = &current.round.meetings[at];
        let nth = place / meetings + current.twins[at];
        let start = match self.starts.count() {
            None => self.base + place,
            Some(_) => self.met.get(&sorted(meeting)).copied().unwrap_or(0) + nth,
        };
        let round = self.finished.len() as u32;
        let bots = meeting.iter().map(|&slot| self.bots[slot]).collect();
        let number = u64::from(round) << PLACE | place;
        Some(Fixture { key: Key { round, bots, nth }, number, start: self.starts.number(start)? })
    }
}

fn sorted(meeting: &[usize]) -> Meeting {
    let mut meeting = meeting.to_vec();
    meeting.sort_unstable();
    meeting
}
