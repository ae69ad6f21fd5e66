//! The files of the page, inside the program.

use rust_embed::{Embed, EmbeddedFile};
use std::borrow::Cow;

#[derive(Embed)]
#[folder = "web/"]
struct Web;

/// A file of the page and what it is, if there is one of that name.
pub fn file(name: &str) -> Option<(Cow<'static, [u8]>, &'static str)> {
    let kind = match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    };
    Some((Web::get(name)?.data, kind))
}

/// A module or a style sheet of the page, for other pages that stand on the same board.
pub fn embedded(name: &str) -> Option<EmbeddedFile> {
    (name.ends_with(".js") || name.ends_with(".css")).then(|| Web::get(name)).flatten()
}

/// The text of a file that is known to be there.
pub fn text(name: &str) -> String {
    let (bytes, _) = file(name).unwrap_or_else(|| panic!("{name} belongs to the page"));
    String::from_utf8_lossy(&bytes).into_owned()
}
