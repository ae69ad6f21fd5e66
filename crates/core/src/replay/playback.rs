//! Playing a replay again, step by step. Everything that is made from replays goes through here.

use super::Wrong;
use super::commitment::commitment;
use super::recording::ShortHash;
use super::records::{BadEntry, EndRecord, Forked, Header, SeatRecord, StepRecord};
use crate::any::{AnyTable, Known, Playing, Recorded, Seated};
use crate::chance::Way;
use crate::{Entry, Game, Key, Orders, Seat, Seed, Table};
use std::sync::Arc;

/// A replay of any game, being played.
///
/// ```text
/// while let Some(step) = playback.peek()? {
///     ... playback.table() is as it was before `step`: ask it for messages, views, the position
///     playback.play()?;
///     ... and now as it was after it: events, rejections
/// }
/// playback.finish()?;
/// ```
pub trait AnyPlayback: Send {
    /// The first record.
    fn header(&self) -> &Header;

    /// The last record; `None` in a replay that is torn or still growing.
    fn ending(&self) -> Option<&EndRecord>;

    /// Steps played so far.
    fn played(&self) -> usize;

    /// The table as it stands. Do not play steps on it: the playback would no longer match its records.
    fn table(&mut self) -> &mut dyn AnyTable;

    /// The next recorded step; `None` when all are played.
    fn peek(&mut self) -> Result<Option<&StepRecord>, Wrong>;

    /// Plays the next recorded step and compares the state after it; false when none is left.
    fn play(&mut self) -> Result<bool, Wrong>;

    /// Plays what is left and compares the result. Only a replay with an ending can be proved.
    fn finish(&mut self) -> Result<(), Wrong>;

    /// A second playback at the same step.
    fn snapshot(&self) -> Box<dyn AnyPlayback>;

    /// Takes the text of a replay that has grown: the old text, and more records after it. If the new text has an
    /// ending, open it anew instead, because the ending holds the key.
    fn grow(&mut self, text: Arc<str>);

    /// Leaves the replay here: a fresh table at the present position, where every seat gets a first view again. It has
    /// the replay's seed, and what is recorded at it names this match; if the seed is not known yet it has 0, and whoever plays on should
    /// [give it another](crate::any::Recorded::reseed).
    fn fork(self: Box<Self>) -> Box<dyn AnyTable>;

