//! One run of the simulator: a service, its players, and whatever goes wrong.

use super::client::{Client, Wish};
use super::hands::Hands;
use super::model::Model;
use super::network::Network;
use super::reader::Reader;
use super::store::{Fate, FaultyStore, damaged};
use super::{Bug, Options, Summary};
use crate::head::Head;
use crate::keeper::{Keeper, Order};
use crate::request::Answer;
use crate::writer::{Job, Round, Slot, Task, Writer};
use serde_json::{Map, json};
use skirmish_core::Rng;
use skirmish_house::clock::Clock;
use skirmish_house::store::{Audit, Failure, Store, Stored, Write};
use std::collections::HashSet;
use std::sync::Arc;

const SECOND: i64 = 1000;
const HOUR: i64 = 3600 * SECOND;
const DAY: i64 = 24 * HOUR;
const YEAR: i64 = 365 * DAY;
/// 2026-03-02, at nine.
const BEGIN: i64 = 1_772_442_000_000;

/// Everything that is simulated.
pub struct World {
    options: Options,
    rng: Rng,
    step: u64,
    store: Arc<FaultyStore>,
    hands: Arc<Hands>,
    writer: Option<Writer>,
    models: Vec<Model>,
    clients: Vec<Client>,
    readers: Vec<Reader>,
    network: Network<Wish>,
    /// The disk is full for so many steps.
    full: u64,
    /// The last time the service told, and what the counting clock said then.
    read_ms: Option<(i64, i64)>,
    /// Wishes that were delivered, for the service that takes them for new ones.
    delivered: HashSet<String>,
    trouble: bool,
    live_day_ms: i64,
    summary: Summary,
}

impl World {
    pub fn new(seed: u64, options: &Options) -> World {
        let gullible = options.bug == Some(Bug::BelievesClocks);
        World {
            options: options.clone(),
            rng: Rng::new(seed),
            step: 0,
            store: Arc::new(FaultyStore::new(options.bug)),
            hands: Arc::new(Hands::new(BEGIN, gullible)),
            writer: None,
            models: Vec::new(),
            clients: Vec::new(),
            readers: Vec::new(),
            network: Network::new(options.trouble),
            full: 0,
            read_ms: None,
            delivered: HashSet::new(),
            trouble: options.trouble,
            live_day_ms: 0,
            summary: Summary::default(),
        }
    }

    pub fn step(&self) -> u64 {
        self.step
    }

    pub fn summary(&self) -> Summary {
        Summary { steps: self.step, failures: self.store.failures(), ..self.summary }
    }

    /// Plays all games to their end, with trouble until most days are over and without it then.
    pub fn run(&mut self) -> Result<(), String> {
        self.start()?;
        for _ in 0..1 + self.rng.below(2) {
            self.create()?;
        }
        let most = (self.options.days + 4) * self.options.looks_per_day;
        for _ in 0..most {
            if self.models.iter().all(Model::is_over) {
                break;
            }
            self.go_on()?;
        }
        self.heal()?;
        self.finish()
    }

    // ---- games

