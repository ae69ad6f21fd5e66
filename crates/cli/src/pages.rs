//! The viewer as commands use it: pages are opened, matches that people ask for on them are played, and everything ends
//! in order with Ctrl-C.

use crate::hosting::{Host, HostArgs, Hosted};
use crate::{interrupt, tell};
use anyhow::{Context, Result, bail};
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::SeatedPlayer;
use skirmish_referee::desk::{Desk, Over};
use skirmish_referee::{Player, Sitter, Witness};
use skirmish_viewer::organiser::Make;
use skirmish_viewer::{Address, Game, Organiser, Viewer, feed};
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How pages are shown.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct PageArgs {
    /// Do not open a browser; say where the page is.
    #[arg(long)]
    no_browser: bool,
    /// The port of the page, on this machine alone; without it a free one.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,
}

/// A server with its pages.
pub struct Pages {
    viewer: Viewer,
    club: Arc<Club>,
    open: bool,
}

impl Pages {
    pub fn start(args: &PageArgs, trust: Trust) -> Result<Pages> {
        interrupt::watch();
        let club = Arc::new(Club { trust, running: Mutex::default() });
        let organiser: Arc<dyn Organiser> = Arc::<Club>::clone(&club);
        let viewer = Viewer::start(skirmish_games::registry(), args.port, organiser)
            .with_context(|| format!("cannot open port {} on this machine", args.port))?;
        Ok(Pages { viewer, club, open: !args.no_browser })
    }

    pub fn viewer(&self) -> &Viewer {
        &self.viewer
    }

    /// Opens a page in the browser, and says where it is.
    pub fn show(&self, address: &Address) {
        tell!("{}", self.viewer.show(address, self.open));
    }

    /// Opens a page for every person at the table, the first one in the browser.
    pub fn seat(&self, table: &dyn AnyTable, players: &[Player]) -> Result<()> {
        let seated: Vec<SeatedPlayer> = table
            .seats()
            .iter()
            .zip(players)
            .map(|(seat, player)| SeatedPlayer { seat: seat.clone(), player: player.spelled.clone(), name: None })
            .collect();
        let mut first = true;
        for (i, desk) in desks(players).into_iter().enumerate() {
            let Some(desk) = desk else { continue };
            let seat = Seat(i as u8);
            if std::mem::take(&mut first) {
                self.show(&self.viewer.hand(table, &seated, seat, desk)?);
            } else {
                // Somebody else, who may play and not start programs here.
                let guest = self.viewer.guest(table, &seated, seat, desk)?;
                tell!("{} plays here: {}", table.seats()[i], guest.whole());
            }
        }
        Ok(())
    }

    /// Keeps the pages there until Ctrl-C; then lets matches that still run write down what they have.
    pub fn stay(self) -> Result<()> {
        let stop = interrupt::watch();
        tell!("the page stays open until Ctrl-C");
        while !stop.was_pressed() {
            std::thread::sleep(Duration::from_millis(100));
        }
        self.club.leave();
        Ok(())
    }
}

/// Plays a match with pages around it, if there are people at the table or somebody wants to watch.
pub fn play(
    args: &PageArgs,
    watch: bool,
    mut host: Host,
    table: &dyn AnyTable,
    make: &dyn Fn() -> Result<Box<dyn AnyTable>>,
) -> Result<(Hosted, Option<Pages>)> {
    let people = desks(host.players()).iter().any(Option::is_some);
    if people && watch {
        bail!("a person plays: the page of the seat opens anyhow, and the whole match is shown there at its end");
    }
    let named = || Trust::Named(host.players().iter().map(|player| player.spelled.clone()).collect());
    let pages = if people || watch { Some(Arc::new(Pages::start(args, named())?)) } else { None };
    if let Some(pages) = &pages {
        if people {
            pages.seat(table, host.players())?;
        } else {
            let pages = Arc::clone(pages);
            host.when_begun(move |path| {
                match feed::begin(path).map_err(Into::into).and_then(|(feeder, feed)| {
                    pages.show(&pages.viewer().follow(feed)?);
                    Ok::<Box<dyn Witness>, skirmish_viewer::Error>(Box::new(feeder))
                }) {
                    Ok(feeder) => Some(feeder),
                    Err(why) => {
                        tell!("the match cannot be shown: {why}");
                        None
                    }
                }
            });
        }
    }
    let order: Vec<usize> = (0..table.seats().len()).collect();
    let hosted = host.play(make, &order, Vec::new(), false);
    close(host.players(), &hosted);
    drop(host);
    Ok((hosted?, pages.and_then(Arc::into_inner)))
}

