//! Who may do what.

use crate::limits::Key;
use crate::problem::Problem;
use crate::store::Token;
use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use schemars::JsonSchema;
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What somebody is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// A seat of one game.
    Player { journal: i64, seat: String },
    /// Runs games.
    Operator,
    /// Makes operators, and may do all that they may.
    Administrator,
}

/// The names of roles, as they are stored and told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoleName {
    Player,
    Operator,
    Administrator,
}

impl RoleName {
    pub fn text(self) -> &'static str {
        match self {
            RoleName::Player => "player",
            RoleName::Operator => "operator",
            RoleName::Administrator => "administrator",
        }
    }

    pub fn read(text: &str) -> Option<RoleName> {
        [RoleName::Player, RoleName::Operator, RoleName::Administrator].into_iter().find(|name| name.text() == text)
    }
}

impl Role {
    pub fn name(&self) -> RoleName {
        match self {
            Role::Player { .. } => RoleName::Player,
            Role::Operator => RoleName::Operator,
            Role::Administrator => RoleName::Administrator,
        }
    }

    /// The role that a stored token gives, unless it is one that this program does not know.
    pub fn of(token: &Token) -> Option<Role> {
        match RoleName::read(&token.role)? {
            RoleName::Player => Some(Role::Player { journal: token.journal?, seat: token.seat.clone()? }),
            RoleName::Operator => Some(Role::Operator),
            RoleName::Administrator => Some(Role::Administrator),
        }
    }

    pub fn runs_games(&self) -> bool {
        matches!(self, Role::Operator | Role::Administrator)
    }
}

/// Who makes a request, as shown by a token or by the session of a browser.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The id of the token.
    pub token: i64,
    pub role: Role,
    /// What an operator is called in the audit log; of a player, the seat.
    pub name: String,
    /// By the cookie of a browser rather than by the token itself.
    pub by_cookie: bool,
}

impl Caller {
    /// Whose bucket it pays from.
    pub fn key(&self) -> Key {
        match &self.role {
            Role::Player { journal, seat } => {
                let mut digest = DefaultHasher::new();
                seat.hash(&mut digest);
                Key::Seat(*journal, digest.finish())
            }
            _ => Key::Token(self.token),
        }
    }

    /// Who it is, for logs; nothing in it lets anybody in.
    pub fn label(&self) -> String {
        match &self.role {
            Role::Player { journal, seat } => format!("player {journal}/{seat}"),
            role => format!("{} {}", role.name().text(), self.name),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Problem> {
        parts.extensions.get::<Caller>().cloned().ok_or_else(no_token)
    }
}

impl<S: Sync> OptionalFromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Caller>, Problem> {
        Ok(parts.extensions.get::<Caller>().cloned())
    }
}

/// The game that a path names with `{game}`, as its resident found it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub journal: i64,
    /// Reads need a token of the game, or an operator's.
    pub private: bool,
}

impl<S: Sync> FromRequestParts<S> for Place {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Place, Problem> {
        parts.extensions.get::<Place>().copied().ok_or_else(|| Problem::not_found("there is no such game"))
    }
}

/// Who may use a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    Everyone,
    /// Everyone, unless the game in the path is private: then its players and operators.
    Reader,
    /// A player of the game in the path; if the path names a `{seat}`, that seat.
    Player,
    Operator,
    Administrator,
}

impl Who {
    /// Whether this caller may, at this place and seat of the path.
    pub fn admits(self, caller: Option<&Caller>, place: Option<Place>, seat: Option<&str>) -> Result<(), Problem> {
        let needs = |who: &str| match caller {
            None => Err(no_token()),
            Some(_) => Err(Problem::forbidden(format!("this needs {who}"))),
        };
        let role = caller.map(|caller| &caller.role);
        let plays_here = match (role, place) {
            (Some(Role::Player { journal, seat: own }), Some(place)) => {
                *journal == place.journal && seat.is_none_or(|seat| seat == own)
            }
            _ => false,
        };
        let runs_games = role.is_some_and(Role::runs_games);
        match self {
            Who::Everyone => Ok(()),
            Who::Reader if place.is_none_or(|place| !place.private) || plays_here || runs_games => Ok(()),
            Who::Reader => needs("a player of this private game, or an operator"),
            Who::Player if plays_here => Ok(()),
            Who::Player => needs("the token of this very seat and game"),
            Who::Operator if runs_games => Ok(()),
            Who::Operator => needs("an operator"),
            Who::Administrator if role == Some(&Role::Administrator) => Ok(()),
            Who::Administrator => needs("an administrator"),
        }
    }

    /// In words, for the description of the API.
    pub fn words(self) -> &'static str {
        match self {
            Who::Everyone => "everyone",
            Who::Reader => "everyone; in a private game its players and operators",
            Who::Player => "a player of this game",
            Who::Operator => "an operator",
            Who::Administrator => "an administrator",
        }
    }
}

fn no_token() -> Problem {
    Problem::unknown_caller("this needs a token: send the header Authorization: Bearer TOKEN")
}
