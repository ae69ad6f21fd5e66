//! What an address opens, and what its page is told first.

use crate::editor::Editor;
use crate::error::Error;
use crate::rights::Right;
use crate::seat::HandSeat;
use crate::watched::Watched;
use serde::Serialize;
use serde_json::{Map, Value, json};
use skirmish_core::any::AnyTable;
use skirmish_core::edit::Brush;
use skirmish_core::hand::Verb;
use skirmish_core::replay::SeatedPlayer;
use skirmish_core::scene::{Color, Symbol, Theme};
use skirmish_referee::secret::Secret;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Something behind a token.
pub struct Session {
    pub about: About,
    pub kind: Kind,
    /// Places for pages that are told what is new.
    pub streams: Arc<Semaphore>,
    /// What its addresses begin with.
    pub token: Secret,
}

pub enum Kind {
    Watch(Watched),
    Hand(HandSeat),
    Edit(Editor),
}

/// A game and its players, for a page that knows neither.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    pub game: &'static str,
    pub about: &'static str,
    pub title: String,
    pub seats: Vec<SeatInfo>,
    pub hides: bool,
    pub symbols: &'static [Symbol],
    pub palette: Value,
    pub verbs: &'static [Verb],
    pub bots: Vec<&'static str>,
    pub brushes: Vec<Brush>,
}

#[derive(Clone, Debug, Serialize)]
pub struct SeatInfo {
    pub name: String,
    pub player: Option<String>,
    /// What it calls itself.
    pub bot: Option<String>,
}

impl About {
    pub fn of(table: &dyn AnyTable, players: &[SeatedPlayer], title: String) -> About {
        let seat = |(i, name): (usize, &String)| SeatInfo {
            name: name.clone(),
            player: players.get(i).map(|player| player.player.clone()),
            bot: players.get(i).and_then(|player| player.name.clone()),
        };
        About {
            game: table.game(),
            about: table.about(),
            title,
            seats: table.seats().iter().enumerate().map(seat).collect(),
            hides: table.hides(),
            symbols: table.symbols(),
            palette: palette(table.seats().len()),
            verbs: table.verbs(),
            bots: table.bots(),
            brushes: table.brushes(),
        }
    }
}

/// Every colour by name, by day and by night.
fn palette(seats: usize) -> Value {
    let theme = |theme: Theme| -> Map<String, Value> {
        Color::all(seats).map(|color| (color.name(), color.hex(theme).into())).collect()
    };
    json!({ "light": theme(Theme::Light), "dark": theme(Theme::Dark) })
}

impl Session {
    /// The first thing a page asks for.
    pub fn greeting(&self, right: Right) -> Value {
        let mut all = serde_json::to_value(&self.about).expect("plain data serialise");
        let may = self.watched().is_ok();
        let (mode, replay) = match &self.kind {
            Kind::Watch(watched) => ("watch", watched.path.clone()),
            Kind::Hand(seat) => ("hand", seat.replay()),
            Kind::Edit(_) => ("edit", None),
        };
        let runs = may && right == Right::Run;
        let private = runs && replay.is_some();
        all["mode"] = mode.into();
        all["can"] = json!({ "fork": runs, "export": may, "edit": runs, "private": private });
        all["right"] = json!(right);
        all["replay"] = json!(replay.and_then(|path| path.file_name().map(|name| name.to_string_lossy().into_owned())));
        all
    }

    /// The replay, if this session may see all of it.
    pub fn watched(&self) -> Result<&Watched, Error> {
        match &self.kind {
            Kind::Watch(watched) => Ok(watched),
            Kind::Hand(seat) => seat.watched(),
            Kind::Edit(_) => Err(Error::OtherMode("replay")),
        }
    }

    pub fn hand(&self) -> Result<&HandSeat, Error> {
        match &self.kind {
            Kind::Hand(seat) => Ok(seat),
            _ => Err(Error::OtherMode("seat to play on")),
        }
    }

    pub fn editor(&self) -> Result<&Editor, Error> {
        match &self.kind {
            Kind::Edit(editor) => Ok(editor),
            _ => Err(Error::OtherMode("editor")),
        }
    }
}
