//! What goes wrong, and changes nothing.

use crate::proxy::Proxy;
use crate::support::{Hand, PROGRAM, Scratch, play_here, play_there, ready, told, tournament};
use skirmish_fleet::labour::Build;
use skirmish_fleet::wire::One;
use skirmish_fleet::worker::Stage;
use skirmish_league::field::Outcome;
use skirmish_league::local::{Hall, Keep};
use skirmish_league::verify::verify;
use skirmish_league::{Fixture, Format, Limits, Stop, Tournament};
use skirmish_matches::{Cancel, Venue};
use skirmish_servers::Nats;
use std::sync::Arc;
use std::time::Duration;

/// Long enough that something can happen in the middle.
fn long(venue: &Venue) -> Tournament {
    tournament(venue, &["weak", "medium", "strong"], Format::RoundRobin, 60)
}

pub fn a_server_dies() {
    let Some(mut server) = Nats::start() else { return };
    let scratch = Scratch::new();
    let described = long(&scratch.venue);
    let here = play_here(&scratch.venue, &described, &scratch.out("here"));
    let url = server.url();
    let _hands = ["one", "two"].map(|name| Hand::new(&url, name));
    let mut killed = 0;
    let (driver, stop) = play_there(&url, &scratch.venue, &described, &scratch.out("there"), 0.1, |records, _| {
        if records > 20 * (killed + 1) && killed < 2 {
            killed += 1;
            server.kill();
            server.restart();
        }
    });
    assert_eq!((stop, killed), (Stop::Over, 2));
    assert_eq!(told(&driver.ledger.records), told(&here.ledger.records));
}

pub fn a_server_forgets() {
    let Some(mut server) = Nats::start() else { return };
    let scratch = Scratch::new();
    let described = long(&scratch.venue);
    let here = play_here(&scratch.venue, &described, &scratch.out("here"));
    let url = server.url();
    let _hand = Hand::new(&url, "one");
    let mut wiped = false;
    let (driver, stop) = play_there(&url, &scratch.venue, &described, &scratch.out("there"), 0.0, |records, _| {
        if records > 30 && !wiped {
            wiped = true;
            server.wipe();
        }
    });
    assert_eq!((stop, wiped), (Stop::Over, true));
    assert_eq!(told(&driver.ledger.records), told(&here.ledger.records));
}

/// The organiser goes in the middle; the same ledger goes on, and what was answered meanwhile counts.
pub fn an_organiser_dies() {
    let Some(server) = Nats::start() else { return };
    let scratch = Scratch::new();
    let described = long(&scratch.venue);
    let here = play_here(&scratch.venue, &described, &scratch.out("here"));
    let _hand = Hand::new(&server.url(), "one");
    let out = scratch.out("there");
    for most in [15, 60] {
        let (driver, stop) = play_there(&server.url(), &scratch.venue, &described, &out, 0.1, |records, cancel| {
            if records > most {
                cancel.cancel();
            }
        });
        assert_eq!(stop, Stop::Interrupted);
        assert!(driver.ledger.records.len() > most);
    }
    let (driver, stop) = play_there(&server.url(), &scratch.venue, &described, &out, 0.1, |_, _| {});
    assert_eq!(stop, Stop::Over);
    assert_eq!(told(&driver.ledger.records), told(&here.ledger.records));
}

/// One of two workers hears nothing for a while, and neither does anybody hear of it. Others play its fixtures; then it comes
/// back and answers, too.
pub fn a_worker_is_cut_off() {
    let Some(server) = Nats::start() else { return };
    let scratch = Scratch::new();
    let described = long(&scratch.venue);
    let here = play_here(&scratch.venue, &described, &scratch.out("here"));
    let wire = Proxy::to(server.port());
    let _hands = [Hand::new(&server.url(), "near"), Hand::new(&wire.url(), "far")];
    let mut looks = 0;
    let (driver, stop) =
        play_there(&server.url(), &scratch.venue, &described, &scratch.out("there"), 0.0, |records, _| {
            looks += 1;
            wire.cut(records > 10 && records < 170);
        });
    wire.cut(false);
    assert_eq!(stop, Stop::Over);
    assert_eq!(told(&driver.ledger.records), told(&here.ledger.records));
}

/// A stage that turns results round.
struct Liar(Hall);

impl Stage for Liar {
    fn play(&self, fixture: &Fixture) -> Option<One> {
        let Outcome::Played(mut record) = self.0.play(fixture) else { return None };
        for game in &mut record.games {
            game.hash ^= 1;
            game.winner = game.winner.map(|seat| 1 - seat);
            game.scores.reverse();
        }
        Some(One::Record { record, files: Vec::new() })
    }
}

pub fn a_worker_lies() {
    let Some(server) = Nats::start() else { return };
    let scratch = Scratch::new();
    let described = tournament(&scratch.venue, &["weak", "medium", "strong"], Format::RoundRobin, 30);
    let here = play_here(&scratch.venue, &described, &scratch.out("here"));
    let venue = scratch.venue.clone();
    let build: Build = Arc::new(move |charter, players| {
        let hall = Hall::elsewhere(venue.clone(), &charter.tournament, &players, None, Keep::None);
        let hall = hall.map_err(|error| error.to_string())?.numbered(charter.numbers);
        Ok(Arc::new(Liar(hall)))
    });
    let _hands = [Hand::new(&server.url(), "honest"), Hand::with(&server.url(), "liar", PROGRAM, Some(build))];
    let out = scratch.out("there");
    let (driver, stop) = play_there(&server.url(), &scratch.venue, &described, &out, 1.0, |_, _| {});
    assert_eq!(stop, Stop::Over);
    let caught: Vec<&str> = driver.ledger.withdrawn.iter().map(|withdrawn| withdrawn.worker.as_str()).collect();
    assert_eq!(caught, ["liar"]);
    assert_eq!(told(&driver.ledger.records), told(&here.ledger.records));
    assert!(driver.ledger.records.iter().all(|record| record.worker.as_deref() == Some("honest")));
    drop(driver);
    let found = verify(&scratch.venue, &out, |_, _| {}).unwrap();
    assert!(found.holds() && found.unproved == 0, "{found:?}");
}

pub fn nobody_can_play() {
    let Some(server) = Nats::start() else { return };
    let scratch = Scratch::new();
    let described = tournament(&scratch.venue, &["weak", "medium"], Format::RoundRobin, 2);
    let hand = Hand::with(&server.url(), "old", "0.0.1", None);
    let (driver, stop) = play_there(&server.url(), &scratch.venue, &described, &scratch.out("out"), 0.0, |_, _| {});
    let Stop::Hopeless(why) = stop else { panic!("{stop:?}") };
    assert!(why.contains("old: it runs version 0.0.1, the organiser test"), "{why}");
    assert!(driver.ledger.records.is_empty());
    assert!(hand.said.lock().unwrap().iter().any(|said| said.contains("version 0.0.1")));
    // Nothing is lost by it: whoever comes later plays.
    drop((driver, hand));
    let _hand = Hand::new(&server.url(), "new");
    let (driver, hall) = ready(&scratch.venue, &described, &scratch.out("out"));
    let cancel = Cancel::default();
    let mut driver = driver;
    let mut fleet = crate::support::open(&server.url(), &driver, &hall, 0.0, &cancel).unwrap();
    let limits = Limits { fixtures: None, time: Some(Duration::from_secs(120)) };
    assert_eq!(driver.run(&mut fleet, &limits, &cancel, |_| {}).unwrap(), Stop::Over);
}
