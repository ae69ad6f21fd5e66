//! How the service is set up: a file, then the environment, then flags; the later one wins.
//!
//! All faults are told at once, each with where it came from.

use crate::address::Proxies;
use crate::bounds::Bounds;
use crate::hooks::Outgoing;
use crate::house::Plan;
use crate::limits::Rates;
use crate::logs::Format;
use crate::sessions::Public;
use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

mod keys;

use keys::{KEYS, Key};

/// The file in the data folder that is read when no other is named.
pub const FILE: &str = "skirmish.toml";

#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Where to listen.
    pub listen: Vec<SocketAddr>,
    /// The data folder, or `:memory:`.
    pub data: PathBuf,
    /// A PostgreSQL URL, instead of a database in the data folder.
    pub database: Option<String>,
    pub public_url: Option<String>,
    pub trusted_proxies: Proxies,
    pub log: Format,
    pub metrics_public: bool,
    pub clock: ClockKind,
    /// How much faster than real a virtual clock runs; 0 stands still.
    pub speed: f64,
    /// Games that are also served as the original did, each on a port of its own.
    pub original: Vec<(String, u16)>,
    /// A client of the original to hand out there.
    pub original_client: Option<PathBuf>,
    pub bounds: Bounds,
    pub rates: Rates,
    /// What may be posted where.
    pub webhooks: Outgoing,
    /// The sections of residents, as they stand in the file.
    pub residents: BTreeMap<String, Table>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ClockKind {
    #[default]
    Real,
    Virtual,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: vec![SocketAddr::from(([127, 0, 0, 1], 8080))],
            data: "skirmish-data".into(),
            database: None,
            public_url: None,
            trusted_proxies: Proxies::default(),
            log: Format::Text,
            metrics_public: false,
            clock: ClockKind::Real,
            speed: 1.0,
            original: Vec::new(),
            original_client: None,
            bounds: Bounds::default(),
            rates: Rates::default(),
            webhooks: Outgoing::default(),
            residents: BTreeMap::new(),
        }
    }
}

/// What the command line said. Everything else can only be set in the file or the environment.
#[derive(Clone, Default)]
pub struct Flags {
    pub config: Option<PathBuf>,
    pub listen: Vec<String>,
    pub data: Option<String>,
    pub database: Option<String>,
    pub public_url: Option<String>,
    pub trusted_proxies: Vec<String>,
    pub log_json: bool,
    pub clock: Option<String>,
    pub speed: Option<String>,
    pub original: Vec<String>,
    pub original_client: Option<String>,
    pub no_webhooks: bool,
    pub webhooks_allow_private: bool,
}

