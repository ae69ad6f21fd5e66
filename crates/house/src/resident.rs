//! Whoever lives in the house: a live game, later a ladder.

use crate::roles::Place;
use crate::routes::Route;
use crate::shell::Page;
use std::sync::Arc;

/// A resident brings its routes, knows its games by name, and says how it is.
pub trait Resident: Send + Sync + 'static {
    /// A short name, such as `zords`. Its routes begin with `/api/v1/NAME/`, its pages with `/NAME/`.
    fn name(&self) -> &str;

    fn routes(self: Arc<Self>) -> Vec<Route>;

    /// The game that a path of its routes calls `{game}`.
    fn place(&self, game: &str) -> Option<Place>;

    /// What the game with this journal is called, if it is one of its own.
    fn called(&self, _journal: i64) -> Option<String> {
        None
    }

    /// What keeps it from serving, if anything: one sentence.
    fn trouble(&self) -> Option<String> {
        None
    }

    /// Where people begin, for the index page.
    fn pages(&self) -> Vec<Page> {
        Vec::new()
    }

    /// Whatever it measures, as lines of Prometheus text.
    fn metrics(&self) -> String {
        String::new()
    }

    /// A file of its pages, by the path below `/NAME/`.
    fn file(&self, _path: &str) -> Option<rust_embed::EmbeddedFile> {
        None
    }
}
