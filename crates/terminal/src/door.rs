//! The terminal itself: taken over, written to, and always given back as it was.
//!
//! Whoever ends the program calls [`restore`] first: the panic hook that is set here, the handler of signals, and the door when
//! it closes. While the terminal is taken, Ctrl-C and Ctrl-Z come as keys.

use crate::keys::{Code, Key, Read, read};
use crate::{Error, ink};
use ratatui_core::backend::{Backend, ClearType, WindowSize};
use ratatui_core::buffer::Cell;
use ratatui_core::layout::{Position, Size};
use ratatui_core::style::{Color, Modifier};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Signal, kill_current_process_group};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};
use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

/// How the terminal was before it was taken over, while it is.
static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);
static HOOK: Once = Once::new();

/// Another screen, no cursor, no wrapping at the right edge.
const TAKE: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[0m\x1b[2J";
const GIVE_BACK: &[u8] = b"\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";
/// How long it may take until a stop takes effect.
const STOPS_WITHIN: Duration = Duration::from_millis(100);
/// How long after an escape the rest of its sequence may come, over slow lines too.
const REST_OF_ESCAPE: Duration = Duration::from_millis(60);

/// Whether there is a terminal that can show a board; an error says what else can be done.
pub fn check() -> Result<(), Error> {
    for (what, is_there) in [("standard output", stdout().is_terminal()), ("standard input", stdin().is_terminal())] {
        if !is_there {
            return Err(Error::NoTerminal(what));
        }
    }
    if ink::is_dumb() { Err(Error::Dumb) } else { Ok(()) }
}

/// Gives the terminal back as it was, if it is taken. Anybody may call this, more than once.
pub fn restore() {
    let mut before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(modes) = before.take() {
        // Where it cannot be written to, there is nobody to see it.
        let _gone = stdout().write_all(GIVE_BACK).and_then(|()| stdout().flush());
        let _gone = tcsetattr(stdin(), OptionalActions::Now, &modes);
    }
}

/// The terminal, taken over until this is dropped.
pub struct Door {
    bytes: Vec<u8>,
    keys: VecDeque<Key>,
}

impl Door {
    pub fn open() -> Result<Door, Error> {
        check()?;
        HOOK.call_once(|| {
            let then = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                restore();
                then(panic);
            }));
        });
        take()?;
        Ok(Door { bytes: Vec::new(), keys: VecDeque::new() })
    }

    /// The next key, if one comes in time.
    pub fn key(&mut self, wait: Duration) -> io::Result<Option<Key>> {
        if self.keys.is_empty() && comes(wait)? {
            self.take_in()?;
            // The rest of a sequence may still be on its way; if it is not, the escape was meant as such.
            while read(&self.bytes) == Read::More && !self.bytes.is_empty() {
                if comes(REST_OF_ESCAPE)? {
                    self.take_in()?;
                } else {
                    if self.bytes[0] == 0x1b {
                        self.keys.push_back(Key::plain(Code::Escape));
                    }
                    self.bytes.clear();
                }
            }
        }
        Ok(self.keys.pop_front())
    }

    fn take_in(&mut self) -> io::Result<()> {
        let mut chunk = [0; 1024];
        let length = rustix::io::read(stdin(), &mut chunk)?;
        if length == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.bytes.extend_from_slice(&chunk[..length]);
        while let Read::Key(key, length) = read(&self.bytes) {
            self.keys.extend(key);
            self.bytes.drain(..length);
        }
        Ok(())
    }

    /// Stops the program until the shell goes on with it, as Ctrl-Z does elsewhere.
    pub fn suspend(&mut self) -> Result<(), Error> {
        restore();
        kill_current_process_group(Signal::TSTP).map_err(io::Error::from)?;
        // Any thread may take the signal, a moment later; without a shell to go back to nothing happens.
        std::thread::sleep(STOPS_WITHIN);
        take()
    }

    /// Takes the terminal again if somebody has given it back meanwhile: a shell does so with a program that was stopped.
    /// True if the screen has to be drawn anew.
    pub fn keep(&mut self) -> Result<bool, Error> {
        let modes = tcgetattr(stdin()).map_err(io::Error::from)?;
        if !modes.local_modes.contains(LocalModes::ICANON) {
            return Ok(false);
        }
        take()?;
        Ok(true)
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        restore();
    }
}