    fn create(&mut self) -> Result<(), String> {
        let rng = &mut self.rng;
        let players = 2 + rng.below(5);
        let mut config = Map::new();
        let mut set = |key: &str, value: serde_json::Value| _ = config.insert(key.into(), value);
        set("days", json!(self.options.days));
        set("board_size", json!(20 + rng.below(10)));
        set("max_players", json!(8));
        set("max_actions", json!(4));
        set("late_join", json!(rng.chance(1, 2)));
        set("downtime_policy", json!(if rng.chance(1, 2) { "shift" } else { "catch_up" }));
        set("start_points", json!(rng.below(40)));
        if self.live_day_ms == 0 {
            self.live_day_ms = if rng.chance(1, 6) { 1200 * SECOND } else { DAY };
        }
        set("live_day_s", json!(self.live_day_ms / SECOND));
        if rng.chance(1, 3) {
            set("start_at", json!(crate::rfc3339(self.hands.now_ms() + rng.between(0, 2 * DAY))));
        }
        let now_ms = self.hands.now_ms();
        let name = format!("g{}", self.models.len());
        let head = Head::new(&name, config, now_ms, &mut || rng.next_u64());
        let seats: Vec<String> = (0..rng.below(players)).map(|i| format!("s{i}")).collect();
        let task = Task::Create { head: Box::new(head.clone()), seats };
        let round = self.round(vec![Job { ticket: (), task, with: Vec::new() }])?.ok_or("the first round failed")?;
        let game = self.models.len() as i64 + 1;
        let [((), Answer::Done { body, .. })] = &round.answers[..] else {
            return Err(format!("a game was not made: {:?}", round.answers));
        };
        if *body.get() != *json!({"ok": true, "game": game}).to_string() {
            return Err(format!("game {game} was made as {body}"));
        }
        self.models.push(Model::new(game, &head)?);
        self.clients.extend((0..players).map(|i| Client::new(game, format!("s{i}"))));
        self.readers.extend((0..2).map(|_| Reader::new(game)));
        self.summary.games += 1;
        self.look(&round, true)
    }

    fn keeper(&self, game: i64) -> Result<&Keeper, String> {
        match self.writer.as_ref().and_then(|writer| writer.games().get(&game)) {
            Some(Slot::Kept(keeper)) => Ok(keeper),
            Some(Slot::Broken(broken)) => Err(format!("game {game} is broken: {}", broken.why)),
            None => Err(format!("game {game} is gone")),
        }
    }

    // ---- steps

    fn go_on(&mut self) -> Result<(), String> {
        self.step += 1;
        let pace = self.live_day_ms / self.options.looks_per_day;
        self.hands.pass(self.rng.between(1, 2 * pace));
        if self.trouble {
            self.upset_clock();
            if self.rng.chance(1, 60) {
                self.restart()?;
            }
        }
        self.send();
        let letters = self.network.arrive(self.step, &mut self.rng);
        let mut jobs = letters.len();
        let mut letters = letters.into_iter();
        // Whatever arrives together shares a commit, or does not.
        while jobs > 0 || self.rng.chance(1, 2) {
            let some = letters.by_ref().take(1 + self.rng.index(4)).collect::<Vec<_>>();
            jobs -= some.len();
            self.serve(some)?;
            // The same instant, and nothing to do: a second timer.
            if self.rng.chance(1, 8) {
                self.serve(Vec::new())?;
            }
        }
        self.serve(Vec::new())?;
        self.mingle()
    }

    /// Clients say what they want, and so does an operator now and then.
    fn send(&mut self) {
        let World { writer, clients, network, rng, models, .. } = self;
        let Some(writer) = writer else { return };
        for (i, client) in clients.iter_mut().enumerate() {
            let Some(keeper) = writer.game(client.game) else { continue };
            for wish in client.send(i, self.step, keeper.driver(), rng, self.trouble || !self.options.trouble) {
                network.send(self.step, wish, rng);
            }
        }
        for model in models {
            let held = writer.game(model.game).is_some_and(|keeper| keeper.driver().held().is_some());
            let order = match rng.below(600) {
                0..=4 => Order::Pause { why: "a break".into() },
                5 if rng.chance(1, 20) => Order::Abort { why: "enough".into() },
                6..=9 => Order::Start,
                10..=13 => Order::Resume,
                14..=60 if held => Order::Resume,
                _ => continue,
            };
            let name = format!("operator:{}:{}", model.game, self.step);
            network.send(self.step, Wish::of_operator(name, model.game, order), rng);
        }
    }

