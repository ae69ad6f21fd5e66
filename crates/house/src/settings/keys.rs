//! The keys of the configuration, each with how its value is read.

use super::{ClockKind, Settings};
use crate::address::{Proxies, Range};
use crate::logs::Format;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::Duration;
use toml::Value;

/// What every variable begins with.
pub const PREFIX: &str = "SKIRMISH_";
/// The sections of the file: all bounds and rates, and what is posted to others.
pub const SECTIONS: [&str; 2] = ["limits", "webhooks"];

/// One thing that can be set.
pub struct Key {
    pub name: &'static str,
    pub set: fn(&mut Settings, &Value) -> Result<(), String>,
}

impl Key {
    /// `limits.in_flight` is `SKIRMISH_LIMITS_IN_FLIGHT`.
    pub fn variable(&self) -> String {
        format!("{PREFIX}{}", self.name.replace('.', "_").to_uppercase())
    }
}

/// Each key, the field it sets, and how its value is read.
macro_rules! keys {
    ($($name:literal => $($field:ident).+ = $read:expr;)*) => {
        pub const KEYS: &[Key] = &[$(Key {
            name: $name,
            set: |settings, value| {
                let read: fn(&Value) -> Result<_, String> = $read;
                settings.$($field).+ = read(value)?;
                Ok(())
            },
        }),*];
    };
}

keys! {
    "listen" => listen = |value| each(value, address);
    "data" => data = |value| text(value).map(Into::into);
    "database" => database = |value| database(&text(value)?).map(Some);
    "public_url" => public_url = |value| origin(&text(value)?).map(Some);
    "trusted_proxies" => trusted_proxies = |value| each(value, |text| text.parse::<Range>()).map(Proxies);
    "log" => log = |value| one_of(value, &[("text", Format::Text), ("json", Format::Json)]);
    "metrics_public" => metrics_public = switch;
    "clock" => clock = |value| one_of(value, &[("real", ClockKind::Real), ("virtual", ClockKind::Virtual)]);
    "speed" => speed = speed;
    "original" => original = |value| each(value, game_and_port);
    "original_client" => original_client = |value| text(value).map(|path| Some(path.into()));
    "webhooks.enabled" => webhooks.enabled = switch;
    "webhooks.allow_http" => webhooks.allow_http = switch;
    "webhooks.allow_private" => webhooks.allow_private = switch;
    "limits.rates" => rates.on = switch;
    "limits.logins_per_minute" => rates.logins_per_minute = rate;
    "limits.acts_per_second" => rates.acts_per_second = rate;
    "limits.reads_per_second" => rates.reads_per_second = rate;
    "limits.admin_per_second" => rates.admin_per_second = rate;
    "limits.connections" => bounds.connections = count;
    "limits.connections_per_address" => bounds.connections_per_address = count;
    "limits.in_flight" => bounds.in_flight = count;
    "limits.streams" => bounds.streams = count;
    "limits.streams_per_address" => bounds.streams_per_address = count;
    "limits.body_bytes" => bounds.body_bytes = count;
    "limits.head_bytes" => bounds.head_bytes = count;
    "limits.head_seconds" => bounds.head_within = seconds;
    "limits.body_seconds" => bounds.body_within = seconds;
    "limits.write_seconds" => bounds.write_within = seconds;
    "limits.stop_seconds" => bounds.stop_within = seconds;
}

fn text(value: &Value) -> Result<String, String> {
    let text = value.as_str().ok_or_else(|| format!("{value} is no text in quotes"))?;
    if text.is_empty() { Err("it is empty".into()) } else { Ok(text.into()) }
}

/// A list, or a text with commas, as a variable has it.
fn each<T>(value: &Value, read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    match value {
        Value::Array(list) => list.iter().map(|one| read(&text(one)?)).collect(),
        one => text(one)?.split(',').map(|one| read(one.trim())).collect(),
    }
}

fn one_of<T: Copy>(value: &Value, known: &[(&str, T)]) -> Result<T, String> {
    let text = text(value)?;
    known.iter().find(|(name, _)| *name == text).map(|(_, known)| *known).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        format!("{text:?} is none of {}", names.join(", "))
    })
}

fn switch(value: &Value) -> Result<bool, String> {
    match value {
        Value::Boolean(on) => Ok(*on),
        other => one_of(other, &[("true", true), ("false", false), ("on", true), ("off", false)]),
    }
}

fn number(value: &Value) -> Result<i64, String> {
    let read = value.as_integer().or_else(|| value.as_str()?.trim().parse().ok());
    read.ok_or_else(|| format!("{value} is no whole number"))
}

fn count(value: &Value) -> Result<usize, String> {
    let number = number(value)?;
    usize::try_from(number).ok().filter(|count| *count > 0).ok_or_else(|| format!("{number} is not above 0"))
}

fn rate(value: &Value) -> Result<NonZeroU32, String> {
    let number = number(value)?;
    let rate = u32::try_from(number).ok().and_then(NonZeroU32::new);
    rate.ok_or_else(|| format!("{number} is not between 1 and {}; to limit nobody, set limits.rates to off", u32::MAX))
}

fn seconds(value: &Value) -> Result<Duration, String> {
    let seconds = number(value)?;
    match u64::try_from(seconds) {
        Ok(seconds @ 1..=86_400) => Ok(Duration::from_secs(seconds)),
        _ => Err(format!("{seconds} is not between 1 and 86400 seconds")),
    }
}

fn speed(value: &Value) -> Result<f64, String> {
    let read = value.as_float().or(value.as_integer().map(|whole| whole as f64));
    let read = read.or_else(|| value.as_str()?.trim().parse().ok());
    read.filter(|speed| speed.is_finite() && *speed >= 0.0).ok_or_else(|| format!("{value} is no number from 0 up"))
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| format!("{text:?} is no address with a port such as 127.0.0.1:8080 or [::]:8080"))
}

fn database(text: &str) -> Result<String, String> {
    let known = ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme));
    // What was given may hold a password, so it is not repeated.
    if known { Ok(text.into()) } else { Err("it must begin with postgres://".into()) }
}

/// The scheme and host of a URL without a path, since the service is reached at the root.
fn origin(text: &str) -> Result<String, String> {
    let trimmed = text.strip_suffix('/').unwrap_or(text);
    let host = trimmed.strip_prefix("https://").or(trimmed.strip_prefix("http://"));
    let fine = |host: &str| !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || "-.:[]".contains(c));
    match host {
        Some(host) if fine(host) => Ok(trimmed.to_ascii_lowercase()),
        _ => Err(format!("{text:?} is no address such as https://games.example, without a path")),
    }
}

fn game_and_port(text: &str) -> Result<(String, u16), String> {
    let wrong = || format!("{text:?} is not GAME=PORT, such as first=9000");
    let (game, port) = text.split_once('=').ok_or_else(wrong)?;
    let port = port.parse().ok().filter(|port| *port > 0).ok_or_else(wrong)?;
    if game.is_empty() { Err(wrong()) } else { Ok((game.into(), port)) }
}
