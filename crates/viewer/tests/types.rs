//! The page's types are those of the server: `web-test/types.d.ts` is made here, and exported pages are held to it.

mod support;
mod typescript;

use base64::Engine;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use skirmish_viewer::export;
use skirmish_viewer::reel::{Chart, Cut, Frames, Line, MatchIndex};
use skirmish_viewer::session::{About, Greeting};
use skirmish_viewer::{Reel, told};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// What an exported page carries, packed. It is written piece by piece, so a test holds it to this.
#[derive(JsonSchema)]
#[expect(dead_code)]
struct EmbeddedReplay<'a> {
    session: Greeting<'a>,
    index: MatchIndex,
    /// By "all", or a seat's number.
    frames: BTreeMap<String, Frames>,
    log: Vec<Line>,
    charts: Vec<Chart>,
}

const HEAD: &str = "\
// What the server tells and asks, for all modules of the page: there is nothing to import.
// Made from the Rust types in src/told.rs; do not edit. To make it anew:
// SKIRMISH_BLESS=1 cargo nextest run -p skirmish-viewer --test types

";

fn definitions() -> Map<String, Value> {
    let mut written = SchemaSettings::draft2020_12().for_serialize().into_generator();
    told::tell_all(&mut written);
    written.subschema_for::<EmbeddedReplay<'_>>();
    let mut read = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    told::ask_all(&mut read);
    let mut all = taken(written);
    for (name, schema) in taken(read) {
        assert!(all.get(&name).is_none_or(|other| *other == schema), "{name} is told and asked in two ways");
        all.insert(name, schema);
    }
    all
}

fn taken(mut generator: SchemaGenerator) -> Map<String, Value> {
    generator.take_definitions(true)
}

#[test]
fn the_types_of_the_page_are_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("web-test/types.d.ts");
    let made = format!("{HEAD}{}", typescript::declarations(&definitions()));
    if std::env::var_os("SKIRMISH_BLESS").is_some() {
        std::fs::write(&file, &made).unwrap();
    }
    let there = std::fs::read_to_string(&file).unwrap();
    let differs = there.lines().zip(made.lines()).position(|(there, made)| there != made);
    assert!(there == made, "types.d.ts is not what the Rust types say, from line {:?} on; SKIRMISH_BLESS=1", differs);
}

/// A name that changes in Rust changes what the page is checked against.
#[test]
fn a_renamed_field_is_noticed() {
    let mut definitions = definitions();
    let before = typescript::declarations(&definitions);
    let properties = definitions["MatchIndex"]["properties"].as_object_mut().unwrap();
    let steps = properties.remove("steps").unwrap();
    properties.insert("moves".into(), steps);
    let after = typescript::declarations(&definitions);
    assert!(before.contains("\n  steps: number;\n") && after.contains("\n  moves?: number;\n"), "{after}");
    assert!(after.matches("steps: number;").count() < before.matches("steps: number;").count());
}

#[test]
fn an_exported_page_carries_what_its_type_says() {
    let schema = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<EmbeddedReplay<'_>>()
        .to_value();
    let valid = jsonschema::validator_for(&schema).unwrap();
    for game in ["outbreak", "golems"] {
        let reel = Reel::open(&skirmish_games::registry(), &support::played(game, 1, 30)).unwrap();
        let about = About::of(reel.at(0).unwrap().table(), &reel.header().players, "a match".into());
        let page = export::html(&reel, &about, Cut::whole(&reel), Vec::new()).unwrap();
        let page = String::from_utf8(page).unwrap();
        let packed = page.split("SKIRMISH_REPLAY = \"").nth(1).unwrap().split('"').next().unwrap();
        let packed = base64::engine::general_purpose::STANDARD.decode(packed).unwrap();
        let mut text = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
        let mut carried: Value = serde_json::from_str(&text).unwrap();
        let faults: Vec<String> = valid.iter_errors(&carried).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{game}: {faults:?}");
        assert_eq!(carried["frames"]["all"]["changes"].as_array().unwrap().len(), 30, "{game}");
        carried["index"]["steps"] = json!("30");
        assert!(!valid.is_valid(&carried), "a wrong type is noticed");
    }
}
