//! How the program ends: what is said when something is not well, and the exit code.

use crate::{output, tell};
use skirmish_core::replay::Wrong;
use skirmish_core::{Faults, names};
use skirmish_referee::tape::NoTape;
use std::fmt;
use std::process::ExitCode;

/// What every command's exit code means.
pub const EXIT_CODES: &str = "\
Exit codes of every command:
  0  done, or yes
  1  no: a check failed, or a bot in the match failed
  2  bad input: an unknown name, a bad file or option, or something that cannot be read or written
  3  not decided: interrupted, or the match is void";

/// The answer is no: what was checked does not hold, or a bot failed. Exit code 1.
#[derive(Debug)]
pub struct DoesNotHold(pub String);

/// There is no answer: interrupted, or spoilt by nobody's fault. Exit code 3.
#[derive(Debug)]
pub struct Undecided(pub String);

macro_rules! said {
    ($($name:ident),*) => {
        $(impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::error::Error for $name {})*
    };
}

said!(DoesNotHold, Undecided);

/// The exit code of an error: everything that is neither a no nor undecided is bad input.
fn code(error: &anyhow::Error) -> u8 {
    if error.is::<DoesNotHold>() || error.chain().any(is_forged) {
        1
    } else if error.is::<Undecided>() {
        3
    } else {
        2
    }
}

/// Whether it says that a replay is not what it was when it was written, which is a no wherever it is found.
fn is_forged(cause: &(dyn std::error::Error + 'static)) -> bool {
    use skirmish_replay::Error::{Changed, Surplus, Unpackable};
    let file = |error: &_| matches!(error, Changed { .. } | Surplus { .. } | Unpackable { .. });
    let played = |wrong: &_| {
        use Wrong::{Differs, OtherDraws, OtherResult, OtherSeed};
        matches!(wrong, Differs { .. } | OtherDraws { .. } | OtherResult { .. } | OtherSeed)
    };
    cause.downcast_ref().is_some_and(file)
        || cause.downcast_ref().is_some_and(played)
        || cause.downcast_ref().is_some_and(|tape| match tape {
            NoTape::Replay(wrong) => played(wrong),
            _ => false,
        })
}

/// Says what went wrong and gives the exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    let code = code(error);
    match error.chain().find_map(|cause| cause.downcast_ref::<Faults>()) {
        Some(faults) => {
            let many = faults.list().len();
            tell!("error: {}", headline(error));
            tell!("{many} fault{}:", if many == 1 { "" } else { "s" });
            for fault in faults.list() {
                tell!("  {fault}");
            }
        }
        None if code == 2 => output::error_block(&format!("error: {error:#}")),
        // A command that has said it all leaves nothing to say.
        None if error.to_string().is_empty() => {}
        None => output::error_block(&format!("{error:#}")),
    }
    ExitCode::from(code)
}

/// The outermost context alone: the faults are listed one by one below it.
fn headline(error: &anyhow::Error) -> String {
    error.to_string().lines().next().unwrap_or("bad input").to_string()
}

/// An unknown name: what was probably meant, and what exists.
pub fn unknown(kind: &str, name: &str, known: &[&str]) -> anyhow::Error {
    anyhow::Error::msg(names::unknown(kind, name, known.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn exit_codes_are_those_of_the_table() {
        let no = Err::<(), _>(DoesNotHold("x".into())).context("while checking").unwrap_err();
        assert_eq!(code(&no), 1);
        assert_eq!(code(&Undecided("x".into()).into()), 3);
        assert_eq!(code(&anyhow::anyhow!("x")), 2);
        assert_eq!(code(&unknown("game", "x", &["y"])), 2);
        for number in 0..4 {
            assert!(EXIT_CODES.contains(&format!("\n  {number}  ")));
        }
    }
}
