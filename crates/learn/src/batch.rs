//! Many games at once, in one set of buffers.

mod shard;

use crate::buffers::Buffers;
use crate::crew::{Code, Crew, Jobs};
use crate::episode::{Episode, Player, Terms};
use crate::layout::{Array, Layout, Scope};
use crate::reward::Reward;
use crate::space::Space;
use serde::Serialize;
use serde_json::Value;
use shard::Shard;
use skirmish_core::hash::mix;
use skirmish_core::replay::About;
use skirmish_core::scene::{Scene, Symbol};
use skirmish_core::{BotEntry, Seat, Setup, Viewer};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The most games of a batch, and the most threads.
pub const MOST_GAMES: usize = 1 << 17;
pub const MOST_THREADS: usize = 256;
/// The most bytes that a batch may ask for, as far as they are known beforehand.
const MOST_BYTES: usize = 1 << 34;
/// The most results of each thread that nobody has taken: then the oldest make room.
pub const MOST_ENDED: usize = 1 << 13;

/// How a batch is asked for.
#[derive(Clone)]
pub struct Asked {
    /// Config, map and seats of the game.
    pub base: Setup,
    /// How many games are played at once.
    pub games: usize,
    /// How many threads play them.
    pub threads: usize,
    /// Who sits where: `learner`, `random`, or a built-in bot. Seats beyond the list are learners.
    pub players: Vec<Opponent>,
    /// What is rewarded.
    pub reward: Reward,
    /// The arrays that are written; `None` for all that are not large.
    pub arrays: Option<Vec<String>>,
    /// How large they are; `None` for what the game needs.
    pub scope: Option<Scope>,
    /// Episodes are cut off after so many decisions of learners; 0 for never.
    pub most: u32,
    /// How many different starts there are; 0 for a new one each time.
    pub starts: u64,
    /// How many games in a row are played from one start, each with draws of its own: making a start takes as long as
    /// many decisions.
    pub repeats: u64,
    /// All draws come from here.
    pub seed: u64,
    /// Whether the result object of every game that ends is kept, and games can be written as replays.
    pub results: bool,
    /// What happens when a row chooses a number that is not in its mask: the step is refused, or its list ends.
    pub illegal: Illegal,
    /// Whether learners decide for all units at once, in games whose rules allow it.
    pub whole: bool,
    /// The built-in bot that tells every learner at each decision what it would choose.
    pub teacher: Option<String>,
}

/// What happens when a row chooses a number that is not in its mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The whole step is refused, and nothing is played.
    Refused,
    /// The row ends its list, as if it had chosen 0.
    Ends,
}

impl Default for Asked {
    fn default() -> Asked {
        Asked {
            base: Setup::default(),
            games: 1,
            threads: 1,
            players: Vec::new(),
            reward: Reward::WIN,
            arrays: None,
            scope: None,
            most: 0,
            starts: 0,
            repeats: 16,
            seed: 0,
            results: false,
            illegal: Illegal::Refused,
            whole: false,
            teacher: None,
        }
    }
}

/// Who sits on a seat, in any game.
#[derive(Clone)]
pub enum Opponent {
    /// Whoever uses the batch.
    Learner,
    /// Random legal decisions.
    Random,
    /// A built-in bot, by name.
    Bot(String),
    /// Somebody who decides by observations.
    Chooser(Arc<dyn Fn() -> Box<dyn crate::episode::Chooser> + Send + Sync>),
}

/// A game of a batch that has ended.
#[derive(Clone, Debug, Serialize)]
pub struct Ended {
    /// Which game of the batch.
    pub game: usize,
    /// Whether it was cut off.
    pub truncated: bool,
    /// How many decisions the learners made.
    pub decisions: u32,
    /// The rank of each seat.
    pub ranks: Vec<usize>,
    /// The score of each seat.
    pub scores: Vec<i64>,
    /// Why it ended, as the rulebook says.
    pub reason: Option<&'static str>,
    /// The result object of the rulebook, where it is asked for.
    pub result: Option<Value>,
}

/// What the threads do.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Job {
    /// Looks whether the decisions in the buffers are legal.
    Check,
    /// Takes the decisions in the buffers.
    Step,
    /// Writes random legal decisions into the buffers.
    Sample,
    /// Begins all games anew.
    Reset,
    /// Decides at random, so many times.
    Random(u32),
}