    /// Plays up to the first step of turn `turn` or a later one; false if the records end before.
    fn skip_to_turn(&mut self, turn: i64) -> Result<bool, Wrong> {
        while self.table().turn().number < turn {
            if !self.play()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays until `steps` steps are played; false if there are fewer.
    fn skip_to_step(&mut self, steps: usize) -> Result<bool, Wrong> {
        while self.played() < steps {
            if !self.play()? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A replay of one game, being played.
pub struct Playback<G: Game> {
    text: Arc<str>,
    /// Where the records begin that were not read yet.
    at: usize,
    /// The number of the line that begins there, from 1.
    line: usize,
    header: Arc<Header>,
    ending: Option<EndRecord>,
    next: Option<StepRecord>,
    played: usize,
    seated: Seated<G>,
}

impl<G: Game> Playback<G> {
    /// Opens the text of a replay: its records, a line each. Other games and versions are refused by name.
    pub fn open(text: String) -> Result<Playback<G>, Wrong> {
        let header = Header::read(&text)?;
        if header.game != G::ID {
            return Err(Wrong::OtherGame { game: header.game, wanted: G::ID });
        }
        if header.version != G::VERSION {
            return Err(Wrong::OtherVersion { game: header.game, version: header.version, ours: G::VERSION });
        }
        let ending = find_ending(&text);
        let key = match &ending {
            Some(ending) => check_commitment(&header, ending)?,
            None => None,
        };
        let unreadable = |e: crate::Faults| Wrong::Unreadable { line: 1, why: e.to_string() };
        let position = G::read_position(&header.position).map_err(unreadable)?;
        let (game, mut state) = G::from_position(&position).map_err(unreadable)?;
        game.set_key(&mut state, key);
        let seed = ending.as_ref().map_or(0, |ending| ending.seed);
        let seats = match header.is_live() {
            true => header.players.iter().map(|player| player.seat.clone()).collect(),
            false => game.seats(&state),
        };
        let seated = Seated::expecting(Table::new(game, state), Seed::made(seed, header.way()), seats);
        let at = text.find('\n').map_or(text.len(), |end| end + 1);
        let header = Arc::new(header);
        Ok(Playback { text: text.into(), at, line: 2, header, ending, next: None, played: 0, seated })
    }

    /// The next line that was not read yet.
    fn line(&self) -> Option<&str> {
        self.text[self.at..].lines().next()
    }

    fn pass_line(&mut self) {
        self.at = self.text[self.at..].find('\n').map_or(self.text.len(), |end| self.at + end + 1);
        self.line += 1;
    }

    fn unreadable(&self, why: impl ToString) -> Wrong {
        Wrong::Unreadable { line: self.line, why: why.to_string() }
    }

    /// Reads the next step into `next`.
    fn look_ahead(&mut self) -> Result<(), Wrong> {
        if self.next.is_some() {
            return Ok(());
        }
        let Some(line) = self.line() else { return Ok(()) };
        let is_last = self.at + line.trim_end().len() >= self.text.trim_end().len();
        if is_last && self.ending.is_some() {
            return Ok(());
        }
        let step: StepRecord = serde_json::from_str(line).map_err(|e| self.unreadable(e))?;
        // Nobody may be to act in a game that still goes on: a live one waits for its clock.
        if self.seated.table.game.standings(&self.seated.table.state).over {
            return Err(self.unreadable("a step after the end of the game"));
        }
        for (i, given) in step.orders.iter().enumerate() {
            if given.actions.is_some() == given.absence.is_some() {
                return Err(self.unreadable("a seat has either actions or an absence"));
            }
            if step.orders[..i].iter().any(|other| other.seat == given.seat) {
                return Err(self.unreadable(format!("seat {} gives orders twice", given.seat)));
            }
        }
        self.next = Some(step);
        Ok(())
    }

    fn orders(&self, step: &StepRecord) -> Orders<G::Action> {
        let mut orders = Orders::new();
        let game = &self.seated.table.game;
        for given in &step.orders {
            take_record(game, &mut orders, Seat(given.seat), given);
        }
        orders
    }
}

/// Gives a seat's recorded answer as its order.
pub(crate) fn take_record<G: Game>(game: &G, orders: &mut Orders<G::Action>, seat: Seat, given: &SeatRecord) {
    if let Some(actions) = &given.actions {
        orders.list(
            seat,
            actions.iter().map(|entry| match serde_json::from_str::<BadEntry>(entry.get()) {
                Ok(record) => Entry::Bad(record.bad),
                Err(_) => game.parse(entry),
            }),
        );
    } else if let Some(absence) = given.absence {
        orders.absent(seat, absence);
    }
    orders.used(given.used_ms);
    if let Some(turn) = given.meant_for {
        orders.meant_for(turn);
    }
}

impl<G: Game> AnyPlayback for Playback<G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn ending(&self) -> Option<&EndRecord> {
        self.ending.as_ref()
    }

    fn played(&self) -> usize {
        self.played
    }

    fn table(&mut self) -> &mut dyn AnyTable {
        &mut self.seated
    }

    fn peek(&mut self) -> Result<Option<&StepRecord>, Wrong> {
        self.look_ahead()?;
        Ok(self.next.as_ref())
    }

    fn play(&mut self) -> Result<bool, Wrong> {
        self.look_ahead()?;
        let Some(step) = self.next.take() else { return Ok(false) };
        self.pass_line();
        self.played += 1;
        let orders = self.orders(&step);
        let table = &mut self.seated.table;
        let (number, turn) = (self.played, table.turn().number);
        let drawn = match self.ending {
            // The key is known: the draws must follow from it.
            Some(_) => {
                table.step(&orders);
                let drawn = &table.record().draws;
                if *drawn == step.draws { Ok(()) } else { Err(format!("the key gives {}", serde_json::json!(drawn))) }
            }
            None => table.step_drawn(&orders, &step.draws),
        };
        drawn.map_err(|why| Wrong::OtherDraws { step: number, turn, why })?;
        let replayed = ShortHash::of(table);
        if replayed.text() != step.hash {
            let replayed = replayed.text().into();
            return Err(Wrong::Differs { step: number, turn, recorded: step.hash, replayed });
        }
        self.seated.fingerprint.word(table.game.hash(&table.state));
        Ok(true)
    }

    fn finish(&mut self) -> Result<(), Wrong> {
        while self.play()? {}
        let ending = self.ending.as_ref().ok_or(Wrong::Torn)?;
        let replayed = self.seated.result();
        if ending.result != replayed {
            return Err(Wrong::OtherResult { recorded: ending.result.to_string(), replayed: replayed.to_string() });
        }
        if !self.seated.turn().is_over() && ending.void.is_none() {
            return Err(Wrong::NotOver);
        }
        Ok(())
    }

    fn snapshot(&self) -> Box<dyn AnyPlayback> {
        Box::new(Playback::<G> {
            text: Arc::clone(&self.text),
            at: self.at,
            line: self.line,
            header: Arc::clone(&self.header),
            ending: self.ending.clone(),
            // It is read again when it is needed.
            next: None,
            played: self.played,
            seated: Seated::expecting(self.seated.table.clone(), self.seated.seed(), self.seated.seats().to_vec()),
        })
    }

    fn grow(&mut self, text: Arc<str>) {
        debug_assert!(text.starts_with(&*self.text));
        self.text = text;
    }

    fn fork(self: Box<Self>) -> Box<dyn AnyTable> {
        let seed = self.ending.as_ref().map_or(0, |ending| ending.seed);
        let Table { game, mut state, .. } = self.seated.table;
        // Whatever is recorded from here on has the present format.
        let key = game.key(&state).map(|key| key.drawing(Way::OneWay));
        game.set_key(&mut state, key);
        let turn = game.turn(&state).number;
        // Before format 3 matches had no names.
        let named = Some(&self.header.id).filter(|id| !id.is_empty());
        let forked = named.map(|id| Forked { id: id.clone(), turn, step: self.played });
        let mut seated = Seated::new(game, state, seed);
        seated.forked = forked;
        Box::new(seated)
    }
}

/// The last line, if it is an ending.
fn find_ending(text: &str) -> Option<EndRecord> {
    serde_json::from_str(text.trim_end().lines().next_back()?).ok()
}

/// Opens the commitment: returns the random key if the ending keeps the promise of the header.
fn check_commitment(header: &Header, ending: &EndRecord) -> Result<Option<Key>, Wrong> {
    let key = match &ending.key {
        Some(text) => Some(Key::from_hex(text).ok_or(Wrong::OtherSeed)?),
        None => None,
    };
    if commitment(ending.salt, ending.seed, key) != header.commitment {
        return Err(Wrong::OtherSeed);
    }
    Ok(key.map(|key| key.drawing(header.way())))
}
