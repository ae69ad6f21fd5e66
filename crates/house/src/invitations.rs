//! Invitations, in memory: codes by which somebody may join, or become an operator or administrator.

use crate::problem::Problem;
use crate::roles::RoleName;
use crate::secret::{CODE, Secret, digest, same};
use crate::store::{Invitation, Write};
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Default)]
pub struct Invitations {
    known: Arc<Mutex<BTreeMap<i64, Known>>>,
    next: AtomicI64,
}

struct Known {
    invitation: Invitation,
    /// Uses that were promised to somebody and are not stored yet.
    held: i64,
    /// Uses that were stored, while whoever held them has not let go yet.
    spent: i64,
}

/// For whom a new invitation is.
pub struct For {
    pub role: RoleName,
    pub journal: Option<i64>,
    pub seat: Option<String>,
    pub uses: i64,
    pub expires_ms: Option<i64>,
}

/// One use of an invitation, nobody else's until it is dropped. Whoever commits [`Held::write`] has used it.
pub struct Held {
    known: Arc<Mutex<BTreeMap<i64, Known>>>,
    pub invitation: Invitation,
}

impl Held {
    pub fn write(&self) -> Write {
        Write::UseInvitation { invitation: self.invitation.id }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(known) = locked(&self.known).get_mut(&self.invitation.id) {
            // A use that was stored is counted as such already.
            if known.spent > 0 {
                known.spent -= 1;
            } else {
                known.held -= 1;
            }
        }
    }
}

impl Invitations {
    /// What the store holds.
    pub fn load(&self, invitations: Vec<Invitation>) {
        self.next.fetch_max(1, Ordering::Relaxed);
        let mut known = locked(&self.known);
        for invitation in invitations {
            self.next.fetch_max(invitation.id + 1, Ordering::Relaxed);
            let (held, spent) = known.get(&invitation.id).map_or((0, 0), |known| (known.held, known.spent));
            known.insert(invitation.id, Known { invitation, held, spent });
        }
    }

    /// A new invitation. It invites nobody before it was committed as [`Write::Invitation`].
    pub fn draft(&self, guest: For) -> io::Result<(Secret, Invitation)> {
        let code = Secret::new(CODE)?;
        let invitation = Invitation {
            id: self.next.fetch_add(1, Ordering::Relaxed),
            hash: code.digest(),
            role: guest.role.text().into(),
            journal: guest.journal,
            seat: guest.seat,
            uses: guest.uses,
            used: 0,
            expires_ms: guest.expires_ms,
            revoked: false,
        };
        Ok((code, invitation))
    }

    /// Takes one use of the invitation with this code, if it is for such a role.
    pub fn hold(&self, code: &str, role: RoleName, now_ms: i64) -> Result<Held, Problem> {
        let digest = digest(code);
        let mut known = locked(&self.known);
        let found = known
            .values_mut()
            .fold(None, |found, known| if same(&known.invitation.hash, &digest) { Some(known) } else { found });
        let refused = |why: &str| Problem::forbidden(why).with("code", "refused");
        let found = found.filter(|known| RoleName::read(&known.invitation.role) == Some(role));
        let found = found.ok_or_else(|| refused("this invitation is not known"))?;
        let invitation = &found.invitation;
        if invitation.revoked {
            return Err(refused("this invitation was withdrawn"));
        }
        if invitation.expires_ms.is_some_and(|expires| expires <= now_ms) {
            return Err(refused("this invitation has expired"));
        }
        if invitation.used + found.held >= invitation.uses {
            return Err(refused("this invitation has been used up"));
        }
        found.held += 1;
        Ok(Held { known: Arc::clone(&self.known), invitation: found.invitation.clone() })
    }

    /// All that fit, used and withdrawn ones too.
    pub fn list(&self, fits: impl Fn(&Invitation) -> bool) -> Vec<Invitation> {
        let known = locked(&self.known);
        known.values().map(|known| &known.invitation).filter(|invitation| fits(invitation)).cloned().collect()
    }

    /// Takes note of what was committed.
    pub fn learn(&self, write: &Write) {
        let mut known = locked(&self.known);
        match write {
            Write::Invitation(invitation) => {
                known.insert(invitation.id, Known { invitation: invitation.clone(), held: 0, spent: 0 });
            }
            Write::UseInvitation { invitation } => {
                if let Some(known) = known.get_mut(invitation) {
                    known.invitation.used += 1;
                    // It was held, unless somebody wrote it without asking.
                    if known.held > 0 {
                        known.held -= 1;
                        known.spent += 1;
                    }
                }
            }
            Write::RevokeInvitation { invitation } => {
                if let Some(known) = known.get_mut(invitation) {
                    known.invitation.revoked = true;
                }
            }
            _ => {}
        }
    }
}

fn locked(known: &Mutex<BTreeMap<i64, Known>>) -> MutexGuard<'_, BTreeMap<i64, Known>> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_use_is_counted_once_whoever_lets_go_when() {
        let invitations = Invitations::default();
        invitations.load(Vec::new());
        let guest = For { role: RoleName::Player, journal: Some(1), seat: None, uses: 2, expires_ms: None };
        let (code, invitation) = invitations.draft(guest).unwrap();
        invitations.learn(&Write::Invitation(invitation));
        let hold = || invitations.hold(code.text(), RoleName::Player, 0);
        // Given back unused.
        drop(hold().unwrap());
        let first = hold().unwrap();
        invitations.learn(&first.write());
        // The first is stored, but still held: the second use is free all the same.
        let second = hold().unwrap();
        assert!(hold().is_err());
        drop(second);
        drop(first);
        let last = hold().unwrap();
        invitations.learn(&last.write());
        drop(last);
        assert!(hold().is_err());
        assert!(invitations.hold(code.text(), RoleName::Operator, 0).is_err());
    }
}
