//! Sleeping until something happens.

use super::question::Question;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use smallvec::SmallVec;
use std::time::{Duration, Instant};

/// Whose pipe it is, and what it means that it is ready.
type Owner = (usize, fn(&mut Ready));

/// What can be done for a question without waiting.
#[derive(Clone, Copy, Default)]
pub(super) struct Ready {
    pub read: bool,
    pub write: bool,
    pub log: bool,
}

/// Sleeps until a pipe of an open question is ready, or `wait` is over. Tells each question what is ready.
pub(super) fn wait_for_any(questions: &mut [Question<'_>], wait: Duration, now: Instant) {
    let mut pipes: SmallVec<[PollFd<'_>; 8]> = SmallVec::new();
    let mut owners: SmallVec<[Owner; 8]> = SmallVec::new();
    for (i, question) in questions.iter().enumerate().filter(|(_, question)| question.is_open()) {
        if question.leaves.is_none() {
            pipes.push(PollFd::from_borrowed_fd(question.program.reader(), PollFlags::IN));
            owners.push((i, |ready| ready.read = true));
        }
        if question.quiet.is_none_or(|until| until <= now) {
            for end in question.program.log_ends() {
                pipes.push(PollFd::from_borrowed_fd(end, PollFlags::IN));
                owners.push((i, |ready| ready.log = true));
            }
        }
        if question.program.unread() > 0
            && question.leaves.is_none()
            && let Some(writer) = question.program.writer()
        {
            pipes.push(PollFd::from_borrowed_fd(writer, PollFlags::OUT));
            owners.push((i, |ready| ready.write = true));
        }
    }
    let timeout = Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: i64::from(wait.subsec_nanos()) };
    // After a signal or any other interruption we just look again.
    let _ = poll(&mut pipes, Some(&timeout));
    let ready: SmallVec<[bool; 8]> = pipes.iter().map(|pipe| !pipe.revents().is_empty()).collect();
    drop(pipes);
    for ((i, mark), _) in owners.into_iter().zip(ready).filter(|(_, ready)| *ready) {
        mark(&mut questions[i].ready);
    }
}
