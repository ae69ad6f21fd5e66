//! The jail on its own: runs one program in it, or reports what this machine can do. For experiments and for this
//! crate's tests; the real program is its own helper.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use skirmish_jail::{Jail, Language, Level, Outcome, Pack, Policy};

const USAGE: &str = "\
usage: skirmish-jail run LEVEL [--language NAME] [--processes] PROGRAM [ARGUMENT...]
       skirmish-jail doctor [--json]
       skirmish-jail bench [COUNT]

LEVEL: off, limits, filters, namespaces, full. The bot's folder is the current one.
";

fn main() -> ExitCode {
    skirmish_jail::helper_main_if_asked();
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let words: Vec<&str> = args.iter().map(|arg| arg.to_str().unwrap_or("")).collect();
    let done = match words.as_slice() {
        ["run", level, ..] => run(level, &args[2..]),
        ["doctor", rest @ ..] if rest.is_empty() || rest == ["--json"] => doctor(!rest.is_empty()),
        ["bench"] => bench(100),
        ["bench", count] => count.parse().map_err(Into::into).and_then(bench),
        _ => Err(USAGE.into()),
    };
    done.unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::from(2)
    })
}

fn doctor(json: bool) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let report = skirmish_jail::probe(&Jail::new());
    if json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        print!("{report}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Time from asking for a bot to the first byte from it, for each level that works here and for a plain process.
fn bench(count: usize) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let program = std::env::current_exe()?;
    let bot = ["__bad", "sleepy"];
    let mut byte = [0];
    let mut times = Vec::new();
    for _ in 0..count {
        let start = Instant::now();
        let mut child = Command::new(&program).args(bot).stdout(Stdio::piped()).spawn()?;
        child.stdout.take().ok_or("no output")?.read_exact(&mut byte)?;
        times.push(start.elapsed());
        child.kill()?;
        child.wait()?;
    }
    println!("{:<12} {}", "plain", quantiles(times));
    let folder = program.parent().ok_or("no folder")?;
    for level in Level::ALL {
        let policy = Policy::play(level, folder, Pack::of(Language::Native, program.as_os_str()));
        let mut times = Vec::new();
        for _ in 0..count {
            let start = Instant::now();
            let mut prisoner = match Jail::new().spawn(&policy, &program, bot, []) {
                Ok(prisoner) => prisoner,
                Err(error) => {
                    println!("{:<12} not available: {error}", level.name());
                    break;
                }
            };
            prisoner.stdout.take().ok_or("no output")?.read_exact(&mut byte)?;
            times.push(start.elapsed());
            prisoner.kill();
            prisoner.wait();
        }
        if !times.is_empty() {
            println!("{:<12} {}", level.name(), quantiles(times));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn quantiles(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    format!("first byte, ms: p50 {:.1}  p90 {:.1}  p99 {:.1}  (n = {})", at(0.5), at(0.9), at(0.99), times.len())
}

fn run(level: &str, mut args: &[OsString]) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let level: Level = level.parse()?;
    let mut language = None;
    let mut processes = false;
    loop {
        match args {
            [first, name, rest @ ..] if first == "--language" => {
                language = Some(name.to_string_lossy().parse::<Language>()?);
                args = rest;
            }
            [first, rest @ ..] if first == "--processes" => {
                processes = true;
                args = rest;
            }
            _ => break,
        }
    }
    let [program, args @ ..] = args else { return Err(USAGE.into()) };
    let folder = std::env::current_dir()?;
    let pack = Pack::for_command(&folder, program, language);
    let policy = Policy { allow_processes: processes, ..Policy::play(level, folder, pack) };
    let mut prisoner = Jail::new().spawn(&policy, program, args, [])?;

    let (stdin, stdout, stderr) = (prisoner.stdin.take(), prisoner.stdout.take(), prisoner.stderr.take());
    // Not joined: it waits for our own input, which may never end.
    thread::spawn(move || stdin.map(|mut stdin| io::copy(&mut io::stdin(), &mut stdin)));
    let errors = thread::spawn(move || stderr.map(|mut stderr| io::copy(&mut stderr, &mut io::stderr())));
    if let Some(mut stdout) = stdout {
        io::copy(&mut stdout, &mut io::stdout())?;
        io::stdout().flush()?;
    }
    let ending = prisoner.wait();
    // It is normal for the pipe to break when the bot ends.
    let _ended = errors.join();
    eprintln!("{}", serde_json::to_string(&ending)?);
    Ok(match ending.outcome {
        Outcome::Code(code) => ExitCode::from(code as u8),
        Outcome::Signal(_) | Outcome::Unknown => ExitCode::FAILURE,
    })
}
