//! The seats that the server itself plays: built-in bots, asked at each round time as in a match.
//!
//! They act through the same orders as everybody else, with a key for each round, so that a restart in the middle of a round
//! makes nobody act twice.

use crate::hosted::Hosted;
use crate::keeper::Order;
use crate::request::{Posted, Request};
use crate::service::Service;
use serde_json::Value;
use serde_json::value::to_raw_value;
use skirmish_core::view::{News, Viewer};
use skirmish_core::{Bot, BotEntry, Documents, Game, Hello, Seat, Seed, Telling};
use skirmish_zords::{Name, View, Zords};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::Duration;

/// Says what is wrong with the name of a bot, if anything.
pub fn fault(bot: &Value) -> Option<String> {
    let known = || Zords::BOTS.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
    match bot.as_str().and_then(BotEntry::<Zords>::find) {
        Some(_) => None,
        None => Some(format!("there is no bot called {bot}; there are {}", known())),
    }
}

/// All bots of a service, on a thread of their own.
pub struct Company {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Company {
    /// Begins to play. `pause` is how often they look whether it is their turn.
    pub fn start(service: Arc<Service>, pause: Duration) -> std::io::Result<Company> {
        let stop = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&stop);
        let thread = std::thread::Builder::new().name("bots".into()).spawn(move || {
            let mut tables = HashMap::new();
            while !seen.load(Relaxed) {
                for hosted in service.games() {
                    if !hosted.head.bots.is_empty() {
                        let table = tables.entry(hosted.game).or_insert_with(TableOfBots::default);
                        table.play(&service, &hosted);
                    }
                }
                std::thread::sleep(pause);
            }
        })?;
        Ok(Company { stop, thread: Some(thread) })
    }

    /// Lets them finish what they are at.
    pub fn stop(mut self) {
        self.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The bots of one game.
#[derive(Default)]
struct TableOfBots {
    seated: HashMap<Seat, Box<dyn Bot<Zords>>>,
    /// The last day and round they were asked in.
    asked: Option<(i64, i64)>,
}

impl TableOfBots {
    fn play(&mut self, service: &Service, hosted: &Hosted) {
        let Some(published) = hosted.published() else { return };
        let (game, state) = (published.driver.game(), published.driver.state());
        let (day, _) = state.moment();
        let (round, order) = game.round_now(state);
        if day == 0
            || published.driver.is_over()
            || published.driver.held().is_some()
            || self.asked == Some((day, round))
        {
            return;
        }
        self.asked = Some((day, round));
        for seat in order {
            self.ask(service, hosted, seat, (day, round));
        }
    }

    /// Asks the bot of a seat, if there is one, with the game as it is by now.
    fn ask(&mut self, service: &Service, hosted: &Hosted, seat: Seat, (day, round): (i64, i64)) {
        let Some(published) = hosted.published() else { return };
        let (game, state) = (published.driver.game(), published.driver.state());
        let Some(name) = game.seats(state).into_iter().nth(seat.index()) else { return };
        let Some(entry) = hosted.head.bots.get(&name).and_then(Value::as_str).and_then(BotEntry::<Zords>::find) else {
            return;
        };
        let Some(asked) = game.in_round(state, seat) else { return };
        let bot = self.seated.entry(seat).or_insert_with(|| {
            let seats = game.seats(state);
            let random = Seed::new(hosted.head.seed).of_seat(seat);
            (entry.make)(&Hello { config: game.config(), seat, seats: &seats, random })
        });
        let mut view = View::default();
        let news = News { first: false, rejected: &[], events: &[], memory: published.driver.table().memory() };
        game.view(&asked, Viewer::Seat(seat), &news, &mut view);
        let mut list = Vec::new();
        bot.turn(&view, &mut list);
        if list.is_empty() {
            return;
        }
        let actions = list.iter().map(|action| to_raw_value(action).expect("actions serialise")).collect();
        let key = Request::key(&name, &format!("{day}.{round}"), "bot", &[]);
        let posted = Posted::List { actions, day: i32::try_from(day).ok(), atomic: false };
        let seat = Name::of(&name).to_string();
        service.order_and_wait(hosted.game, Order::Act(Request { seat, key: Some(key), if_seq: None, posted }));
    }
}
