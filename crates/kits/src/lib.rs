//! Starter kits: everything a bot's author needs to begin, in one folder.
//!
//! | room | what is in it |
//! |---|---|
//! | [`model`] | the messages of a game as types, made from its JSON Schemas |
//! | [`sample`] | recorded messages of real games, for the kit's self-test |
//! | [`languages`] | what a kit in each language is made of, and what turns the model into its types |
//! | [`kit`] | the files of one folder |
//! | [`policy`] | the kit of a bot that plays trained weights |
//!
//! The texts lie in `texts/LANGUAGE/` and are inside the program. Every language has the same bot with the same
//! structure; the Python bots are the models.
//!
//! # Adding a language
//!
//! 1. `texts/LANG/`: the library (the same for every game), the self-test, `about.md` (the README's section on the
//!    library) and `bots/GAME.EXT` for each game. `{{name}}` between double quotes becomes the bot's name, `{{game}}` the
//!    game; there are no other gaps. Standard library only; no network, no files beyond its own.
//! 2. `src/languages/LANG.rs`: one [`Language`] with the commands, the embedded files (`embed!`, `bots!`) and the function
//!    that turns a [`Model`] into the language's types. Then one `mod` and one entry in [`LANGUAGES`].
//! 3. Nothing else: `skirmish new`, the tests of this crate and `crates/cli/tests/program/kits.rs` go through the table. They play
//!    every game with every language that is installed, run the self-tests, and rename fields to see them fail.
//!
//! What every kit promises:
//!
//! * **Types from the model.** Every record with its fields, in the model's order (leaves first); field names are those of
//!   the messages, with `_` behind reserved words. Reading is strict: a missing key, another kind of value or an unknown
//!   word is an error that names the place (`View.units: UnitView.hp is missing`); unknown keys are ignored.
//!   `Maybe` is null or not there. `Words` are a type of their own where the language has enums.
//! * **Actions** as functions in one namespace `act`, one for each [`Verb`](model::Verb): `act.attack(3, 4, 5)`.
//! * **A bot** is made with the greeting (`hello`: seat, seats, config, map, clock, random) and asked for each turn (`turn`:
//!   request, turn, phase, view, legal, rejected, last_ms, limit_ms, bank_ms), which returns the list of orders. It may
//!   want `legal`, have a version, and be told the `end`.
//! * **The loop** answers `ready` with `series`, names the request in every answer, plays on after an `end` with `again`
//!   and exits otherwise, ignores unknown messages, and warns on standard error if game or version are not the kit's.
//!   What the bot prints on standard output goes to standard error instead. What the bot throws is printed there with the
//!   turn, and the answer is an empty list.
//! * **Around it**: `log`, `note(unit, text)`, `resign()`, a random generator seeded with `hello.random`.
//! * **Attach**: with `SKIRMISH_ATTACH=HOST:PORT/TOKEN` the loop talks over TCP and first writes
//!   `{"type":"attach","token":TOKEN}`.
//! * **Geometry**: `square` (manhattan, chebyshev, around4, around8), `hexes` (distance, ahead, around, facing_to,
//!   turn_to) and `paths` (search with a passable function, bounded; steps, path, nearest).
//! * **The self-test** plays `sample.jsonl` offline and fails if any turn threw, if a view could not be read, or if there
//!   was no order at all.

#![forbid(unsafe_code)]

pub mod kit;
pub mod languages;
pub mod model;
pub mod policy;
pub mod sample;

pub use kit::{Kit, NoKit};
pub use languages::{LANGUAGES, Language};
pub use model::Model;
