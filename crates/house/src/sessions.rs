//! Browsers that are logged in. A session stands for a token and dies with it.
//!
//! Digests of sessions are kept in the store, a setting per token, so browsers stay logged in over a restart.

use crate::problem::Problem;
use crate::secret::{SESSION, Secret, digest, same};
use crate::store::{Failure, Store, Write};
use axum::http::{HeaderMap, Method, Uri, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How long a session lasts.
const LASTS_S: i64 = 30 * 24 * 60 * 60;
/// How many browsers one token can be logged in with; the oldest is logged out.
const MOST: usize = 8;
/// What the settings are called, before the id of the token.
const SETTING: &str = "sessions/";
/// Sent by our own pages with everything that changes something; no form of another site can.
pub const PROOF: &str = "x-skirmish";

#[derive(Default)]
pub struct Sessions {
    by_token: Mutex<BTreeMap<i64, Vec<Session>>>,
}

#[derive(Clone)]
struct Session {
    digest: [u8; 32],
    expires_ms: i64,
}

impl Sessions {
    /// Reads the sessions of these tokens.
    pub fn load(&self, store: &dyn Store, tokens: impl Iterator<Item = i64>) -> Result<(), Failure> {
        for token in tokens {
            if let Some(value) = store.setting(&setting(token))? {
                self.learn(&Write::Setting { name: setting(token), value });
            }
        }
        Ok(())
    }

    /// A new session of a token. It is none before the write was committed.
    pub fn draft(&self, token: i64, now_ms: i64) -> io::Result<(Secret, Write)> {
        let secret = Secret::new(SESSION)?;
        let mut sessions = self.living(token, now_ms);
        sessions.push(Session { digest: secret.digest(), expires_ms: now_ms + LASTS_S * 1000 });
        let spare = sessions.len().saturating_sub(MOST);
        sessions.drain(..spare);
        Ok((secret, written(token, &sessions)))
    }

    /// The token that a session stands for.
    pub fn find(&self, text: &str, now_ms: i64) -> Option<i64> {
        let digest = digest(text);
        let all = self.locked();
        let each = all.iter().flat_map(|(token, sessions)| sessions.iter().map(move |session| (token, session)));
        // All are compared, so that timing reveals nothing.
        each.fold(None, |found, (token, session)| {
            if same(&session.digest, &digest) && session.expires_ms > now_ms { Some(*token) } else { found }
        })
    }

    /// What ends a session.
    pub fn end(&self, text: &str, now_ms: i64) -> Option<Write> {
        let token = self.find(text, now_ms)?;
        let digest = digest(text);
        let mut sessions = self.living(token, now_ms);
        sessions.retain(|session| !same(&session.digest, &digest));
        Some(written(token, &sessions))
    }

    /// Takes note of what was committed.
    pub fn learn(&self, write: &Write) {
        let mut all = self.locked();
        match write {
            Write::Setting { name, value } => {
                let token = name.strip_prefix(SETTING).and_then(|token| token.parse().ok());
                if let Some(token) = token {
                    all.insert(token, read(value));
                }
            }
            Write::Revoke { token, .. } => {
                all.remove(token);
            }
            _ => {}
        }
    }

    fn living(&self, token: i64, now_ms: i64) -> Vec<Session> {
        let mut sessions = self.locked().get(&token).cloned().unwrap_or_default();
        sessions.retain(|session| session.expires_ms > now_ms);
        sessions
    }

    fn locked(&self) -> MutexGuard<'_, BTreeMap<i64, Vec<Session>>> {
        self.by_token.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn setting(token: i64) -> String {
    format!("{SETTING}{token}")
}

/// As a list of `[digest, expires_ms]`.
fn written(token: i64, sessions: &[Session]) -> Write {
    let pair = |session: &Session| json!([URL_SAFE_NO_PAD.encode(session.digest), session.expires_ms]);
    let value = Value::Array(sessions.iter().map(pair).collect()).to_string();
    Write::Setting { name: setting(token), value }
}

/// What is no such list logs browsers out, which harms nobody.
fn read(value: &str) -> Vec<Session> {
    let pairs: Vec<(String, i64)> = serde_json::from_str(value).unwrap_or_default();
    let session = |(digest, expires_ms): (String, i64)| {
        Some(Session { digest: URL_SAFE_NO_PAD.decode(digest).ok()?.try_into().ok()?, expires_ms })
    };
    pairs.into_iter().filter_map(session).collect()
}

/// Where the house is reached, as far as it was told: what cookies and origins depend on.
#[derive(Clone, Default)]
pub struct Public {
    /// Such as `https://games.example`.
    pub origin: Option<String>,
}

impl Public {
    fn is_secure(&self) -> bool {
        self.origin.as_deref().is_some_and(|origin| origin.starts_with("https://"))
    }

    /// A browser takes a cookie of the first name only over TLS, from this very host.
    fn cookie(&self) -> &'static str {
        if self.is_secure() { "__Host-skirmish" } else { "skirmish" }
    }

    /// The header that gives a browser its session, or takes it away.
    pub fn set_cookie(&self, session: Option<&Secret>) -> String {
        let name = self.cookie();
        let secure = if self.is_secure() { "; Secure" } else { "" };
        let (value, age) = session.map_or(("", 0), |session| (session.text(), LASTS_S));
        format!("{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{secure}")
    }

    /// The session that a browser sent.
    pub fn session<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
        let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(name, _)| *name == self.cookie()).map(|(_, value)| value)
    }

    /// Refuses what another site might have made a logged-in browser send.
    pub fn check_origin(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
        let upgrade = headers.contains_key(header::UPGRADE);
        if method.is_safe() && !upgrade {
            return Ok(());
        }
        let refused = |why: &str| {
            Err(Problem::new(
                axum::http::StatusCode::FORBIDDEN,
                "cross_site",
                format!("a browser's session is not enough here: {why}"),
            ))
        };
        // A script cannot give a web socket headers of its own; there the origin alone must do.
        if !upgrade && headers.get(PROOF).is_none_or(|proof| proof != "1") {
            return refused("the header X-Skirmish: 1 is missing");
        }
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let origin = text(header::ORIGIN.as_str());
        let site = text("sec-fetch-site");
        let host = uri.authority().map(|host| host.as_str()).or(text(header::HOST.as_str())).unwrap_or_default();
        let is_own = |origin: &str| match &self.origin {
            Some(own) => origin == own,
            None => origin.strip_prefix("http://") == Some(host),
        };
        match (origin, site) {
            (None, None) => refused("neither Origin nor Sec-Fetch-Site says which page sent this; use a token"),
            (Some(origin), _) if !is_own(origin) => refused("it comes from a page of another site"),
            (_, Some(site)) if site != "same-origin" => refused("it comes from a page of another site"),
            _ => Ok(()),
        }
    }
}
