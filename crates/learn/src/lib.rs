//! The games as spaces for learning: the very rules of the matches, as arrays and numbers.
//!
//! | room | what is in it |
//! |---|---|
//! | [`space`] | the contract of a game that is played by numbers |
//! | [`layout`] | what arrays and numbers mean: names, shapes, scales |
//! | [`bounds`] | how large they may be |
//! | [`composer`] | lists of any length, composed decision by decision |
//! | [`bits`], [`sheet`], [`page`] | masks, and the arrays of one observation, borrowed or owned |
//! | [`window`] | planes around a unit, and numbered offsets |
//! | [`told`] | states made of messages |
//! | [`interpreter`], [`dialogue`] | a seat at a referee's table that is played by numbers |
//! | [`policy`], [`npz`], [`key`], [`pilot`] | trained weights, their files, which layout they fit, and how they play |
//! | [`teacher`] | what a bot would decide, to be imitated |
//! | [`golems`] and so on | the five games, one file each |

pub mod batch;
pub mod bits;
pub mod bounds;
pub mod buffers;
pub mod composer;
mod crew;
pub mod dialogue;
pub mod episode;
pub mod footsoldiers;
pub mod golems;
pub mod infection;
pub mod interpreter;
pub mod key;
pub mod layout;
#[cfg(test)]
mod listed;
pub mod npz;
pub mod outbreak;
pub mod page;
pub mod pilot;
pub mod policy;
pub mod reward;
pub mod search;
pub mod sheet;
pub mod space;
pub mod spaces;
pub mod speed;
pub mod teacher;
pub mod told;
pub mod window;
pub mod zords;

pub use bits::Bits;
pub use composer::{Composer, Decided};
pub use key::Key;
pub use layout::{Layout, Scope};
pub use page::Page;
pub use policy::Policy;
pub use sheet::Sheet;
pub use space::Space;
