//! What browsers need: pages, the client's files, and leave for pages of other origins.

use crate::support::{MISUNDERSTOOD, Port};
use serde_json::json;

#[test]
fn every_origin_may_read_every_answer() {
    let port = Port::running(json!({}));
    for origin in ["http://localhost:6969", "http://127.0.0.1:6969", "null", "https://elsewhere.example"] {
        for (head, status) in [("POST /map", 200), ("POST /nothing", 400), ("POST /shield", 400), ("GET /docs", 200)] {
            let reply = port.send(head, &[("origin", origin)], "");
            assert_eq!((reply.status, reply.header("access-control-allow-origin")), (status, Some(origin)), "{head}");
            assert_eq!(reply.header("vary"), Some("origin"));
        }
    }
    assert_eq!(port.send("POST /map", &[], "").header("access-control-allow-origin"), None);
}

#[test]
fn preflights() {
    let port = Port::running(json!({}));
    let ask = |method: &str| {
        let headers = [
            ("origin", "null"),
            ("access-control-request-method", method),
            ("access-control-request-headers", "content-type,token,username"),
        ];
        port.send("OPTIONS /move", &headers, "")
    };
    let reply = ask("POST");
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("access-control-allow-origin"), Some("null"));
    assert_eq!(reply.header("access-control-allow-methods"), Some("POST"));
    assert_eq!(reply.header("access-control-allow-headers"), Some("username, token, content-type"));
    for method in ["PUT", "GET", "post"] {
        let reply = ask(method);
        assert_eq!(reply.status, 403, "{method}");
        assert!(reply.header("content-type").unwrap().starts_with("text/plain"));
        assert_eq!(reply.header("access-control-allow-methods"), None);
    }
    assert_eq!(port.send("OPTIONS /move", &[("origin", "null")], "").status, 403);
}

#[test]
fn the_files_of_a_client_and_nothing_else_of_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let files = [("index.html", "text/html"), ("style.css", "text/css"), ("client.js", "text/javascript")];
    for (name, _) in files {
        std::fs::write(folder.path().join(name), format!("this is {name}")).unwrap();
    }
    std::fs::write(folder.path().join("secret.txt"), "secret").unwrap();
    let port = Port::with_client(json!({}), Some(folder.path().into()));
    for (name, kind) in files {
        let reply = port.send(&format!("GET /{name}"), &[], "");
        assert_eq!((reply.status, reply.body.as_str()), (200, format!("this is {name}").as_str()));
        assert_eq!(reply.header("content-type").unwrap(), format!("{kind}; charset=utf-8"));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"), "{policy}");
    }
    assert_eq!(port.send("GET /", &[], "").body, "this is index.html");
    for other in ["/secret.txt", "/../secret.txt", "/%2e%2e/secret.txt", "/client.js/", "/index.htm"] {
        let reply = port.send(&format!("GET {other}"), &[], "");
        assert_eq!((reply.status, reply.json()), (400, json!({"error": MISUNDERSTOOD})), "{other}");
    }
    std::fs::remove_file(folder.path().join("client.js")).unwrap();
    let gone = port.send("GET /client.js", &[], "");
    assert_eq!(gone.status, 404);
    assert!(gone.json()["error"].as_str().unwrap().contains("client.js"));
}

#[test]
fn a_port_without_a_client_says_what_it_is() {
    let port = Port::running(json!({}));
    for path in ["/", "/index.html"] {
        let reply = port.send(&format!("GET {path}"), &[], "");
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("text/html; charset=utf-8")));
        assert!(reply.body.contains("/rapidoc"), "{}", reply.body);
    }
    assert_eq!(port.send("GET /client.js", &[], "").status, 400);
}

#[test]
fn the_description_names_every_route() {
    let port = Port::running(json!({}));
    let docs = port.send("GET /docs", &[], "");
    assert_eq!(docs.header("content-type"), Some("application/json"));
    let paths = docs.json()["paths"].as_object().unwrap().clone();
    let page = port.send("GET /rapidoc", &[], "").body;
    assert!(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"));
    assert_eq!(paths.len(), 11);
    for (path, about) in paths {
        // Nothing is answered as an unknown path is: what lacks here is the credentials, if anything.
        let needs_credentials = !about["post"]["security"].is_null();
        let status = port.send(&format!("POST {path}"), &[], "").status;
        assert_eq!(status, if needs_credentials { 400 } else { 200 }, "{path}");
        assert!(page.contains(&format!("POST {path}<")), "{path}");
    }
}