/// Everything that is wrong, with where it came from.
#[derive(Debug)]
pub struct Faults(pub Vec<String>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for Faults {}

impl Settings {
    /// Reads all three. `residents` are the names of sections that belong to residents.
    pub fn read(
        flags: &Flags,
        environment: impl Iterator<Item = (String, String)>,
        residents: &[&str],
    ) -> Result<Settings, Faults> {
        let environment: BTreeMap<String, String> =
            environment.filter(|(name, _)| name.starts_with(keys::PREFIX)).collect();
        let mut reading = Reading { settings: Settings::default(), faults: Vec::new() };
        if let Some(file) = file(flags, &environment) {
            reading.file(&file, residents);
        }
        reading.environment(&environment);
        for (flag, key, value) in flags.given() {
            reading.set(key, &value, &format!("--{flag}"));
        }
        reading.check();
        if reading.faults.is_empty() { Ok(reading.settings) } else { Err(Faults(reading.faults)) }
    }

    /// The part that the house itself is set up by.
    pub fn plan(&self) -> Plan {
        Plan {
            bounds: self.bounds.clone(),
            rates: self.rates.clone(),
            proxies: self.trusted_proxies.clone(),
            public: Public { origin: self.public_url.clone() },
            metrics_public: self.metrics_public,
            webhooks: self.webhooks.clone(),
            backups: (self.data.as_os_str() != ":memory:").then(|| self.data.join("backups")),
        }
    }
}

/// The file to read: the one that was named, or the one in the data folder if it is there.
fn file(flags: &Flags, environment: &BTreeMap<String, String>) -> Option<PathBuf> {
    if let Some(named) = &flags.config {
        return Some(named.clone());
    }
    let data = flags.data.as_ref().or(environment.get("SKIRMISH_DATA"));
    let data = data.map_or(Settings::default().data, PathBuf::from);
    Some(data.join(FILE)).filter(|file| file.exists())
}

impl Flags {
    /// The flags that were given, with the keys they set.
    fn given(&self) -> Vec<(&'static str, &'static str, Value)> {
        let text = |flag, key, value: &Option<String>| value.clone().map(|value| (flag, key, Value::String(value)));
        let list = |flag, key, values: &[String]| {
            let all = values.iter().cloned().map(Value::String).collect();
            (!values.is_empty()).then_some((flag, key, Value::Array(all)))
        };
        [
            list("listen", "listen", &self.listen),
            text("data", "data", &self.data),
            text("database", "database", &self.database),
            text("public-url", "public_url", &self.public_url),
            list("trusted-proxy", "trusted_proxies", &self.trusted_proxies),
            self.log_json.then(|| ("log-json", "log", Value::String("json".into()))),
            text("clock", "clock", &self.clock),
            text("speed", "speed", &self.speed),
            list("original", "original", &self.original),
            text("original-client", "original_client", &self.original_client),
            self.no_webhooks.then_some(("no-webhooks", "webhooks.enabled", Value::Boolean(false))),
            self.webhooks_allow_private.then_some((
                "webhooks-allow-private",
                "webhooks.allow_private",
                Value::Boolean(true),
            )),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

struct Reading {
    settings: Settings,
    faults: Vec<String>,
}

impl Reading {
    fn file(&mut self, path: &Path, residents: &[&str]) {
        let shown = path.display();
        let table = match std::fs::read_to_string(path)
            .map_err(|why| why.to_string())
            .and_then(|text| text.parse::<Table>().map_err(|why| why.to_string()))
        {
            Ok(table) => table,
            Err(why) => return self.faults.push(format!("{shown}: {}", why.trim_end())),
        };
        for (name, value) in table {
            match value {
                Value::Table(section) if residents.contains(&name.as_str()) => {
                    self.settings.residents.insert(name, section);
                }
                Value::Table(section) if keys::SECTIONS.contains(&name.as_str()) => {
                    for (inner, value) in section {
                        let key = format!("{name}.{inner}");
                        self.set_named(&key, &value, &format!("{shown}: {key}"), residents);
                    }
                }
                value => self.set_named(&name, &value, &format!("{shown}: {name}"), residents),
            }
        }
    }

    fn environment(&mut self, environment: &BTreeMap<String, String>) {
        for key in KEYS {
            if let Some(text) = environment.get(&key.variable()) {
                self.set(key.name, &Value::String(text.clone()), &key.variable());
            }
        }
        // Other parts of the program have variables of their own, so only what looks like a slip is one.
        let known: Vec<String> = KEYS.iter().map(Key::variable).collect();
        for name in environment.keys().filter(|name| !known.contains(name)) {
            if let Some(meant) = nearest(name, known.iter().map(String::as_str)) {
                self.faults.push(format!("{name}: there is no such variable; is {meant} meant?"));
            }
        }
    }

    fn set_named(&mut self, name: &str, value: &Value, origin: &str, residents: &[&str]) {
        if KEYS.iter().any(|key| key.name == name) {
            return self.set(name, value, origin);
        }
        let names = KEYS.iter().map(|key| key.name).chain(residents.iter().copied());
        let meant = nearest(name, names).map_or(String::new(), |meant| format!("; is {meant} meant?"));
        self.faults.push(format!("{origin}: there is no such key{meant}"));
    }

    fn set(&mut self, name: &str, value: &Value, origin: &str) {
        let Some(key) = KEYS.iter().find(|key| key.name == name) else { return };
        if let Err(why) = (key.set)(&mut self.settings, value) {
            self.faults.push(format!("{origin}: {why}"));
        }
    }

    /// What is wrong only together.
    fn check(&mut self) {
        let settings = &self.settings;
        if let Some(folder) = &settings.original_client {
            if settings.original.is_empty() {
                self.faults.push(
                    "original_client: it is handed out where a game is served as the original did; set original".into(),
                );
            } else if !folder.join("index.html").is_file() {
                self.faults.push(format!("original_client: there is no index.html in {}", folder.display()));
            }
        }
        if settings.clock == ClockKind::Real && settings.speed != 1.0 {
            self.faults.push("speed: only a virtual clock has one; set clock to virtual".into());
        }
    }
}

/// The name that was probably meant: at most two slips away.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = known.map(|known| (slips(name, known), known)).filter(|(slips, _)| *slips <= 2);
    near.min().map(|(_, known)| known)
}

/// How many letters must be changed, added or left out to make one word of another.
fn slips(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let change = corner + usize::from(a != *b);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[other.len()]
}