/// Keeps the pages of a match that was played, unless it was broken off or could not be written.
pub fn stay(pages: Option<Pages>, hosted: &Hosted) -> Result<()> {
    match pages {
        Some(pages) if !hosted.report.interrupted() && hosted.unwritten.is_none() => pages.stay(),
        _ => Ok(()),
    }
}

/// The desks of the people among the players, by seat.
pub fn desks(players: &[Player]) -> Vec<Option<Arc<Desk>>> {
    let desk = |player: &Player| match &player.sitter {
        Sitter::Hand(desk) => Some(Arc::clone(desk)),
        _ => None,
    };
    players.iter().map(desk).collect()
}

/// Tells the people at the table how it ended.
fn close(players: &[Player], hosted: &Result<Hosted>) {
    let over = match hosted {
        Ok(hosted) => Over {
            result: hosted.report.result.clone(),
            winner: hosted.table.standings().winner,
            reason: Some(hosted.table.summary()),
            void: hosted.report.void.clone(),
            replay: hosted.replay.clone(),
        },
        Err(error) => {
            Over { result: ().into(), winner: None, reason: None, void: Some(format!("{error:#}")), replay: None }
        }
    };
    desks(players).into_iter().flatten().for_each(|desk| desk.close(over.clone()));
}

/// Which programs a page may start without asking.
pub enum Trust {
    /// Those that the user has named.
    Named(Vec<String>),
    /// All: the user said so.
    All,
}

/// Plays the matches that are asked for on pages.
struct Club {
    trust: Trust,
    running: Mutex<Vec<JoinHandle<()>>>,
}

impl Club {
    /// Waits for the matches that run; Ctrl-C has stopped them.
    fn leave(&self) {
        let running = std::mem::take(&mut *self.running.lock().unwrap_or_else(PoisonError::into_inner));
        running.into_iter().for_each(|one| {
            // A match that broke has said so already.
            let _broken = one.join();
        });
    }
}

impl Organiser for Club {
    fn was_named(&self, player: &str) -> bool {
        match &self.trust {
            Trust::Named(players) => players.iter().any(|named| named == player),
            Trust::All => true,
        }
    }

    fn tell(&self, line: &str) {
        tell!("{line}");
    }

    fn begin(&self, make: Make, seats: &[String]) -> Result<Game, String> {
        let why = |error: anyhow::Error| format!("{error:#}");
        let mut table = make()?;
        let mut host = Host::new(&HostArgs::quiet(), seats, &mut *table).map_err(why)?;
        host.distrust(
            |player| matches!(&self.trust, Trust::Named(players) if players.iter().any(|named| named == player)),
        );
        let order: Vec<usize> = (0..table.seats().len()).collect();
        let desks = desks(host.players());
        let (tell, feed) = channel();
        let begun: Sender<_> = tell.clone();
        host.when_begun(move |path: &Path| {
            let (feeder, feed) = feed::begin(path).map_err(|why| begun.send(Err(why.to_string()))).ok()?;
            // Nobody listens once a person's page is there.
            let _deaf = begun.send(Ok(feed));
            Some(Box::new(feeder))
        });
        let match_ = move || {
            let make = || make().map_err(anyhow::Error::msg);
            let hosted = host.play(&make, &order, Vec::new(), false);
            close(host.players(), &hosted);
            if let Err(error) = &hosted {
                tell!("a match could not be played: {error:#}");
                let _deaf = tell.send(Err(format!("{error:#}")));
            }
        };
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|one| !one.is_finished());
        running.push(std::thread::spawn(match_));
        Ok(Game { desks, feed })
    }
}
