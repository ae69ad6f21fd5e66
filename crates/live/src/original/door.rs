//! Who somebody is: two headers with every action.

use axum::http::HeaderMap;
use skirmish_house::house::House;
use skirmish_house::roles::Role;

/// Knows the tokens of the seats.
pub trait Doorkeeper: Send + Sync {
    /// Whether this is a token of that seat in that game.
    fn knows(&self, game: i64, seat: &str, token: &str) -> bool;
}

impl Doorkeeper for House {
    fn knows(&self, game: i64, seat: &str, token: &str) -> bool {
        let role = self.tokens.find(token).as_ref().and_then(Role::of);
        role.is_some_and(|role| matches!(role, Role::Player { journal, seat: own } if journal == game && own == seat))
    }
}

/// What somebody says to be.
pub(super) struct Credentials<'a> {
    pub seat: &'a str,
    pub token: &'a str,
}

impl Credentials<'_> {
    /// `None` if a header is missing, or cannot be read.
    pub fn of(headers: &HeaderMap) -> Option<Credentials<'_>> {
        let text = |name| headers.get(name)?.to_str().ok();
        Some(Credentials { seat: text("username")?, token: text("token")? })
    }
}
