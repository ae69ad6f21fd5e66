//! Starting programs, each under its own start-up clock, and hearing their first words.

use super::Bout;
use super::failing::Failure;
use crate::Ending;
use crate::dialect::Launch;
use crate::exchange::{Answer, Line, Question, ask_all};
use crate::program::{NotStarted, Program};
use crate::protocol::{hello_line, shown};
use skirmish_core::{Seat, Turn};

impl Bout<'_> {
    /// Starts programs, at most one per core at a time.
    pub(super) fn start(&mut self, who: &[usize]) {
        if who.is_empty() {
            return;
        }
        // A quick witness was promised to be told soon, and starting takes its time.
        self.telling.catch_up(&mut *self.table);
        // What is started while we keep to one core would keep to it as well, for good.
        self.part_cores();
        self.leases.release();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        for some in who.chunks(cores) {
            if self.void.is_none() {
                self.start_some(some);
            }
        }
    }

    /// Starts dead programs again where the rulebook says so.
    pub(super) fn restart(&mut self, turn: Turn) {
        let Some(most) = self.terms.max_restarts else { return };
        // A failed start counts as a death in the first turn: the restart comes with the next.
        if self.steps == 0 {
            return;
        }
        let dead = |&i: &usize| {
            let chair = &self.chairs[i];
            chair.dialect.is_some() && chair.gone.is_some() && chair.restarts < most
        };
        let dead: Vec<usize> = turn.to_act.iter().map(Seat::index).filter(dead).collect();
        for &i in &dead {
            self.chairs[i].restarts += 1;
        }
        self.start(&dead);
    }

    fn start_some(&mut self, some: &[usize]) {
        for &i in some {
            self.chairs[i].hello = self.hello(Seat(i as u8));
            self.chairs[i].gone = None;
            if self.chairs[i].program.is_none() {
                match self.launch(i) {
                    Ok(program) => self.chairs[i].program = Some(program),
                    Err(error) if error.own_fault => {
                        self.chairs[i].log.push_str(&error.log);
                        self.not_started(i, error.why, &[], 0);
                    }
                    Err(error) => self.void = Some(error.why),
                }
            }
            if let Some(program) = &mut self.chairs[i].program {
                program.echo(self.echoes.get(i).cloned());
            }
        }
        for (i, answer) in self.greet(some) {
            self.greeted(i, answer);
        }
    }

    fn launch(&mut self, i: usize) -> Result<Program, NotStarted> {
        let (line_limit, cancel) = (self.terms.line_limit, &self.options.cancel);
        let chair = &mut self.chairs[i];
        let (Some(start), Some(dialect)) = (chair.player.sitter.start(), &mut chair.dialect) else {
            let lobby = self.lobby.ok_or_else(|| NotStarted::ours("there is no lobby to join"))?;
            return lobby.join(line_limit, cancel).map_err(NotStarted::ours);
        };
        let launch = Launch {
            seat: Seat(i as u8),
            start,
            level: self.options.sandbox.level,
            line_limit,
            patience: chair.clock.start_limit(),
            leases: &mut self.leases,
            cancel,
        };
        dialect.launch(launch, &mut *self.table)
    }

    /// Greets those who wait for it, all at once, and returns their first words.
    fn greet(&mut self, some: &[usize]) -> Vec<(usize, Answer)> {
        let (mut asked, mut questions) = (Vec::new(), Vec::new());
        for (i, chair) in self.chairs.iter_mut().enumerate().filter(|(i, _)| some.contains(i)) {
            if let (Some(program), Some(dialect)) = (&mut chair.program, &chair.dialect)
                && let Some(greeting) = dialect.greeting(&chair.hello)
            {
                asked.push(i);
                let question = Question::new(program, greeting, chair.clock.start_limit());
                questions.push(question.pondering(self.options.ponder));
            }
        }
        ask_all(&mut questions, &mut self.leases, &self.options.cancel, |_| {}, |_, _| Line::Answer);
        asked.into_iter().zip(questions.into_iter().filter_map(|question| question.answer)).collect()
    }

    /// Takes a program's first words.
    fn greeted(&mut self, i: usize, answer: Answer) {
        let used = answer.used.as_millis() as u64;
        let (why, said) = match answer.result {
            Ok(line) => {
                let chair = &mut self.chairs[i];
                match chair.dialect.as_mut().map(|dialect| dialect.greeted(&line, &chair.hello)) {
                    Some(Err(why)) => (why, line),
                    Some(Ok(ready)) => {
                        chair.ready = ready;
                        return;
                    }
                    None => return,
                }
            }
            Err(Ending::Infrastructure { why }) => {
                self.void = Some(why);
                return;
            }
            Err(Ending::Late { limit_ms, .. }) => {
                (format!("not ready after {limit_ms} ms; {}", unready(&answer.said)), answer.said)
            }
            Err(ending) => (format!("before it was ready: {ending}"), answer.said),
        };
        self.not_started(i, why, &said, used);
    }

    fn not_started(&mut self, i: usize, why: String, said: &[u8], used_ms: u64) {
        let sent = self.chairs[i].hello.clone();
        self.fail(i, Failure { ending: Ending::NotStarted { why }, sent: &sent, said, turn: 0, used_ms });
    }

    fn hello(&self, seat: Seat) -> Vec<u8> {
        let mut clock = self.terms.clock;
        if let Some(ms) = self.options.time.turn_ms {
            clock.turn_ms = ms;
        }
        hello_line(&*self.table, seat, &self.id, clock)
    }
}

/// What may help a program that did not get ready.
fn unready(said: &[u8]) -> String {
    if said.is_empty() {
        return "it has printed nothing: answer the hello with a ready line, and flush standard output after every line".into();
    }
    format!("it has printed '{}' without a line feed at the end", shown(said))
}
