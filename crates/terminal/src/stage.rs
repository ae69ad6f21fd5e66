//! What is common to watching and playing: the loop that draws, waits for keys and looks at the clock.

use crate::Error;
use crate::door::{Ansi, Door};
use crate::keys::{Code, Key};
use ratatui_core::terminal::{Frame, Terminal};
use skirmish_referee::Cancel;
use std::time::{Duration, Instant};

/// How long to wait for a key before looking at the clock again.
const TICK: Duration = Duration::from_millis(40);

/// Something that is shown and takes keys.
pub trait Act {
    fn draw(&mut self, frame: &mut Frame<'_>);
    fn press(&mut self, key: Key) -> Result<Flow, Error>;
    /// Time has come to this; true if there is something new to see.
    fn tick(&mut self, now: Instant) -> Result<bool, Error>;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    Stay,
    Leave,
}

/// Shows an act until it is left. Ctrl-C cancels whatever hangs on `cancel`, and what is cancelled is left.
pub fn run(act: &mut dyn Act, cancel: &Cancel) -> Result<(), Error> {
    let mut door = Door::open()?;
    let mut terminal = Terminal::new(Ansi::new())?;
    let mut drawn_at = None;
    loop {
        let size = terminal.size()?;
        if act.tick(Instant::now())? || drawn_at != Some(size) {
            terminal.draw(|frame| act.draw(frame))?;
            drawn_at = Some(size);
        }
        if cancel.is_cancelled() {
            return Ok(());
        }
        let mut pressed = door.key(TICK)?;
        if door.keep()? {
            terminal.clear()?;
            drawn_at = None;
        }
        while let Some(key) = pressed {
            drawn_at = None;
            if key == Key::control('c') {
                cancel.cancel();
                return Ok(());
            } else if key == Key::control('z') {
                door.suspend()?;
                terminal.clear()?;
            } else if key == Key::control('l') {
                terminal.clear()?;
            } else if act.press(key)? == Flow::Leave {
                return Ok(());
            }
            pressed = door.key(Duration::ZERO)?;
        }
    }
}

/// A box over the picture that waits to be closed.
pub struct Open {
    pub what: Leaf,
    /// How many of its lines are above its edge.
    pub skip: usize,
    /// How many lines did not fit when it was drawn.
    pub hidden: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    Help,
    Legend,
    Log,
}

impl Open {
    pub fn new(what: Leaf) -> Open {
        Open { what, skip: 0, hidden: 0 }
    }

    /// Scrolls it; any other key closes it.
    pub fn press(&mut self, key: Key) -> Flow {
        let page = 10;
        self.skip = match key.code {
            Code::Up => self.skip.saturating_sub(1),
            Code::Down => self.skip + 1,
            Code::PageUp => self.skip.saturating_sub(page),
            Code::PageDown => self.skip + page,
            Code::Home => 0,
            Code::End => self.hidden,
            _ => return Flow::Leave,
        }
        .min(self.hidden);
        Flow::Stay
    }
}
