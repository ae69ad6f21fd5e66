//! Web sockets: what somebody says is answered in order, and events come in between.

use super::{End, Reader, Streams, Told};
use crate::address::Origin;
use crate::problem::Problem;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use std::time::Duration;

/// What one end of the conversation does.
pub trait Talk: Send {
    /// Something was said; what to answer, and what to do then.
    fn heard(&mut self, text: &str) -> impl Future<Output = Reply> + Send;

    /// How an event is told.
    fn told(&self, told: &Told) -> String;
}

/// An answer to something that was said.
#[derive(Default)]
pub struct Reply {
    /// Frames to send, in this order.
    pub frames: Vec<String>,
    /// From now on, tell what this reader reads.
    pub follow: Option<Reader>,
    /// Hang up after this.
    pub close: Option<Problem>,
}

impl Reply {
    pub fn frame(text: impl Into<String>) -> Reply {
        Reply { frames: vec![text.into()], ..Reply::default() }
    }

    pub fn close(problem: Problem) -> Reply {
        Reply { close: Some(problem), ..Reply::default() }
    }
}

/// How many quiet beats a client may let go by without a sign of life.
const MOST_SILENT: u32 = 3;

impl Streams {
    /// Opens a socket and talks until one side has enough. A client that does not read what it is sent is cut.
    ///
    /// Only frames are bounded in size here; how often somebody may say something is for `talk` to ask.
    pub fn socket(
        &self,
        upgrade: WebSocketUpgrade,
        origin: Origin,
        talk: impl Talk + 'static,
    ) -> Result<Response, Problem> {
        let place = self.place(origin)?;
        let streams = self.clone();
        let upgrade = upgrade.max_message_size(self.message_bytes).max_frame_size(self.message_bytes);
        Ok(upgrade.on_upgrade(async move |socket| {
            let mut talk = Conversation { socket, send_within: streams.send_within, reader: None, talk };
            if let Some(end) = talk.run(streams.beat, &streams.stop).await {
                talk.part(&end).await;
            }
            drop(place);
        }))
    }
}

struct Conversation<T> {
    socket: WebSocket,
    send_within: Duration,
    reader: Option<Reader>,
    talk: T,
}

impl<T: Talk> Conversation<T> {
    /// Until it ends; `None` if the client is gone.
    async fn run(&mut self, beat: Duration, stop: &crate::stop::Stop) -> Option<Problem> {
        let mut silent = 0;
        loop {
            tokio::select! {
                () = stop.stopped() => return Some(End::Stopping.problem()),
                told = next(&mut self.reader) => match told {
                    Ok(told) => self.send(Message::text(self.talk.told(&told))).await?,
                    Err(end) => return Some(end.problem()),
                },
                heard = self.socket.recv() => {
                    silent = 0;
                    match heard?.ok()? {
                        Message::Text(text) => {
                            let reply = self.talk.heard(&text).await;
                            for frame in reply.frames {
                                self.send(Message::text(frame)).await?;
                            }
                            if reply.follow.is_some() {
                                self.reader = reply.follow;
                            }
                            if reply.close.is_some() {
                                return reply.close;
                            }
                        }
                        Message::Binary(_) => return Some(Problem::bad("malformed", "send text frames")),
                        Message::Close(_) => return None,
                        Message::Ping(_) | Message::Pong(_) => {}
                    }
                },
                () = tokio::time::sleep(beat) => {
                    silent += 1;
                    if silent > MOST_SILENT {
                        return None;
                    }
                    self.send(Message::Ping(Vec::new().into())).await?;
                }
            }
        }
    }

    /// `None` if the client is gone, or does not read.
    async fn send(&mut self, message: Message) -> Option<()> {
        tokio::time::timeout(self.send_within, self.socket.send(message)).await.ok()?.ok()
    }

    /// A last message, and a proper end.
    async fn part(&mut self, why: &Problem) {
        let last = serde_json::json!({"type": "end", "problem": why.document()}).to_string();
        if self.send(Message::text(last)).await.is_none() {
            return;
        }
        let code = match why.status().as_u16() {
            503 => close_code::AGAIN,
            _ => close_code::POLICY,
        };
        let reason = why.reason().to_string().into();
        let _gone = self.send(Message::Close(Some(CloseFrame { code, reason }))).await;
    }
}

/// What comes next, or nothing ever.
async fn next(reader: &mut Option<Reader>) -> Result<Told, End> {
    match reader {
        Some(reader) => reader.next().await,
        None => std::future::pending().await,
    }
}
