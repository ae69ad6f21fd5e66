//! One game, played by decisions: learners from outside, everybody else from within.

use crate::bits::Bits;
use crate::composer::{Composer, Decided, NotInMask};
use crate::layout::{Array, Layout, Scope};
use crate::page::Page;
use crate::reward::Reward;
use crate::space::{END, FIRST, Space};
use crate::teacher::Teacher;
use skirmish_core::replay::{About, Recording};
use skirmish_core::{Bot, BotEntry, Entry, Hello, Orders, Rng, Seat, SeatSet, Seed, Table, Turn};
use std::sync::Arc;

/// Decides by observations, as a trained policy does.
pub trait Chooser: Send {
    /// The number to choose, which must be in the mask.
    fn choose(&mut self, page: &Page, mask: &Bits, rng: &mut Rng) -> usize;
    /// The arrays it looks at.
    fn wants(&self, array: &Array) -> bool {
        !array.large
    }
    /// Why it cannot play with these arrays and numbers; `None` if it can.
    fn misfit(&self, _layout: &Layout) -> Option<String> {
        None
    }
}

/// Who sits on a seat.
pub enum Player<G: Space> {
    /// Whoever uses the environment.
    Learner,
    /// A built-in bot.
    Bot(&'static BotEntry<G>),
    /// Random legal decisions.
    Random,
    /// Somebody who decides by observations.
    Chooser(Arc<dyn Fn() -> Box<dyn Chooser> + Send + Sync>),
}

impl<G: Space> Clone for Player<G> {
    fn clone(&self) -> Self {
        match self {
            Player::Learner => Player::Learner,
            Player::Bot(entry) => Player::Bot(entry),
            Player::Random => Player::Random,
            Player::Chooser(make) => Player::Chooser(Arc::clone(make)),
        }
    }
}

/// What holds for all episodes of an environment.
pub struct Terms<G: Space> {
    /// How large the arrays are.
    pub scope: Scope,
    /// Who sits where.
    pub players: Vec<Player<G>>,
    /// What is rewarded.
    pub reward: Reward,
    /// Episodes are cut off after so many decisions of learners; 0 for never.
    pub most: u32,
    /// Whether what bots and results need is kept: the memory of a [`Table`], and every order.
    pub told: bool,
    /// Whether learners decide for all units at once.
    pub whole: bool,
    /// Who tells learners what it would do. It needs `told`.
    pub teacher: Option<&'static BotEntry<G>>,
}

/// One seat of an episode.
struct Chair<G: Space> {
    composer: Composer,
    list: Vec<G::Action>,
    /// Whether it is asked and its list is not complete.
    open: bool,
    /// The state that it may imagine, while it composes.
    imagined: Option<G::State>,
    inner: Inner<G>,
    teacher: Option<Teacher<G>>,
    /// What it has gained since it was last told, and where its measures stood then.
    gained: f32,
    level: f32,
}

/// Who plays a chair from within.
enum Inner<G: Space> {
    None,
    Random,
    Bot(Box<dyn Bot<G>>),
    Chooser(Box<dyn Chooser>, Page),
}

/// One game in progress.
pub struct Episode<G: Space> {
    table: Table<G>,
    frame: G::Frame,
    turn: Turn,
    chairs: Vec<Chair<G>>,
    orders: Orders<G::Action>,
    played: Vec<Orders<G::Action>>,
    /// How the game began, where orders are kept.
    start: Option<G::State>,
    seed: Seed,
    rng: Rng,
    view: G::View,
    /// Decisions of learners so far.
    decisions: u32,
    over: bool,
}

impl<G: Space> Episode<G> {
    /// Begins a game.
    pub fn new(terms: &Terms<G>, (game, state): (G, G::State), seed: u64) -> Episode<G> {
        let numbers = Layout::of::<G>(&terms.scope).numbers;
        let chair = |_| Chair {
            composer: Composer::new(numbers),
            list: Vec::new(),
            open: false,
            imagined: None,
            inner: Inner::None,
            teacher: None,
            gained: 0.0,
            level: 0.0,
        };
        let mut episode = Episode {
            chairs: game.seats(&state).iter().map(chair).collect(),
            frame: game.frame(&terms.scope),
            turn: game.turn(&state),
            table: Table::new(game, state),
            orders: Orders::new(),
            played: Vec::new(),
            start: None,
            seed: Seed::new(seed),
            rng: Rng::new(0),
            view: G::View::default(),
            decisions: 0,
            over: false,
        };
        episode.begin(terms, seed);
        episode
    }

    /// Goes on with another map or config. The next thing must be a [restart](Episode::restart).
    pub fn change(&mut self, terms: &Terms<G>, game: G) {
        self.frame = game.frame(&terms.scope);
        self.table.game = game;
    }

