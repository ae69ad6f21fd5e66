//! Shows what bots print on standard error as it comes, line by line, each with its seat.

use crate::tell;
use skirmish_referee::log::Echo;
use std::sync::mpsc::Receiver;
use std::thread::JoinHandle;

/// A line that grows longer than this is shown before it is whole.
const LONGEST: usize = 4096;

/// Whoever shows the logs of a match; a terminal that is slow does not hold the match up.
pub struct Logs(JoinHandle<()>);

impl Logs {
    /// Begins to show the logs of these seats; each gets the echo of its place.
    pub fn show(seats: &[String]) -> (Logs, Vec<Echo>) {
        let (echoes, pieces) = Echo::of_seats(seats.len());
        let seats = seats.to_vec();
        (Logs(std::thread::spawn(move || show(&seats, &pieces))), echoes)
    }

    /// Waits until everything is shown, once no bot has an echo any more.
    pub fn finish(self) {
        // Showing cannot fail.
        let _shown = self.0.join();
    }
}

fn show(seats: &[String], pieces: &Receiver<(usize, Vec<u8>)>) {
    let mut begun = vec![Vec::new(); seats.len()];
    let line = |seat: usize, line: &[u8]| {
        let text = String::from_utf8_lossy(line).replace('\t', "    ");
        tell!("{}| {}", seats[seat], text.trim_end());
    };
    for (seat, piece) in pieces {
        let waiting: &mut Vec<u8> = &mut begun[seat];
        waiting.extend(piece);
        while let Some(end) = waiting.iter().position(|&byte| byte == b'\n') {
            let whole: Vec<u8> = waiting.drain(..=end).collect();
            line(seat, &whole);
        }
        if waiting.len() > LONGEST {
            line(seat, &std::mem::take(waiting));
        }
    }
    for (seat, rest) in begun.iter().enumerate().filter(|(_, rest)| !rest.is_empty()) {
        line(seat, rest);
    }
}
