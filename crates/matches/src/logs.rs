//! What bots print on standard error, line by line as it comes, each with its seat.

use skirmish_referee::log::Echo;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::thread::JoinHandle;

/// A line that grows longer than this is shown before it is whole.
const LONGEST: usize = 4096;

/// Is given the seat and a line of its log.
pub type Hear = Arc<dyn Fn(&str, &str) + Send + Sync>;

/// Whoever hands on the logs of a match, in a thread of its own: a terminal that is slow does not hold the match up.
pub(crate) struct Logs(JoinHandle<()>);

impl Logs {
    /// Begins to hand on the logs of these seats; each gets the echo of its place.
    pub fn hand_on(seats: &[String], hear: Hear) -> (Logs, Vec<Echo>) {
        let (echoes, pieces) = Echo::of_seats(seats.len());
        let seats = seats.to_vec();
        (Logs(std::thread::spawn(move || hand_on(&seats, &pieces, &*hear))), echoes)
    }

    /// Waits until everything is handed on, once no bot has an echo any more.
    pub fn finish(self) {
        // Whoever hears lines does not fail.
        let _heard = self.0.join();
    }
}

fn hand_on(seats: &[String], pieces: &Receiver<(usize, Vec<u8>)>, hear: &dyn Fn(&str, &str)) {
    let mut begun = vec![Vec::new(); seats.len()];
    let line = |seat: usize, line: &[u8]| {
        let text = String::from_utf8_lossy(line).replace('\t', "    ");
        hear(&seats[seat], text.trim_end());
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