fn take() -> Result<(), Error> {
    let mut before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner);
    let modes = tcgetattr(stdin()).map_err(io::Error::from)?;
    let mut raw = modes.clone();
    raw.make_raw();
    before.get_or_insert(modes);
    tcsetattr(stdin(), OptionalActions::Now, &raw).map_err(io::Error::from)?;
    stdout().write_all(TAKE)?;
    Ok(stdout().flush()?)
}

/// Whether input comes in time. A signal ends the wait.
fn comes(wait: Duration) -> io::Result<bool> {
    let (input, wait) = (stdin(), Timespec::try_from(wait).map_err(io::Error::other)?);
    match poll(&mut [PollFd::new(&input, PollFlags::IN)], Some(&wait)) {
        Ok(ready) => Ok(ready > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Cells as a terminal is told them.
pub struct Ansi {
    out: Vec<u8>,
}

impl Ansi {
    pub fn new() -> Ansi {
        Ansi { out: Vec::with_capacity(1 << 14) }
    }

    fn say(&mut self, words: std::fmt::Arguments<'_>) -> io::Result<()> {
        self.out.write_fmt(words)
    }

    fn style(&mut self, cell: &Cell) -> io::Result<()> {
        const MODIFIERS: [(Modifier, u8); 5] = [
            (Modifier::BOLD, 1),
            (Modifier::DIM, 2),
            (Modifier::ITALIC, 3),
            (Modifier::UNDERLINED, 4),
            (Modifier::REVERSED, 7),
        ];
        self.say(format_args!("\x1b[0"))?;
        for (modifier, code) in MODIFIERS {
            if cell.modifier.contains(modifier) {
                self.say(format_args!(";{code}"))?;
            }
        }
        for (color, base) in [(cell.fg, 30), (cell.bg, 40)] {
            match color {
                Color::Indexed(n) => self.say(format_args!(";{};5;{n}", base + 8))?,
                Color::Black => self.say(format_args!(";{base}"))?,
                Color::Red => self.say(format_args!(";{}", base + 1))?,
                Color::Green => self.say(format_args!(";{}", base + 2))?,
                Color::Yellow => self.say(format_args!(";{}", base + 3))?,
                Color::Blue => self.say(format_args!(";{}", base + 4))?,
                Color::Magenta => self.say(format_args!(";{}", base + 5))?,
                Color::Cyan => self.say(format_args!(";{}", base + 6))?,
                // Nothing here is painted in others.
                _ => {}
            }
        }
        self.say(format_args!("m"))
    }
}

impl Backend for Ansi {
    type Error = io::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, content: I) -> io::Result<()> {
        let mut next = None;
        let mut style = None;
        for (x, y, cell) in content {
            if next != Some((x, y)) {
                self.say(format_args!("\x1b[{};{}H", y + 1, x + 1))?;
            }
            let now = (cell.fg, cell.bg, cell.modifier);
            if style != Some(now) {
                self.style(cell)?;
                style = Some(now);
            }
            self.say(format_args!("{}", cell.symbol()))?;
            // Wide characters take more room than is known here: then the place is said again.
            next = cell.symbol().is_ascii().then_some((x + 1, y));
        }
        self.say(format_args!("\x1b[0m"))
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.say(format_args!("\x1b[?25l"))
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.say(format_args!("\x1b[?25h"))
    }

    /// Only viewports inside the screen ask for it, and there are none here.
    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(Position::ORIGIN)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let Position { x, y } = position.into();
        self.say(format_args!("\x1b[{};{}H", y + 1, x + 1))
    }

    fn clear(&mut self) -> io::Result<()> {
        self.say(format_args!("\x1b[0m\x1b[2J"))
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        let code = match region {
            ClearType::All => "2J",
            ClearType::AfterCursor => "0J",
            ClearType::BeforeCursor => "1J",
            ClearType::CurrentLine => "2K",
            ClearType::UntilNewLine => "0K",
        };
        self.say(format_args!("\x1b[{code}"))
    }

    fn size(&self) -> io::Result<Size> {
        let size = tcgetwinsize(stdout())?;
        // A line that does not know its size has the usual one.
        let or = |n: u16, usual| if n == 0 { usual } else { n };
        Ok(Size::new(or(size.ws_col, 80), or(size.ws_row, 24)))
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize { columns_rows: self.size()?, pixels: Size::new(0, 0) })
    }

    fn flush(&mut self) -> io::Result<()> {
        let written = stdout().write_all(&self.out).and_then(|()| stdout().flush());
        self.out.clear();
        written
    }
}
