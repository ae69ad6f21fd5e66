//! Streams of events: every one exactly once, in order, from a number on, also across reconnects.
//!
//! A stream holds a page of events and no queue. Whoever reads slowly is read for slowly; whoever was up to date and then
//! falls too far behind is cut, and may resume by number.

use crate::address::Origin;
use crate::bounds::Bounds;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::stop::Stop;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

pub mod socket;

/// How many events are read at a time.
const PAGE: usize = 100;
/// How far a reader who was up to date may fall behind.
pub const MOST_BEHIND: i64 = 1000;

/// One event, as it is told.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// Its number; numbers only grow.
    pub n: i64,
    /// Its type.
    pub event: String,
    /// Its JSON.
    pub data: Arc<str>,
}

/// Where events come from.
pub trait Feed: Send + Sync + 'static {
    /// Events with a number above `n`, oldest first, at most `limit`. It may block.
    fn after(&self, n: i64, limit: usize) -> Result<Vec<Told>, Problem>;

    /// The number of the newest event that [`Feed::after`] gives. It is raised only once the event is durable.
    fn newest(&self) -> watch::Receiver<i64>;
}

/// Why a stream ended.
#[derive(Debug)]
pub enum End {
    /// The reader was too slow.
    Behind,
    /// The server stops, or the feed is gone.
    Stopping,
    Failed(Problem),
}

impl End {
    /// The last message.
    pub fn problem(&self) -> Problem {
        match self {
            End::Behind => {
                Problem::unavailable("too_slow", "you read too slowly; resume with the last number you have", 1)
            }
            End::Stopping => {
                Problem::unavailable("stopping", "the server is stopping; resume with the last number you have", 5)
            }
            End::Failed(problem) => problem.clone(),
        }
    }
}

/// All streams that are open, within their bounds.
#[derive(Clone)]
pub struct Streams {
    open: watch::Sender<HashMap<Origin, usize>>,
    most: usize,
    most_per_origin: usize,
    beat: Duration,
    send_within: Duration,
    /// The largest message that a socket takes.
    message_bytes: usize,
    stop: Stop,
    metrics: Arc<Metrics>,
}

/// A place among the open streams, until it is dropped.
pub struct Place {
    open: watch::Sender<HashMap<Origin, usize>>,
    origin: Origin,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.open.send_modify(|open| {
            if let Some(count) = open.get_mut(&self.origin) {
                *count -= 1;
                if *count == 0 {
                    open.remove(&self.origin);
                }
            }
        });
    }
}

/// The query of a stream.
#[derive(Deserialize, JsonSchema)]
pub struct After {
    /// Only events with a higher number; 0 for all. The header `Last-Event-ID` beats it.
    #[serde(default)]
    pub after: i64,
}

impl After {
    /// From where to go on: what the browser had last, or what was asked for.
    pub fn cursor(&self, headers: &HeaderMap) -> Result<i64, Problem> {
        let wrong = |what: &str| Problem::bad("bad_cursor", format!("{what} is the number of an event, 0 or more"));
        let after = match headers.get("last-event-id") {
            Some(last) => last.to_str().ok().and_then(|last| last.parse().ok()).ok_or(wrong("Last-Event-ID"))?,
            None => self.after,
        };
        if after < 0 { Err(wrong("after")) } else { Ok(after) }
    }
}

impl Streams {
    pub fn new(bounds: &Bounds, stop: Stop, metrics: Arc<Metrics>) -> Streams {
        Streams {
            open: watch::Sender::default(),
            most: bounds.streams,
            most_per_origin: bounds.streams_per_address,
            beat: bounds.stream_beat,
            send_within: bounds.write_within,
            message_bytes: bounds.body_bytes,
            stop,
            metrics,
        }
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.open.borrow().values().sum()
    }

    /// Waits until none is open.
    pub async fn ended(&self) {
        // The sender is `self`, so it cannot be gone.
        let mut open = self.open.subscribe();
        let _ended = open.wait_for(HashMap::is_empty).await;
    }

    /// A place for one more.
    pub fn place(&self, origin: Origin) -> Result<Place, Problem> {
        let mut full = None;
        self.open.send_if_modified(|open| {
            let own = open.get(&origin).copied().unwrap_or(0);
            if open.values().sum::<usize>() >= self.most {
                full = Some("at the moment");
            } else if own >= self.most_per_origin {
                full = Some("from your address");
            } else {
                open.insert(origin, own + 1);
            }
            full.is_none()
        });
        if let Some(what) = full {
            let message = format!("there are too many streams {what}");
            return Err(Problem::unavailable("too_many_streams", message, 10));
        }
        self.metrics.streams_opened.count();
        Ok(Place { open: self.open.clone(), origin })
    }

