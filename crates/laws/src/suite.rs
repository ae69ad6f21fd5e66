//! The laws: what holds in every game, at every step, for any orders.
//!
//! [`check`] plays games with all kinds of orders (legal, random, garbled, absent) and tests every law along the way. A
//! breach panics with the game, the seed and the step, so that it can be played again.

use serde_json::Value;
use serde_json::value::RawValue;
use skirmish_core::encode::encode;
use skirmish_core::hand::{AnyHand, March, Pace, Slot, Verb};
use skirmish_core::rules::legal_actions;
use skirmish_core::scene::{Item, Layer, Shape, Sign};
use skirmish_core::table::Timing;
use skirmish_core::{
    Absence, Actor, Entry, Flaw, Game, Golden, Orders, Record, Rejection, Rng, Seat, Setup, Table, Viewer, rollout,
};
use std::collections::{HashMap, HashSet};

/// How much the suite plays.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub games: u64,
    /// Most steps of one game.
    pub steps: u64,
}

impl Effort {
    pub const QUICK: Effort = Effort { games: 4, steps: 60 };
}

/// So many starts are compared.
const STARTS: u64 = 64;

/// What the suite saw, so that its own tests can tell it really looked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    pub steps: u64,
    pub listed: u64,
    pub accepted: u64,
    pub refused: u64,
    pub finished: u64,
    /// States in which something hidden from a seat could be changed, of all that were tried.
    pub reshuffled: u64,
    pub tried: u64,
}

/// Runs every law over a game.
pub fn check<G: Golden>(effort: Effort) -> Seen {
    let mut seen = Seen::default();
    starts_are_told_apart::<G>();
    for n in 0..effort.games {
        let start = G::opening(n, &Setup::seeded(n)).unwrap_or_else(|e| panic!("{} opening {n}: {e}", G::ID));
        let mut rng = Rng::new(n ^ 0x1a35);
        let mut table = Table::new(start.0, start.1);
        for step in 0..effort.steps {
            let place = format!("{} opening {n} step {step}", G::ID);
            let law = Laws { place: &place, table: &table };
            law.position_round_trip();
            law.hash_is_recomputed();
            law.listed_actions_are_legal(&mut rng, &mut seen);
            law.act_and_close_equal_step(&mut rng);
            law.any_orders_are_taken(&mut rng, &mut seen);
            law.nothing_leaks(&mut rng, &mut seen);
            law.scenes_are_sound();
            law.hands_can_say_everything(&mut rng);
            law.summary_is_plain();
            if table.turn().is_over() {
                law.finished_stays_finished(&mut rng);
                seen.finished += 1;
                break;
            }
            seen.steps += 1;
            let orders = some_orders(&table, &mut rng);
            same_orders_same_game(&place, &table, &orders);
            table.step(&orders);
        }
    }
    seen
}

struct Laws<'a, G: Golden> {
    place: &'a str,
    table: &'a Table<G>,
}

