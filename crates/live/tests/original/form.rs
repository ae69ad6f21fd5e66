//! What is not understood: status 400, one text, and nothing happens.

use crate::support::{MISUNDERSTOOD, Port, Reply, token_of};
use serde_json::json;

fn is_misunderstood(reply: &Reply) {
    assert_eq!((reply.status, reply.json()), (400, json!({"error": MISUNDERSTOOD})), "{reply:?}");
    assert_eq!(reply.header("content-type"), Some("application/json"));
}

#[test]
fn unknown_paths_and_methods() {
    let port = Port::running(json!({}));
    for head in
        ["GET /map", "GET /move", "PUT /move", "DELETE /", "POST /", "POST /docs", "GET /nothing", "POST /nothing"]
    {
        is_misunderstood(&port.send(head, &[], ""));
    }
    is_misunderstood(&port.send("OPTIONS /move", &[], ""));
}

#[test]
fn bodies() {
    let port = Port::running(json!({}));
    let ann = port.cell("ann");
    let token = token_of("ann");
    let who = [("username", "ann"), ("token", token.as_str())];
    let bodies = [
        ("/move", "", ""),
        ("/move", "{", ""),
        ("/move", "null", ""),
        ("/move", r#"{"from":[5,5]}"#, ""),
        ("/move", r#"{"from":[5,5],"to":null}"#, ""),
        ("/move", r#"{"from":[5,null],"to":[5,6]}"#, "what the client makes of a word"),
        ("/move", r#"{"from":[5,5,5],"to":[5,6]}"#, ""),
        ("/move", r#"{"from":[5],"to":[5,6]}"#, ""),
        ("/move", r#"{"from":[5,5.5],"to":[5,6]}"#, ""),
        ("/move", r#"{"from":[5,32768],"to":[5,6]}"#, "beyond 16 bits"),
        ("/move", r#"{"from":[-32769,5],"to":[5,6]}"#, ""),
        ("/move", r#"{"from":["5",5],"to":[5,6]}"#, ""),
        ("/shoot", r#"{"coord":[5,5]}"#, ""),
        ("/shield", r#"{"from":[5,5],"to":[5,6]}"#, ""),
        ("/increase-range", "[]", ""),
        ("/build-zord", r#"{"coord":{"x":5,"y":5}}"#, ""),
        ("/donate-points", r#"{"receiver":"bob","amount":-1}"#, ""),
        ("/donate-points", r#"{"receiver":"bob","amount":65536}"#, ""),
        ("/donate-points", r#"{"receiver":"bob","amount":1.5}"#, ""),
        ("/donate-points", r#"{"receiver":5,"amount":1}"#, ""),
        ("/donate-points", r#"{"amount":1}"#, ""),
    ];
    for (path, body, _) in bodies {
        is_misunderstood(&port.send(&format!("POST {path}"), &who, body));
    }
    assert_eq!(port.cell("ann"), ann);
    // Unknown keys are no fault, and 16 bits are.
    let body = json!({"coord": ann, "more": [1, 2]});
    assert_eq!(port.act("ann", "/shield", body), "ok");
    assert_eq!(port.act("ann", "/shield", json!({"coord": [-32768, 32767]})), "Couldn't find zord at (-32768, 32767)");
}

#[test]
fn content_types() {
    let port = Port::running(json!({}));
    let ann = port.cell("ann");
    let body = json!({"coord": ann}).to_string();
    let token = token_of("ann");
    let send = |kind: Option<&str>| {
        let mut headers = vec![("username", "ann"), ("token", token.as_str())];
        headers.extend(kind.map(|kind| ("content-type", kind)));
        port.send("POST /shield", &headers, &body)
    };
    for good in [None, Some("application/json"), Some("Application/JSON; charset=utf-8")] {
        assert_eq!(send(good).json(), "ok", "{good:?}");
    }
    for bad in ["text/plain", "application/x-www-form-urlencoded", "application/json5", "rubbish"] {
        is_misunderstood(&send(Some(bad)));
    }
}

#[test]
fn credentials() {
    let port = Port::running(json!({}));
    let token = token_of("ann");
    let auth = |headers: &[(&str, &str)]| port.send("POST /auth", headers, "");
    assert_eq!(auth(&[("username", "ann"), ("token", &token)]).json(), "ok");
    for wrong in [("ann", "wrong"), ("bob", token.as_str()), ("Ann", token.as_str()), ("", ""), ("cy", "cy")] {
        let reply = auth(&[("username", wrong.0), ("token", wrong.1)]);
        assert_eq!((reply.status, reply.json()), (200, json!({"error": "Couldn't authenticate"})), "{wrong:?}");
    }
    is_misunderstood(&auth(&[]));
    is_misunderstood(&auth(&[("username", "ann")]));
    is_misunderstood(&auth(&[("token", &token)]));
    is_misunderstood(&auth(&[("username", "\u{e4}nn"), ("token", &token)]));
    // The form of the body and the headers comes before who it is.
    let stranger = [("username", "ann"), ("token", "wrong")];
    is_misunderstood(&port.send("POST /shield", &stranger, "{}"));
    is_misunderstood(&port.send("POST /shield", &[], r#"{"coord":[1,1]}"#));
}
