//! The erased edge of a live table: what a table of the game says and does, but for what the server has the say in.

use crate::table::{Fate, LiveTable};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use skirmish_core::any::{AnyTable, Known, Playing, Recorded, Refereed, Shown, Spoken, Viewed};
use skirmish_core::arena::Played;
use skirmish_core::edit::Brush;
use skirmish_core::hand::{AnyHand, Verb};
use skirmish_core::native::{Contact, NativeError, Setting};
use skirmish_core::replay::{About, SeatRecord};
use skirmish_core::scene::{Legend, Scene, Symbol, Tale};
use skirmish_core::sketch::Sketch;
use skirmish_core::table::Timing;
use skirmish_core::{Absence, Host, Reason, Rejection, Seat, SeatSet, Seed, Standings, Turn, Viewer};

/// How often a bot is started again before it is given up. In a match a crash costs the seat; here the seat is its owner's.
const RESTARTS: u32 = 10;

impl Refereed for LiveTable {}
impl Viewed for LiveTable {}
impl AnyTable for LiveTable {}

/// Hands methods on to the table of the game, as they are.
macro_rules! as_at_any_table {
    ($(fn $name:ident(&self $(, $arg:ident: $type:ty)*) $(-> $result:ty)?;)*) => {
        $(fn $name(&self $(, $arg: $type)*) $(-> $result)? {
            self.seated.$name($($arg),*)
        })*
    };
    ($(fn $name:ident(&mut self $(, $arg:ident: $type:ty)*) $(-> $result:ty)?;)*) => {
        $(fn $name(&mut self $(, $arg: $type)*) $(-> $result)? {
            self.seated.$name($($arg),*)
        })*
    };
}

impl Known for LiveTable {
    fn host(&self) -> Host {
        Host { max_restarts: Some(RESTARTS), ..self.seated.host() }
    }

    as_at_any_table! {
        fn game(&self) -> &'static str;
        fn version(&self) -> u32;
        fn about(&self) -> &'static str;
        fn seats(&self) -> &[String];
        fn config(&self) -> Map<String, Value>;
        fn map_info(&self) -> Value;
        fn rules(&self) -> String;
        fn bots(&self) -> Vec<&'static str>;
        fn is_bot(&self, name: &str) -> bool;
        fn scoring(&self) -> &'static str;
        fn pair_scoring(&self) -> String;
    }
}

impl Playing for LiveTable {
    fn turn(&self) -> Turn {
        let turn = self.seated.turn();
        if self.fate.is_known() { Turn::over(turn.number) } else { turn }
    }

    fn step(&mut self) {
        self.play();
    }

    /// A live game is played on its server, step by step.
    fn play_out(&mut self, _goes_on: &dyn Fn(u64) -> bool) -> Option<Played> {
        None
    }

    fn result(&self) -> Value {
        match self.fate.get() {
            Some(Fate::Over(result)) => result,
            _ => self.seated.result(),
        }
    }

    as_at_any_table! {
        fn turn_ms(&self) -> i64;
        fn unreadable(&self, seat: Seat) -> usize;
        fn rejections(&self) -> &[Rejection];
        fn rejected(&self, seat: Seat) -> Value;
        fn standings(&self) -> Standings;
        fn summary(&self) -> String;
        fn moment(&self) -> String;
        fn counted_out(&self) -> SeatSet;
    }

    as_at_any_table! {
        fn seat_bot(&mut self, seat: Seat, name: &str, random: u64) -> bool;
        fn ask_bot(&mut self, seat: Seat);
        fn message(&mut self, seat: Seat, want_legal: bool, timing: Timing, out: &mut Vec<u8>) -> u32;
        fn count_request(&mut self, seat: Seat) -> u32;
        fn list(&mut self, seat: Seat, actions: &[&RawValue], used_ms: u32);
        fn absent(&mut self, seat: Seat, absence: Absence, used_ms: u32);
        fn recorded(&mut self, seat: Seat, record: &SeatRecord);
    }
}

impl Spoken for LiveTable {
    as_at_any_table! {
        fn native_contact(&self) -> Option<Contact>;
        fn native_settings(&self) -> &'static [Setting];
        fn native_request(&self, seat: Seat, out: &mut Vec<u8>);
        fn native_farewell(&self, seat: Seat, out: &mut Vec<u8>);
    }

    as_at_any_table! {
        fn seat_native(&mut self, seat: Seat, setting: Option<&str>) -> Result<(), NativeError>;
        fn native_reply(&mut self, seat: Seat, line: &[u8], used_ms: u32) -> Result<(), String>;
    }
}

impl Recorded for LiveTable {
    as_at_any_table! {
        fn seed(&self) -> Seed;
        fn position(&self) -> String;
        fn hash(&self) -> u64;
        fn fingerprint(&self) -> u64;
        fn as_recorded(&self, actions: &[&RawValue]) -> Vec<Value>;
        fn end_replay(&self, void: Option<&str>) -> String;
    }

    as_at_any_table! {
        fn reseed(&mut self, seed: Seed);
        fn begin_replay(&mut self, about: &About) -> String;
        fn step_record(&mut self) -> &str;
    }
}

impl Shown for LiveTable {
    as_at_any_table! {
        fn symbols(&self) -> &'static [Symbol];
        fn legend(&self) -> &'static [Legend];
        fn hides(&self) -> bool;
        fn scene(&self, viewer: Viewer) -> Scene;
        fn sketch(&self, viewer: Viewer) -> Sketch;
        fn events(&self) -> Vec<Value>;
        fn tales(&self, before: &Scene, after: &Scene) -> Vec<Tale>;
        fn explain(&self, reason: Reason) -> &'static str;
        fn refusals(&self, seat: Seat) -> Vec<&'static str>;
        fn verbs(&self) -> &'static [Verb];
        fn hand(&self, seat: Seat) -> Option<Box<dyn AnyHand>>;
        fn brushes(&self) -> Vec<Brush>;
    }

    as_at_any_table! {
        fn forget_news(&mut self, except: Option<Seat>);
    }
}