impl Code for Job {
    fn code(self) -> u32 {
        match self {
            Job::Check => 0,
            Job::Step => 1,
            Job::Sample => 2,
            Job::Reset => 3,
            Job::Random(times) => 4 + times,
        }
    }

    fn of(code: u32) -> Job {
        match code {
            0 => Job::Check,
            1 => Job::Step,
            2 => Job::Sample,
            3 => Job::Reset,
            more => Job::Random(more - 4),
        }
    }
}

/// What all threads share.
struct Common<G: Space> {
    terms: Terms<G>,
    base: Setup,
    starts: u64,
    repeats: u64,
    /// It changes at a reset alone, when nobody plays.
    seed: AtomicU64,
    learners: Vec<Seat>,
    buffers: Arc<Buffers>,
    results: bool,
    illegal: Illegal,
    /// Whether somebody looks at the whole board.
    board: bool,
    /// Whether some part has a fault, so that nobody has to ask all of them after every job.
    faulty: AtomicBool,
}

/// Many games at once.
pub struct Batch<G: Space> {
    layout: Layout,
    common: Arc<Common<G>>,
    shards: Arc<Vec<Mutex<Shard<G>>>>,
    crew: Option<Crew<Job>>,
    sent: Option<Sent>,
}

/// How far a step is that was sent and whose end nobody has asked for.
enum Sent {
    /// Threads may be at work.
    UnderWay,
    /// Somebody looked and so had to wait; whoever asks for its end is told what came of it.
    Over(Result<(), String>),
}