    /// One round with these letters.
    fn serve(&mut self, letters: Vec<Wish>) -> Result<(), String> {
        if self.trouble {
            let fate = self.fate();
            self.store.doom(fate);
        }
        let mut early = None;
        if matches!(self.options.bug, Some(Bug::AnswersEarly | Bug::TellsEarly)) {
            let jobs = letters.iter().cloned().map(|wish| self.job(wish)).collect();
            early = self.foresee(jobs);
        }
        let mut jobs = Vec::new();
        for wish in letters {
            if matches!(&wish.order, Order::Act(request) if request.key.is_none()) {
                self.models[wish.game as usize - 1].unkeyed += 1;
            }
            jobs.push(self.job(wish));
        }
        let failures = self.store.failures();
        let Some(mut round) = self.round(jobs)? else { return self.restart() };
        let well = self.store.failures() == failures;
        if let Some(early) = early {
            match self.options.bug {
                Some(Bug::AnswersEarly) => round.answers = early.answers,
                _ => round.told = early.told,
            }
        }
        self.look(&round, well)?;
        self.answer(round)
    }

    fn job(&mut self, wish: Wish) -> Job<Wish> {
        let mut order = wish.order.clone();
        if self.options.bug == Some(Bug::DoesAgain)
            && let Order::Act(request) = &mut order
            && let Some(key) = &mut request.key
            && !self.delivered.insert(wish.name.clone())
        {
            key.key = format!("{}-{}", key.key, self.step);
        }
        let note = Audit {
            at_ms: self.hands.now_ms(),
            who: "somebody".into(),
            what: wish.name.clone(),
            journal: Some(wish.game),
            detail: String::new(),
        };
        let with = if wish.is_plain() { vec![Write::Audit(note)] } else { Vec::new() };
        Job { task: Task::Order { game: wish.game, order }, ticket: wish, with }
    }

    fn is_in_doubt(&self) -> bool {
        self.writer.as_ref().is_some_and(Writer::is_in_doubt)
    }

    /// What the round would come to if all went well.
    fn foresee(&self, jobs: Vec<Job<Wish>>) -> Option<Round<Wish>> {
        let copy = Arc::new(self.store.copy());
        let (mut writer, _) = Writer::open(copy, self.hands.clone()).ok()?;
        writer.round(jobs).ok()
    }

    fn round<T>(&mut self, jobs: Vec<Job<T>>) -> Result<Option<Round<T>>, String> {
        let Some(writer) = &mut self.writer else { return Ok(None) };
        let round = match writer.round(jobs) {
            Ok(round) => Some(round),
            Err(Failure::Broken(_) | Failure::Unusable(_)) => None,
            Err(passing) => return Err(format!("the service gave up, though the store was only away: {passing}")),
        };
        if let Some(why) = self.store.absurdity() {
            return Err(format!("a commit that no store could take: {why}"));
        }
        if let Some(Round { reading, .. }) = &round {
            let counted_ms = self.hands.counted_ms();
            if let Some((read_ms, then_ms)) = self.read_ms.replace((reading.ms, counted_ms)) {
                let (gone, told) = (counted_ms - then_ms, reading.ms - read_ms);
                if told < 0 || told > gone + 60 * SECOND {
                    return Err(format!("in {gone} ms the service's time went on by {told} ms"));
                }
            }
        }
        Ok(round)
    }

