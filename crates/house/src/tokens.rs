//! All tokens, in memory. They change only after the store has said yes.

use crate::roles::Role;
use crate::secret::{Secret, TOKEN, digest, same};
use crate::store::{Token, Write};
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

#[derive(Default)]
pub struct Tokens {
    known: RwLock<Known>,
    next: AtomicI64,
}

#[derive(Default)]
struct Known {
    by_id: BTreeMap<i64, Token>,
    /// Ids by the first bytes of the digest: a lookup may take a time that depends on those, not on the rest.
    by_start: HashMap<[u8; 8], Vec<i64>>,
}

impl Tokens {
    /// What the store holds.
    pub fn load(&self, tokens: Vec<Token>) {
        let mut known = Known::default();
        tokens.into_iter().for_each(|token| known.add(token));
        let last = known.by_id.last_key_value().map_or(0, |(id, _)| *id);
        self.next.fetch_max(last + 1, Ordering::Relaxed);
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = known;
    }

    /// A new token. It lets nobody in before it was committed as [`Write::Token`].
    pub fn draft(&self, role: &Role, name: &str, now_ms: i64) -> io::Result<(Secret, Token)> {
        let secret = Secret::new(TOKEN)?;
        let (journal, seat) = match role {
            Role::Player { journal, seat } => (Some(*journal), Some(seat.clone())),
            _ => (None, None),
        };
        let token = Token {
            id: self.next.fetch_add(1, Ordering::Relaxed),
            hash: secret.digest(),
            role: role.name().text().into(),
            journal,
            seat,
            name: name.into(),
            created_ms: now_ms,
            revoked_ms: None,
        };
        Ok((secret, token))
    }

    /// The living token with this text.
    pub fn find(&self, text: &str) -> Option<Token> {
        let digest = digest(text);
        let known = self.read();
        let alike = known.by_start.get(&start(&digest))?;
        let found = alike.iter().filter_map(|id| known.by_id.get(id)).find(|token| same(&token.hash, &digest));
        found.filter(|token| token.revoked_ms.is_none()).cloned()
    }

    /// A token that is alive.
    pub fn living(&self, id: i64) -> Option<Token> {
        self.get(id).filter(|token| token.revoked_ms.is_none())
    }

    pub fn get(&self, id: i64) -> Option<Token> {
        self.read().by_id.get(&id).cloned()
    }

    /// All that fit, revoked ones too.
    pub fn list(&self, fits: impl Fn(&Token) -> bool) -> Vec<Token> {
        self.read().by_id.values().filter(|token| fits(token)).cloned().collect()
    }

    /// Takes note of what was committed.
    pub fn learn(&self, write: &Write) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        match write {
            Write::Token(token) => known.add(token.clone()),
            Write::Revoke { token, at_ms } => {
                if let Some(token) = known.by_id.get_mut(token) {
                    token.revoked_ms.get_or_insert(*at_ms);
                }
            }
            _ => {}
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn add(&mut self, token: Token) {
        let alike = self.by_start.entry(start(&token.hash)).or_default();
        if !alike.contains(&token.id) {
            alike.push(token.id);
        }
        self.by_id.insert(token.id, token);
    }
}

fn start(digest: &[u8; 32]) -> [u8; 8] {
    let mut start = [0; 8];
    start.copy_from_slice(&digest[..8]);
    start
}
