//! Web sockets as a client holds them.

use super::{Client, Home};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

pub struct Socket<'a> {
    home: &'a Home,
    stream: WebSocketStream<tokio::net::TcpStream>,
}

impl<'a> Socket<'a> {
    /// Opens a socket to a path, before any word.
    pub fn open(home: &'a Home, path: &str) -> Socket<'a> {
        let Client { address, .. } = home.anyone;
        let stream = home.runtime.block_on(async {
            let stream = tokio::net::TcpStream::connect(address).await.unwrap();
            tokio_tungstenite::client_async(format!("ws://{address}{path}"), stream).await.unwrap().0
        });
        Socket { home, stream }
    }

    pub fn say(&mut self, frame: &Value) {
        self.say_raw(&frame.to_string());
    }

    pub fn say_raw(&mut self, text: &str) {
        self.home.runtime.block_on(self.stream.send(Message::text(text))).unwrap();
    }

    /// The next frame; `None` if the server hung up.
    pub fn hear(&mut self) -> Option<Value> {
        self.home.runtime.block_on(async {
            loop {
                match self.stream.next().await?.ok()? {
                    Message::Text(text) => return Some(serde_json::from_str(&text).unwrap()),
                    Message::Close(_) => return None,
                    _ => {}
                }
            }
        })
    }

    /// The next frame of a type; those of others are dropped.
    pub fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.hear().unwrap_or_else(|| panic!("the server hung up before it said {kind}"));
            if frame["type"] == kind {
                return frame;
            }
        }
    }

    /// Why the server hangs up, and that it does.
    pub fn end(&mut self) -> String {
        let reason = self.hear_of("end")["problem"]["reason"].as_str().unwrap().to_string();
        assert_eq!(self.hear(), None);
        reason
    }
}