impl<G: Golden> Laws<'_, G> {
    /// A position written, read and written again is the same text; the state behind it is the same state.
    fn position_round_trip(&self) {
        let (game, state) = (&self.table.game, &self.table.state);
        let text = position_text(game, state);
        let value: Value = serde_json::from_str(&text).expect("positions are JSON");
        let position = G::read_position(&value).unwrap_or_else(|e| panic!("{}: own position refused: {e}", self.place));
        let (again, loaded) =
            G::from_position(&position).unwrap_or_else(|e| panic!("{}: own position refused: {e}", self.place));
        assert_eq!(position_text(&again, &loaded), text, "{}: the position does not come back", self.place);
        assert!(&loaded == state, "{}: the state behind the position is another one", self.place);
        assert_eq!(again.turn(&loaded), game.turn(state), "{}: another turn after loading", self.place);
    }

    fn hash_is_recomputed(&self) {
        let (game, state) = (&self.table.game, &self.table.state);
        let (again, loaded) = G::from_position(&game.position(state)).expect("own positions load");
        assert_eq!(again.hash(&loaded), game.hash(state), "{}: the hash is not that of the position", self.place);
    }

    /// Listed actions are accepted; `is_legal` agrees with what is accepted; seats that are not to act have no actions.
    fn listed_actions_are_legal(&self, rng: &mut Rng, seen: &mut Seen) {
        let (game, state) = (&self.table.game, &self.table.state);
        let turn = game.turn(state);
        let seats = game.seats(state).len();
        for seat in (0..seats).map(|i| Seat(i as u8)) {
            let listed = legal_actions(game, state, seat);
            if !turn.to_act.contains(seat) {
                assert!(listed.is_empty(), "{}: {seat} is not to act and has legal actions", self.place);
                assert!(game.sample(state, seat, rng).is_none(), "{}: {seat} samples out of turn", self.place);
                continue;
            }
            seen.listed += listed.len() as u64;
            for action in pick(&listed, 40, rng) {
                self.accepted_alone(seat, &action, true);
            }
            match game.sample(state, seat, rng) {
                Some(action) => self.accepted_alone(seat, &action, true),
                None => assert!(
                    listed.iter().all(|action| ends_the_list(game, action)),
                    "{}: {seat} samples nothing but has legal actions",
                    self.place
                ),
            }
            // Actions of other moments and seats: refused or not, all three doors agree.
            for action in strange_actions(self.table, rng, 12) {
                let legal = game.is_legal(state, seat, &action).is_ok();
                self.accepted_alone(seat, &action, legal);
            }
        }
    }

    /// `is_legal`, `act` and `step` agree on an action given alone.
    fn accepted_alone(&self, seat: Seat, action: &G::Action, expected: bool) {
        let (game, state) = (&self.table.game, &self.table.state);
        let judged = game.is_legal(state, seat, action);
        assert_eq!(judged.is_ok(), expected, "{}: is_legal of {action:?} is {judged:?}", self.place);
        let mut acted = state.clone();
        let answer = game.act(&mut acted, seat, action, &mut ());
        assert_eq!(answer, judged, "{}: act and is_legal differ on {action:?}", self.place);
        if answer.is_err() {
            assert!(&acted == state, "{}: a refused action changed the state: {action:?}", self.place);
        }
        let mut stepped = state.clone();
        let mut rejections: Vec<Rejection> = Vec::new();
        game.step(&mut stepped, &Orders::of(seat, [Entry::Action(*action)]), &mut rejections);
        let refused = rejections.iter().find(|r| r.seat == seat).map(|r| r.reason);
        assert_eq!(refused, judged.err(), "{}: step and is_legal differ on {action:?}", self.place);
    }

    /// A list given whole does what its accepted actions do one by one.
    fn act_and_close_equal_step(&self, rng: &mut Rng) {
        let (game, state) = (&self.table.game, &self.table.state);
        let turn = game.turn(state);
        if turn.is_over() || !turn.silent.is_empty() {
            return;
        }
        let mut piecemeal = state.clone();
        let mut orders = Orders::new();
        for seat in turn.to_act.iter() {
            let mut list = Vec::new();
            while list.len() < 30
                && let Some(action) = game.sample(&piecemeal, seat, rng)
            {
                let judged = game.is_legal(&piecemeal, seat, &action);
                let answer = game.act(&mut piecemeal, seat, &action, &mut ());
                assert_eq!(answer, Ok(()), "{}: a sampled action is refused: {action:?}", self.place);
                assert_eq!(judged, Ok(()), "{}: a sampled action is not legal: {action:?}", self.place);
                list.push(Entry::Action(action));
            }
            orders.list(seat, list);
        }
        game.close(&mut piecemeal, &mut ());
        let mut whole = state.clone();
        let mut record = Record::default();
        game.step(&mut whole, &orders, &mut record);
        assert_eq!(record.rejections, [], "{}: step refuses what act accepts", self.place);
        assert_eq!(
            position_text(game, &whole),
            position_text(game, &piecemeal),
            "{}: step and act + close part ways",
            self.place
        );
        assert!(whole == piecemeal, "{}: step and act + close leave different notes in the state", self.place);
    }

    /// No orders make a step fail, be they garbled, absent, from the wrong seat or far too long. A clone stays untouched.
    fn any_orders_are_taken(&self, rng: &mut Rng, seen: &mut Seen) {
        let (game, state) = (&self.table.game, &self.table.state);
        let before = position_text(game, state);
        let seats = game.seats(state).len();
        for round in 0..6 {
            let mut orders = Orders::new();
            for i in 0..seats {
                let seat = Seat(i as u8);
                match rng.index(4) {
                    0 => continue,
                    1 => orders.absent(seat, Absence::ALL[rng.index(Absence::ALL.len())]),
                    _ => orders.list(seat, garbled_list(self.table, seat, rng)),
                }
                orders.used(rng.below(50_000) as u32);
            }
            let mut copy = state.clone();
            let mut record = Record::default();
            game.step(&mut copy, &orders, &mut record);
            seen.refused += record.rejections.len() as u64;
            let (again, loaded) = G::from_position(&game.position(&copy))
                .unwrap_or_else(|e| panic!("{} round {round}: {orders:?} lead to a bad position: {e}", self.place));
            assert_eq!(again.hash(&loaded), game.hash(&copy), "{}: hash after odd orders", self.place);
        }
        assert_eq!(position_text(game, state), before, "{}: stepping a clone changed the original", self.place);
        seen.accepted += 1;
    }

    /// Changing what a seat cannot see changes no message to it, now or after its own list.
    fn nothing_leaks(&self, rng: &mut Rng, seen: &mut Seen) {
        let game = &self.table.game;
        for seat in self.table.turn().to_act.iter() {
            let mut other = self.table.clone();
            other.state = game.reshuffle(&self.table.state, seat, rng);
            seen.tried += 1;
            seen.reshuffled += u64::from(other.state != self.table.state);
            if let Err(faults) = G::from_position(&game.position(&other.state)) {
                panic!("{}: reshuffling for {seat} gives a bad position: {faults}", self.place);
            }
            let (mut one, mut two) = (self.table.clone(), other);
            let (left, right) = (message(&mut one, seat), message(&mut two, seat));
            assert_eq!(left, right, "{}: what is hidden from {seat} shows in its message", self.place);
            let viewer = Viewer::Seat(seat);
            assert_eq!(one.scene(viewer), two.scene(viewer), "{}: what is hidden from {seat} shows", self.place);
            assert_eq!(one.sketch(viewer), two.sketch(viewer), "{}: a board tells {seat} what is hidden", self.place);
            let tried = wires(self.table, seat, rng);
            let [left, right] = [&one, &two].map(|table| considered(table, seat, &tried));
            assert_eq!(left, right, "{}: what is hidden from {seat} shows when it tries orders", self.place);
            // The seat's own list, bad entries included, must be answered alike.
            let list = garbled_list(self.table, seat, rng);
            let mut answers = Vec::new();
            for table in [&one, &two] {
                let mut state = table.state.clone();
                let mut rejections: Vec<Rejection> = Vec::new();
                game.step(&mut state, &Orders::of(seat, list.iter().copied()), &mut rejections);
                rejections.retain(|r| r.seat == seat);
                answers.push(rejections);
            }
            assert_eq!(answers[0], answers[1], "{}: what is hidden from {seat} shows in its rejections", self.place);
        }
    }

    /// Things in pictures have ids of their own, known drawings and places that can be drawn.
    fn scenes_are_sound(&self) {
        let seats = self.table.game.seats(&self.table.state).len();
        let viewers = (0..seats).map(|i| Viewer::Seat(Seat(i as u8))).chain([Viewer::Omniscient]);
        for viewer in viewers {
            let scene = self.table.scene(viewer);
            let mut ids = HashSet::new();
            for item in &scene.items {
                assert!(ids.insert(&item.id), "{}: two things are called {}", self.place, item.id);
                let numbers = [item.at[0], item.at[1], item.scale, item.angle, item.opacity];
                assert!(numbers.iter().all(|n| n.is_finite()), "{}: {item:?}", self.place);
                if let Shape::Symbol(name) = item.shape {
                    let mut symbols = G::SHOW.iter().flat_map(|show| show.symbols);
                    let known = symbols.any(|symbol| symbol.name == name);
                    assert!(known, "{}: {} looks like {name}, which is not drawn", self.place, item.id);
                }
                self.legend_explains(item);
                if let Some([x, y]) = item.cell {
                    let centre = scene.grid.centre(x, y);
                    let off = (centre[0] - item.at[0]).hypot(centre[1] - item.at[1]);
                    assert!(off < 1.0, "{}: {} is drawn far from its cell", self.place, item.id);
                }
            }
            if !scene.items.is_empty() {
                assert!(scene.frame[2] > 0.0 && scene.frame[3] > 0.0, "{}: an empty frame", self.place);
                assert_eq!(scene.sides.len(), seats, "{}: a scoreboard has a line for each seat", self.place);
            }
        }
    }

    /// Whoever looks at a thing finds its drawing, its badges, its bars and its outline in the legend.
    fn legend_explains(&self, item: &Item) {
        let Some(show) = G::SHOW else { return };
        let drawing = if let Shape::Symbol(name) = item.shape { Some(name) } else { None };
        for name in drawing.into_iter().chain(item.badges.iter().filter_map(|badge| badge.symbol)) {
            let explained = show.legend.iter().any(|entry| entry.explains(name));
            assert!(explained, "{}: the legend does not explain {name}", self.place);
        }
        for bar in &item.bars {
            let explained = show.legend.iter().any(|entry| entry.sign == Sign::Bar { color: bar.color });
            assert!(explained, "{}: the legend does not explain a bar in {}", self.place, bar.color.name());
        }
        let Shape::Path(part) = &item.shape else { return };
        if matches!(item.layer, Layer::Area | Layer::Floor | Layer::Top) && part.dashed {
            let explained = show.legend.iter().any(|entry| matches!(entry.sign, Sign::Line { dashed: true, .. }));
            assert!(explained, "{}: the legend does not explain the dashed line {}", self.place, item.id);
        }
    }

    /// Every legal action can be composed from a verb and its slots, and is not refused with a reason.
    fn hands_can_say_everything(&self, rng: &mut Rng) {
        let Some(show) = G::SHOW else { return };
        for seat in self.table.turn().to_act.iter() {
            let hand = self.table.hand(seat).expect("a game that is shown has hands");
            for wire in wires(self.table, seat, rng) {
                let verb = show.verbs.iter().find(|verb| fits(verb, &wire));
                assert!(verb.is_some(), "{}: no verb says {wire}", self.place);
                let action = serde_json::value::to_raw_value(&wire).expect("actions serialise");
                assert_eq!(hand.why_not(&[], &action), None, "{}: {wire} is legal", self.place);
            }
        }
    }

    /// Its end is one of the listed ones, and its summary says who won, or that nobody did, without codes.
    fn summary_is_plain(&self) {
        let (game, state) = (&self.table.game, &self.table.state);
        let (standings, text) = (game.standings(state), self.table.summary());
        let Some(reason) = standings.reason else {
            assert!(text.starts_with("Not over"), "{}: the summary of a running game is {text:?}", self.place);
            return;
        };
        assert!(G::ENDINGS.contains(&reason), "{}: {reason} is not among the endings", self.place);
        let winner = standings.winner.map(|seat| game.seats(state)[seat.index()].clone());
        let named = match &winner {
            Some(name) => text.contains(&format!("{name} win")),
            None => text.starts_with("A draw") || text.contains("nobody wins"),
        };
        assert!(named, "{}: the summary does not name the winner: {text:?}", self.place);
        let code = |word: &str| G::ENDINGS.contains(&word) && word.contains('_');
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        assert!(!words.into_iter().any(code), "{}: a code in the summary: {text:?}", self.place);
    }

    fn finished_stays_finished(&self, rng: &mut Rng) {
        let (game, state) = (&self.table.game, &self.table.state);
        assert!(game.standings(state).over, "{}: nobody is to act, but the game is not over", self.place);
        let before = position_text(game, state);
        for i in 0..game.seats(state).len() {
            let seat = Seat(i as u8);
            let mut orders = Orders::of(seat, garbled_list(self.table, seat, rng));
            for absence in Absence::ALL.map(Some).into_iter().chain([None]) {
                if let Some(absence) = absence {
                    orders.clear();
                    orders.absent(seat, absence);
                }
                let mut after = state.clone();
                game.step(&mut after, &orders, &mut ());
                assert_eq!(position_text(game, &after), before, "{}: a finished game went on", self.place);
            }
        }
        assert_eq!(rollout::game(game, &mut state.clone(), rng, 10).steps, 0, "{}", self.place);
    }
}