    /// Begins another game, with the memory of this one.
    pub fn restart(&mut self, terms: &Terms<G>, start: &G::State, seed: u64) {
        if terms.told || G::HIDES {
            self.table = Table::new(self.table.game.clone(), start.clone());
        } else {
            self.table.state.clone_from(start);
        }
        self.begin(terms, seed);
    }

    /// The game is on the table: seats everybody and plays to the first decision.
    fn begin(&mut self, terms: &Terms<G>, seed: u64) {
        let seed = Seed::new(seed);
        let Table { game, state, .. } = &mut self.table;
        game.reseed(state, seed);
        self.seed = seed;
        self.start = terms.told.then(|| state.clone());
        let names = game.seats(state);
        for (i, chair) in self.chairs.iter_mut().enumerate() {
            let seat = Seat(i as u8);
            let hello = Hello { config: game.config(), seat, seats: &names, random: seed.of_seat(seat) };
            chair.teacher = None;
            chair.inner = match terms.players.get(i).unwrap_or(&Player::Random) {
                Player::Learner => {
                    let composer = &chair.composer;
                    chair.teacher = terms.teacher.map(|entry| Teacher::new((entry.make)(&hello), composer.clone()));
                    Inner::None
                }
                Player::Random => Inner::Random,
                Player::Bot(entry) => Inner::Bot((entry.make)(&hello)),
                Player::Chooser(make) => {
                    let chooser = make();
                    let page = Page::new(&G::arrays(&terms.scope), |array| chooser.wants(array));
                    Inner::Chooser(chooser, page)
                }
            };
            chair.composer.rest();
            chair.open = false;
            chair.gained = 0.0;
            chair.level = terms.reward.level(game, state, seat, names.len());
        }
        self.rng = Rng::new(seed.of_game(0).number());
        self.played.clear();
        (self.decisions, self.over) = (0, false);
        self.begin_turn(terms);
        self.advance(terms);
    }

    /// The game's tables, its state and what is remembered of it.
    pub fn table(&self) -> &Table<G> {
        &self.table
    }

    /// The records of a replay of the game so far; `None` where orders are not kept.
    pub fn replay(&self, about: &About) -> Option<Vec<String>> {
        let mut table = Table::new(self.table.game.clone(), self.start.clone()?);
        let (recording, header) = Recording::begin(&table, about, self.seed, None);
        let mut records = vec![header];
        for orders in &self.played {
            table.step(orders);
            let mut record = String::new();
            recording.step(&table, orders, &mut record);
            records.push(record);
        }
        let void = (!self.over).then(|| "the episode was not played to its end".into());
        records.push(recording.ending(&table, void));
        Some(records)
    }

