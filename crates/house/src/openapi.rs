//! The description of the API, made from the route table: OpenAPI 3.1.

use crate::problem;
use crate::roles::Who;
use crate::routes::{Answer, Cost, Example, Meta};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use std::sync::Arc;

const PROBLEM: &str = "application/problem+json";

/// The document for these routes.
pub fn document(routes: &[Arc<Meta>], server: Option<&str>) -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    let mut generator = settings.into_generator();
    let problem = generator.subschema_for::<problem::Told<'static>>().to_value();
    let mut paths = Map::new();
    for meta in routes.iter().filter(|meta| !meta.hidden) {
        let path = paths.entry(meta.path.replace("{*", "{")).or_insert_with(|| json!({}));
        path[meta.method.as_str().to_lowercase()] = operation(meta, &mut generator, &problem);
    }
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Skirmish",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "All refusals are problem documents: `reason` is for programs, `message` for people.",
        },
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {
                    "type": "apiKey", "in": "cookie", "name": "skirmish",
                    "description": "A browser's session; what changes something also needs the header X-Skirmish: 1.",
                },
            },
        },
    });
    if let Some(server) = server {
        document["servers"] = json!([{"url": server}]);
    }
    document
}

fn operation(meta: &Meta, generator: &mut SchemaGenerator, problem: &Value) -> Value {
    let mut operation = json!({
        "operationId": id(meta),
        "summary": meta.summary,
        "description": format!("{}\n\nWho may: {}.", meta.about, meta.who.words()).trim(),
        "parameters": parameters(meta, generator),
        "responses": responses(meta, generator, problem),
        "x-who": meta.who.words(),
        "x-cost": format!("{:?}", meta.cost).to_lowercase(),
    });
    if !meta.tag.is_empty() {
        operation["tags"] = json!([meta.tag]);
    }
    if let Some(body) = &meta.body {
        operation["requestBody"] = json!({"required": true, "content": {"application/json": content(body, generator)}});
    }
    operation["security"] = match meta.who {
        Who::Everyone => json!([]),
        Who::Reader => json!([{}, {"token": []}, {"session": []}]),
        _ => json!([{"token": []}, {"session": []}]),
    };
    operation
}

/// Such as `post_api_v1_session`.
fn id(meta: &Meta) -> String {
    let words = meta.path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    [meta.method.as_str().to_lowercase().as_str()].into_iter().chain(words).collect::<Vec<_>>().join("_")
}

fn parameters(meta: &Meta, generator: &mut SchemaGenerator) -> Vec<Value> {
    let path =
        meta.names().map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}));
    let headers = meta.headers.iter().map(|header| {
        json!({"name": header.name, "in": "header", "description": header.about, "schema": {"type": "string"}})
    });
    let mut all: Vec<Value> = path.chain(headers).collect();
    if let Some(shape) = meta.query {
        let schema = shape(generator).to_value();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            let mut schema = schema.clone();
            let about = schema.as_object_mut().and_then(|schema| schema.remove("description")).unwrap_or_default();
            all.push(json!({
                "name": name,
                "in": "query",
                "required": required.contains(&json!(name)),
                "description": about.as_str().unwrap_or_default(),
                "schema": schema,
            }));
        }
    }
    all
}

fn responses(meta: &Meta, generator: &mut SchemaGenerator, problem: &Value) -> Value {
    let mut responses = Map::new();
    for answer in &meta.answers {
        let told = response(answer, generator, problem);
        match responses.get_mut(&answer.status.to_string()) {
            // Two reasons for one status are told together.
            Some(known) => {
                let both = format!("{}; {}", known["description"].as_str().unwrap_or_default(), answer.about);
                known["description"] = both.into();
            }
            None => {
                responses.insert(answer.status.to_string(), told);
            }
        }
    }
    let of_house = [
        (401, "no token, or one that is not known", meta.who != Who::Everyone),
        (403, "not yours to do", meta.who != Who::Everyone),
        (404, "there is no such thing", meta.names().next().is_some()),
        (413, "the body is too large", meta.body.is_some()),
        (415, "the body is no JSON", meta.body.is_some()),
        (400, "the body or query is malformed", meta.body.is_some() || meta.query.is_some()),
        (429, "too often; `retry_after_s` says when to come back", meta.cost != Cost::Free),
        (503, "the server is busy or stopping", true),
    ];
    for (status, about, applies) in of_house {
        if applies {
            let refusal = || json!({"description": about, "content": {PROBLEM: {"schema": problem}}});
            responses.entry(status.to_string()).or_insert_with(refusal);
        }
    }
    Value::Object(responses)
}

fn response(answer: &Answer, generator: &mut SchemaGenerator, problem: &Value) -> Value {
    let mut told = json!({"description": answer.about});
    match (&answer.body, answer.media) {
        (Some(body), _) => told["content"] = json!({"application/json": content(body, generator)}),
        (None, Some(PROBLEM)) => told["content"] = json!({PROBLEM: {"schema": problem}}),
        (None, Some(media)) => told["content"] = json!({media: {"schema": {"type": "string"}}}),
        (None, None) => {}
    }
    told
}

fn content(body: &Example, generator: &mut SchemaGenerator) -> Value {
    json!({"schema": (body.shape)(generator).to_value(), "example": body.example})
}