    /// Reads a feed from a number on.
    pub fn reader(&self, feed: Arc<dyn Feed>, after: i64) -> Reader {
        let newest = feed.newest();
        let goal = *newest.borrow();
        let (stop, metrics) = (self.stop.clone(), Arc::clone(&self.metrics));
        Reader {
            feed,
            newest,
            at: after,
            goal,
            was_up_to_date: false,
            waits: false,
            page: VecDeque::new(),
            stop,
            metrics,
        }
    }

    /// Server-Sent Events.
    pub fn events(&self, feed: Arc<dyn Feed>, after: i64, origin: Origin) -> Result<Response, Problem> {
        let place = self.place(origin)?;
        let (reader, beat) = (self.reader(feed, after), self.beat);
        let start = Some((reader, place));
        let frames = futures_util::stream::unfold(start, move |open| async move {
            let (mut reader, place) = open?;
            let frame = match tokio::time::timeout(beat, reader.next()).await {
                Err(_) => ": still here\n\n".to_string(),
                Ok(Ok(told)) => frame(&told),
                Ok(Err(end)) => return Some((Ok::<_, Infallible>(last_frame(&end)), None)),
            };
            Some((Ok(frame), Some((reader, place))))
        });
        let mut response = Body::from_stream(frames).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        // Proxies that gather answers would hold events back.
        headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
        Ok(response)
    }
}

/// Somebody's way along a feed.
pub struct Reader {
    feed: Arc<dyn Feed>,
    newest: watch::Receiver<i64>,
    /// The last number that was given.
    at: i64,
    /// What was there when the reader last had to wait, or began: that much it may take its time for.
    goal: i64,
    was_up_to_date: bool,
    /// It had read everything and waits for more.
    waits: bool,
    page: VecDeque<Told>,
    stop: Stop,
    metrics: Arc<Metrics>,
}

impl Reader {
    /// The next event, as soon as there is one. Nothing is lost if this is dropped while it waits.
    pub async fn next(&mut self) -> Result<Told, End> {
        loop {
            if self.stop.is_stopped() {
                return Err(End::Stopping);
            }
            if let Some(told) = self.page.pop_front() {
                self.at = told.n;
                return Ok(told);
            }
            let newest = *self.newest.borrow_and_update();
            if self.at >= newest {
                self.was_up_to_date = true;
                self.waits = true;
                let stop = self.stop.clone();
                tokio::select! {
                    changed = self.newest.changed() => changed.map_err(|_| End::Stopping)?,
                    () = stop.stopped() => return Err(End::Stopping),
                }
                continue;
            }
            // However much came while it waited, it was not slow.
            if std::mem::take(&mut self.waits) {
                self.goal = newest;
            }
            if self.at >= self.goal {
                if self.was_up_to_date && newest - self.at > MOST_BEHIND {
                    self.metrics.streams_behind.count();
                    return Err(End::Behind);
                }
                self.goal = newest;
            }
            self.page = self.read(newest).await.map_err(End::Failed)?.into();
        }
    }

    /// The next page, in order and without what was given already.
    async fn read(&mut self, newest: i64) -> Result<Vec<Told>, Problem> {
        let (feed, at) = (Arc::clone(&self.feed), self.at);
        let mut page = crate::house::blocking(move || feed.after(at, PAGE)).await?;
        let mut last = at;
        page.retain(|told| {
            let is_new = told.n > last;
            last = last.max(told.n);
            is_new
        });
        if page.is_empty() {
            // What there was is not for this reader.
            self.at = newest;
        }
        Ok(page)
    }
}

fn frame(told: &Told) -> String {
    let mut frame = format!("id: {}\nevent: {}\n", told.n, told.event.replace(['\r', '\n'], " "));
    data(&mut frame, &told.data);
    frame
}

/// It has no id, so a browser resumes after the last event.
fn last_frame(end: &End) -> String {
    let mut frame = String::from("event: end\n");
    data(&mut frame, &end.problem().document().to_string());
    frame
}

fn data(frame: &mut String, data: &str) {
    // A line break would end the field; JSON has none outside of its own escapes, but whoever made it may have laid it out.
    for line in data.split(['\r', '\n']) {
        let _never_fails = writeln!(frame, "data: {line}");
    }
    frame.push('\n');
}
