//! The smallest bot there is: answers every request with an empty list. `skirmish bench referee` measures with it.

use std::io::{BufRead, Write};

/// The hidden argument that turns this program into it.
pub const ARGUMENT: &str = "__ping";

/// Becomes the bot if this process was started as one.
pub fn main_if_asked() {
    if std::env::args().nth(1).as_deref() == Some(ARGUMENT) {
        // A referee that is gone needs no answer.
        let _gone = run();
        std::process::exit(0);
    }
}

fn run() -> std::io::Result<()> {
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout().lock();
    let mut line = Vec::new();
    let mut greeted = false;
    while {
        line.clear();
        input.read_until(b'\n', &mut line)?
    } > 0
    {
        if !greeted {
            output.write_all(b"{\"type\":\"ready\",\"name\":\"ping\"}\n")?;
            greeted = true;
        } else if let Some(request) = request(&line) {
            writeln!(output, "{{\"type\":\"orders\",\"request\":{request},\"actions\":[]}}")?;
        } else {
            return Ok(());
        }
        output.flush()?;
    }
    Ok(())
}

/// The number of the request, which stands near the beginning.
fn request(line: &[u8]) -> Option<&str> {
    const KEY: &[u8] = b"\"request\":";
    let at = line.windows(KEY.len()).take(64).position(|window| window == KEY)? + KEY.len();
    let digits = line[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&line[at..at + digits]).ok()
}
