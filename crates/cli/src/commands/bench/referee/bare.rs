//! The bare pipe: the same bots and the same messages in the same order, written and read without any care.

use super::meter::{Cost, own_cpu};
use super::script::Script;
use anyhow::{Result, bail};
use skirmish_jail::{Jail, Level, Pack, Policy, Prisoner};
use skirmish_referee::program::Start;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::time::{Duration, Instant};

/// Bots without a referee, part of the way through what is sent to them.
pub struct Bare<'a> {
    script: &'a Script,
    next: usize,
    bots: Vec<Bot>,
    answer: Vec<u8>,
}

struct Bot {
    prisoner: Prisoner,
    stdin: PipeWriter,
    stdout: BufReader<PipeReader>,
    /// CPU time at its first answer.
    first: Option<Duration>,
}

impl<'a> Bare<'a> {
    /// Starts and greets the bots.
    pub fn start(start: &Start, script: &'a Script) -> Result<Bare<'a>> {
        let pack = Pack::for_command(&start.folder, OsStr::new(&start.command), None);
        let policy = Policy::play(Level::Off, &start.folder, pack);
        let mut bots = Vec::new();
        for hello in &script.hellos {
            let mut prisoner = Jail::new().spawn(&policy, &start.command, &start.args, [])?;
            let (Some(mut stdin), Some(stdout)) = (prisoner.stdin.take(), prisoner.stdout.take()) else {
                unreachable!("a fresh prisoner has its pipes");
            };
            let mut stdout = BufReader::new(stdout);
            stdin.write_all(hello)?;
            stdout.read_until(b'\n', &mut Vec::new())?;
            bots.push(Bot { prisoner, stdin, stdout, first: None });
        }
        Ok(Bare { script, next: 0, bots, answer: Vec::new() })
    }

    /// Sends what the next steps asked, and waits for every answer. The bots' time is not part of what it tells.
    pub fn play(&mut self, steps: usize) -> Result<Cost> {
        let steps = self.script.steps.iter().skip(self.next).take(steps);
        self.next += steps.len();
        let mut questions = 0;
        let (wall, ours) = (Instant::now(), own_cpu());
        for asked in steps {
            for (seat, line) in asked {
                self.bots[seat.index()].stdin.write_all(line)?;
            }
            for (seat, _) in asked {
                let bot = &mut self.bots[seat.index()];
                self.answer.clear();
                if bot.stdout.read_until(b'\n', &mut self.answer)? == 0 {
                    bail!("the bot of the benchmark ended early");
                }
                questions += 1;
                // As in a match, a bot's time is counted from its first answer.
                if bot.first.is_none() {
                    bot.first = bot.prisoner.cpu();
                }
            }
        }
        Ok(Cost { questions, wall: wall.elapsed(), ours: own_cpu() - ours, bots: Duration::ZERO })
    }

    /// CPU time of all bots so far.
    pub fn cpu(&self) -> Duration {
        self.bots.iter().filter_map(|bot| Some(bot.prisoner.cpu()?.saturating_sub(bot.first?))).sum()
    }
}
