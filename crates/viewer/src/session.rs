//! What an address opens, and what its page is told first.

use crate::editor::Editor;
use crate::error::Error;
use crate::library::Library;
use crate::report::Reporter;
use crate::rights::Right;
use crate::seat::HandSeat;
use crate::watched::Watched;
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::any::Viewed;
use skirmish_core::edit::Brush;
use skirmish_core::hand::Verb;
use skirmish_core::replay::SeatedPlayer;
use skirmish_core::scene::{Color, LAYOUT, Layout, Legend, Paint, Symbol, Theme};
use skirmish_referee::secret::Secret;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The most seats that a game has.
const MOST_SEATS: usize = 64;

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
    Report(Box<dyn Reporter>),
    Library(Library),
}

/// A game and its players, for a page that knows neither.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct About {
    pub game: &'static str,
    pub about: &'static str,
    pub title: String,
    pub seats: Vec<SeatInfo>,
    pub hides: bool,
    /// The rules in short, as Markdown.
    pub rules: String,
    pub symbols: &'static [Symbol],
    /// What the signs in the pictures mean.
    pub legend: &'static [Legend],
    pub palette: Palette,
    pub layout: Layout,
    pub verbs: &'static [Verb],
    pub bots: Vec<&'static str>,
    pub brushes: Vec<Brush>,
    /// Whether the page is to show the board alone, without saying who plays and how it stands.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub plain: bool,
}

/// Every colour by name, by day and by night.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Palette {
    pub light: BTreeMap<String, Paint>,
    pub dark: BTreeMap<String, Paint>,
}

/// The first thing a page is told.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Session")]
pub struct Greeting<'a> {
    #[serde(flatten)]
    pub about: &'a About,
    pub mode: Mode,
    pub can: Can,
    /// What the key of this tab is good for.
    pub right: Right,
    /// The name of the replay file.
    pub replay: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    Watch,
    Hand,
    Edit,
    Report,
    Library,
}

/// Which buttons lead anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Can {
    pub fork: bool,
    pub export: bool,
    pub edit: bool,
    pub private: bool,
    /// To the other replays of its folder.
    pub library: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeatInfo {
    pub name: String,
    pub player: Option<String>,
    /// What it calls itself.
    pub bot: Option<String>,
}

impl About {
    pub fn of(table: &dyn Viewed, players: &[SeatedPlayer], title: String) -> About {
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
            rules: table.rules(),
            symbols: table.symbols(),
            legend: table.legend(),
            palette: Palette::of(table.seats().len()),
            layout: LAYOUT,
            verbs: table.verbs(),
            bots: table.bots(),
            brushes: table.brushes(),
            plain: false,
        }
    }

    /// The same for a page that shows the board alone, and names nobody.
    pub fn plain(mut self) -> About {
        self.title = "Skirmish".into();
        for seat in &mut self.seats {
            (seat.player, seat.bot) = (None, None);
        }
        self.plain = true;
        self
    }

    /// What a page is told that shows many games.
    pub fn of_no_game(title: String) -> About {
        About {
            game: "",
            about: "",
            title,
            seats: Vec::new(),
            hides: false,
            rules: String::new(),
            symbols: &[],
            legend: &[],
            palette: Palette::of(MOST_SEATS),
            layout: LAYOUT,
            verbs: &[],
            bots: Vec::new(),
            brushes: Vec::new(),
            plain: false,
        }
    }
}

impl Palette {
    pub fn of(seats: usize) -> Palette {
        let of = |theme: Theme| Color::all(seats).map(|color| (color.name(), color.paint(theme))).collect();
        Palette { light: of(Theme::Light), dark: of(Theme::Dark) }
    }
}

impl Session {
    /// The first thing a page asks for.
    pub fn greeting(&self, right: Right) -> Greeting<'_> {
        let may = self.watched().is_ok();
        let (mode, replay) = match &self.kind {
            Kind::Watch(watched) => (Mode::Watch, watched.path.clone()),
            Kind::Hand(seat) => (Mode::Hand, seat.replay()),
            Kind::Edit(_) => (Mode::Edit, None),
            Kind::Report(_) => (Mode::Report, None),
            Kind::Library(_) => (Mode::Library, None),
        };
        let runs = may && right == Right::Run;
        Greeting {
            about: &self.about,
            mode,
            can: Can {
                fork: runs,
                export: may,
                edit: runs,
                private: runs && replay.is_some(),
                library: runs && replay.is_some(),
            },
            right,
            replay: replay.and_then(|path| path.file_name().map(|name| name.to_string_lossy().into_owned())),
        }
    }

    /// The replay, if this session may see all of it.
    pub fn watched(&self) -> Result<&Watched, Error> {
        match &self.kind {
            Kind::Watch(watched) => Ok(watched),
            Kind::Hand(seat) => seat.watched(),
            Kind::Edit(_) | Kind::Report(_) | Kind::Library(_) => Err(Error::OtherMode("replay")),
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

    pub fn reporter(&self) -> Result<&dyn Reporter, Error> {
        match &self.kind {
            Kind::Report(reporter) => Ok(&**reporter),
            _ => Err(Error::OtherMode("report")),
        }
    }

    pub fn library(&self) -> Result<&Library, Error> {
        match &self.kind {
            Kind::Library(library) => Ok(library),
            _ => Err(Error::OtherMode("library")),
        }
    }
}