/// Different starts differ in their hashes, or games on different boards would be taken for the same game.
fn starts_are_told_apart<G: Game>() {
    let mut known: HashMap<(u64, u64), String> = HashMap::new();
    for n in 0..STARTS {
        let (game, state) = G::opening(n, &Setup::default()).unwrap_or_else(|e| panic!("{} opening {n}: {e}", G::ID));
        let text = position_text(&game, &state);
        let other = known.entry((game.ground(), game.hash(&state))).or_insert_with(|| text.clone());
        assert_eq!(*other, text, "{} opening {n}: two different starts have one hash", G::ID);
    }
}

/// The same orders on the same state give the same state and the same log.
fn same_orders_same_game<G: Game>(place: &str, table: &Table<G>, orders: &Orders<G::Action>) {
    let run = || {
        let mut state = table.state.clone();
        let mut record = Record::default();
        table.game.step(&mut state, orders, &mut record);
        (table.game.hash(&state), record, state)
    };
    let (one, two) = (run(), run());
    assert_eq!(one.0, two.0, "{place}: the same orders give different hashes");
    assert!(one.1 == two.1, "{place}: the same orders give different logs");
    let mut silent = table.state.clone();
    table.game.step(&mut silent, orders, &mut ());
    assert!(silent == one.2 && one.2 == two.2, "{place}: whether somebody listens changes the game");
}

