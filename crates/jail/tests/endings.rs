//! How prisoners end, at every level: by themselves, by us, by a limit, and with whoever guards them.

#![cfg(target_os = "linux")]

mod common;

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Den, HELPER, PATIENCE, assert_no_group, end, jail, line};
use rustix::process::{Pid, Signal, kill_process};
use skirmish_jail::{Breach, Error, Level, Limits, Outcome, Policy};

fn sigkill(pid: u32) {
    kill_process(Pid::from_raw(pid as i32).unwrap(), Signal::KILL).unwrap();
}

#[test]
fn a_bot_talks_and_ends_by_itself() {
    let den = Den::new("talk");
    for level in den.levels() {
        let mut prisoner = den.bad(level, &["echo"]);
        let stdin = prisoner.stdin.as_mut().unwrap();
        writeln!(stdin, "hello").unwrap();
        assert_eq!(line(&mut prisoner), "hello", "{level}");
        prisoner.stdin = None;
        let ending = end(&mut prisoner);
        assert_eq!(ending.outcome, Outcome::Code(0), "{level}");
        assert_eq!((ending.breach, ending.killed, ending.survivors), (None, false, 0), "{level}");
        assert!(ending.peak_memory > 0 && ending.cpu > Duration::ZERO, "{level}: {ending:?}");
        assert_eq!(prisoner.wait(), ending, "asking twice gives the same");
    }
}

#[test]
fn a_killed_bot_leaves_nothing() {
    let den = Den::new("kill");
    for level in den.levels() {
        for word in ["sleepy", "stubborn", "deaf"] {
            let word = format!("{word}={}", den.token);
            let mut prisoner = den.bad(level, &[&word]);
            assert!(!line(&mut prisoner).is_empty(), "{level} {word}: it runs");
            assert_eq!(prisoner.wait_timeout(Duration::ZERO), None, "{level} {word}: it has not ended");
            prisoner.kill();
            let ending = end(&mut prisoner);
            assert_eq!(ending.outcome, Outcome::Signal(libc::SIGKILL), "{level} {word}");
            assert!(ending.killed && ending.breach.is_none() && ending.survivors == 0, "{level}: {ending:?}");
            assert_eq!(den.processes_with(&word), Vec::<i32>::new(), "{level} {word}");
        }
    }
}

#[test]
fn a_dropped_prisoner_is_killed_with_its_family() {
    let den = Den::new("drop");
    for level in den.levels() {
        let word = format!("double_fork={}", den.token);
        let policy = Policy { allow_processes: true, ..den.policy(level) };
        // Dropped while the bot and its grandchild run.
        let mut prisoner = den.bad_with(&policy, &[&word, "sleepy"]);
        assert!(line(&mut prisoner).starts_with("double_fork yes"), "{level}");
        assert!(den.processes_with(&word).len() >= 2, "{level}: both run");
        let name = prisoner.name().to_owned();
        drop(prisoner);
        den.assert_none_left(&word, level.name());
        assert_no_group(&name);
    }
}

#[test]
fn nothing_survives_a_runner_killed_with_9() {
    let den = Den::new("runner");
    for level in den.levels() {
        let word = format!("sleepy={}", den.token);
        let mut runner = Command::new(HELPER)
            .args(["run", level.name(), "./bad-bot", &word])
            .current_dir(&den.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut first = [0; 6];
        runner.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
        assert_eq!(&first, b"sleepy", "{level}: it runs");
        assert!(den.processes_with(&word).len() >= 2, "{level}: runner and bot");
        sigkill(runner.id());
        runner.wait().unwrap();
        den.assert_none_left(&word, level.name());
    }
}

#[test]
fn nothing_survives_a_helper_killed_with_9() {
    let den = Den::new("helper");
    for level in den.levels() {
        let word = format!("sleepy={}", den.token);
        let mut prisoner = den.bad(level, &[&word]);
        assert_eq!(line(&mut prisoner), "sleepy", "{level}");
        sigkill(prisoner.helper_pid());
        let ending = end(&mut prisoner);
        assert_eq!((ending.outcome, ending.breach), (Outcome::Unknown, None), "{level}: nobody's fault");
        den.assert_none_left(&word, level.name());
    }
}

#[test]
fn a_flood_is_cut_where_the_reader_stops() {
    let den = Den::new("flood");
    for level in den.levels() {
        let mut prisoner = den.bad(level, &["flood"]);
        let mut head = vec![0; 256 << 10];
        prisoner.stdout.as_mut().unwrap().read_exact(&mut head).unwrap();
        prisoner.kill();
        let ending = end(&mut prisoner);
        assert!(ending.killed, "{level}: {ending:?}");
        // What is left is what the pipe held, not a gigabyte.
        let mut rest = Vec::new();
        prisoner.stdout.take().unwrap().read_to_end(&mut rest).unwrap();
        assert!(rest.len() <= 2 << 20, "{level}: {}", rest.len());
    }
}

#[test]
fn a_deaf_bot_cannot_hold_the_writer() {
    let den = Den::new("deaf");
    for level in den.levels() {
        let mut prisoner = den.bad(level, &["deaf"]);
        assert_eq!(line(&mut prisoner), "deaf", "{level}");
        let stdin = prisoner.stdin.as_mut().unwrap();
        rustix::fs::fcntl_setfl(&*stdin, rustix::fs::OFlags::NONBLOCK).unwrap();
        let mut sent = 0;
        let error = loop {
            match stdin.write(&[b'x'; 4096]) {
                Ok(count) => sent += count,
                Err(error) => break error,
            }
            assert!(sent < 10 << 20, "{level}: a pipe has an end");
        };
        assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock, "{level}");
        prisoner.kill();
        assert!(end(&mut prisoner).killed, "{level}");
    }
}

