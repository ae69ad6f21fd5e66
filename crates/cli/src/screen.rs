//! The terminal as commands use it: a match is played while somebody watches it there, or sits at it.

use crate::hosting::HostArgs;
use crate::interrupt;
use anyhow::{Context, Result, anyhow, bail};
use skirmish_core::Seat;
use skirmish_matches::people::dismiss;
use skirmish_matches::venue::Make;
use skirmish_matches::{Follow, Match, Played, Team, Venue};
use skirmish_referee::desk::Desk;
use skirmish_referee::{Cancel, Witness};
use skirmish_terminal::{Left, Start};
use skirmish_viewer::feed::{self, Feed};
use skirmish_viewer::session::About;
use skirmish_viewer::watched::Watched;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Plays a match in the terminal: people at the table play it there, one after the other, and without any it is watched.
pub fn play(host: &HostArgs, (venue, team): (&Venue, &Team), make: Make<'_>) -> Result<Played> {
    let table = make()?;
    let people: Vec<(Seat, Arc<Desk>)> =
        team.desks().into_iter().enumerate().filter_map(|(i, desk)| Some((Seat(i as u8), desk?))).collect();
    if people.is_empty() && !host.is_recorded() {
        bail!("--terminal shows a match from its replay while that is written; leave out --no-replay");
    }
    let about = About::of(&*table, &[], String::new());
    drop(table);
    interrupt::watch();
    let cancel = &venue.cancel;
    std::thread::scope(|scope| {
        let (tell, feeds) = channel();
        let screen = scope.spawn(move || match people.is_empty() {
            true => follow(venue, &feeds, cancel),
            false => seat(venue, &about, people, cancel),
        });
        let begun = |path: &Path| -> Option<Box<dyn Witness>> {
            let (feeder, feed) = match feed::begin(path) {
                Ok((feeder, feed)) => (Some(Box::new(feeder) as Box<dyn Witness>), Ok(feed)),
                Err(why) => (None, Err(why)),
            };
            // Whoever has left does not listen any more.
            let _deaf = tell.send(feed);
            feeder
        };
        let follow = Follow { begun: Some(&begun), ..Follow::default() };
        let played = Match::new(venue, team).with(host.of_match()).followed(follow).play(make);
        dismiss(team, &played);
        drop(tell);
        let shown = screen.join().unwrap_or_else(|_| Err(anyhow!("the terminal's picture broke off")));
        let played = played?;
        shown.map(|()| played)
    })
}

/// Watches the first match that begins.
fn follow(venue: &Venue, feeds: &Receiver<Result<Feed, skirmish_replay::Error>>, cancel: &Cancel) -> Result<()> {
    // Without one it could not begin, which is told elsewhere.
    let Ok(feed) = feeds.recv() else { return Ok(()) };
    let watched = Watched::follow(&venue.registry, feed.context("the match cannot be shown")?)?;
    Ok(skirmish_terminal::watch(&watched, &Start::default(), cancel)?)
}

/// Lets people play; the match does not go on without them.
fn seat(venue: &Venue, about: &About, people: Vec<(Seat, Arc<Desk>)>, cancel: &Cancel) -> Result<()> {
    let goes_on = Ends(cancel);
    // Until everybody is there, what is said about it must be seen.
    let begins = |desk: &Desk| desk.look(|at| at.asked.is_some() || at.over.is_some());
    while !cancel.is_cancelled() && !people.iter().any(|(_, desk)| begins(desk)) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let desk = people.first().map(|(_, desk)| Arc::clone(desk));
    let left = skirmish_terminal::play(about, people, cancel)?;
    if left == Left::Midway {
        return Ok(());
    }
    std::mem::forget(goes_on);
    let replay = desk.and_then(|desk| desk.look(|at| at.over?.replay.clone()));
    if let Some(replay) = replay.filter(|_| left == Left::ToWatch) {
        let watched = Watched::open(&venue.registry, &replay)?;
        skirmish_terminal::watch(&watched, &Start::default(), cancel)?;
    }
    Ok(())
}

/// Ends the match when it is dropped, however that comes.
struct Ends<'a>(&'a Cancel);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
