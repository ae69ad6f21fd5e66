//! The machines, the wires between them, and what goes wrong with both.

use super::Tale;
use super::queue::Queue;
use crate::audit::{Mark, Verdict};
use crate::nats::SIGN_EVERY;
use crate::organiser::{Options, Organiser, Refusal};
use crate::seal::Seal;
use crate::wire::{Answer, Job, One, Status, VERSION, What};
use crate::worker::{Consider, Letter, Stage, consider, perform};
use skirmish_core::Rng;
use skirmish_core::hash::mix;
use skirmish_league::field::{Distrust, Done, Field};
use skirmish_league::record::Game;
use skirmish_league::{Fixture, Key, Record, Tournament};
use skirmish_matches::Cancel;
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::time::Duration;

/// A tournament that is not over by then never will be: two days, in milliseconds.
const FOREVER: u64 = 2 * 86_400_000;

/// A job in the hands of a worker.
struct InHand {
    number: u64,
    job: Job,
    what: Option<What>,
    letter: Letter,
    ready_at: u64,
    sign_at: u64,
}

struct Machine {
    name: String,
    lies: bool,
    cannot: bool,
    /// Whether it brings nothing back.
    fails: bool,
    /// Whether it says things that nobody asked it for, to what others are to play.
    meddles: bool,
    /// Whether it never says anything to what it is asked by name.
    is_mute: bool,
    slots: usize,
    in_hand: Vec<InHand>,
    /// Dead until then.
    down_until: u64,
    /// Cut off until then: nothing it says arrives, and it hears nothing.
    cut_until: u64,
    /// Alive, but doing nothing until then.
    hangs_until: u64,
}

/// How bad it is: one in so many, or never.
struct Odds {
    death: u64,
    cut: u64,
    hang: u64,
    organiser_death: u64,
    wipe: u64,
    lost_send: u64,
    doubled: u64,
    swallow: u64,
    full_disk: u64,
}

pub struct World {
    tournament: Tournament,
    bots: Vec<usize>,
    random: Rng,
    now: u64,
    queue: Queue,
    /// Stored answers, and until when they are with the organiser.
    answers: VecDeque<(Answer, u64, u64)>,
    next_answer: u64,
    answer_ids: HashSet<String>,
    machines: Vec<Machine>,
    odds: Odds,
    organiser_runs: u64,
    seal: Seal,
    on_disk: HashSet<Key>,
    audit: f64,
    pub audits_all: bool,
    pub quarantined: BTreeSet<String>,
    pub parked: Vec<Key>,
    pub fault: Option<String>,
    pub tale: Tale,
}

impl World {
    pub fn new(tournament: Tournament, bots: Vec<usize>, seed: u64) -> World {
        let mut random = Rng::new(seed);
        let mut odds = |at_most: u64| if random.below(3) == 0 { 0 } else { at_most / (1 + random.below(8)) };
        let odds = Odds {
            death: odds(2000),
            cut: odds(2000),
            hang: odds(2000),
            organiser_death: odds(3000),
            wipe: odds(20_000),
            lost_send: odds(40),
            doubled: odds(20),
            swallow: odds(40),
            full_disk: odds(4000),
        };
        let audits_all = random.below(2) == 0;
        let workers = 1 + random.below(5);
        let machines = (0..workers).map(|n| Machine {
            name: format!("w{n}"),
            // The first one is honest and able, or nothing would ever come of it.
            lies: n > 0 && random.below(4) == 0,
            cannot: n > 0 && random.below(8) == 0,
            fails: n > 0 && random.below(8) == 0,
            meddles: n > 0 && random.below(3) == 0,
            is_mute: n > 0 && random.below(8) == 0,
            slots: 1 + random.index(3),
            in_hand: Vec::new(),
            down_until: 0,
            cut_until: 0,
            hangs_until: 0,
        });
        let machines = machines.collect();
        World {
            tournament,
            bots,
            now: 0,
            queue: Queue::default(),
            answers: VecDeque::new(),
            next_answer: 0,
            answer_ids: HashSet::new(),
            machines,
            odds,
            organiser_runs: 0,
            seal: drawn_seal(&mut random),
            on_disk: HashSet::new(),
            audit: if audits_all { 1.0 } else { 0.2 },
            audits_all,
            quarantined: BTreeSet::new(),
            parked: Vec::new(),
            fault: None,
            tale: Tale::default(),
            random,
        }
    }