#[test]
fn a_mute_bot_is_noticed_at_once_and_is_still_there() {
    let den = Den::new("mute");
    for level in den.levels() {
        let mut prisoner = den.bad(level, &["mute"]);
        let mut rest = Vec::new();
        // Comes back although the bot lives: nobody else holds the pipe.
        prisoner.stdout.as_mut().unwrap().read_to_end(&mut rest).unwrap();
        assert!(rest.is_empty(), "{level}");
        assert_eq!(prisoner.wait_timeout(Duration::ZERO), None, "{level}: it lives");
    }
}

#[test]
fn limits_name_themselves() {
    let den = Den::new("limits");
    for level in den.levels().into_iter().filter(|&level| level > Level::Off) {
        let policy = Policy { limits: Limits { cpu_seconds: Some(1), ..Limits::default() }, ..den.policy(level) };
        let ending = end(&mut den.bad_with(&policy, &["burn=600000"]));
        assert_eq!(ending.breach, Some(Breach::Cpu { limit_seconds: 1 }), "{level}: {ending:?}");
        assert!(ending.cpu >= Duration::from_secs(1), "{level}: {ending:?}");

        let ending = end(&mut den.bad(level, &["memory_one=64"]));
        let Some(Breach::Memory { limit, seen }) = ending.breach else { panic!("{level}: {ending:?}") };
        assert_eq!(limit, 64 << 20, "{level}");
        // The group's count may stop a page short of its limit.
        assert!(seen + (1 << 20) >= limit, "{level}: {seen}");
        assert!(ending.peak_memory <= 3 * limit, "{level}: {ending:?}");

        if level >= Level::Filters && cfg!(target_arch = "x86_64") {
            let ending = end(&mut den.bad(level, &["int80"]));
            assert_eq!(ending.outcome, Outcome::Signal(libc::SIGSYS), "{level}");
            assert_eq!(ending.breach, Some(Breach::ForbiddenCall), "{level}");
        }
    }
}

#[test]
fn a_frozen_bot_uses_no_time_and_answers_later() {
    let den = Den::new("freeze");
    for level in den.levels() {
        for allow_processes in [false, true] {
            let policy = Policy { allow_processes, ..den.policy(level) };
            let mut prisoner = den.bad_with(&policy, &["echo", "burn=600000"]);
            prisoner.stdin = None;
            assert_eq!(line(&mut prisoner), "echo no end of input", "{level}");
            prisoner.freeze();
            // The signal is delivered when the bot is next on a core; from then on its clock stands still.
            let stands = |prisoner: &skirmish_jail::Prisoner| {
                let before = prisoner.cpu().expect("it lives");
                std::thread::sleep(Duration::from_millis(20));
                prisoner.cpu().expect("it lives") == before
            };
            let deadline = std::time::Instant::now() + PATIENCE;
            while !stands(&prisoner) {
                assert!(std::time::Instant::now() < deadline, "{level}: it goes on");
            }
            let frozen = prisoner.cpu().unwrap();
            prisoner.thaw();
            while prisoner.cpu().unwrap() == frozen {
                assert!(std::time::Instant::now() < deadline, "{level}: it does not go on");
                std::thread::sleep(Duration::from_millis(1));
            }
            prisoner.freeze();
            prisoner.kill();
            assert!(end(&mut prisoner).killed, "{level}: a frozen bot can be killed");
        }
    }
}

#[test]
fn the_authors_mistakes_are_told_from_ours() {
    let den = Den::new("mistakes");
    den.write("no-program", "this is no program\n");
    for level in den.levels() {
        let policy = den.policy(level);
        let spawn = |program: &str| jail().spawn(&policy, program, [""; 0], []).map(drop).unwrap_err();
        assert!(matches!(spawn("./absent"), Error::NoProgram(_)), "{level}");
        let error = spawn("./no-program");
        assert!(matches!(error, Error::Exec { .. }) && error.is_the_bots(), "{level}: {error}");
        let policy = Policy { folder: den.folder.join("absent"), ..policy.clone() };
        let error = jail().spawn(&policy, "./bad-bot", ["echo"], []).map(drop).unwrap_err();
        assert!(matches!(error, Error::BadFolder { .. }) && error.is_the_bots(), "{level}: {error}");
    }
    // A program that is no helper is our fault, never the bot's.
    let error = skirmish_jail::Jail::with_helper("/bin/true")
        .spawn(&den.policy(Level::Limits), "./bad-bot", ["echo"], [])
        .map(drop)
        .unwrap_err();
    assert!(!error.is_the_bots(), "{error}");
}

#[test]
fn many_prisoners_live_side_by_side() {
    let den = Den::new("many");
    for level in den.levels() {
        let mut prisoners: Vec<_> = (0..24).map(|_| den.bad(level, &["echo"])).collect();
        for (number, prisoner) in prisoners.iter_mut().enumerate() {
            writeln!(prisoner.stdin.as_mut().unwrap(), "{number}").unwrap();
        }
        for (number, prisoner) in prisoners.iter_mut().enumerate() {
            assert_eq!(line(prisoner), number.to_string(), "{level}");
        }
        for prisoner in &mut prisoners {
            prisoner.kill();
        }
        for prisoner in &mut prisoners {
            let ending = end(prisoner);
            assert!(ending.killed && ending.survivors == 0, "{level}: {ending:?}");
        }
    }
}
