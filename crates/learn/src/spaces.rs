//! All games as spaces, by name.

use crate::batch::{AnyBatch, Asked, Batch};
use crate::space::Space;
use skirmish_core::Documents;
use skirmish_core::names::unknown;
use skirmish_games::for_each_game;

/// Something to do with one game as a space, whichever it is.
pub trait Visit {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: Space>(self) -> Self::Output;
}

macro_rules! spaces {
    ($($name:ident: $game:ty),* $(,)?) => {
        /// Does `visit` with the game called `id`; a sentence that lists the games if there is none.
        pub fn visit<V: Visit>(id: &str, visit: V) -> Result<V::Output, String> {
            match id {
                $(_ if id == <$game>::ID => Ok(visit.visit::<$game>()),)*
                _ => Err(unknown("game", id, skirmish_games::IDS.iter().copied())),
            }
        }
    };
}

for_each_game!(spaces);

/// A batch of the game called `id`.
pub fn batch(id: &str, asked: Asked) -> Result<Box<dyn AnyBatch>, String> {
    struct Make(Asked);

    impl Visit for Make {
        type Output = Result<Box<dyn AnyBatch>, String>;

        fn visit<G: Space>(self) -> Self::Output {
            Ok(Box::new(Batch::<G>::new(self.0)?))
        }
    }

    visit(id, Make(asked))?
}