/// The canonical text of a position.
pub fn position_text<G: Game>(game: &G, state: &G::State) -> String {
    serde_json::to_string(&game.position(state)).expect("positions serialise")
}

fn message<G: Game>(table: &mut Table<G>, seat: Seat) -> String {
    let mut view = G::View::default();
    let message = table.message(seat, true, Timing::default(), &mut view);
    let text = serde_json::to_string(&message).expect("messages serialise");
    let mut line = Vec::new();
    encode(&message, &mut line).expect("messages serialise");
    assert!(line == text.as_bytes(), "a message that seats are sent is not what the library would write: {text}");
    text
}

/// Orders that keep a game going: mostly legal lists, now and then a bad entry or an absence.
pub fn some_orders<G: Game>(table: &Table<G>, rng: &mut Rng) -> Orders<G::Action> {
    let turn = table.turn();
    let mut state = table.state.clone();
    let mut orders = Orders::new();
    for seat in turn.to_act.iter() {
        if turn.silent.contains(seat) {
            continue;
        }
        let mut list = Vec::new();
        while list.len() < 60
            && let Some(action) = table.game.sample(&state, seat, rng)
            && table.game.act(&mut state, seat, &action, &mut ()).is_ok()
        {
            list.push(Entry::Action(action));
        }
        if rng.chance(1, 8) {
            list.insert(rng.index(list.len() + 1), Entry::Bad(Flaw::NotObject));
        }
        orders.list(seat, list);
    }
    orders
}

