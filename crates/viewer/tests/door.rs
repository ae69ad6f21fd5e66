//! What strangers on this machine can do to the server: nothing that others notice.

mod support;

use skirmish_viewer::editor::Editor;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::process::Command;
use std::time::Duration;
use support::{Page, folder, get, replay, split, viewer};

/// Sends bytes as they are, and gives what comes until the server hangs up.
fn raw(host: &str, bytes: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.write_all(bytes.as_bytes()).unwrap();
    heard(&mut stream)
}

/// All that comes until the server hangs up.
fn heard(stream: &mut TcpStream) -> String {
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("the server never hangs up"),
        // Cut off with something unread.
        _ => String::from_utf8_lossy(&answer).into_owned(),
    }
}

#[test]
fn nothing_is_read_before_the_right_is_shown() {
    let folder = folder("unread");
    let viewer = viewer();
    let page = Page::of(&viewer.watch(&replay(&folder, "golems", 5)).unwrap());
    let (host, token) = split(&page.url);
    let key = page.key.as_deref().unwrap();
    let announced = "Content-Length: 60000000\r\nExpect: 100-continue\r\n\r\n";
    for (path, key, status) in [
        ("/0123/api/open".to_string(), key, "404"),
        ("/".to_string(), key, "404"),
        (format!("{token}api/open"), "no key", "403"),
        (format!("{token}api/fork"), "no key", "403"),
        (format!("{token}hand/send"), "no key", "403"),
        // Who has the right may send no more than the thing can be.
        (format!("{token}api/fork"), key, "413"),
        (format!("{token}hand/send"), key, "413"),
        (format!("{token}edit/undo"), key, "413"),
        (format!("{token}api/key"), key, "413"),
    ] {
        // Not a byte of what is announced is ever sent: it is answered all the same, and the server hangs up.
        let head = format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nskirmish-key: {key}\r\n{announced}");
        let answer = raw(host, &head);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {answer}");
    }
    // Without an announcement it is counted as it comes.
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 20, "x".repeat(1 << 20));
    let head = format!(
        "POST {token}hand/send HTTP/1.1\r\nHost: {host}\r\nskirmish-key: {key}\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    let mut stream = TcpStream::connect(host).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    // The server hangs up on the way.
    let _cut = (0..4).try_for_each(|_| stream.write_all(chunk.as_bytes()));
    assert_eq!(get(&page.url).status, 200);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn no_path_leads_elsewhere() {
    let folder = folder("paths");
    let viewer = viewer();
    let page = Page::of(&viewer.watch(&replay(&folder, "golems", 5)).unwrap());
    let (host, token) = split(&page.url);
    let ask = |target: &str| raw(host, &format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
    for target in [
        "/%2Fevil.example",
        "/%2F%2Fevil.example",
        "//evil.example",
        "///evil.example",
        "/%5Cevil.example",
        "/\\evil.example",
        "/%09/evil.example",
        "/..",
        "/%2e%2e/",
        "/?x=//evil.example",
        &format!("http://evil.example{token}"),
        &format!("http://{host}{token}"),
        &format!("/{token}"),
        &format!("{}%2F", token.trim_end_matches('/')),
        &format!("{token}app/..%2f..%2fCargo.toml"),
        &format!("{token}app/%2e%2e"),
    ] {
        let answer = ask(target);
        assert!(answer.starts_with("HTTP/1.1 4") || answer.is_empty(), "{target}: {answer}");
        assert!(!answer.to_lowercase().contains("location:"), "{target}: {answer}");
    }
    let bare = token.trim_end_matches('/');
    let answer = ask(&format!("{bare}?x=//evil.example"));
    assert!(answer.to_lowercase().contains(&format!("location: {token}\r\n")), "{answer}");
    // Other names of this machine, one too many, and none at all.
    for hosts in [
        "Host: evil.example\r\n".to_string(),
        format!("Host: {host}\r\nHost: evil.example\r\n"),
        String::new(),
        format!("Host: {host}.evil.example\r\n"),
    ] {
        let answer = raw(host, &format!("GET {token} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n"));
        assert!(answer.starts_with("HTTP/1.1 404"), "{hosts}: {answer}");
    }
    for origin in ["null", "http://evil.example", "http://127.0.0.1:1", "https://localhost"] {
        let answer = raw(
            host,
            &format!("GET {token}api/index HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: close\r\n\r\n"),
        );
        assert!(answer.starts_with("HTTP/1.1 404"), "{origin}: {answer}");
    }
    // Numbers without measure.
    for query in [
        "api/frames?from=18446744073709551615",
        "api/frames?from=18446744073709551615&count=18446744073709551615&seat=0",
    ] {
        assert_eq!(page.get(query).status, 404, "{query}");
    }
    for query in [
        "api/log?from=18446744073709551615&to=18446744073709551615",
        "api/log?to=18446744073709551615",
        "api/private?to=18446744073709551615",
    ] {
        assert_eq!(page.get(query).status, 200, "{query}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn those_who_say_nothing_hold_up_nobody() {
    let viewer = viewer();
    let page = Page::of(&viewer.edit(Editor::start(&skirmish_games::registry(), "golems", None).unwrap()).unwrap());
    let (host, token) = split(&page.url);
    let connect = |said: &str| {
        let mut stream = TcpStream::connect(host).unwrap();
        // Whoever was turned away already need not be told more.
        let _gone = stream.write_all(said.as_bytes());
        stream
    };
    let half = format!("GET {token} HTTP/1.1\r\nHost: {host}\r\n");
    let held: Vec<TcpStream> = (0..300).map(|i| connect(["", "GET", &half][i % 3])).collect();
    for _ in 0..5 {
        assert_eq!(page.get("edit/state").status, 200);
    }
    drop(held);
    // A head without an end.
    let endless = format!("{half}{}", "X-Filler: 0123456789012345678901234567890123456789\r\n".repeat(20_000));
    let mut stream = connect("");
    let _cut = stream.write_all(endless.as_bytes());
    assert!(!heard(&mut stream).starts_with("HTTP/1.1 2"));
    // And one that never comes: the server does not wait for ever.
    assert!(!heard(&mut connect(&half)).starts_with("HTTP/1.1 2"));
    assert_eq!(page.get("edit/state").status, 200);
}

#[test]
fn pages_that_listen_hold_up_nobody() {
    let folder = folder("listen");
    let viewer = viewer();
    // A match without an end, which is followed live.
    let path = folder.join("growing.skirmish");
    let mut recorder = skirmish_replay::Recorder::create(&path).unwrap();
    support::played("golems", 1, 5).lines().for_each(|line| recorder.record(line).unwrap());
    recorder.flush().unwrap();
    let page = Page::of(&viewer.watch(&path).unwrap());
    let (host, token) = split(&page.url);
    let listen = || {
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        write!(stream, "GET {token}api/live HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut start = [0; 12];
        stream.read_exact(&mut start).unwrap();
        (stream, String::from_utf8_lossy(&start).into_owned())
    };
    let all: Vec<(TcpStream, String)> = (0..150).map(|_| listen()).collect();
    let (told, refused): (Vec<_>, Vec<_>) = all.iter().partition(|(_, status)| status == "HTTP/1.1 200");
    assert!(told.len() >= 10 && refused.iter().all(|(_, status)| status == "HTTP/1.1 503"), "{} told", told.len());
    assert!(!refused.is_empty());
    for _ in 0..3 {
        assert_eq!(page.get("api/index").status, 200);
        assert_eq!(page.get("api/frames").status, 200);
    }
    drop(all);
    // Places are free again as soon as the server has noticed; a page tries again.
    let free = (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        listen().1 == "HTTP/1.1 200"
    });
    assert!(free);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn files_beside_a_replay_are_opened_with_care() {
    let folder = folder("beside");
    let viewer = viewer();
    let file = replay(&folder, "golems", 10);
    let secret = folder.join("secret.jsonl");
    let line = r#"{"turn":1,"request":1,"us":5,"cpu_us":5,"stderr":"secret"}"#;
    std::fs::write(&secret, format!("{line}\n")).unwrap();
    // One seat's log is a link to somewhere else, the other's a pipe that nobody writes to; a capsule is a pipe as well.
    symlink(&secret, folder.join("golems.p0.private.jsonl")).unwrap();
    for pipe in ["golems.p1.private.jsonl", "golems.p1.1.capsule.json"] {
        assert!(Command::new("mkfifo").arg(folder.join(pipe)).status().unwrap().success());
    }
    symlink("/dev/zero", folder.join("golems.p0.1.capsule.json")).unwrap();
    let page = Page::of(&viewer.watch(&file).unwrap());
    assert_eq!(page.get("api/private?to=99").json()["entries"], serde_json::json!([]));
    assert_eq!(page.get("api/capsules").json()["capsules"], serde_json::json!([]));
    assert_eq!(page.get("api/charts").status, 200);
    // A plain file is read.
    std::fs::remove_file(folder.join("golems.p0.private.jsonl")).unwrap();
    std::fs::rename(&secret, folder.join("golems.p0.private.jsonl")).unwrap();
    assert_eq!(page.get("api/private?to=99").json()["entries"][0]["stderr"], "secret");
    std::fs::remove_dir_all(folder).unwrap();
}
