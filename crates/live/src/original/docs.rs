//! What can be asked on this port: for programs as OpenAPI, for people as a page.

use super::reply::escaped;
use super::routes::{ROUTES, Route};
use serde_json::{Map, Value, json};

/// The description of all routes of the game.
pub fn openapi() -> Value {
    let paths: Map<String, Value> =
        ROUTES.iter().map(|route| (route.path.into(), json!({"post": told(route)}))).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "zords, as the original speaks",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Coordinates are [x, y]. A refused action is answered with status 200 and {\"error\": text}.",
        },
        "paths": paths,
        "components": {"securitySchemes": {
            "username": {"type": "apiKey", "in": "header", "name": "username"},
            "token": {"type": "apiKey", "in": "header", "name": "token"},
        }},
    })
}

fn told(route: &Route) -> Value {
    let example = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
    let mut told = json!({
        "summary": route.about,
        "responses": {
            "200": {"description": "Done, or refused with an `error`.",
                "content": {"application/json": {"example": example(route.answer)}}},
            "400": {"description": "Not understood.",
                "content": {"application/json": {"example": {"error": "text"}}}},
        },
    });
    if !route.body.is_empty() {
        told["requestBody"] =
            json!({"required": true, "content": {"application/json": {"example": example(route.body)}}});
    }
    if route.is_for_players() {
        told["security"] = json!([{"username": [], "token": []}]);
    }
    if route.path == "/activity" {
        told["parameters"] =
            json!([{"name": "chunk", "in": "query", "schema": {"type": "integer", "minimum": 0, "default": 0}}]);
    }
    told
}

/// The same as a page without any script.
pub fn page() -> String {
    let row = |route: &Route| {
        let who = if route.is_for_players() { "username, token" } else { "" };
        let [about, body, answer] = [route.about, route.body, route.answer].map(escaped);
        format!(
            "<tr><td><code>POST {}</code><td>{who}<td>{about}<td><code>{body}</code><td><code>{answer}</code>\n",
            route.path
        )
    };
    let rows: String = ROUTES.iter().map(row).collect();
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Skirmish: zords, as the original speaks</title>\
         <h1>zords, as the original speaks</h1>\
         <p>Coordinates are <code>[x, y]</code>. A refused action is answered with status 200 and \
         <code>{{\"error\": text}}</code>. For programs: <a href=\"/docs\">OpenAPI</a>.\
         <table border><tr><th>Route<th>Headers<th>What it does<th>Body<th>Answer\n{rows}</table></html>\n"
    )
}