    pub fn is_liar(&self, name: &str) -> bool {
        self.machines.iter().any(|machine| machine.name == name && machine.lies)
    }

    pub fn has_failing(&self) -> bool {
        self.machines.iter().any(|machine| machine.fails)
    }

    pub fn is_on_disk(&self, record: &Record) -> bool {
        self.on_disk.contains(&record.fixture.key)
    }

    /// What one machine would have played.
    pub fn truth(&self, fixture: &Fixture) -> Record {
        told(&self.tournament, fixture, 0)
    }

    fn one_in(&mut self, odds: u64) -> bool {
        odds > 0 && self.random.below(odds) == 0
    }

    /// An organiser begins, or goes on.
    pub fn organise(&mut self, cancel: Cancel, records: &[Record]) -> SimulatedField<'_> {
        self.organiser_runs += 1;
        self.tale.restarts = self.organiser_runs - 1;
        self.on_disk = records.iter().map(|record| record.fixture.key.clone()).collect();
        // The key is lost with the disk, or the folder was copied without it.
        if self.random.below(4) == 0 {
            self.seal = drawn_seal(&mut self.random);
        }
        let mut organiser = Organiser::new(Options {
            charter: "charter".into(),
            programs: self.random.below(2) == 0,
            audit: self.audit,
            secret: self.random.next_u64(),
            seal: self.seal.clone(),
            bots: self.bots.clone(),
            first: self.organiser_runs << 32,
            quarantined: self.quarantined.iter().map(|name| (name.clone(), "it lied".into())).collect(),
        });
        // As the fleet does.
        organiser.resume(records);
        self.queue.jobs.clear();
        self.answers.iter_mut().for_each(|(_, _, with_organiser_until)| *with_organiser_until = 0);
        let skew = self.random.below(100_000);
        SimulatedField {
            world: self,
            organiser,
            cancel,
            unstored: Vec::new(),
            came: HashSet::new(),
            missed: 0,
            skew,
            looked: 0,
        }
    }

    /// A moment passes.
    fn pass(&mut self) {
        self.now += 20 + self.random.below(300);
        if self.now > FOREVER {
            self.fault = Some("it never ends".into());
        }
        if self.one_in(self.odds.wipe) {
            self.tale.wipes += 1;
            self.queue.wipe();
            self.answers.clear();
            self.answer_ids.clear();
        }
        for at in 0..self.machines.len() {
            self.live(at);
        }
        self.tale.redelivered = self.queue.redelivered;
    }

    fn live(&mut self, at: usize) {
        let now = self.now;
        let length = 1 + self.random.below(60_000);
        if self.one_in(self.odds.death) {
            let machine = &mut self.machines[at];
            machine.in_hand.clear();
            machine.down_until = now + length;
            self.tale.deaths += 1;
        }
        if self.one_in(self.odds.cut) {
            self.machines[at].cut_until = now + length;
        }
        if self.one_in(self.odds.hang) {
            self.machines[at].hangs_until = now + length;
        }
        if self.machines[at].meddles && self.machines[at].cut_until <= now && self.random.below(4) == 0 {
            self.meddle(at);
        }
        let machine = &mut self.machines[at];
        if machine.down_until > now || machine.hangs_until > now {
            return;
        }
        let is_cut = machine.cut_until > now;
        if !is_cut {
            for hand in machine.in_hand.iter_mut().filter(|hand| hand.sign_at <= now) {
                hand.sign_at = now + SIGN_EVERY.as_millis() as u64;
                self.queue.extend(now, hand.number);
            }
            while machine.in_hand.len() <= machine.slots {
                let Some((number, job, delivered)) = self.queue.pull(now, &machine.name) else { break };
                let is_quarantined = self.quarantined.contains(&machine.name) && !machine.lies;
                let can = match machine.cannot || is_quarantined {
                    true => Err("it cannot".to_string()),
                    false => Ok(()),
                };
                let what = match consider(delivered, can) {
                    Consider::Say(what) => what,
                    Consider::Play => {
                        let liar = if machine.lies { mix(at as u64 + 1) | 1 } else { 0 };
                        let stage = Drawn { tournament: &self.tournament, liar };
                        match machine.fails {
                            true if self.random.below(2) == 0 => What::Lost("it says so".into()),
                            true => What::Played(vec![One::Failed("it says so".into()); job.fixtures.len()]),
                            false => perform(&stage, &job).expect("nobody stops it"),
                        }
                    }
                };
                let ready_at = match machine.is_mute && job.to.is_some() {
                    true => u64::MAX,
                    false => now + 50 + self.random.below(8000),
                };
                let letter = Letter::new(&job.nonce, self.random.next_u64());
                machine.in_hand.push(InHand { number, job, what: Some(what), letter, ready_at, sign_at: now });
            }
        }
        if is_cut {
            return;
        }
        let (ready, rest): (Vec<InHand>, Vec<InHand>) =
            std::mem::take(&mut machine.in_hand).into_iter().partition(|hand| hand.ready_at <= now);
        machine.in_hand = rest;
        let name = machine.name.clone();
        for mut hand in ready {
            let what = hand.what.take().expect("it was played");
            self.say(&name, hand, what, at);
        }
    }

    /// Says what nobody asked for: to a job of somebody else, whose number it has guessed or which it has even seen, and to
    /// its own, as if that had been another.
    fn meddle(&mut self, at: usize) {
        let jobs: Vec<&Job> = self.queue.jobs.values().map(|lying| &lying.job).collect();
        if jobs.is_empty() {
            return;
        }
        let other = jobs[self.random.index(jobs.len())].clone();
        let machine = &self.machines[at];
        let own = machine.in_hand.first().map(|hand| hand.job.clone());
        let job = match (self.random.below(3), &other.to, own) {
            (0, Some(to), _) if *to != machine.name => other,
            (1, _, Some(own)) if own.fixtures != other.fixtures => Job { nonce: own.nonce, ..other },
            _ => Job { nonce: "0".repeat(32), ..other },
        };
        // A liar says of its own result that it is right; others say what is not so, or that nobody can play it.
        let liar = if machine.lies { mix(at as u64 + 1) | 1 } else { mix(99) | 1 };
        let stage = Drawn { tournament: &self.tournament, liar };
        let what = match self.random.below(4) {
            0 => What::Lost("it says so".into()),
            _ => perform(&stage, &job).expect("nobody stops it"),
        };
        let answer = Answer { job, worker: machine.name.clone(), what };
        self.tale.meddled += 1;
        self.next_answer += 1;
        self.answers.push_back((answer, self.next_answer, 0));
    }

    /// A worker stores an answer and then acknowledges its job; either may go wrong.
    fn say(&mut self, name: &str, mut hand: InHand, what: What, at: usize) {
        let answer = Answer { job: hand.job.clone(), worker: name.into(), what: what.clone() };
        let is_lost = self.one_in(self.odds.lost_send);
        // Somebody has used up the id, however that was known.
        if !hand.letter.was_tried() && self.one_in(self.odds.swallow) {
            self.tale.swallowed += 1;
            self.answer_ids.insert(hand.letter.id());
        }
        // It is not stored, or stored and not confirmed; either way the worker tries again later.
        if is_lost && self.random.below(2) == 0 {
            hand.letter.unknown();
            return self.try_again(hand, what, at);
        }
        if self.answer_ids.insert(hand.letter.id()) {
            let times = if self.one_in(self.odds.doubled) { 2 } else { 1 };
            for _ in 0..times {
                self.next_answer += 1;
                // Out of order now and then.
                let place = self.answers.len() - self.random.index(self.answers.len().min(3) + 1);
                self.answers.insert(place, (answer.clone(), self.next_answer, 0));
            }
        } else if !hand.letter.is_known(self.random.next_u64()) {
            return self.try_again(hand, what, at);
        }
        if is_lost {
            hand.letter.unknown();
            return self.try_again(hand, what, at);
        }
        // The acknowledgement is lost: the job is delivered again.
        if !self.one_in(self.odds.lost_send) {
            self.queue.ack(hand.number);
        }
    }

    fn try_again(&mut self, hand: InHand, what: What, at: usize) {
        let ready_at = self.now + 500;
        self.machines[at].in_hand.push(InHand { what: Some(what), ready_at, ..hand });
    }

    fn present(&self) -> Vec<Status> {
        let is_there = |machine: &&Machine| machine.down_until <= self.now && machine.cut_until <= self.now;
        let status = |machine: &Machine| Status {
            worker: machine.name.clone(),
            concurrency: machine.slots,
            wire: VERSION.into(),
            ..Status::default()
        };
        self.machines.iter().filter(is_there).map(status).collect()
    }
}

