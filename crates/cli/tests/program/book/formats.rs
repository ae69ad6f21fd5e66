//! The examples of `docs/formats.md` are read, and its tables name every key there is.

use super::{fences, page, spans};
use crate::support::{Folder, GAMES, json_of};
use serde_json::Value;
use std::collections::BTreeSet;

fn example(kind: &str) -> String {
    let fences = fences(&page("docs/formats.md"));
    let found = fences.into_iter().find(|fence| fence.info == format!("json {kind}"));
    found.unwrap_or_else(|| panic!("docs/formats.md has no example of: {kind}")).text
}

#[test]
fn the_maps_of_the_book_are_played() {
    let folder = Folder::new("book-maps");
    for game in GAMES {
        folder.write("map.json", &example(&format!("{game} map")));
        assert_eq!(json_of(&folder.ok(&["position", game, "--map", "map.json"]))["game"], game);
        folder.ok(&["play", game, "weak", "weak", "--map", "map.json", "--no-replay"]);
    }
    folder.write(
        "map.txt",
        &fences(&page("docs/formats.md")).into_iter().find(|f| f.info == "text map.txt").unwrap().text,
    );
    let position = json_of(&folder.ok(&["position", "footsoldiers", "--map", "map.txt"]));
    assert_eq!(position["rocks"][0]["id"], 3);
}

/// Positions are printed with all their keys in order, and are played from.
#[test]
fn the_positions_of_the_book_are_read() {
    let folder = Folder::new("book-positions");
    for game in GAMES {
        let text = example(&format!("{game} position"));
        folder.write("position.json", &text);
        let read = folder.ok(&["position", game, "--read", "position.json"]);
        let squeezed = serde_json::to_string(&json_of(&text)).expect("JSON");
        assert_eq!(read.trim_end(), squeezed, "{game}: the example is not canonical");
        folder.ok(&["play", game, "weak", "weak", "--position", "position.json", "--no-replay"]);
    }
}

#[test]
fn every_key_of_a_position_is_told() {
    let folder = Folder::new("book-keys");
    let book = page("docs/formats.md");
    for game in GAMES {
        let part = book.split(&format!("\n### `{game}`")).nth(1).unwrap_or_else(|| panic!("no part for {game}"));
        let part = part.split("\n### ").next().and_then(|part| part.split("\n## ").next()).unwrap_or_default();
        let told: BTreeSet<String> = spans(part).into_iter().collect();
        let mut keys = BTreeSet::new();
        properties(&json_of(&folder.ok(&["schema", game, "position"])), &mut keys);
        assert!(keys.len() > 15, "{game}: {keys:?}");
        let missing: Vec<&String> = keys.difference(&told).collect();
        assert!(missing.is_empty(), "docs/formats.md, {game}: no word of {missing:?}");
    }
}

/// The names of all properties of a schema, however deep.
fn properties(schema: &Value, into: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            into.extend(
                object.get("properties").and_then(Value::as_object).into_iter().flat_map(|all| all.keys().cloned()),
            );
            object.values().for_each(|value| properties(value, into));
        }
        Value::Array(list) => list.iter().for_each(|value| properties(value, into)),
        _ => {}
    }
}

#[test]
fn the_vector_of_the_book_passes() {
    let folder = Folder::new("book-vector");
    let vector = json_of(&example("footsoldiers vector"));
    folder.write("book.jsonl", &format!("{vector}\n"));
    assert_eq!(folder.ok(&["vectors", "footsoldiers", "book.jsonl"]), "1 passed, 0 failed\n");
    let mut wrong = vector;
    wrong["after"]["turns_remaining"] = 7.into();
    folder.write("book.jsonl", &format!("{wrong}\n"));
    let said = folder.fails(&["vectors", "footsoldiers", "book.jsonl"], 1);
    assert!(said.contains("after/turns_remaining: expected 7, got 8"), "{said}");
    folder.write("values.jsonl", &format!("{}\n", json_of(&example("statistics vector"))));
    assert_eq!(folder.ok(&["vectors", "statistics", "values.jsonl"]), "1 passed, 0 failed\n");
}
