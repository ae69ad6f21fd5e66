//! The games of this program: the only crate that knows all five.
//!
//! Programs get them as one value, [`registry`]. Code that must be compiled for each game (benchmarks, counts, golden
//! vectors) is generic and enters through a [`Visit`]. A new game is one line in the table below.

#![forbid(unsafe_code)]

pub use skirmish_footsoldiers::Footsoldiers;
pub use skirmish_golems::Golems;
pub use skirmish_infection::Infection;
pub use skirmish_outbreak::Outbreak;
pub use skirmish_zords::Zords;

use skirmish_core::{Documents, Game, Registry};

/// The table of games: hands `name: Type` of each to a macro, as in `for_each_game!(my_macro)`.
#[macro_export]
macro_rules! for_each_game {
    ($callback:ident) => {
        $callback! {
            outbreak: $crate::Outbreak,
            infection: $crate::Infection,
            golems: $crate::Golems,
            footsoldiers: $crate::Footsoldiers,
            zords: $crate::Zords,
        }
    };
}

/// Something to do with one game, whichever it is.
pub trait Visit {
    type Output;
    fn visit<G: Game>(self) -> Self::Output;
}

macro_rules! registry {
    ($($name:ident: $game:ty),* $(,)?) => {
        /// All games of this program.
        pub fn registry() -> Registry {
            Registry::new()$(.with::<$game>())*
        }

        /// The ids of all games, in the order of the table.
        pub const IDS: &[&str] = &[$(<$game>::ID),*];

        /// Does `visit` with the game called `id`; `None` if there is no such game.
        pub fn visit<V: Visit>(id: &str, visit: V) -> Option<V::Output> {
            match id {
                $(_ if id == <$game>::ID => Some(visit.visit::<$game>()),)*
                _ => None,
            }
        }

        /// The same for code that tests games: laws and golden vectors.
        pub mod golden {
            use skirmish_core::{Documents, Golden};

            /// Something to do with one game that can be tested.
            pub trait Visit {
                type Output;
                fn visit<G: Golden>(self) -> Self::Output;
            }

            /// Does `visit` with the game called `id`; `None` if there is no such game.
            pub fn visit<V: Visit>(id: &str, visit: V) -> Option<V::Output> {
                match id {
                    $(_ if id == <$game>::ID => Some(visit.visit::<$game>()),)*
                    _ => None,
                }
            }
        }
    };
}

for_each_game!(registry);