fn drawn_seal(random: &mut Rng) -> Seal {
    Seal::new(std::array::from_fn(|_| random.below(256) as u8))
}

/// Draws what comes of a fixture; a liar's number makes it something else.
struct Drawn<'a> {
    tournament: &'a Tournament,
    liar: u64,
}

impl Stage for Drawn<'_> {
    fn play(&self, fixture: &Fixture) -> Option<One> {
        let record = Box::new(told(self.tournament, fixture, self.liar));
        Some(One::Record { record, files: Vec::new() })
    }
}

fn told(tournament: &Tournament, fixture: &Fixture, liar: u64) -> Record {
    let seats = tournament.setting.seats.len();
    let seed = fixture.seed(tournament.seed);
    let games = fixture.orders(seats).into_iter().enumerate().map(|(n, order)| {
        let drawn = mix(seed.of_game(n as u64 + 1).number() ^ liar);
        let winner = (drawn % 3 < 2).then_some((drawn >> 8) as usize % seats);
        let score = |seat: usize| i64::from(winner == Some(seat));
        Game {
            bots: order.iter().map(|&place| fixture.key.bots[place]).collect(),
            seed: seed.of_game(n as u64 + 1).number(),
            hash: drawn,
            steps: 1,
            turns: 1,
            winner,
            scores: (0..seats).map(score).collect(),
            reason: Some("drawn".into()),
            ms: 100,
            replay: None,
            disturbed: false,
            seats: Vec::new(),
        }
    });
    Record { fixture: fixture.clone(), games: games.collect(), latency_ms: 0, worker: None }
}