/// A list of anything: legal actions, actions that may be legal for somebody else, and flaws.
fn garbled_list<G: Game>(table: &Table<G>, seat: Seat, rng: &mut Rng) -> Vec<Entry<G::Action>> {
    let mut pool = strange_actions(table, rng, 10);
    pool.extend(pick(&legal_actions(&table.game, &table.state, seat), 10, rng));
    let mut list: Vec<_> = pool.into_iter().map(Entry::Action).collect();
    for _ in 0..rng.index(4) {
        let flaw = [Flaw::NotObject, Flaw::UnknownAction, Flaw::BadFields(rng.below(20) as u8)][rng.index(3)];
        list.push(Entry::Bad(flaw));
    }
    rng.shuffle(&mut list);
    list
}

/// Actions from other seats and later moments, and actions with changed numbers: most will be refused.
fn strange_actions<G: Game>(table: &Table<G>, rng: &mut Rng, most: usize) -> Vec<G::Action> {
    let game = &table.game;
    let mut pool = Vec::new();
    let mut later = table.state.clone();
    for _ in 0..2 {
        for seat in game.turn(&later).to_act.iter() {
            pool.extend(pick(&legal_actions(game, &later, seat), 6, rng));
        }
        rollout::step(game, &mut later, rng);
    }
    for action in pool.clone() {
        let Ok(mut json) = serde_json::to_value(game.wire(&action)) else { continue };
        if let Value::Object(fields) = &mut json {
            for value in fields.values_mut() {
                if let Some(n) = value.as_i64() {
                    *value = (n + rng.between(-2, 2)).into();
                }
            }
        }
        pool.extend(parsed(game, &json));
    }
    rng.shuffle(&mut pool);
    pool.truncate(most);
    pool
}

