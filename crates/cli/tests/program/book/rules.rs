//! The rulebooks and the program have the same constants and the same reason codes.

use super::{page, root};
use crate::support::{GAMES, json_of, ok};
use serde_json::{Map, Value, json};
use skirmish_laws::lines::Lines;
use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;

#[test]
fn the_rulebooks_have_the_constants_of_the_program() {
    for game in GAMES {
        let told = json_of(&ok(&["rules", game, "--json"]));
        let config = told["config"].as_object().expect("a config");
        let book = constants(&page(&format!("docs/rules/{game}.md")), config);
        for (key, value) in config {
            let written = book.get(key).unwrap_or_else(|| panic!("docs/rules/{game}.md has no {key}"));
            assert!(same(written, value), "docs/rules/{game}.md: {key} is {value}, not {written}");
        }
        assert_eq!(book.len(), config.len(), "{game}: {:?}", book.keys());
    }
}

/// All keys with their defaults, from the tables that begin with `key` or `config key`, and the weapons of `outbreak`.
fn constants(book: &str, config: &Map<String, Value>) -> Map<String, Value> {
    let mut found = Map::new();
    for table in tables(book) {
        let (head, rows) = table.split_first().expect("a head");
        if head[0] == "name" && config.contains_key("weapons") {
            let weapons = rows.iter().map(|row| head.iter().zip(row).map(|(key, cell)| (key.clone(), value(cell))));
            found.insert("weapons".into(), weapons.map(|weapon| Value::Object(weapon.collect())).collect());
        }
        if !["key", "config key"].contains(&head[0].as_str()) {
            continue;
        }
        for row in rows {
            let (keys, values) = (keys(&row[0], config), values(&row[1]));
            // `max_health` ... `max_build_points`: another table has them.
            if row[1].starts_with("section ") {
                continue;
            }
            assert_eq!(keys.len(), values.len(), "{row:?}");
            found.extend(keys.into_iter().zip(values));
        }
    }
    found
}

/// "`a_health`, `_speed`" is `a_health` and `a_speed`; "`a_health`, ..." is every key that begins with `a_`.
fn keys(cell: &str, config: &Map<String, Value>) -> Vec<String> {
    let named: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
    let stem = named[0].rsplit_once('_').map_or("", |(stem, _)| stem);
    if cell.contains(", ...") {
        let of_stem = |key: &&String| key.strip_prefix(stem).is_some_and(|rest| rest.starts_with('_'));
        return config.keys().filter(of_stem).cloned().collect();
    }
    let whole = |name: &&str| if name.starts_with('_') { format!("{stem}{name}") } else { (*name).to_string() };
    named.iter().map(whole).collect()
}

fn values(cell: &str) -> Vec<Value> {
    let plain = cell.replace('`', "");
    match serde_json::from_str(&plain) {
        Ok(whole) => vec![whole],
        Err(_) if cell.starts_with('`') => vec![plain.into()],
        Err(_) => plain.split(", ").map(value).collect(),
    }
}

fn value(cell: &str) -> Value {
    let plain = cell.replace('`', "");
    serde_json::from_str(&plain).unwrap_or_else(|_| plain.into())
}

/// `1` and `1.0` are the same; so are records whatever the order of their keys.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| same(value, other)))
        }
        _ => a == b,
    }
}

/// The table of times that all games share: a number, or `-` where a game has no such key.
#[test]
fn the_common_rules_have_the_times_of_the_program() {
    let tables = tables(&page("docs/rules/common.md"));
    let table = tables.iter().find(|table| table[0][0] == "key").expect("a table of times");
    for (column, game) in GAMES.iter().enumerate() {
        assert!(table[0][column + 2].starts_with(game), "{:?}", table[0]);
        let config = &json_of(&ok(&["rules", game, "--json"]))["config"];
        for row in &table[1..] {
            let key = row[0].replace('`', "");
            let number = row[column + 2].split([' ', ',']).next().and_then(|word| word.parse::<i64>().ok());
            assert_eq!(number, config[&key].as_i64(), "docs/rules/common.md: {key} of {game}");
        }
    }
}

/// What is refused in the golden vectors, which the program passes, is what the rulebooks list.
#[test]
fn the_rulebooks_have_the_reason_codes_of_the_program() {
    // Refusals of whole lists, which some rulebooks tell in their text alone.
    const GENERAL: [&str; 2] = ["game_over", "not_your_turn"];
    for game in GAMES {
        let mut listed = reasons(&page(&format!("docs/rules/{game}.md")));
        let mut met = BTreeSet::new();
        for file in files(&root().join("vectors").join(game)) {
            for line in Lines::new(File::open(&file).expect("vectors"), true).expect("an archive") {
                collect(&json_of(&line.expect("a line"))["rejected"], &mut met);
            }
        }
        listed.retain(|code| !GENERAL.contains(&code.as_str()));
        met.retain(|code| !GENERAL.contains(&code.as_str()));
        assert!(listed.len() > 10, "{game}: {listed:?}");
        assert_eq!(listed, met, "docs/rules/{game}.md and the vectors have other reason codes");
    }
}

/// The codes of the part that lists them: the first column of a table, or a paragraph.
fn reasons(book: &str) -> BTreeSet<String> {
    let codes = |text: &str| text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let head = |row: &Vec<String>| row[0] == "code" || row[0] == "reason code";
    if let Some(table) = tables(book).iter().find(|table| head(&table[0])) {
        return table[1..].iter().flat_map(|row| codes(&row[0])).collect();
    }
    let after = book.split("Reason codes\n").nth(1).expect("a list of reason codes");
    codes(after.split("\n\n").next().unwrap_or_default()).into_iter().collect()
}

/// Refusals are objects with a `reason`, or texts such as `player1:occupied`, in lists however deep.
fn collect(refusals: &Value, into: &mut BTreeSet<String>) {
    match refusals {
        Value::Array(list) => list.iter().for_each(|one| collect(one, into)),
        Value::Object(one) => into.extend(one.get("reason").and_then(Value::as_str).map(str::to_owned)),
        Value::String(text) => into.extend(text.split(':').nth(1).map(str::to_owned)),
        _ => {}
    }
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The tables of a page: rows of cells, without the line under the head.
fn tables(text: &str) -> Vec<Vec<Vec<String>>> {
    let mut tables = vec![Vec::new()];
    for line in text.lines() {
        match line.trim().strip_prefix('|').and_then(|rest| rest.strip_suffix('|')) {
            Some(row) if row.starts_with("---") => {}
            Some(row) => {
                tables.last_mut().expect("a table").push(row.split('|').map(|cell| cell.trim().to_string()).collect())
            }
            None => tables.push(Vec::new()),
        }
    }
    tables.retain(|table| !table.is_empty());
    tables
}

/// The parts above read what they should.
#[test]
fn tables_are_read() {
    let book = "x\n| key | default |\n|---|---|\n| `a`, `b` | 1, null |\n| `c_x`, ... | 2, 3 |\n| `m` | `[\"a\",\"b\"]` |\n\ny\n";
    let config = json!({"a": 0, "b": 0, "c_x": 0, "c_y": 0, "m": 0});
    let found = constants(book, config.as_object().expect("an object"));
    assert_eq!(Value::Object(found), json!({"a": 1, "b": null, "c_x": 2, "c_y": 3, "m": ["a", "b"]}));
    assert!(same(&json!(1.0), &json!(1)) && !same(&json!([1]), &json!([2])));
}