/// The fleet of a simulated world, as a field. It does what the one over NATS does.
pub struct SimulatedField<'a> {
    world: &'a mut World,
    organiser: Organiser,
    cancel: Cancel,
    /// Answers that are taken and not acknowledged, and fixtures that came with them.
    unstored: Vec<u64>,
    came: HashSet<Key>,
    missed: u32,
    skew: u64,
    looked: u64,
}

impl SimulatedField<'_> {
    fn now(&self) -> Duration {
        Duration::from_millis(self.world.now + self.skew)
    }

    fn look(&mut self) {
        if self.world.now < self.looked + 1000 {
            return;
        }
        self.looked = self.world.now;
        // The organiser's clock jumps.
        if self.world.random.below(50) == 0 {
            self.skew += self.world.random.below(30_000);
        }
        let (present, now) = (self.world.present(), self.now());
        self.organiser.workers(present, now);
        let (jobs, answers) = (self.world.queue.jobs.len() as u64, self.world.answers.len() as u64);
        let is_lost = self.organiser.misses(jobs, answers);
        for worker in self.organiser.take_abandoned() {
            self.world.queue.clear_direct(&worker);
        }
        self.missed = if is_lost { self.missed + 1 } else { 0 };
        if self.missed >= 5 {
            self.missed = 0;
            self.organiser.queue_is_lost();
        }
    }

    fn send(&mut self) {
        for job in self.organiser.unsent(self.now()) {
            let number = job.number;
            match self.world.random.below(20) {
                // Not stored, and the organiser knows: it goes on with the others.
                0 if self.world.odds.lost_send > 0 => {}
                // Stored, and the organiser does not know: it sends it again.
                1 if self.world.odds.lost_send > 0 => self.world.queue.post(self.world.now, job),
                _ => {
                    self.world.queue.post(self.world.now, job);
                    self.organiser.sent(number);
                }
            }
        }
    }

    fn receive(&mut self) {
        let (now, mut taken) = (self.world.now, Vec::new());
        for (answer, number, until) in self.world.answers.iter_mut().filter(|(_, _, until)| *until <= now).take(8) {
            *until = now + 60_000;
            taken.push((answer.clone(), *number));
        }
        for (answer, number) in taken {
            let is_full = self.world.one_in(self.world.odds.full_disk);
            let here = || Refusal::Here("no space left on the device".into());
            self.organiser.answer(answer, |_, _| if is_full { Err(here()) } else { Ok(()) });
            // What could not be kept is not acknowledged.
            if self.organiser.is_hopeless() {
                self.world.tale.full_disks += u64::from(is_full);
                return;
            }
            self.unstored.push(number);
        }
    }
}

