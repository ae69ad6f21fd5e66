//! Opening a page in any browser there is.

use std::path::Path;
use std::process::{Command, Stdio};

/// Programs that open a file, the user's own choice first.
fn openers() -> Vec<String> {
    let own = std::env::var("BROWSER").unwrap_or_default();
    let own = own.split(':').filter(|name| !name.is_empty()).map(str::to_string);
    let usual: &[&str] = if cfg!(target_os = "macos") { &["open"] } else { &["xdg-open", "wslview", "gio open"] };
    own.chain(usual.iter().map(|name| (*name).to_string())).collect()
}

/// Tries to open a page in a file; false if nothing here can. It is a file because everybody on this machine can read
/// command lines.
pub fn open(page: &Path) -> bool {
    let screen = cfg!(target_os = "macos")
        || ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME", "BROWSER"]
            .iter()
            .any(|name| std::env::var_os(name).is_some());
    screen && openers().iter().any(|opener| start(opener, page))
}

fn start(opener: &str, page: &Path) -> bool {
    let mut words = opener.split_whitespace();
    let Some(program) = words.next() else { return false };
    Command::new(program)
        .args(words)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .is_ok()
}