/// A batch of any game.
pub trait AnyBatch: Send {
    /// What arrays and numbers mean.
    fn layout(&self) -> &Layout;
    /// What is read and written. Between [`AnyBatch::send`] and [`AnyBatch::recv`] nobody else may use it.
    fn buffers(&self) -> &Arc<Buffers>;
    /// How many rows each game has: one for each learner.
    fn learners(&self) -> &[Seat];
    /// Begins all games anew, under a new seed if one is given.
    fn reset(&mut self, seed: Option<u64>) -> Result<(), String>;
    /// Takes the decisions in the buffers and plays on until the next ones.
    fn step(&mut self) -> Result<(), String>;
    /// The same without waiting.
    fn send(&mut self) -> Result<(), String>;
    /// Waits for what was sent.
    fn recv(&mut self) -> Result<(), String>;
    /// Writes a random legal number into every row.
    fn sample(&mut self);
    /// Decides at random, so many times in each game, and writes everything as [`AnyBatch::step`] does.
    fn play_random(&mut self, steps: u32) -> Result<(), String>;
    /// How many decisions were made since the last time this was asked.
    fn take_decided(&mut self) -> u64;
    /// The games that have ended since the last time this was asked.
    fn take_ended(&mut self) -> Vec<Ended>;
    /// A picture of a game, with the drawings that it refers to.
    fn scene(&mut self, game: usize) -> Option<(Scene, &'static [Symbol])>;
    /// The board of a game as plain text.
    fn sketch(&mut self, game: usize) -> Option<String>;
    /// How a game stands, in plain sentences.
    fn summary(&mut self, game: usize) -> Option<String>;
    /// The records of a replay of a game so far; `None` unless results are kept.
    fn replay(&mut self, game: usize, about: &About) -> Option<Vec<String>>;
    /// The names of the seats.
    fn seats(&mut self) -> Vec<String>;
}

impl<G: Space> Batch<G> {
    /// Sets up a batch and begins its games.
    pub fn new(asked: Asked) -> Result<Batch<G>, String> {
        let named = |faults: skirmish_core::Faults| faults.to_string();
        if asked.games == 0 || asked.threads == 0 {
            return Err("a batch has at least one game and one thread".into());
        }
        if asked.games > MOST_GAMES || asked.threads > MOST_THREADS {
            return Err(format!(
                "{} games on {} threads: a batch has at most {MOST_GAMES} games and {MOST_THREADS} threads",
                asked.games, asked.threads
            ));
        }
        let scope = match asked.scope {
            Some(scope) => scope,
            None => Scope::of::<G>(&asked.base).map_err(named)?,
        };
        let layout = Layout::checked::<G>(&scope)?;
        let (game, state) = G::opening(0, &asked.base).map_err(named)?;
        let players = players::<G>(&asked.players, game.seats(&state).len(), &layout)?;
        let wanted = wanted(&layout, asked.arrays.as_deref())?;
        let looks = |player: &Player<G>, array: &Array| match player {
            Player::Chooser(make) => make().wants(array),
            _ => false,
        };
        let is_seen = |array: &Array| wanted(array) || players.iter().any(|player| looks(player, array));
        let board = layout.arrays.iter().any(|array| array.large && is_seen(array));
        let observation = layout.room(is_seen)?;
        if asked.whole && !G::WHOLE {
            return Err(format!("units of {} cannot all decide at once: what one does changes what others may", G::ID));
        }
        let teacher = asked.teacher.as_deref().map(teacher::<G>).transpose()?;
        if asked.whole && teacher.is_some() {
            return Err("a teacher decides for one unit after the other, not for all units at once".into());
        }
        let bots = teacher.is_some() || players.iter().any(|player| matches!(player, Player::Bot(_)));
        let (reward, most, whole, told) = (asked.reward, asked.most, asked.whole, bots || asked.results);
        let terms = Terms { scope, players, reward, most, told, whole, teacher };
        let learners: Vec<Seat> = Episode::learners(&terms).iter().collect();
        if learners.is_empty() {
            return Err("nobody learns: at least one seat must be a learner's".into());
        }
        let bytes = needed(&layout, whole, learners.len(), observation).saturating_mul(asked.games);
        if bytes > MOST_BYTES {
            return Err(format!(
                "{} games would need {} MB; allowed are {}. Ask for fewer games, a smaller scope, or fewer arrays",
                asked.games,
                bytes >> 20,
                MOST_BYTES >> 20
            ));
        }
        let buffers = Arc::new(Buffers::new(&layout, asked.games * learners.len(), whole, wanted)?);
        let common = Arc::new(Common {
            terms,
            base: asked.base,
            starts: asked.starts,
            repeats: asked.repeats.max(1),
            seed: AtomicU64::new(asked.seed),
            learners,
            buffers,
            results: asked.results,
            illegal: asked.illegal,
            board,
            faulty: AtomicBool::new(false),
        });
        let threads = asked.threads.min(asked.games);
        let shard = &|i: usize| {
            let (first, end) = (i * asked.games / threads, (i + 1) * asked.games / threads);
            Shard::new(&common, first, end).map(Mutex::new)
        };
        // Each part is made by a thread of its own, whose memory is apart from that of the others: where games of two threads
        // lie in one line of memory, their cores wait for each other.
        let shards = std::thread::scope(|scope| {
            let begin = |i| std::thread::Builder::new().spawn_scoped(scope, move || shard(i)).map_err(no_thread);
            let others = (1..threads).map(begin).collect::<Result<Vec<_>, String>>()?;
            let others = others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            std::iter::once(shard(0)).chain(others).collect::<Result<Vec<_>, String>>()
        })?;
        let mut batch = Batch { layout, common, shards: Arc::new(shards), crew: None, sent: None };
        if threads > 1 {
            // Whoever waits for the threads works on the first part.
            batch.crew = Some(batch.hire(1)?);
        }
        Ok(batch)
    }

    /// Threads for all parts from one on.
    fn hire(&self, first: usize) -> Result<Crew<Job>, String> {
        let (common, shards) = (Arc::clone(&self.common), Arc::clone(&self.shards));
        let work = move |part: usize, job: Job| common.work(&shards[part], job);
        Crew::new(first..self.shards.len(), Arc::new(work)).map_err(no_thread)
    }

    /// Has all threads do some jobs, one after the other, and waits. One thread alone does them here. Nothing may be under way.
    fn order(&mut self, jobs: Jobs<Job>) -> Result<(), String> {
        self.stay()?;
        match &self.crew {
            Some(crew) => crew.order(jobs),
            None => {
                let _ = jobs.0.into_iter().chain([jobs.1]).all(|job| self.common.work(&self.shards[0], job));
            }
        }
        self.fault()
    }

    /// The threads must be those of this process: one that was forked has none, and would wait for them without end.
    fn stay(&self) -> Result<(), String> {
        match &self.crew {
            Some(crew) if !crew.is_here() => Err("this process was forked from the one that made the batch, and its \
                threads stayed there: make a batch in each process, or start processes by spawning"
                .into()),
            _ => Ok(()),
        }
    }

