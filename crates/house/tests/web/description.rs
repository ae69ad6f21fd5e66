//! The description of the API, and the pages.

use crate::support::{home, plan};
use serde_json::Value;
use std::collections::BTreeSet;

#[test]
fn the_description_holds_together() {
    let home = home(plan());
    let document = home.client.get("/api/openapi.json").json();
    assert_eq!(document["openapi"], "3.1.0");
    let mut ids = BTreeSet::new();
    let mut checked = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let name = format!("{method} {path}");
            assert!(ids.insert(operation["operationId"].as_str().unwrap().to_string()), "{name}: its id is taken");
            assert!(!operation["summary"].as_str().unwrap().is_empty(), "{name} has no summary");
            let named = path.matches('{').count();
            let parameters = operation["parameters"].as_array().unwrap();
            assert_eq!(parameters.iter().filter(|one| one["in"] == "path").count(), named, "{name}");
            assert!(
                operation["responses"].as_object().unwrap().keys().any(|status| status < &"400".to_string()),
                "{name}"
            );
            let bodies = operation["responses"].as_object().unwrap().values().chain(operation.get("requestBody"));
            for content in bodies.filter_map(|body| body["content"]["application/json"].as_object()) {
                check_example(&document, &content["schema"], &content["example"], &name);
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "{checked}");
    references(&document, &mut |reference| {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    });
    assert!(document["paths"].get("/api/v1/toy/games/{game}/count").is_some());
    assert!(document["paths"].get("/admin").is_none());
    let after = &document["paths"]["/api/v1/toy/games/{game}/stream"]["get"]["parameters"][1];
    assert_eq!((&after["name"], &after["in"], &after["required"]), (&"after".into(), &"query".into(), &false.into()));
}

/// An example must be what its schema says.
fn check_example(document: &Value, schema: &Value, example: &Value, name: &str) {
    let mut whole = schema.clone();
    whole["components"] = document["components"].clone();
    let validator = jsonschema::validator_for(&whole).unwrap_or_else(|why| panic!("{name}: {why}"));
    if let Err(why) = validator.validate(example) {
        panic!("{name}: its example is wrong: {why}");
    }
}

fn references(value: &Value, see: &mut impl FnMut(&str)) {
    match value {
        Value::Object(members) => members.iter().for_each(|(name, value)| match value {
            Value::String(reference) if name == "$ref" => see(reference),
            value => references(value, see),
        }),
        Value::Array(items) => items.iter().for_each(|item| references(item, see)),
        _ => {}
    }
}

#[test]
fn pages_keep_to_their_own_policy() {
    let home = home(plan());
    for (path, kind) in
        [("/", "text/html"), ("/api", "text/html"), ("/admin", "text/html"), ("/house/api.js", "text/javascript")]
    {
        let page = home.client.get(path);
        assert_eq!(page.status, 200, "{path}");
        assert!(page.header("content-type").unwrap().starts_with(kind), "{path}");
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        for header in ["x-content-type-options", "referrer-policy", "cross-origin-opener-policy"] {
            assert!(page.header(header).is_some(), "{path}: {header}");
        }
        // Nothing inline, and nothing from elsewhere.
        for forbidden in ["<style", " style=", " onclick=", "http://", "https://", "innerHTML"] {
            assert!(!page.body.contains(forbidden), "{path}: {forbidden}");
        }
        let scripts = page.body.matches("<script").count();
        assert_eq!(scripts, page.body.matches("<script src=\"/house/").count(), "{path}");
    }
    for path in ["/", "/admin"] {
        let page = home.client.get(path).body;
        assert!(page.contains("<a href=\"/toy/\">&lt;Toy&gt;</a> It counts &amp; counts."), "{path}: {page}");
    }
}

#[test]
fn files_are_asked_for_again_only_when_they_change() {
    let home = home(plan());
    for path in ["/house/house.css", "/api/openapi.json", "/api"] {
        let first = home.client.get(path);
        let tag = first.header("etag").unwrap();
        let second = home.client.header("If-None-Match", tag).get(path);
        assert_eq!((second.status, second.body.as_str(), second.header("etag")), (304, "", Some(tag)), "{path}");
        assert_eq!(home.client.header("If-None-Match", "\"other\"").get(path).status, 200);
    }
    assert_eq!(home.client.get("/house/../Cargo.toml").status, 404);
    assert_eq!(home.client.get("/house/none.css").reason(), "not_found");
    assert_eq!(home.client.get("/healthz").header("cache-control"), Some("no-store"));
}
