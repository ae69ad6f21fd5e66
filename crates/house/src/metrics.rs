//! What the house measures, told as Prometheus text.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Upper edges of the latency histogram, in milliseconds.
const EDGES_MS: [u64; 10] = [1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000];

#[derive(Default)]
pub struct Metrics {
    requests: Mutex<BTreeMap<(String, String, u16), u64>>,
    latency: Mutex<BTreeMap<String, Histogram>>,
    pub rate_limited: Counter,
    pub busy: Counter,
    pub panics: Counter,
    pub commits: Counter,
    pub commits_failed: Counter,
    pub streams_opened: Counter,
    pub streams_behind: Counter,
    pub webhooks_delivered: Counter,
    pub webhooks_failed: Counter,
    pub webhooks_off: Counter,
    pub connections: Gauge,
    pub connections_refused: Counter,
}

#[derive(Default)]
struct Histogram {
    buckets: [u64; EDGES_MS.len()],
    count: u64,
    sum_us: u64,
}

/// Only grows.
#[derive(Default)]
pub struct Counter(AtomicU64);

impl Counter {
    pub fn count(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Goes up and down.
#[derive(Default)]
pub struct Gauge(AtomicI64);

impl Gauge {
    pub fn add(&self, n: i64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Metrics {
    /// One request was answered. `route` is the template of the path, so there are only so many.
    pub fn answered(&self, method: &str, route: &str, status: u16, took: Duration) {
        *locked(&self.requests).entry((route.into(), method.into(), status)).or_default() += 1;
        let mut latency = locked(&self.latency);
        let histogram = latency.entry(route.into()).or_default();
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        for (edge, bucket) in EDGES_MS.iter().zip(&mut histogram.buckets) {
            *bucket += u64::from(us <= edge * 1000);
        }
        histogram.count += 1;
        histogram.sum_us = histogram.sum_us.saturating_add(us);
    }

    /// All of it as text; `streams` is how many are open.
    pub fn text(&self, streams: usize) -> String {
        let mut text = String::new();
        family(&mut text, "requests_total", "counter", "Requests by route, method and status.");
        for ((route, method, status), count) in locked(&self.requests).iter() {
            let labels = format!("route=\"{}\",method=\"{}\",status=\"{status}\"", escaped(route), escaped(method));
            line(&mut text, "requests_total", &labels, *count);
        }
        family(&mut text, "request_seconds", "histogram", "Time to an answer, by route.");
        for (route, histogram) in locked(&self.latency).iter() {
            let route = format!("route=\"{}\"", escaped(route));
            for (edge, count) in EDGES_MS.iter().zip(histogram.buckets) {
                let labels = format!("{route},le=\"{}\"", *edge as f64 / 1000.0);
                line(&mut text, "request_seconds_bucket", &labels, count);
            }
            line(&mut text, "request_seconds_bucket", &format!("{route},le=\"+Inf\""), histogram.count);
            line(&mut text, "request_seconds_sum", &route, histogram.sum_us as f64 / 1e6);
            line(&mut text, "request_seconds_count", &route, histogram.count);
        }
        let counters = [
            ("rate_limited_total", "Requests refused because somebody asked too often.", &self.rate_limited),
            ("busy_total", "Requests refused because too many were being worked on.", &self.busy),
            ("panics_total", "Handlers that panicked.", &self.panics),
            ("commits_total", "Commits to the store.", &self.commits),
            ("commits_failed_total", "Commits that the store refused.", &self.commits_failed),
            ("streams_total", "Event streams and web sockets that were opened.", &self.streams_opened),
            ("streams_behind_total", "Streams cut because their reader was too slow.", &self.streams_behind),
            ("webhooks_delivered_total", "Letters of webhooks that were delivered.", &self.webhooks_delivered),
            ("webhooks_failed_total", "Tries to deliver a letter that failed.", &self.webhooks_failed),
            ("webhooks_switched_off_total", "Webhooks switched off because of their receivers.", &self.webhooks_off),
            ("connections_refused_total", "Connections beyond the bounds.", &self.connections_refused),
        ];
        for (name, about, counter) in counters {
            family(&mut text, name, "counter", about);
            line(&mut text, name, "", counter.get());
        }
        family(&mut text, "connections", "gauge", "Open connections.");
        line(&mut text, "connections", "", self.connections.get());
        family(&mut text, "streams", "gauge", "Open event streams and web sockets.");
        line(&mut text, "streams", "", streams);
        text
    }
}

/// The head of a family of numbers. Residents use it for theirs; every name gets the prefix `skirmish_`.
pub fn family(text: &mut String, name: &str, kind: &str, about: &str) {
    let _never_fails = writeln!(text, "# HELP skirmish_{name} {about}\n# TYPE skirmish_{name} {kind}");
}

/// One number; `labels` such as `game="a"` or nothing.
pub fn line(text: &mut String, name: &str, labels: &str, value: impl std::fmt::Display) {
    let labels = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
    let _never_fails = writeln!(text, "skirmish_{name}{labels} {value}");
}

/// A value for a label.
pub fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
