//! The description of the API is true: examples fit their schemas, and real answers do too.

use crate::support::{act, at, home, shield};
use serde_json::{Value, json};

fn check(document: &Value, schema: &Value, value: &Value, what: &str) {
    let mut whole = schema.clone();
    whole["components"] = document["components"].clone();
    let validator = jsonschema::validator_for(&whole).unwrap_or_else(|why| panic!("{what}: {why}"));
    if let Some(why) = validator.iter_errors(value).next() {
        panic!("{what} is not as described: {why} at {}\n{value}", why.instance_path);
    }
}

#[test]
fn every_example_is_what_it_is_an_example_of() {
    let home = home();
    let document = home.anyone.get("/api/openapi.json").json();
    let mut faults = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let bodies = operation["responses"].as_object().unwrap().values().chain(operation.get("requestBody"));
            for content in bodies.filter_map(|body| body["content"]["application/json"].as_object()) {
                let mut whole = content["schema"].clone();
                whole["components"] = document["components"].clone();
                let validator = jsonschema::validator_for(&whole).unwrap();
                if let Err(why) = validator.validate(&content["example"]) {
                    faults.push(format!("{method} {path}: {why}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn real_answers_are_as_described() {
    let home = home();
    let [ann, _] = home.started();
    let document = home.anyone.get("/api/openapi.json").json();
    let described = |method: &str, path: &str, said: &crate::support::Said| {
        let route = path.replace("/spring", "/{game}");
        let answer = &document["paths"][&route][method]["responses"][said.status.to_string()];
        assert!(answer.is_object(), "{method} {route} {} is not described", said.status);
        let media = said.header("content-type").unwrap();
        let schema = &answer["content"][media]["schema"];
        assert!(schema.is_object(), "{method} {route} {}: {media} is not described", said.status);
        check(&document, schema, &said.json(), &format!("{method} {route} {}", said.status));
    };
    let good = shield(&ann, "ann");
    for body in [
        good.clone(),
        json!({"actions": [good, {"do": "dance"}]}),
        json!({"do": "shield", "unit": 99}),
        json!({"actions": [7], "atomic": true}),
    ] {
        described("post", &at("spring", "/actions"), &act(&ann, &body));
    }
    home.turn("spring", 86_400);
    let reads = ["/view", "/leaderboard", "/log", "/result", "/position"];
    for path in reads {
        described("get", &at("spring", path), &home.operator.get(&at("spring", path)));
    }
    described("get", "/api/v1/zords/games", &home.anyone.get("/api/v1/zords/games"));
    home.turn("spring", 4 * 86_400);
    for path in reads {
        described("get", &at("spring", path), &home.operator.get(&at("spring", path)));
    }
}

#[test]
fn everything_refused_is_a_problem_document() {
    let home = home();
    home.started();
    for (method, path, status) in [
        ("GET", at("spring", "/nothing"), 404),
        ("GET", at("spring", ""), 404),
        ("GET", at("spring", "/view/"), 404),
        ("DELETE", at("spring", "/view"), 405),
        ("PATCH", at("spring", "/actions"), 405),
        ("GET", at("spring", "/actions"), 405),
        ("GET", at("spring", "/ws"), 400),
        ("GET", at("none", "/view"), 404),
        ("POST", at("none", "/start"), 401),
        ("GET", "/zords/none".into(), 404),
    ] {
        assert_eq!(home.anyone.send(method, &path, None).refusal().0, status, "{method} {path}");
    }
    let plain = home.operator.header("Content-Type", "text/plain");
    assert_eq!(plain.post(&at("spring", "/pause"), &json!({})).refusal(), (415, "unsupported_media_type".into()));
    assert_eq!(home.operator.send("POST", &at("spring", "/pause"), None).refusal().0, 415);
}
