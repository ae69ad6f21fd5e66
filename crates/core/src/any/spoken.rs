//! Bots that were written for the original of a game.

use super::Seated;
use crate::native::{Contact, NativeError, Reply, Setting};
use crate::{Game, Seat};

/// Speaking to native bots in the dialect of the game, where it has one.
pub trait Spoken {
    /// How native bots of this game are reached; `None` if the game has no dialect.
    fn native_contact(&self) -> Option<Contact>;
    /// The settings of the dialect, the default first.
    fn native_settings(&self) -> &'static [Setting];
    /// Puts a native bot on a seat, with the given setting or the default one.
    fn seat_native(&mut self, seat: Seat, setting: Option<&str>) -> Result<(), NativeError>;
    /// Appends the whole request to the native bot of a seat that is to act.
    fn native_request(&self, seat: Seat, out: &mut Vec<u8>);
    /// Takes a native bot's answer, without its line feed, for the next step. An error says why the answer is void; the
    /// caller must then take an absence instead.
    fn native_reply(&mut self, seat: Seat, line: &[u8], used_ms: u32) -> Result<(), String>;
    /// Appends what a native bot is told when the game is over, if anything.
    fn native_farewell(&self, seat: Seat, out: &mut Vec<u8>);
}

impl<G: Game> Spoken for Seated<G> {
    fn native_contact(&self) -> Option<Contact> {
        G::DIALECT.map(|dialect| dialect.contact)
    }

    fn native_settings(&self) -> &'static [Setting] {
        G::DIALECT.map_or(&[], |dialect| dialect.settings)
    }

    fn seat_native(&mut self, seat: Seat, setting: Option<&str>) -> Result<(), NativeError> {
        let dialect = G::DIALECT.ok_or(NativeError::NoDialect { game: G::ID })?;
        let setting = dialect.setting(setting)?;
        let made = (dialect.make)(&self.table.game, seat, setting);
        self.natives[seat.index()] = Some(made.map_err(|why| NativeError::Unfit { game: G::ID, why })?);
        Ok(())
    }

    fn native_request(&self, seat: Seat, out: &mut Vec<u8>) {
        if let Some(native) = &self.natives[seat.index()] {
            native.request(&self.table.game, &self.table.state, out);
        }
    }

    fn native_reply(&mut self, seat: Seat, line: &[u8], used_ms: u32) -> Result<(), String> {
        let Some(native) = &self.natives[seat.index()] else {
            return Err(format!("no native bot sits on {seat}"));
        };
        let mut reply = Reply::default();
        let heard = native.reply(&self.table.game, &self.table.state, line, &mut reply);
        let account = &mut self.accounts[seat.index()];
        reply.errors.into_iter().for_each(|error| account.mistake(error));
        heard.inspect_err(|why| account.mistake(why.clone()))?;
        account.answered(used_ms);
        self.orders.list(seat, reply.entries);
        self.orders.used(used_ms);
        Ok(())
    }

    fn native_farewell(&self, seat: Seat, out: &mut Vec<u8>) {
        if let Some(native) = &self.natives[seat.index()] {
            native.farewell(&self.table.game, &self.table.state, &self.accounts, out);
        }
    }
}
