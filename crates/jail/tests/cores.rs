//! A bot is kept to one core only if a second one is of no use to it, and let go with all its threads.

#![cfg(target_os = "linux")]

mod common;

use std::io::Write;

use common::{Den, installed, is_root, jail, line};
use skirmish_jail::{Cores, Level, Pack, Policy, Prisoner, find_program};

/// Tells on how many cores its threads may run; "more" starts another thread.
const BOT: &str = "
import os, sys, threading
print('ready')
for line in sys.stdin:
    if line.strip() == 'more':
        threading.Thread(target=threading.Event().wait, daemon=True).start()
    tasks = os.listdir('/proc/self/task') if os.path.exists('/proc/self/task') else [str(t.native_id) for t in threading.enumerate()]
    print(*sorted(len(os.sched_getaffinity(int(task))) for task in tasks))
";

fn python(den: &Den, level: Level) -> Prisoner {
    den.write("bot.py", BOT);
    let system = "/usr/bin/python3";
    let program = if is_root() && find_program(system.as_ref()).is_some() { system } else { "python3" };
    let policy = Policy::play(level, &den.folder, Pack::for_command(&den.folder, program.as_ref(), None));
    let mut prisoner = jail().spawn(&policy, program, ["bot.py"], []).unwrap();
    assert_eq!(line(&mut prisoner), "ready");
    prisoner
}

fn ask(prisoner: &mut Prisoner, word: &str) -> String {
    writeln!(prisoner.stdin.as_mut().unwrap(), "{word}").unwrap();
    line(prisoner)
}

/// All cores of this test and one of them, if it has several.
fn places() -> Option<(Cores, Cores)> {
    let all = Cores::of_this_thread().unwrap();
    if all.count() == 1 {
        eprintln!("SKIPPED: there is but one core here");
        return None;
    }
    Some((all, Cores::only(Cores::here())))
}

#[test]
fn a_python_bot_is_pinned_and_let_go_with_its_threads() {
    let den = Den::new("cores");
    let Some((all, one)) = places() else { return };
    if !installed("python3") {
        return;
    }
    let count = all.count();
    for level in den.levels() {
        let mut prisoner = python(&den, level);
        assert_eq!(ask(&mut prisoner, ""), count.to_string(), "{level}");
        let filtered = level.has_filters();
        assert_eq!(prisoner.is_one_at_a_time(), filtered, "{level}: without a filter it may start processes");
        assert_eq!(prisoner.pin(&one), filtered, "{level}");
        if !filtered {
            assert_eq!(ask(&mut prisoner, ""), count.to_string(), "{level}");
            continue;
        }
        assert_eq!(ask(&mut prisoner, ""), "1", "{level}");
        assert_eq!(ask(&mut prisoner, "more"), "1 1", "{level}: a thread stays where it was started");
        prisoner.unpin(&all);
        assert_eq!(ask(&mut prisoner, ""), format!("{count} {count}"), "{level}");
        assert!(!prisoner.pin(&one), "{level}: it has two threads now");
        assert_eq!(ask(&mut prisoner, ""), format!("{count} {count}"), "{level}");
        prisoner.kill();
        prisoner.wait();
        assert!(!prisoner.pin(&one), "{level}: it is gone");
        prisoner.unpin(&all);
    }
}

#[test]
fn a_program_of_its_own_is_never_pinned() {
    let den = Den::new("cores-native");
    let Some((_, one)) = places() else { return };
    for level in den.levels() {
        let prisoner = den.bad(level, &["echo"]);
        assert!(!prisoner.is_one_at_a_time() && !prisoner.pin(&one), "{level}: it may start threads any time");
    }
}
