//! What the bots of a match were sent, to be sent again.

use super::TIME;
use anyhow::Result;
use skirmish_core::Seat;
use skirmish_referee::clock::SeatClock;
use skirmish_referee::protocol::hello_line;
use skirmish_replay::ReplayFile;
use std::path::Path;

/// A match as its bots saw it: the greetings, and what each step asked of whom.
pub struct Script {
    pub hellos: Vec<Vec<u8>>,
    pub steps: Vec<Vec<(Seat, Vec<u8>)>>,
}

impl Script {
    pub fn of(replay: &Path) -> Result<Script> {
        let mut playback = skirmish_games::registry().playback(ReplayFile::read(replay)?.text)?;
        let table = playback.table();
        let seats = || (0..table.seats().len()).map(|i| Seat(i as u8));
        let hellos = seats().map(|seat| hello_line(table, seat, "bench", table.host().clock)).collect();
        let mut clocks: Vec<SeatClock> = seats().map(|_| SeatClock::new(table.host().clock, TIME)).collect();
        let mut steps = Vec::new();
        while let Some(step) = playback.peek()? {
            let asked: Vec<Seat> = step.orders.iter().map(|given| Seat(given.seat)).collect();
            let table = playback.table();
            let mut message = |seat: Seat| {
                let mut line = Vec::new();
                table.message(seat, false, clocks[seat.index()].timing(table.turn_ms()), &mut line);
                line.push(b'\n');
                (seat, line)
            };
            steps.push(asked.into_iter().map(&mut message).collect());
            playback.play()?;
        }
        Ok(Script { hellos, steps })
    }

    pub fn questions(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.steps.iter().flatten().map(|(_, line)| line)
    }
}
