//! What weights carry, so that they are never used with arrays and numbers that mean something else.

use crate::layout::{Layout, Scope};
use crate::space::Space;
use crate::spaces::{self, Visit};
use serde::{Deserialize, Serialize};

/// Which layout it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Key {
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub version: u32,
    /// The version of its arrays and numbers.
    pub layout: u32,
    /// How large they are.
    pub scope: Scope,
}

impl Key {
    /// The layout that this is the key of, or why there is none in this program.
    pub fn layout(&self) -> Result<Layout, String> {
        struct Find<'a>(&'a Key);

        impl Visit for Find<'_> {
            type Output = Result<Layout, String>;

            fn visit<G: Space>(self) -> Self::Output {
                self.0.check::<G>()
            }
        }

        spaces::visit(&self.game, Find(self))?
    }

    /// The same where the game is known.
    pub fn check<G: Space>(&self) -> Result<Layout, String> {
        if self.game != G::ID {
            return Err(format!("they are for {}, and this is {}", self.game, G::ID));
        }
        for (what, theirs, ours) in
            [("rules", self.version, G::VERSION), ("arrays and numbers", self.layout, G::LAYOUT)]
        {
            if theirs != ours {
                return Err(format!(
                    "they are for version {theirs} of the {what} of {}; this program has {ours}",
                    G::ID
                ));
            }
        }
        Layout::checked::<G>(&self.scope)
    }
}

impl Layout {
    /// What weights carry.
    pub fn key(&self) -> Key {
        Key { game: self.game.into(), version: self.version, layout: self.layout, scope: self.scope }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::Setup;
    use skirmish_golems::Golems;

    #[test]
    fn weights_fit_their_own_layout_alone() {
        let layout = Layout::of::<Golems>(&Scope::of::<Golems>(&Setup::default()).unwrap());
        let key = layout.key();
        assert_eq!(key.layout(), Ok(layout));
        let text = serde_json::to_string(&key).unwrap();
        assert_eq!(serde_json::from_str::<Key>(&text).unwrap(), key);
        let said = |key: &Key| key.layout().unwrap_err();
        assert!(said(&Key { game: "chess".into(), ..key.clone() }).contains("golems"));
        assert!(said(&Key { version: 99, ..key.clone() }).contains("version 99 of the rules"));
        assert!(said(&Key { layout: 99, ..key.clone() }).contains("version 99 of the arrays"));
        assert!(Key { game: "zords".into(), ..key.clone() }.check::<Golems>().unwrap_err().contains("this is golems"));
        for scope in [Scope { sight: usize::MAX, ..key.scope }, Scope { units: 4096, sight: 250, ..key.scope }] {
            assert!(said(&Key { scope, ..key.clone() }).contains("scope"));
        }
    }
}