/// An action from JSON, if it can be read.
fn parsed<G: Game>(game: &G, json: &Value) -> Option<G::Action> {
    let raw: Box<RawValue> = RawValue::from_string(json.to_string()).ok()?;
    match game.parse(&raw) {
        Entry::Action(action) => Some(action),
        Entry::Bad(_) => None,
    }
}

/// Whether an action does nothing but end the list or pass.
fn ends_the_list<G: Game>(game: &G, action: &G::Action) -> bool {
    let json = serde_json::to_value(game.wire(action)).unwrap_or_default();
    matches!(json["do"].as_str(), Some("end" | "end_turn" | "look" | "no_op"))
}

fn pick<T: Copy>(items: &[T], most: usize, rng: &mut Rng) -> Vec<T> {
    if items.len() <= most {
        return items.to_vec();
    }
    (0..most).map(|_| items[rng.index(items.len())]).collect()
}

/// Every listed action can be written and read, and comes back the same.
pub fn actions_come_back<G: Game>(games: u64) {
    for n in 0..games {
        let (game, mut state) = G::opening(n, &Setup::seeded(n)).expect("openings are good");
        let mut rng = Rng::new(n);
        for _ in 0..40 {
            for seat in game.turn(&state).to_act.iter() {
                for action in pick(&legal_actions(&game, &state, seat), 30, &mut rng) {
                    let json = serde_json::to_value(game.wire(&action)).expect("actions serialise");
                    assert_eq!(parsed(&game, &json), Some(action), "{}: {json} is read as something else", G::ID);
                }
            }
            rollout::step(&game, &mut state, &mut rng);
        }
    }
}

