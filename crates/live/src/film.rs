//! A live game as pictures: any moment of it, and what happened while somebody was away.
//!
//! A film is made of the log when somebody first looks, and grows with the game. It shows no more than what is published,
//! and knows neither seed nor key before the game ends.

use crate::away::Away;
use crate::hosted::{Hosted, Published};
use crate::tape::{Tape, Torn, each};
use skirmish_core::{Registry, Telling};
use skirmish_house::store::Store;
use skirmish_viewer::session::About;
use skirmish_viewer::{Error, Reel};
use skirmish_zords::Zords;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// So many films are kept; the one that nobody looked at for longest goes first.
const MOST: usize = 8;

/// Why there is no film.
#[derive(Debug, thiserror::Error)]
pub enum Unfilmed {
    #[error(transparent)]
    Log(#[from] Torn),
    #[error(transparent)]
    Reel(#[from] Error),
}

/// The films that somebody looks at.
#[derive(Default)]
pub struct Films {
    /// By the number of the game, the latest first.
    kept: Mutex<Vec<(i64, Place)>>,
}

/// A film, or where one will be.
type Place = Arc<RwLock<Option<Film>>>;

/// A game as pictures.
pub struct Film {
    pub reel: Reel,
    pub about: About,
    /// The frame with which each day begins, from day 1 on.
    pub days: Vec<usize>,
    /// When each frame came about.
    pub at_ms: Vec<i64>,
    tape: Tape,
    seats: usize,
    /// The number of the last record that is in it.
    taken: i64,
    ended: bool,
}

impl Films {
    /// Shows the film of a game as it stands now. It may have to be made first, so call it where waiting is allowed.
    pub fn with<T>(
        &self,
        store: &dyn Store,
        hosted: &Hosted,
        now: &Published,
        look: impl FnOnce(&Film) -> Result<T, Unfilmed>,
    ) -> Result<T, Unfilmed> {
        let place = self.place(hosted.game);
        {
            let film = place.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(film) = film.as_ref().filter(|film| film.is_up_to(now)) {
                return look(film);
            }
        }
        {
            let mut film = place.write().unwrap_or_else(PoisonError::into_inner);
            let done = match film.as_mut() {
                Some(film) if film.has_all_seats(now) => film.grow(store, hosted, now),
                _ => Film::open(store, hosted, now).map(|fresh| *film = Some(fresh)),
            };
            if let Err(why) = done {
                // What is half grown shows nothing true.
                *film = None;
                return Err(why);
            }
        }
        match place.read().unwrap_or_else(PoisonError::into_inner).as_ref() {
            Some(film) => look(film),
            None => Err(Torn::Log { n: 0, why: "the film was lost meanwhile".into() }.into()),
        }
    }

    fn place(&self, game: i64) -> Place {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().position(|(other, _)| *other == game);
        let entry = found.map(|at| kept.remove(at)).unwrap_or_else(|| (game, Place::default()));
        let place = Arc::clone(&entry.1);
        kept.insert(0, entry);
        kept.truncate(MOST);
        place
    }
}

impl Film {
    fn open(store: &dyn Store, hosted: &Hosted, now: &Published) -> Result<Film, Unfilmed> {
        let names = seats(now);
        let seats = names.len();
        let (tape, mut text) = Tape::begin(&hosted.head, names)?;
        text.push('\n');
        let reel = Reel::open(&Registry::new().with::<Zords>(), &text)?;
        let about = about(&reel, hosted)?;
        let mut film = Film {
            reel,
            about,
            days: Vec::new(),
            at_ms: vec![hosted.head.created_ms],
            tape,
            seats,
            taken: 0,
            ended: false,
        };
        film.grow(store, hosted, now)?;
        Ok(film)
    }

    fn is_up_to(&self, now: &Published) -> bool {
        self.taken >= now.driver.records() && self.has_all_seats(now)
    }

    /// Who joins is in the header, so that a film with more seats is another one.
    fn has_all_seats(&self, now: &Published) -> bool {
        self.seats == now.driver.state().joined()
    }

    fn grow(&mut self, store: &dyn Store, hosted: &Hosted, now: &Published) -> Result<(), Unfilmed> {
        let (mut text, mut line) = (String::new(), String::new());
        each(store, hosted.game, self.taken, now.driver.records(), |record| {
            let is_step = self.tape.take(record, &mut line)?;
            self.taken = record.n;
            if is_step {
                text.push_str(&line);
                text.push('\n');
                let frame = self.at_ms.len();
                self.at_ms.push(self.tape.at_ms());
                let day = usize::try_from(self.tape.driver().state().moment().0).unwrap_or_default();
                self.days.resize(day.max(self.days.len()), frame);
            }
            Ok::<_, Unfilmed>(())
        })?;
        if let Some(ending) = self.tape.ending().filter(|_| !self.ended) {
            text.push_str(&ending);
            text.push('\n');
            self.ended = true;
        }
        self.reel.append(&text)?;
        self.about = about(&self.reel, hosted)?;
        Ok(())
    }

    /// The day of a frame; 0 before the first.
    pub fn day_at(&self, frame: usize) -> i64 {
        self.days.partition_point(|&first| first <= frame) as i64
    }

    /// What happened to a seat after frame `from`.
    pub fn away(&self, from: usize, seat: &str) -> Result<Away, Unfilmed> {
        Ok(Away::of(self, from, seat)?)
    }
}

fn seats(now: &Published) -> Vec<String> {
    now.driver.game().seats(now.driver.state())
}

fn about(reel: &Reel, hosted: &Hosted) -> Result<About, Unfilmed> {
    let mut playback = reel.at(reel.index.steps)?;
    let mut about = About::of(playback.table(), &reel.header().players, hosted.head.name.clone());
    // Of people it is enough to know their names.
    for seat in &mut about.seats {
        seat.player = hosted.head.bots.get(&seat.name).and_then(|bot| bot.as_str()).map(str::to_owned);
    }
    Ok(about)
}
