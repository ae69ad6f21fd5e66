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
/// The section of the file with all bounds and rates.
pub const LIMITS: &str = "limits";

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

pub const KEYS: &[Key] = &[
    Key { name: "listen", set: |settings, value| Ok(settings.listen = each(value, address)?) },
    Key { name: "data", set: |settings, value| Ok(settings.data = text(value)?.into()) },
    Key { name: "database", set: |settings, value| Ok(settings.database = Some(database(&text(value)?)?)) },
    Key { name: "public_url", set: |settings, value| Ok(settings.public_url = Some(origin(&text(value)?)?)) },
    Key {
        name: "trusted_proxies",
        set: |settings, value| Ok(settings.trusted_proxies = Proxies(each(value, |text| text.parse::<Range>())?)),
    },
    Key {
        name: "log",
        set: |settings, value| Ok(settings.log = one_of(value, &[("text", Format::Text), ("json", Format::Json)])?),
    },
    Key { name: "metrics_public", set: |settings, value| Ok(settings.metrics_public = switch(value)?) },
    Key {
        name: "clock",
        set: |settings, value| {
            Ok(settings.clock = one_of(value, &[("real", ClockKind::Real), ("virtual", ClockKind::Virtual)])?)
        },
    },
    Key { name: "speed", set: |settings, value| Ok(settings.speed = speed(value)?) },
    Key { name: "original", set: |settings, value| Ok(settings.original = each(value, game_and_port)?) },
    Key { name: "original_client", set: |settings, value| Ok(settings.original_client = Some(text(value)?.into())) },
    Key { name: "limits.rates", set: |settings, value| Ok(settings.rates.on = switch(value)?) },
    Key {
        name: "limits.logins_per_minute",
        set: |settings, value| Ok(settings.rates.logins_per_minute = rate(value)?),
    },
    Key { name: "limits.acts_per_second", set: |settings, value| Ok(settings.rates.acts_per_second = rate(value)?) },
    Key { name: "limits.reads_per_second", set: |settings, value| Ok(settings.rates.reads_per_second = rate(value)?) },
    Key { name: "limits.admin_per_second", set: |settings, value| Ok(settings.rates.admin_per_second = rate(value)?) },
    Key { name: "limits.connections", set: |settings, value| Ok(settings.bounds.connections = count(value)?) },
    Key {
        name: "limits.connections_per_address",
        set: |settings, value| Ok(settings.bounds.connections_per_address = count(value)?),
    },
    Key { name: "limits.in_flight", set: |settings, value| Ok(settings.bounds.in_flight = count(value)?) },
    Key { name: "limits.streams", set: |settings, value| Ok(settings.bounds.streams = count(value)?) },
    Key {
        name: "limits.streams_per_address",
        set: |settings, value| Ok(settings.bounds.streams_per_address = count(value)?),
    },
    Key { name: "limits.body_bytes", set: |settings, value| Ok(settings.bounds.body_bytes = count(value)?) },
    Key { name: "limits.head_bytes", set: |settings, value| Ok(settings.bounds.head_bytes = count(value)?) },
    Key { name: "limits.head_seconds", set: |settings, value| Ok(settings.bounds.head_within = seconds(value)?) },
    Key { name: "limits.body_seconds", set: |settings, value| Ok(settings.bounds.body_within = seconds(value)?) },
    Key { name: "limits.write_seconds", set: |settings, value| Ok(settings.bounds.write_within = seconds(value)?) },
    Key { name: "limits.stop_seconds", set: |settings, value| Ok(settings.bounds.stop_within = seconds(value)?) },
];

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