/// Plays a game from bytes, for fuzzing: each byte chooses what the next entry, absence or step is.
pub fn drive<G: Game>(bytes: &[u8]) {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    let Ok((game, mut state)) = G::opening(u64::from(first % 4), &Setup::seeded(1)) else { return };
    let seats = game.seats(&state).len();
    let mut list: Vec<Entry<G::Action>> = Vec::new();
    let mut steps = 0;
    for pair in bytes.chunks(2) {
        let (what, which) = (pair[0], usize::from(*pair.last().unwrap_or(&0)));
        let turn = game.turn(&state);
        let seat = if what & 8 == 0 { turn.to_act.iter().next() } else { None }.unwrap_or(Seat((which % seats) as u8));
        match what % 8 {
            0..=3 => {
                let legal = legal_actions(&game, &state, seat);
                list.extend(legal.get(which * 7 % legal.len().max(1)).map(|&action| Entry::Action(action)));
            }
            4 => list.push(Entry::Bad(Flaw::BadFields(which as u8))),
            5 => list.push(Entry::Bad([Flaw::NotObject, Flaw::UnknownAction][which % 2])),
            6 if which % 16 == 0 => {
                let mut orders = Orders::new();
                orders.absent(seat, Absence::ALL[which / 16 % Absence::ALL.len()]);
                game.step(&mut state, &orders, &mut ());
                steps += 1;
            }
            _ => {
                game.step(&mut state, &Orders::of(seat, list.drain(..)), &mut ());
                steps += 1;
            }
        }
        if steps > 64 {
            break;
        }
    }
    let position = game.position(&state);
    if let Err(faults) = G::from_position(&position) {
        panic!("{}: a played position is refused: {faults}", G::ID);
    }
}

/// Some legal actions of a seat as they are written.
fn wires<G: Game>(table: &Table<G>, seat: Seat, rng: &mut Rng) -> Vec<Value> {
    let legal = table.legal(seat);
    let some = (0..8.min(legal.len())).map(|_| &legal[rng.index(legal.len())]);
    some.map(|action| serde_json::to_value(table.game.wire(action)).expect("actions serialise")).collect()
}

/// What a person who tries orders one after the other is told; nothing in games without play by hand.
fn considered<G: Game>(table: &Table<G>, seat: Seat, wires: &[Value]) -> String {
    let raw: Vec<_> = wires.iter().map(|wire| serde_json::value::to_raw_value(wire).expect("JSON")).collect();
    let orders: Vec<&RawValue> = raw.iter().map(|raw| &**raw).collect();
    let Some(hand) = table.hand(seat) else { return String::new() };
    let tried: Vec<_> = (0..=orders.len()).map(|n| hand.consider(&orders[..n], Some(Actor::Seat))).collect();
    // Two units that could act, sent somewhere: marches and reach tell no more than trying does.
    let able = tried[0].actors.iter().filter_map(|(unit, _)| *unit);
    let units: Vec<i64> = able.take(2).collect();
    let paces = [Pace::Go, Pace::Fight, Pace::Hold];
    let marches = paces.map(|pace| March { units: units.clone(), goal: Some([1, 1]), pace });
    let reached: Vec<_> = units.iter().map(|&unit| hand.reach(&[], unit)).collect();
    serde_json::to_string(&(tried, hand.march(&[], &marches), reached)).expect("plain data")
}

/// Whether an action has exactly the keys of a verb.
fn fits(verb: &Verb, wire: &Value) -> bool {
    let mut keys: Vec<&str> = vec!["do"];
    keys.extend(verb.unit.then_some("unit"));
    for slot in verb.slots {
        match slot {
            Slot::Cell { x, y, .. } => keys.extend([x, y]),
            Slot::Item { key, .. } | Slot::Choice { key, .. } => keys.push(key),
        }
    }
    let Some(object) = wire.as_object() else { return false };
    wire["do"] == verb.name && object.len() == keys.len() && keys.iter().all(|key| object.contains_key(*key))
}