    /// Waits until nothing is under way. What came of it is kept for [`AnyBatch::recv`].
    fn wait(&mut self) {
        if let Some(Sent::UnderWay) = self.sent {
            let over = self.stay().and_then(|()| {
                self.crew.iter().for_each(Crew::recv);
                self.fault()
            });
            self.sent = Some(Sent::Over(over));
        }
    }

    /// The same, and takes what came of it.
    fn finish_sent(&mut self) -> Result<(), String> {
        self.wait();
        match self.sent.take() {
            Some(Sent::Over(over)) => over,
            _ => Ok(()),
        }
    }

    /// The fault of the first part that has one. Those of the others are forgotten.
    fn fault(&self) -> Result<(), String> {
        if !self.common.faulty.swap(false, Ordering::SeqCst) {
            return Ok(());
        }
        let faults = self.shards.iter().map(|shard| lock(shard).fault.take());
        match faults.fold(None, |first, fault| first.or(fault)) {
            Some(fault) => Err(fault),
            None => Ok(()),
        }
    }
}

impl<G: Space> AnyBatch for Batch<G> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn buffers(&self) -> &Arc<Buffers> {
        &self.common.buffers
    }

    fn learners(&self) -> &[Seat] {
        &self.common.learners
    }

    fn reset(&mut self, seed: Option<u64>) -> Result<(), String> {
        self.finish_sent()?;
        if let Some(seed) = seed {
            self.common.seed.store(seed, Ordering::SeqCst);
        }
        self.order((None, Job::Reset))
    }

    fn step(&mut self) -> Result<(), String> {
        self.finish_sent()?;
        self.order((Some(Job::Check), Job::Step))
    }

    fn send(&mut self) -> Result<(), String> {
        self.finish_sent()?;
        self.order((None, Job::Check))?;
        if !self.crew.as_ref().is_some_and(Crew::is_complete) {
            self.crew = Some(self.hire(0)?);
        }
        if let Some(crew) = &self.crew {
            crew.send((None, Job::Step));
            self.sent = Some(Sent::UnderWay);
        }
        Ok(())
    }

    fn recv(&mut self) -> Result<(), String> {
        if self.sent.is_none() {
            return Err("nothing was sent: call send before recv".into());
        }
        self.finish_sent()
    }

    fn sample(&mut self) {
        // Drawing has no faults of its own, and those of what was sent are kept.
        self.wait();
        let _ = self.order((None, Job::Sample));
    }

    fn play_random(&mut self, steps: u32) -> Result<(), String> {
        self.finish_sent()?;
        self.order((None, Job::Random(steps)))
    }

    fn take_decided(&mut self) -> u64 {
        self.wait();
        self.shards.iter().map(|shard| std::mem::take(&mut lock(shard).decided)).sum()
    }

    fn take_ended(&mut self) -> Vec<Ended> {
        self.wait();
        self.shards.iter().flat_map(|shard| std::mem::take(&mut lock(shard).ended)).collect()
    }

    fn scene(&mut self, game: usize) -> Option<(Scene, &'static [Symbol])> {
        let symbols = G::SHOW.map_or(&[][..], |show| show.symbols);
        self.look(game, |episode| (episode.table().scene(Viewer::Omniscient), symbols))
    }

    fn sketch(&mut self, game: usize) -> Option<String> {
        self.look(game, |episode| episode.table().sketch(Viewer::Omniscient).to_string())
    }

    fn summary(&mut self, game: usize) -> Option<String> {
        self.look(game, |episode| episode.table().summary())
    }

    fn replay(&mut self, game: usize, about: &About) -> Option<Vec<String>> {
        self.look(game, |episode| episode.replay(about)).flatten()
    }

    fn seats(&mut self) -> Vec<String> {
        self.look(0, |episode| episode.table().game.seats(&episode.table().state)).unwrap_or_default()
    }
}

impl<G: Space> Batch<G> {
    /// Looks at one game, when nobody plays it.
    fn look<T>(&mut self, game: usize, see: impl FnOnce(&Episode<G>) -> T) -> Option<T> {
        self.wait();
        self.shards
            .iter()
            .find_map(|shard| {
                let shard = lock(shard);
                let place = game.checked_sub(shard.first).filter(|&place| place < shard.games.len())?;
                Some((place, shard))
            })
            .map(|(place, shard)| see(&shard.games[place].episode))
    }
}

