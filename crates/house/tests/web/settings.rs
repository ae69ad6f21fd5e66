//! Configuration: three sources, and all faults at once.

use skirmish_house::logs::Format;
use skirmish_house::settings::{ClockKind, FILE, Flags, Settings};
use std::path::PathBuf;
use std::time::Duration;

/// A data folder of its own for a test, with this configuration.
fn folder(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("skirmish-settings-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    std::fs::write(path.join(FILE), text).unwrap();
    path
}

fn read(flags: &Flags, environment: &[(&str, &str)]) -> Result<Settings, Vec<String>> {
    let environment = environment.iter().map(|(name, value)| (name.to_string(), value.to_string()));
    Settings::read(flags, environment, &["zords"]).map_err(|faults| faults.0)
}

#[test]
fn the_later_source_wins() {
    let data = folder(
        "order",
        "listen = [\"0.0.0.0:1\", \"[::]:1\"]\npublic_url = \"https://Games.example/\"\nclock = \"virtual\"\nspeed = 60\n\
         [limits]\nacts_per_second = 7\nbody_seconds = 3\nrates = false\n[webhooks]\nallow_http = true\nenabled = true\n[zords]\nanything = 1\n",
    );
    let in_data = Flags { data: Some(data.display().to_string()), ..Flags::default() };
    let settings = read(&in_data, &[]).unwrap();
    assert_eq!((settings.listen.len(), settings.listen[0].port(), settings.speed), (2, 1, 60.0));
    assert_eq!(settings.public_url.as_deref(), Some("https://games.example"));
    assert_eq!((settings.clock, settings.bounds.body_within), (ClockKind::Virtual, Duration::from_secs(3)));
    assert_eq!((settings.rates.acts_per_second.get(), settings.rates.on), (7, false));
    assert!(settings.webhooks.allow_http && settings.webhooks.enabled && !settings.webhooks.allow_private);
    assert_eq!(settings.residents["zords"]["anything"].as_integer(), Some(1));

    let environment = [
        ("SKIRMISH_LISTEN", "127.0.0.1:2,127.0.0.1:3"),
        ("SKIRMISH_LIMITS_ACTS_PER_SECOND", "9"),
        ("SKIRMISH_SPEED", "0.5"),
        ("SKIRMISH_WEBHOOKS_ALLOW_HTTP", "off"),
    ];
    let settings = read(&in_data, &environment).unwrap();
    assert!(!settings.webhooks.allow_http);
    assert_eq!((settings.listen.len(), settings.speed, settings.rates.acts_per_second.get()), (2, 0.5, 9));

    let flags = Flags {
        listen: vec!["127.0.0.1:4".into()],
        log_json: true,
        original: vec!["first=9000".into()],
        no_webhooks: true,
        webhooks_allow_private: true,
        ..in_data
    };
    let settings = read(&flags, &environment).unwrap();
    assert_eq!((settings.listen[0].port(), settings.log), (4, Format::Json));
    assert_eq!(settings.original, [("first".to_string(), 9000)]);
    assert_eq!(settings.plan().rates.acts_per_second.get(), 9);
    assert_eq!((settings.plan().webhooks.enabled, settings.plan().webhooks.allow_private), (false, true));
}

#[test]
fn all_faults_are_told_at_once() {
    let data = folder(
        "faults",
        "lisen = \"x\"\nlog = 3\n[limits]\nin_fligt = 1\nstreams = 0\n[webhooks]\nallow_https = 1\nallow_private = 7\n[zord]\n",
    );
    let file = data.join(FILE).display().to_string();
    let flags = Flags {
        data: Some(data.display().to_string()),
        clock: Some("sundial".into()),
        original: vec!["9000".into()],
        ..Flags::default()
    };
    let environment = [
        ("SKIRMISH_DATABASE", "mysql://user:password@host"),
        ("SKIRMISH_LISTN", "x"),
        ("SKIRMISH_SPEED", "-1"),
        ("SKIRMISH_BLESS", "1"),
        ("SKIRMISH_PUBLIC_URL", "https://games.example/path"),
    ];
    let mut faults = read(&flags, &environment).unwrap_err();
    faults.sort();
    let mut expected = [
        format!("{file}: lisen: there is no such key; is listen meant?"),
        format!("{file}: log: 3 is no text in quotes"),
        format!("{file}: limits.in_fligt: there is no such key; is limits.in_flight meant?"),
        format!("{file}: limits.streams: 0 is not above 0"),
        format!("{file}: webhooks.allow_https: there is no such key; is webhooks.allow_http meant?"),
        format!("{file}: webhooks.allow_private: 7 is no text in quotes"),
        format!("{file}: zord: there is no such key; is zords meant?"),
        "--clock: \"sundial\" is none of real, virtual".into(),
        "--original: \"9000\" is not GAME=PORT, such as first=9000".into(),
        "SKIRMISH_DATABASE: it must begin with postgres://".into(),
        "SKIRMISH_LISTN: there is no such variable; is SKIRMISH_LISTEN meant?".into(),
        "SKIRMISH_SPEED: \"-1\" is no number from 0 up".into(),
        "SKIRMISH_PUBLIC_URL: \"https://games.example/path\" is no address such as https://games.example, without a path".into(),
    ];
    expected.sort();
    assert_eq!(faults, expected);
}

#[test]
fn a_file_that_was_named_must_be_there_and_be_right() {
    let missing = Flags { config: Some("/nowhere/at/all.toml".into()), ..Flags::default() };
    assert!(read(&missing, &[]).unwrap_err()[0].starts_with("/nowhere/at/all.toml: "));
    let broken = folder("broken", "listen = [\n");
    let broken = Flags { config: Some(broken.join(FILE)), ..Flags::default() };
    assert!(read(&broken, &[]).unwrap_err()[0].contains("TOML parse error at line"));
    let apart = Flags { speed: Some("2".into()), original_client: Some("x".into()), ..Flags::default() };
    assert_eq!(read(&apart, &[]).unwrap_err().len(), 2);
    let empty =
        Flags { original: vec!["spring=6969".into()], original_client: Some("/nowhere".into()), ..Flags::default() };
    assert_eq!(read(&empty, &[]).unwrap_err(), ["original_client: there is no index.html in /nowhere"]);
}
