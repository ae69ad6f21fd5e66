//! How much of everything there may be at once, and how long it may take.

use std::time::Duration;

#[derive(Clone, PartialEq, Debug)]
pub struct Bounds {
    /// Connections in all, and from one address (of IPv6, one /64).
    pub connections: usize,
    pub connections_per_address: usize,
    /// Requests that are being worked on.
    pub in_flight: usize,
    /// Event streams and web sockets in all, and from one address.
    pub streams: usize,
    pub streams_per_address: usize,
    pub body_bytes: usize,
    /// All headers of a request together, and its address line.
    pub head_bytes: usize,
    pub uri_bytes: usize,
    pub headers: usize,
    /// For the head of a request to come, also on a connection that was idle.
    pub head_within: Duration,
    /// For its body to come.
    pub body_within: Duration,
    /// For a client that stops reading its answer.
    pub write_within: Duration,
    /// From the moment of stopping to the last connection.
    pub stop_within: Duration,
    /// How often a quiet stream says that it is there.
    pub stream_beat: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            connections: 2000,
            connections_per_address: 100,
            in_flight: 512,
            streams: 1000,
            streams_per_address: 50,
            body_bytes: 64 << 10,
            head_bytes: 16 << 10,
            uri_bytes: 8 << 10,
            headers: 64,
            head_within: Duration::from_secs(20),
            body_within: Duration::from_secs(15),
            write_within: Duration::from_secs(20),
            stop_within: Duration::from_secs(10),
            stream_beat: Duration::from_secs(15),
        }
    }
}