    /// Holds the models against the disk and the service.
    fn look<T>(&mut self, round: &Round<T>, well: bool) -> Result<(), String> {
        for model in &mut self.models {
            model.read(&self.store)?;
        }
        // In doubt, the service may be behind the disk. What it had found out before the commit that was lost is told even
        // then, and is held against the disk below.
        let known = if self.is_in_doubt() { 0 } else { self.models.len() };
        for i in 0..known {
            let game = self.models[i].game;
            let driver = self.keeper(game)?.driver().clone();
            if well {
                self.models[i].settle();
                let heartbeat = self.store.heartbeat(game).map_err(|e| e.to_string())?;
                self.models[i].check_heartbeat(heartbeat, round.reading.ms)?;
            }
            let now_ms = well.then_some(round.reading.ms);
            self.models[i].check(&driver, now_ms).map_err(|why| format!("game {game}: {why}"))?;
        }
        for (game, told) in &round.told {
            let log = &self.models[*game as usize - 1].told;
            for reader in self.readers.iter_mut().filter(|reader| reader.game == *game && reader.connected) {
                for told in told {
                    let times = match self.options.bug {
                        Some(Bug::SkipsEvents) => u64::from(!self.rng.chance(1, 500)),
                        Some(Bug::RepeatsEvents) => 1 + u64::from(self.rng.chance(1, 500)),
                        _ => 1,
                    };
                    for _ in 0..times {
                        reader.hear(told, log)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Answers go out, and some of them arrive.
    fn answer(&mut self, round: Round<Wish>) -> Result<(), String> {
        for (wish, answer) in round.answers {
            self.summary.answers += 1;
            self.models[wish.game as usize - 1].answered(&wish, &answer, &self.store, round.reading.ms)?;
            let lost = self.trouble && self.rng.chance(1, 8);
            if let (false, Some(client)) = (lost, self.clients.get_mut(wish.client)) {
                client.hear(&wish.name, &answer);
            }
        }
        Ok(())
    }

    /// Readers come and go.
    fn mingle(&mut self) -> Result<(), String> {
        if self.is_in_doubt() {
            return Ok(());
        }
        for reader in &mut self.readers {
            if reader.connected && self.rng.chance(1, 10) {
                reader.connected = false;
            } else if !reader.connected && self.rng.chance(1, 3) {
                reader.connect(&self.store, &self.models[reader.game as usize - 1].told)?;
            }
        }
        Ok(())
    }

    // ---- trouble

    fn fate(&mut self) -> Fate {
        if self.full > 0 {
            self.full -= 1;
            return Fate::Refused;
        }
        match self.rng.below(500) {
            0..=4 => Fate::Refused,
            5 => {
                self.full = self.rng.below(40);
                Fate::Refused
            }
            6..=9 => Fate::Unknown { done: self.rng.chance(1, 2) },
            10..=12 => Fate::Away { done: self.rng.chance(1, 2), reads: 1 + self.rng.below(12) as u32 },
            13..=15 => Fate::Crash { done: self.rng.chance(1, 2) },
            16 => Fate::Torn,
            _ => Fate::Well,
        }
    }

    fn upset_clock(&mut self) {
        let jump = match self.rng.below(150) {
            0 => HOUR,
            1 => 10 * YEAR,
            2 => -HOUR,
            3..=8 => -SECOND,
            9 => 59 * SECOND,
            10 => return self.hands.sleep(self.rng.between(1, 9 * HOUR)),
            11..=14 => return self.hands.set_ahead(0),
            _ => return,
        };
        self.summary.jumps += 1;
        self.hands.jump(jump);
    }

    /// The service stops, and starts again some time later, with whatever is on the disk and on the clock.
    fn restart(&mut self) -> Result<(), String> {
        self.writer = None;
        self.store.restart();
        self.readers.iter_mut().for_each(|reader| reader.connected = false);
        let down = match self.rng.below(10) {
            0..=4 => self.rng.between(0, 5 * SECOND),
            5..=7 => self.rng.between(0, self.live_day_ms / 4),
            8 => self.rng.between(0, self.live_day_ms * 2),
            _ => self.rng.between(0, self.live_day_ms * 3),
        };
        self.hands.pass(if self.trouble { down } else { 0 });
        let ahead = match self.rng.below(24) {
            // Where an operator has confirmed a wrong clock, the right one would stand still for years.
            _ if !self.trouble => {
                let last_ms = self.models.iter().map(Model::last_ms).max().unwrap_or(0);
                Some((last_ms - self.hands.now_ms()).max(0))
            }
            0 => Some(-HOUR),
            1 => Some(3 * DAY),
            2 => None,
            _ => Some(0),
        };
        if let Some(ahead) = ahead {
            self.hands.set_ahead(ahead);
        }
        for i in 0..self.models.len() {
            self.models[i].read(&self.store)?;
            self.tamper(i);
        }
        if self.trouble && self.rng.chance(1, 10) {
            self.store.deafen(1);
        }
        self.start()
    }

    /// Snapshots are made, lost and spoilt.
    fn tamper(&mut self, model: usize) {
        let (rng, model) = (&mut self.rng, &self.models[model]);
        let fate = rng.below(7);
        self.store.tamper(model.game, |snapshots| match fate {
            0 => snapshots.clear(),
            1 | 2 if model.records() > 0 => snapshots.insert(0, Stored::Good(model.folded.snapshot())),
            3..=5 => {
                let Some(Stored::Good(snapshot)) = snapshots.first_mut() else { return };
                match fate {
                    3 => snapshot.version = "zords live 0".into(),
                    4 => snapshot.body.truncate(snapshot.body.len() / 2),
                    _ => snapshots[0] = damaged(snapshot.n),
                }
            }
            _ => {}
        });
    }

    fn start(&mut self) -> Result<(), String> {
        self.summary.restarts += 1;
        self.read_ms = None;
        let mut tries = 0;
        let (writer, notices) = loop {
            match Writer::open(self.store.clone(), self.hands.clone()) {
                Ok(opened) => break opened,
                Err(why) if tries > 5 => return Err(format!("the service does not start: {why}")),
                Err(_) => tries += 1,
            }
        };
        if let Some(notice) = notices.iter().find(|notice| notice.text.contains("stopped")) {
            return Err(format!("game {}: {}", notice.game, notice.text));
        }
        self.writer = Some(writer);
        for i in 0..self.models.len() {
            let game = self.models[i].game;
            let heartbeat = self.store.heartbeat(game).map_err(|e| e.to_string())?;
            let wall_ms = self.hands.wall_ms();
            let keeper = match self.writer.as_ref().and_then(|writer| writer.games().get(&game)) {
                Some(Slot::Kept(keeper)) => keeper,
                _ => return Err(format!("game {game} is gone")),
            };
            self.models[i].wake(keeper, heartbeat, wall_ms).map_err(|why| format!("game {game}: {why}"))?;
        }
        Ok(())
    }

    // ---- the end

    /// All trouble ends: everybody is answered, and every game is played to its end.
    fn heal(&mut self) -> Result<(), String> {
        self.trouble = false;
        self.store.doom(Fate::Well);
        self.store.deafen(0);
        self.network = Network::new(false);
        if self.options.trouble {
            self.restart()?;
        }
        for _ in 0..20 {
            self.go_on()?;
            for model in &self.models {
                let held = self.keeper(model.game)?.driver().held().is_some();
                if held {
                    let name = format!("operator:{}:{}", model.game, self.step);
                    self.network.send(self.step, Wish::of_operator(name, model.game, Order::Resume), &mut self.rng);
                }
            }
        }
        if let Some(client) = self.clients.iter().find(|client| client.waits()) {
            return Err(format!("{} in game {} is never answered", client.seat, client.game));
        }
        // A game that waits for players waits for ever.
        for model in &self.models {
            for seat in ["late1", "late2"] {
                let name = format!("operator:{}:{seat}", model.game);
                let join = Order::Join { seat: seat.into() };
                self.network.send(self.step, Wish::of_operator(name, model.game, join), &mut self.rng);
            }
        }
        for _ in 0..self.options.days * 12 {
            if self.models.iter().all(Model::is_over) {
                return Ok(());
            }
            self.hands.pass(self.live_day_ms / 2);
            let letters = self.network.arrive(self.step, &mut self.rng);
            self.serve(letters)?;
            self.step += 1;
        }
        Err("a game does not end".into())
    }

    /// Everything that can be read is read once more, with snapshots and without.
    fn finish(&mut self) -> Result<(), String> {
        for reader in &mut self.readers {
            let log = &self.models[reader.game as usize - 1].told;
            reader.connect(&self.store, log)?;
            if reader.cursor != log.len() as i64 {
                return Err(format!("a stream ended at event {} of {}", reader.cursor, log.len()));
            }
        }
        for _ in 0..2 {
            self.store.restart();
            self.start()?;
            for model in &self.models {
                self.store.tamper(model.game, Vec::clear);
            }
        }
        for model in &self.models {
            if !model.is_complete() {
                return Err(format!("game {} is over before its last day", model.game));
            }
            self.summary.records += model.records() as u64;
            self.summary.events += model.told.len() as u64;
        }
        Ok(())
    }
}
