//! A terminal for the program, as a person has one: keys go in, and what is on its screen can be read.

use crate::support::{Folder, SKIRMISH};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// How long to wait for something to appear: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Pty {
    keyboard: OwnedFd,
    /// Kept open, so that the terminal outlives the program and can be looked at.
    terminal: OwnedFd,
    child: Child,
    pub screen: Screen,
}

/// Whether a program can be given a terminal of its own here; if not, that is said loudly.
pub fn setsid() -> bool {
    let there = Command::new("setsid").arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("*** SKIPPED: setsid (util-linux) is not installed");
    }
    there
}

impl Pty {
    /// Runs the program in a terminal of so many columns and rows.
    pub fn start(folder: &Folder, args: &[&str], size: [u16; 2]) -> Pty {
        Pty::run(folder, SKIRMISH, args, size)
    }

    pub fn run(folder: &Folder, program: &str, args: &[&str], size: [u16; 2]) -> Pty {
        let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&keyboard).expect("a terminal");
        unlockpt(&keyboard).expect("a terminal");
        let name = ptsname(&keyboard, Vec::new()).expect("its name");
        let open = || open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("the terminal opens");
        let terminal = open();
        let mut command = Command::new("setsid");
        command.arg("--ctty").arg(program).args(args).current_dir(&folder.0);
        command.env("XDG_CACHE_HOME", folder.file(".cache")).env("TERM", "xterm-256color").env_remove("NO_COLOR");
        command.stdin(open()).stdout(open()).stderr(open());
        set_size(&keyboard, size);
        Pty { keyboard, terminal, child: command.spawn().expect("setsid starts"), screen: Screen::new(size) }
    }

    pub fn resize(&mut self, size: [u16; 2]) {
        set_size(&self.keyboard, size);
        self.screen.resize(size);
    }

    pub fn press(&mut self, keys: &str) {
        rustix::io::write(&self.keyboard, keys.as_bytes()).expect("the terminal takes keys");
    }

    /// Waits until the screen is as wanted, and fails with what it shows.
    pub fn until(&mut self, what: &str, wanted: impl Fn(&Screen) -> bool) {
        let begun = Instant::now();
        while !wanted(&self.screen) {
            assert!(begun.elapsed() < PATIENCE, "never came: {what}\n{}", self.screen.text());
            if !self.take(Duration::from_millis(100)) && self.ended().is_some() && !self.take(Duration::ZERO) {
                assert!(wanted(&self.screen), "it ended before: {what}\n{}", self.screen.text());
            }
        }
    }

    pub fn shows(&mut self, text: &str) {
        self.until(text, |screen| screen.text().contains(text));
    }

    /// Reads what has been written; false if nothing came in time.
    fn take(&mut self, wait: Duration) -> bool {
        let wait = Timespec::try_from(wait).expect("a short time");
        let ready = poll(&mut [PollFd::new(&self.keyboard, PollFlags::IN)], Some(&wait)).unwrap_or(0);
        if ready == 0 {
            return false;
        }
        let mut bytes = [0; 65536];
        let length = rustix::io::read(&self.keyboard, &mut bytes).unwrap_or(0);
        self.screen.write(&bytes[..length]);
        length > 0
    }

    fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("the child is ours")
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("the child is ours");
    }

    /// Waits for the end of the program, and gives its exit code.
    pub fn code(&mut self) -> Option<i32> {
        let begun = Instant::now();
        loop {
            self.take(Duration::from_millis(50));
            if let Some(status) = self.ended() {
                while self.take(Duration::ZERO) {}
                return status.code();
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{}", self.screen.text());
        }
    }

    /// Whether lines are edited and keys echoed, as a shell leaves it.
    pub fn is_as_before(&self) -> bool {
        let modes = tcgetattr(&self.terminal).expect("a terminal");
        let wanted = LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        modes.local_modes.contains(wanted) && !self.screen.alternate && self.screen.has_cursor
    }
}

