//! Two network namespaces and a cable between them that can be cut. Nothing leads out of them, so nothing in them reaches, or
//! is reached by, anything that is not in them.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};

/// Where the near end is found from both; addresses that are set aside for examples.
pub const NEAR: &str = "192.0.2.1";
const FAR: &str = "192.0.2.2";

/// Two rooms with a cable between them. The system takes everything back when the last process in them is gone, and none
/// outlives this process.
pub struct Cable {
    pub near: Room,
    pub far: Room,
}

/// A network namespace. It has no name anywhere and lives as long as the process that keeps it, which ends when our end of its
/// input is closed, for whatever reason.
pub struct Room {
    keeper: Child,
}

impl Cable {
    /// Lays a cable, or says loudly that this machine does not let us; that is an error if `SKIRMISH_NEED_NAMESPACES` is set.
    pub fn lay() -> Option<Cable> {
        match Cable::try_lay() {
            Ok(cable) => Some(cable),
            Err(why) => {
                assert!(std::env::var_os("SKIRMISH_NEED_NAMESPACES").is_none(), "network namespaces are needed: {why}");
                eprintln!("SKIPPED: nothing was tested over a network that is cut: {why}");
                None
            }
        }
    }

    fn try_lay() -> Result<Cable, String> {
        let cable = Cable { near: Room::new()?, far: Room::new()? };
        let other = cable.far.keeper.id().to_string();
        cable.near.ip(&["link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", &other])?;
        for (room, address) in [(&cable.near, NEAR), (&cable.far, FAR)] {
            room.ip(&["address", "add", &format!("{address}/30"), "dev", "cable"])?;
            room.ip(&["link", "set", "lo", "up"])?;
            room.ip(&["link", "set", "cable", "up"])?;
        }
        Ok(cable)
    }

    /// From now on nothing passes, and nobody is told.
    pub fn cut(&self) {
        self.far.ip(&["link", "set", "cable", "down"]).expect("the cable is cut");
    }

    pub fn mend(&self) {
        self.far.ip(&["link", "set", "cable", "up"]).expect("the cable is mended");
    }
}

impl Room {
    fn new() -> Result<Room, String> {
        let mut keeper = Command::new("unshare");
        keeper.args(["--net", "sh", "-c", "echo here; read -r nothing"]);
        keeper.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut keeper = keeper.spawn().map_err(|error| format!("unshare: {error}"))?;
        let mut line = String::new();
        let told = keeper.stdout.take().map(|out| BufReader::new(out).read_line(&mut line));
        let room = Room { keeper };
        match line.trim() {
            "here" => Ok(room),
            _ => Err(format!("no namespaces can be made here ({told:?}); root or CAP_SYS_ADMIN is needed")),
        }
    }

    /// The words before those of a program that is to run in this room, and to end with the thread that starts it. They make
    /// no process of their own.
    pub(crate) fn entrance(&self) -> [String; 6] {
        let net = format!("--net=/proc/{}/ns/net", self.keeper.id());
        ["nsenter", &net, "setpriv", "--pdeathsig", "KILL", "--"].map(Into::into)
    }

    /// A program that will run in this room.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let [enter, words @ ..] = self.entrance();
        let mut command = Command::new(enter);
        command.args(words).arg(program);
        command
    }

    fn ip(&self, words: &[&str]) -> Result<(), String> {
        // It is where users who are not root do not look.
        let path = format!("{}:/usr/sbin:/sbin", std::env::var("PATH").unwrap_or_default());
        let ran = self.command("ip").args(words).env("PATH", path).stdin(Stdio::null()).output();
        let Output { status, stderr, .. } = ran.map_err(|error| format!("nsenter: {error}"))?;
        match status.success() {
            true => Ok(()),
            false => Err(format!("ip {}: {status}: {}", words.join(" "), String::from_utf8_lossy(&stderr).trim())),
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ended = self.keeper.wait();
    }
}