    /// How many decisions the learners have made.
    pub fn decisions(&self) -> u32 {
        self.decisions
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether the game was cut off.
    pub fn is_cut(&self, terms: &Terms<G>) -> bool {
        !self.over && terms.most > 0 && self.decisions >= terms.most
    }

    /// Whether a seat is to decide.
    #[inline]
    pub fn decides(&self, seat: Seat) -> bool {
        self.chairs[seat.index()].open
    }

    /// What a seat may decide.
    #[inline]
    pub fn mask(&self, seat: Seat) -> &Bits {
        self.chairs[seat.index()].composer.mask()
    }

    /// What the teacher would decide for a seat; [`END`] where nobody decides or teaches.
    pub fn teaching(&self, seat: Seat) -> usize {
        let Episode { table, frame, chairs, .. } = self;
        let chair = &chairs[seat.index()];
        let state = chair.imagined.as_ref().unwrap_or(&table.state);
        let teacher = chair.teacher.as_ref().filter(|_| chair.open);
        teacher.map_or(END, |teacher| teacher.number(&table.game, frame, state, seat, &chair.composer))
    }

    /// What a seat has gained since it was last asked for.
    #[inline]
    pub fn take_gain(&mut self, seat: Seat) -> f32 {
        std::mem::take(&mut self.chairs[seat.index()].gained)
    }

    /// Writes what a seat observes. In the whole-turn mode nobody in particular decides.
    #[inline]
    pub fn observe(&self, terms: &Terms<G>, seat: Seat, sheet: &mut crate::Sheet<'_>) {
        let chair = &self.chairs[seat.index()];
        let actor = chair.composer.actor().filter(|_| !terms.whole);
        match &chair.imagined {
            Some(state) if chair.open => {
                self.table.game.observe(&self.frame, state, seat, actor, sheet);
            }
            _ if G::HIDES => {
                let mut state = self.table.state.clone();
                self.table.game.imagine(&self.table.state, self.table.memory(), seat, &mut state);
                self.table.game.observe(&self.frame, &state, seat, actor, sheet);
            }
            _ => self.table.game.observe(&self.frame, &self.table.state, seat, actor, sheet),
        }
    }

    /// Takes the decision of a seat. A seat that waits can only say [`END`].
    #[inline]
    pub fn decide(&mut self, seat: Seat, number: usize) -> Result<(), NotInMask> {
        if !self.chairs[seat.index()].open {
            return if number == END { Ok(()) } else { Err(NotInMask(number)) };
        }
        self.decisions += 1;
        self.put(seat, number)
    }

    /// Writes what each unit of a seat may decide in the whole-turn mode, one mask after the other. Whoever cannot act can
    /// only say [`END`].
    pub fn masks(&self, seat: Seat, scratch: &mut Bits, out: &mut [u8], numbers: usize) {
        for mask in out.chunks_exact_mut(numbers) {
            mask.fill(0);
            mask[END] = 1;
        }
        let chair = &self.chairs[seat.index()];
        if !chair.open {
            return;
        }
        let (game, state) = (&self.table.game, chair.imagined.as_ref().unwrap_or(&self.table.state));
        let mut at = None;
        while let Some(actor) = game.next(state, seat, at) {
            at = Some(actor);
            let Some(mask) = game.slot(state, actor).and_then(|slot| out.chunks_exact_mut(numbers).nth(slot)) else {
                continue;
            };
            scratch.clear();
            game.mask(&self.frame, state, seat, actor, scratch);
            scratch.set(END);
            scratch.write(mask);
        }
    }

    /// Takes one decision for each unit of a seat, and completes its list. What the actions before it have made
    /// impossible is left out, which `dropped` tells of each unit.
    pub fn decide_whole(&mut self, seat: Seat, chosen: &[i32], dropped: &mut [u8]) {
        let Episode { table, frame, chairs, .. } = self;
        let chair = &mut chairs[seat.index()];
        if !chair.open {
            return;
        }
        self.decisions += 1;
        let state = chair.imagined.as_mut().unwrap_or(&mut table.state);
        let is_action = |number: &usize| *number >= FIRST;
        for (dropped, &number) in dropped.iter_mut().zip(chosen) {
            *dropped = u8::from(usize::try_from(number).is_ok_and(|number| is_action(&number)));
        }
        let mut at = None;
        while let Some(actor) = table.game.next(state, seat, at) {
            at = Some(actor);
            let Some(slot) = table.game.slot(state, actor).filter(|&slot| slot < chosen.len()) else { continue };
            let Some(number) = usize::try_from(chosen[slot]).ok().filter(is_action) else { continue };
            if let Some(action) = table.game.action(frame, state, seat, actor, number)
                && table.game.act(state, seat, &action, &mut ()).is_ok()
            {
                chair.list.push(action);
                dropped[slot] = 0;
            }
        }
        chair.composer.rest();
        chair.open = false;
    }

    /// Plays on until a learner is to decide, or the game is over.
    #[inline]
    pub fn advance(&mut self, terms: &Terms<G>) {
        while !self.over && !self.chairs.iter().any(|chair| chair.open) {
            self.play(terms);
            self.begin_turn(terms);
        }
    }

    /// Lists of at most one action need no state in which it has been carried out.
    fn is_single(&self) -> bool {
        self.table.game.host().longest_list == 1
    }

    /// Whether actions are carried out in the state itself: the seat sees all of it and nobody else acts in it.
    fn is_direct(&self, terms: &Terms<G>) -> bool {
        !G::HIDES && !terms.told && self.turn.to_act.len() == 1
    }

    /// Takes a number, whoever it comes from.
    #[inline]
    fn put(&mut self, seat: Seat, number: usize) -> Result<(), NotInMask> {
        let single = self.is_single();
        let Episode { table, frame, chairs, .. } = self;
        let chair = &mut chairs[seat.index()];
        if let (Some(teacher), Some(actor)) = (&mut chair.teacher, chair.composer.actor()) {
            let state = chair.imagined.as_ref().unwrap_or(&table.state);
            teacher.took(&table.game, frame, state, seat, actor, number);
        }
        let decided = match &mut chair.imagined {
            Some(state) => chair.composer.decide(&table.game, frame, state, seat, number)?,
            None if single => chair.composer.choose(&table.game, frame, &table.state, seat, number)?,
            None => chair.composer.decide(&table.game, frame, &mut table.state, seat, number)?,
        };
        if let Decided::Action(action) = decided {
            if single {
                chair.composer.rest();
            }
            chair.list.push(action);
        }
        chair.open = chair.composer.actor().is_some();
        Ok(())
    }

    /// Asks the seats to act.
    fn begin_turn(&mut self, terms: &Terms<G>) {
        self.turn = self.table.game.turn(&self.table.state);
        if self.turn.is_over() {
            return self.finish(terms);
        }
        let (direct, single, turn) = (self.is_direct(terms), self.is_single(), self.turn);
        for seat in turn.to_act.iter().filter(|&seat| !turn.silent.contains(seat)) {
            let lent = self.lend(seat);
            let Episode { table, frame, chairs, view, .. } = self;
            let chair = &mut chairs[seat.index()];
            chair.list.clear();
            if let Inner::Bot(bot) = &mut chair.inner {
                table.ask(seat, view);
                bot.turn(view, &mut chair.list);
                continue;
            }
            if direct || (single && !G::HIDES) {
                chair.imagined = None;
            } else {
                let imagined = chair.imagined.get_or_insert_with(|| lent.unwrap_or_else(|| table.state.clone()));
                table.game.imagine(&table.state, table.memory(), seat, imagined);
            }
            let state = chair.imagined.as_ref().unwrap_or(&table.state);
            chair.composer.begin(&table.game, frame, state, seat);
            chair.open = chair.composer.actor().is_some();
            if let Some(teacher) = &mut chair.teacher {
                table.ask(seat, view);
                let state = chair.imagined.as_ref().unwrap_or(&table.state);
                teacher.begin(&table.game, frame, state, seat, view);
            }
            if !matches!(chair.inner, Inner::None) {
                self.play_from_within(seat);
            }
        }
    }

    /// A state for a seat to imagine the game in, if it has none: from one who waits, and so imagines nothing. The fewer
    /// states a game has, the more of them stay beside the core.
    fn lend(&mut self, seat: Seat) -> Option<G::State> {
        let chair = &self.chairs[seat.index()];
        if chair.imagined.is_some() || matches!(chair.inner, Inner::Bot(_)) {
            return None;
        }
        let waiting = |i: usize| !self.turn.to_act.contains(Seat(i as u8));
        let chairs = self.chairs.iter_mut().enumerate();
        chairs.filter(|(i, _)| waiting(*i)).find_map(|(_, chair)| chair.imagined.take())
    }

    /// Composes the whole list of a seat that is played from within.
    fn play_from_within(&mut self, seat: Seat) {
        while self.chairs[seat.index()].open {
            let Episode { table, frame, chairs, rng, .. } = self;
            let chair = &mut chairs[seat.index()];
            let mask = chair.composer.mask();
            let number = match &mut chair.inner {
                Inner::Chooser(chooser, page) => {
                    let state = chair.imagined.as_ref().unwrap_or(&table.state);
                    table.game.observe(frame, state, seat, chair.composer.actor(), &mut page.sheet());
                    chooser.choose(page, mask, rng)
                }
                _ => mask.nth(rng.index(mask.count())).unwrap_or(END),
            };
            if self.put(seat, number).is_err() {
                // Whoever chooses what it may not gives its list as it is.
                let chair = &mut self.chairs[seat.index()];
                chair.composer.rest();
                chair.open = false;
            }
        }
    }

    /// All lists are complete: plays the step.
    #[inline]
    fn play(&mut self, terms: &Terms<G>) {
        if self.is_direct(terms) && !self.is_single() {
            self.table.game.close(&mut self.table.state, &mut ());
        } else {
            self.orders.clear();
            for seat in self.turn.to_act.iter() {
                let list = &self.chairs[seat.index()].list;
                let asked = !self.turn.silent.contains(seat);
                self.orders.list(seat, list.iter().filter(|_| asked).copied().map(Entry::Action));
            }
            if terms.told {
                self.table.step(&self.orders);
                self.played.push(self.orders.clone());
            } else {
                self.table.game.step(&mut self.table.state, &self.orders, &mut ());
            }
        }
        if terms.reward.score != 0.0 || terms.reward.potential != 0.0 {
            self.reckon(terms);
        }
    }

    /// Adds what the measures have grown by.
    fn reckon(&mut self, terms: &Terms<G>) {
        let seats = self.chairs.len();
        for (i, chair) in self.chairs.iter_mut().enumerate() {
            let level = terms.reward.level(&self.table.game, &self.table.state, Seat(i as u8), seats);
            chair.gained += level - std::mem::replace(&mut chair.level, level);
        }
    }

    fn finish(&mut self, terms: &Terms<G>) {
        self.over = true;
        let ranks = self.table.game.standings(&self.table.state).ranks();
        for (i, chair) in self.chairs.iter_mut().enumerate() {
            chair.gained += terms.reward.end(&ranks, Seat(i as u8));
            chair.open = false;
            chair.composer.rest();
        }
    }

    /// The seats that learners have.
    pub fn learners(terms: &Terms<G>) -> SeatSet {
        let mut seats = SeatSet::EMPTY;
        for (i, player) in terms.players.iter().enumerate() {
            if matches!(player, Player::Learner) {
                seats.insert(Seat(i as u8));
            }
        }
        seats
    }
}
