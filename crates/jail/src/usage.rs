//! What a bot did with its time: it ran, or it waited for a core.

use std::time::Duration;

/// One look at a bot. All times count from the start of the bot or thread.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// CPU time of everything that runs or ever ran for the bot.
    pub cpu: Duration,
    pub threads: Vec<ThreadUsage>,
}

/// One look at a thread.
#[derive(Clone, Copy, Debug)]
pub struct ThreadUsage {
    pub id: i32,
    pub ran: Duration,
    /// How long it was ready to run but waited for a core.
    pub queued: Duration,
}

impl Usage {
    /// How long other programs have kept the bot from running since an earlier look.
    ///
    /// A thread that waits for a core waits for another that runs. The time it may have waited for threads of the same bot
    /// is at most what those ran; the rest was due to other programs. So a bot gains nothing by keeping the cores busy
    /// itself: of the time that passed, at least as much counts as all its threads ran together.
    pub fn held_up_since(&self, before: &Usage) -> Duration {
        let cpu = self.cpu.saturating_sub(before.cpu);
        let of = |thread: &ThreadUsage| {
            let (ran, queued) = match before.threads.iter().find(|earlier| earlier.id == thread.id) {
                Some(earlier) => (thread.ran.saturating_sub(earlier.ran), thread.queued.saturating_sub(earlier.queued)),
                None => (thread.ran, thread.queued),
            };
            queued.saturating_sub(cpu.saturating_sub(ran))
        };
        self.threads.iter().map(of).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(cpu: u64, threads: &[(i32, u64, u64)]) -> Usage {
        let ms = Duration::from_millis;
        let threads = threads.iter().map(|&(id, ran, queued)| ThreadUsage { id, ran: ms(ran), queued: ms(queued) });
        Usage { cpu: ms(cpu), threads: threads.collect() }
    }

    fn held_up(before: Usage, after: Usage) -> u128 {
        after.held_up_since(&before).as_millis()
    }

    #[test]
    fn one_who_stands_in_line_for_others_is_held_up() {
        assert_eq!(held_up(look(100, &[(7, 100, 30)]), look(150, &[(7, 150, 80)])), 50);
        assert_eq!(held_up(look(0, &[]), look(0, &[(7, 0, 0)])), 0, "asleep");
        // A helper thread that hardly runs takes little away.
        assert_eq!(held_up(look(0, &[(7, 0, 0), (8, 0, 0)]), look(55, &[(7, 50, 50), (8, 5, 1)])), 45);
    }

    #[test]
    fn threads_that_stand_in_each_others_way_are_not() {
        // A hundred milliseconds on two cores, which sixty-two threads keep busy.
        let spinning: Vec<(i32, u64, u64)> = (1..=62).map(|id| (id, 3, 97)).collect();
        assert_eq!(held_up(look(0, &[]), look(200, &spinning)), 0);
        // All wake for a moment every now and then, and sleep for the rest.
        let bursts: Vec<(i32, u64, u64)> = (1..=62).map(|id| (id, 0, 9)).collect();
        assert_eq!(held_up(look(0, &[]), look(10, &bursts)), 0);
        // Threads that are gone ran as well.
        assert_eq!(held_up(look(0, &[(1, 0, 0)]), look(60, &[(1, 10, 50)])), 0);
    }
}