impl<G: Space> Common<G> {
    /// Does a job for the games of a part; tells whether nothing was wrong.
    fn work(&self, shard: &Mutex<Shard<G>>, job: Job) -> bool {
        // A thread that dies would be waited for without end.
        let worked = catch_unwind(AssertUnwindSafe(|| lock(shard).work(self, job)));
        let is_fine = worked.unwrap_or_else(|_| {
            lock(shard).fault = Some("a game failed, which is a fault of its rules; reset the batch".into());
            false
        });
        if !is_fine {
            self.faulty.store(true, Ordering::SeqCst);
        }
        is_fine
    }

    /// What the draws of the `count`-th game of a place come from, and of its start.
    fn draws(&self, place: usize, count: u64) -> [u64; 2] {
        let seed = self.seed.load(Ordering::SeqCst);
        [count, count / self.repeats].map(|count| mix(seed ^ mix(place as u64 ^ mix(count))))
    }

    /// The start of the `count`-th game of a place.
    fn start(&self, place: usize, count: u64) -> Result<(G, G::State), String> {
        let [_, drawn] = self.draws(place, count);
        // Openings are numbered from 0; the first ones are the shipped maps.
        let n = if self.starts > 0 { drawn % self.starts } else { drawn >> 16 };
        let start = G::opening(n, &Setup { seed: drawn, ..self.base.clone() }).map_err(|faults| faults.to_string())?;
        match start.0.misfit(&start.1, &self.terms.scope, self.board) {
            Some(why) => Err(why),
            None => Ok(start),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn no_thread(fault: std::io::Error) -> String {
    format!("no thread could be started: {fault}")
}

/// Bytes for each game, as far as they are known beforehand: its rows of the buffers, masks as bits, and what is worth
/// computing once of every number.
fn needed(layout: &Layout, whole: bool, learners: usize, observation: usize) -> usize {
    const ONCE: usize = 16;
    let decides = if whole { layout.scope.units } else { 1 };
    let row = (layout.numbers + 5).saturating_mul(decides).saturating_add(observation);
    row.saturating_mul(learners).saturating_add(layout.numbers.saturating_mul(ONCE))
}

/// Who teaches, by name.
fn teacher<G: Space>(name: &str) -> Result<&'static BotEntry<G>, String> {
    let names = G::BOTS.iter().map(|bot| bot.name);
    BotEntry::find(name).ok_or_else(|| skirmish_core::names::unknown("teacher", name, names))
}

/// Who sits where, by name.
fn players<G: Space>(asked: &[Opponent], seats: usize, layout: &Layout) -> Result<Vec<Player<G>>, String> {
    if asked.len() > seats {
        return Err(format!("{} players for the {seats} seats of {}", asked.len(), G::ID));
    }
    let player = |opponent: &Opponent| match opponent {
        Opponent::Learner => Ok(Player::Learner),
        Opponent::Random => Ok(Player::Random),
        Opponent::Chooser(make) => match make().misfit(layout) {
            Some(why) => Err(why),
            None => Ok(Player::Chooser(Arc::clone(make))),
        },
        Opponent::Bot(name) => BotEntry::find(name).map(Player::Bot).ok_or_else(|| {
            let names = G::BOTS.iter().map(|bot| bot.name).chain(["learner", "random"]);
            skirmish_core::names::unknown("player", name, names)
        }),
    };
    let mut players = asked.iter().map(player).collect::<Result<Vec<_>, _>>()?;
    players.resize_with(seats, || Player::Learner);
    Ok(players)
}

/// Which arrays are wanted.
fn wanted(layout: &Layout, names: Option<&[String]>) -> Result<impl Fn(&Array) -> bool, String> {
    let names: Vec<String> = match names {
        None => layout.small().into_iter().map(String::from).collect(),
        Some(names) => names.to_vec(),
    };
    for name in &names {
        if !layout.arrays.iter().any(|array| array.name == name) {
            return Err(skirmish_core::names::unknown("array", name, layout.arrays.iter().map(|array| array.name)));
        }
    }
    Ok(move |array: &Array| names.iter().any(|name| name == array.name))
}
