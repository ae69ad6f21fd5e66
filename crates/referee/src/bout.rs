//! A match being played: start the players, ask whoever is to act, play the step, until the game is over.

mod answering;
mod asking;
mod failing;
mod parting;
mod reporting;
mod starting;
mod waiting;

use crate::chair::Chair;
use crate::clock::{SeatClock, Timekeeping};
use crate::contest::{Contest, Options, Played};
use crate::dialect::dialect_of;
use crate::exchange::INTERRUPTED;
use crate::huddle::Huddle;
use crate::lease::Leases;
use crate::lobby::Lobby;
use crate::log::Echo;
use crate::player::Sitter;
use crate::quota::Quota;
use crate::telling::Telling;
use skirmish_core::any::AnyTable;
use skirmish_core::{Clock, Seat, Turn};

/// A match in play. Its parts lie beside each other, so that each can be used while another is.
pub(crate) struct Bout<'a> {
    id: String,
    table: Box<dyn AnyTable>,
    terms: Terms,
    chairs: Vec<Chair>,
    options: Options,
    lobby: Option<&'a Lobby>,
    /// Show the logs as they come, by seat.
    echoes: Vec<Echo>,
    telling: Telling<'a>,
    /// Why the match counts for nothing, if it does.
    void: Option<String>,
    steps: u64,
    huddle: Huddle,
    leases: Leases,
    quota: Quota,
}

/// What the game asks of whoever hosts it.
struct Terms {
    clock: Clock,
    max_restarts: Option<u32>,
    line_limit: usize,
}

impl<'a> Bout<'a> {
    /// Seats the players; programs are not started yet.
    pub fn new(contest: Contest<'a>) -> Bout<'a> {
        let Contest { id, mut table, players, options, witness, lobby, echoes, programs } = contest;
        let seats = table.seats().len();
        let terms = Terms {
            clock: table.host().clock,
            max_restarts: table.host().max_restarts,
            line_limit: table.host().line_limit,
        };
        let quota = Quota::new(seats, table.host().list_limit());
        let (seed, mut programs) = (table.seed(), programs.into_iter());
        let mut chairs = Vec::with_capacity(seats);
        for (i, player) in players.into_iter().enumerate() {
            let seat = Seat(i as u8);
            if let Sitter::Builtin(name) = &player.sitter {
                assert!(table.seat_bot(seat, name, seed.of_seat(seat)), "built-in bots are looked up before");
            }
            // Whoever sits in a debugger is given time, unless a limit was asked for.
            let free = matches!(player.sitter, Sitter::Attach) && options.time.turn_ms.is_none();
            let time = Timekeeping { off: options.time.off || free, ..options.time };
            let dialect = dialect_of(&player.sitter, &*table, options.interpreters);
            let program = programs.next().flatten();
            chairs.push(Chair::new(player, dialect, SeatClock::new(terms.clock, time), program));
        }
        Bout {
            id,
            table,
            terms,
            chairs,
            lobby,
            echoes,
            telling: Telling::new(witness),
            void: None,
            steps: 0,
            huddle: Huddle::new(options.ponder),
            leases: Leases::default(),
            quota,
            options,
        }
    }

    /// Plays to the end.
    pub fn play(mut self) -> Played {
        let programs: Vec<usize> = (0..self.chairs.len()).filter(|&i| self.chairs[i].dialect.is_some()).collect();
        self.start(&programs);
        let seated = self.seated();
        self.telling.begin(&seated, &mut *self.table);
        while self.void.is_none() {
            let turn = self.table.turn();
            if turn.is_over() {
                break;
            }
            self.restart(turn);
            if self.void.is_none() {
                self.ask(turn);
            }
            if self.void.is_none() {
                self.step(turn);
            }
        }
        self.telling.catch_up(&mut *self.table);
        self.part_cores();
        self.leases.release();
        let programs = self.farewell();
        Played { report: self.report(), table: self.table, programs }
    }

    /// Plays the step that everybody was asked for.
    fn step(&mut self, turn: Turn) {
        self.table.step();
        self.steps += 1;
        for rejection in self.table.rejections() {
            self.chairs[rejection.seat.index()].tally.refused(turn.number, rejection.reason);
        }
        self.show_people();
        self.settle_clocks(turn);
        self.telling.step(&mut *self.table);
        if self.options.cancel.is_cancelled() {
            self.void = Some(INTERRUPTED.into());
        }
    }

    /// Lets the people at the table see what was played, as far as they may.
    fn show_people(&self) {
        for (i, chair) in self.chairs.iter().enumerate() {
            if let Sitter::Hand(desk) = &chair.player.sitter {
                desk.see(&*self.table, Seat(i as u8));
            }
        }
    }

    /// Charges the clocks; a turn that goes on (after a look) gives no increment yet.
    fn settle_clocks(&mut self, before: Turn) {
        let after = self.table.turn();
        for seat in before.to_act.iter() {
            let chair = &mut self.chairs[seat.index()];
            let goes_on = after.number == before.number && after.phase == before.phase && after.to_act.contains(seat);
            if let Some(ms) = chair.times.used_ms.take() {
                chair.clock.used(ms, !goes_on);
            }
        }
    }

    /// Lets everybody run wherever the system likes.
    fn part_cores(&mut self) {
        self.huddle.part(self.chairs.iter().filter_map(|chair| chair.program.as_ref()));
    }
}
