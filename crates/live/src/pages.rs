//! The pages of the live game: its own files, and those of the viewer, whose board they stand on.
//!
//! Modules of both are served below `/zords/app/` as one tree, so that the live game's import the viewer's by plain
//! relative paths (`../board/board.js`).

use rust_embed::{EmbeddedFile, RustEmbed};
use skirmish_viewer::assets;

#[derive(RustEmbed)]
#[folder = "web/"]
struct Web;

/// The file that a path below `/zords/` names.
pub fn file(path: &str) -> Option<EmbeddedFile> {
    match path.split_once('/') {
        Some(("app", module)) => assets::embedded(module).or_else(|| Web::get(module)),
        // The page finds out by its address which game it shows.
        Some(("game", _)) => Web::get("game.html"),
        Some(_) => None,
        None => Web::get(&format!("{}.html", path.trim_end_matches(".html"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_modules_are_found_by_their_paths() {
        for path in ["index.html", "operate", "game/spring", "app/board/board.js", "app/live/main.js"] {
            assert!(file(path).is_some(), "{path}");
        }
        for path in ["app/index", "nowhere", "game.html/x", "app/../index.html"] {
            assert!(file(path).is_none(), "{path}");
        }
    }
}