fn set_size(keyboard: &OwnedFd, [columns, rows]: [u16; 2]) {
    let size = Winsize { ws_col: columns, ws_row: rows, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(keyboard, size).expect("a terminal");
}

impl Drop for Pty {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

/// As much of a terminal as the program uses.
pub struct Screen {
    rows: Vec<Vec<char>>,
    main: Vec<Vec<char>>,
    at: [usize; 2],
    torn: Vec<u8>,
    pub alternate: bool,
    pub has_cursor: bool,
    /// Everything that was written, for looking at colours.
    pub raw: String,
}

impl Screen {
    fn new([columns, rows]: [u16; 2]) -> Screen {
        let blank = vec![vec![' '; usize::from(columns)]; usize::from(rows)];
        let main = blank.clone();
        Screen {
            rows: blank,
            main,
            at: [0, 0],
            torn: Vec::new(),
            alternate: false,
            has_cursor: true,
            raw: String::new(),
        }
    }

    fn resize(&mut self, [columns, rows]: [u16; 2]) {
        for rows_of in [&mut self.rows, &mut self.main] {
            rows_of.resize(usize::from(rows), Vec::new());
            rows_of.iter_mut().for_each(|row| row.resize(usize::from(columns), ' '));
        }
        self.at = [0, 0];
    }

    pub fn row(&self, y: usize) -> String {
        self.rows[y].iter().collect::<String>().trim_end().into()
    }

    pub fn text(&self) -> String {
        (0..self.rows.len()).map(|y| self.row(y)).collect::<Vec<_>>().join("\n")
    }

    fn write(&mut self, bytes: &[u8]) {
        let bytes = [std::mem::take(&mut self.torn), bytes.to_vec()].concat();
        let mut text = match std::str::from_utf8(&bytes) {
            Ok(text) => text.to_string(),
            Err(why) => {
                self.torn = bytes[why.valid_up_to()..].to_vec();
                String::from_utf8_lossy(&bytes[..why.valid_up_to()]).into_owned()
            }
        };
        self.raw.push_str(&text);
        while let Some(first) = text.chars().next() {
            let used = if first == '\u{1b}' {
                match self.sequence(&text) {
                    Some(used) => used,
                    None => {
                        self.raw.truncate(self.raw.len() - text.len());
                        self.torn = [text.as_bytes(), &self.torn].concat();
                        return;
                    }
                }
            } else {
                self.put(first);
                first.len_utf8()
            };
            text.drain(..used);
        }
    }

    /// What an escape does; `None` if its end has not come yet.
    fn sequence(&mut self, text: &str) -> Option<usize> {
        let rest = text.strip_prefix("\u{1b}[")?;
        let end = rest.find(|c: char| ('\u{40}'..'\u{7f}').contains(&c))?;
        let (words, letter) = (&rest[..end], rest.as_bytes()[end]);
        let number = |i: usize| words.split(';').nth(i).and_then(|n| n.parse().ok()).unwrap_or(1usize);
        match (letter, words) {
            (b'H', _) => self.at = [number(1) - 1, number(0) - 1],
            (b'J', _) => self.rows.iter_mut().for_each(|row| row.fill(' ')),
            (b'h', "?1049") => {
                self.main.clone_from(&self.rows);
                self.alternate = true;
            }
            (b'l', "?1049") => {
                self.rows.clone_from(&self.main);
                self.alternate = false;
            }
            (b'h', "?25") => self.has_cursor = true,
            (b'l', "?25") => self.has_cursor = false,
            _ => {}
        }
        Some(2 + end + 1)
    }

    fn put(&mut self, c: char) {
        let [x, y] = self.at;
        match c {
            '\r' => self.at[0] = 0,
            '\n' if y + 1 >= self.rows.len() => {
                let columns = self.rows[0].len();
                self.rows.remove(0);
                self.rows.push(vec![' '; columns]);
            }
            '\n' => self.at[1] += 1,
            c if c.is_control() => {}
            c => {
                if let Some(cell) = self.rows.get_mut(y).and_then(|row| row.get_mut(x)) {
                    *cell = c;
                }
                self.at[0] += 1;
            }
        }
    }
}