impl Field for SimulatedField<'_> {
    fn room(&self) -> usize {
        self.organiser.room()
    }

    fn give(&mut self, fixture: Fixture) {
        self.organiser.give(fixture);
    }

    fn take(&mut self, _patience: Duration) -> Vec<Done> {
        self.world.pass();
        if let Some(fault) = &mut self.world.fault {
            let workers = self.world.machines.iter().filter(|machine| machine.down_until <= self.world.now).count();
            *fault += &format!(
                ": {} wait, {} jobs are out, {} in the queue, {} answers, {workers} workers, {:?} not believed, {:?} said no",
                self.organiser.held(),
                self.organiser.out(),
                self.world.queue.jobs.len(),
                self.world.answers.len(),
                self.organiser.quarantined(),
                self.organiser.idle()
            );
        }
        if self.world.fault.is_some() || self.world.one_in(self.world.odds.organiser_death) {
            self.cancel.cancel();
        }
        if self.cancel.is_cancelled() {
            self.organiser.let_go();
            self.organiser.take();
            return Vec::new();
        }
        self.look();
        self.send();
        while let Some(dispute) = self.organiser.dispute() {
            let ours = Mark::of(&self.world.truth(&dispute.audit.fixture));
            let verdict = Verdict { ours, is_repeatable: true, decides_the_same: false };
            self.organiser.decided(dispute, Some(&verdict));
        }
        self.receive();
        let done = self.organiser.take();
        self.came.extend(done.iter().map(|done| done.fixture.key.clone()));
        done
    }

    fn held(&self) -> usize {
        self.organiser.held()
    }

    fn stored(&mut self) {
        // The disk takes its time.
        if self.world.random.below(3) == 0 && self.organiser.held() > 0 {
            return;
        }
        self.world.on_disk.extend(self.came.drain());
        let acked: HashSet<u64> = self.unstored.drain(..).collect();
        self.world.answers.retain(|(_, number, _)| !acked.contains(number));
    }

    fn distrusted(&mut self) -> Vec<Distrust> {
        let distrusted = self.organiser.take_distrusted();
        self.world.quarantined.extend(distrusted.iter().map(|distrust| distrust.worker.clone()));
        self.world.tale.caught += distrusted.len() as u64;
        let (audits, _) = self.organiser.counted();
        self.world.tale.audits = audits;
        distrusted
    }
}
