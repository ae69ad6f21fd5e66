//! Messages between runner, helper and init: a length, JSON, and descriptors along with them.

use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Error, Exit, Policy};

/// The most descriptors one message carries.
const MOST_FDS: usize = 8;
/// No honest message comes near this; a longer one is refused before anything is allocated.
const MOST_BYTES: usize = 4 << 20;

/// What the runner asks of the helper. Descriptors: stdin, stdout, stderr, and the slot's lock if there is one.
#[derive(Debug, Serialize, Deserialize)]
pub struct Order {
    pub policy: Policy,
    pub program: PathBuf,
    pub args: Vec<OsString>,
    pub env: Vec<(OsString, OsString)>,
    /// The outer user and group id the bot gets, when the runner is root.
    pub slot: Option<u32>,
    /// Name of the control group, unique on this machine.
    pub group: String,
}

/// What the helper (or init) says back.
#[derive(Debug, Serialize, Deserialize)]
pub enum Word {
    /// A listener for the bot's one port comes with this message.
    Listening,
    /// The bot's private scratch folder comes with this message, from init to helper: it counts as memory.
    Scratch,
    /// The folders it may write, in the order of its policy, come with this message.
    Writing,
    /// The bot runs. Its pidfd comes with this message.
    Started(Active),
    Failed(Failure),
    Ended(Exit),
}

/// The bot's process as seen from outside.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Active {
    pub pid: i32,
    /// The process whose descendants are the sandbox: init, or the helper.
    pub root: i32,
}

/// An [`Error`] that can travel.
#[derive(Debug, Serialize, Deserialize)]
pub struct Failure {
    pub stage: String,
    pub errno: Option<i32>,
    pub text: String,
}

impl Failure {
    pub fn new(stage: &str, error: &io::Error) -> Self {
        Self { stage: stage.to_owned(), errno: error.raw_os_error(), text: error.to_string() }
    }

    fn text(stage: &str, text: String) -> Self {
        Self { stage: stage.to_owned(), errno: None, text }
    }

    /// Back into the error it was made from.
    pub fn into_error(self, order: &Order) -> Error {
        let source = match self.errno {
            Some(errno) => io::Error::from_raw_os_error(errno),
            None => io::Error::other(self.text.clone()),
        };
        match self.stage.as_str() {
            "exec" => Error::Exec { program: order.program.clone(), source },
            "folder" => Error::BadFolder { folder: order.policy.folder.clone(), reason: self.text },
            "level" => Error::Unavailable { level: order.policy.level, reason: self.text },
            _ => Error::Setup { stage: self.stage, source },
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Setup { stage, source } => Self::new(&stage, &source),
            Error::Exec { source, .. } => Self::new("exec", &source),
            Error::NoProgram(_) | Error::Elsewhere(_) => Self::new("exec", &io::Error::from_raw_os_error(libc::ENOENT)),
            Error::BadFolder { reason, .. } => Self::text("folder", reason),
            Error::Unavailable { reason, .. } => Self::text("level", reason),
        }
    }
}

/// Sends a message with descriptors.
pub fn send<T: Serialize>(mut socket: &UnixStream, message: &T, fds: &[BorrowedFd<'_>]) -> io::Result<()> {
    let body = serde_json::to_vec(message)?;
    let length = (body.len() as u32).to_le_bytes();
    if fds.is_empty() {
        // A bot whose program does not start reports it from behind its filter, which refuses messages with descriptors.
        socket.write_all(&length)?;
        return socket.write_all(&body);
    }
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FDS))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !control.push(SendAncillaryMessage::ScmRights(fds)) {
        return Err(io::Error::other("too many descriptors in one message"));
    }
    rustix::net::sendmsg(socket, &[IoSlice::new(&length)], &mut control, SendFlags::NOSIGNAL)?;
    socket.write_all(&body)
}

/// Receives a message with its descriptors; `None` when the other side has closed.
pub fn receive<T: DeserializeOwned>(mut socket: &UnixStream) -> io::Result<Option<(T, Vec<OwnedFd>)>> {
    let mut length = [0; 4];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FDS))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let got = loop {
        let mut slices = [IoSliceMut::new(&mut length)];
        match rustix::net::recvmsg(socket, &mut slices, &mut control, RecvFlags::CMSG_CLOEXEC) {
            Err(rustix::io::Errno::INTR) => {}
            other => break other?.bytes,
        }
    };
    let mut fds = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(received) = message {
            fds.extend(received);
        }
    }
    if got == 0 {
        return Ok(None);
    }
    socket.read_exact(&mut length[got..])?;
    let length = u32::from_le_bytes(length) as usize;
    if length > MOST_BYTES {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a message of the jail is too long"));
    }
    let mut body = vec![0; length];
    socket.read_exact(&mut body)?;
    Ok(Some((serde_json::from_slice(&body)?, fds)))
}
