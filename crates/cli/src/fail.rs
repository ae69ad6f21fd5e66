//! How the program fails: what is said, and the exit code.

use skirmish_core::Faults;
use skirmish_core::config::nearest;
use std::fmt;
use std::process::ExitCode;

/// What was checked does not hold. Exit code 1.
#[derive(Debug)]
pub struct DoesNotHold(pub String);

impl fmt::Display for DoesNotHold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DoesNotHold {}

/// Says what went wrong and gives the exit code: 1 for what does not hold, 2 for bad input.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if let Some(wrong) = error.downcast_ref::<DoesNotHold>() {
        if !wrong.0.is_empty() {
            eprintln!("{wrong}");
        }
        return ExitCode::from(1);
    }
    match error.downcast_ref::<Faults>() {
        Some(faults) => {
            let many = faults.list().len();
            eprintln!("error: {error:#}", error = Headline(error));
            eprintln!("{many} fault{}:", if many == 1 { "" } else { "s" });
            for fault in faults.list() {
                eprintln!("  {fault}");
            }
        }
        None => eprintln!("error: {error:#}"),
    }
    ExitCode::from(2)
}

/// The outermost context alone: the faults are listed one by one below it.
struct Headline<'a>(&'a anyhow::Error);

impl fmt::Display for Headline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let top = self.0.to_string();
        f.write_str(top.lines().next().unwrap_or("bad input"))
    }
}

/// An unknown name: lists what exists and the nearest match.
pub fn unknown(kind: &str, name: &str, known: &[&str]) -> anyhow::Error {
    let near = nearest(name, known.iter().copied());
    anyhow::anyhow!("there is no {kind} \"{name}\"; did you mean \"{near}\"? There are: {}", known.join(", "))
}
