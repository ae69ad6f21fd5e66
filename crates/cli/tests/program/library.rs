//! `skirmish watch DIR`: the library of a folder, and matches that are played into it meanwhile.

use crate::support::{Folder, json_of};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

/// Asks a server on this machine, and gives the JSON it answers.
fn get(share: &str, path: &str) -> Value {
    let (host, place) = share.strip_prefix("http://").and_then(|rest| rest.split_once('/')).expect("our own address");
    let mut stream = TcpStream::connect(host).expect("it listens");
    write!(stream, "GET /{place}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").expect("a head");
    serde_json::from_str(body).unwrap_or_else(|why| panic!("{path}: {why}: {answer}"))
}

#[test]
fn a_folder_opens_as_a_library() {
    let folder = Folder::new("library");
    let played = folder.play(&["play", "golems", "weak", "medium", "--set", "max_turns=12", "--json"]);
    let replay = played["replay"].as_str().unwrap();
    let mut child = folder
        .command(&["watch", "replays", "--no-browser", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let told = json_of(&line);
    assert_eq!(told["folder"], "replays");
    assert!(told["url"].as_str().unwrap().starts_with(told["share"].as_str().unwrap()));
    let share = told["share"].as_str().unwrap();
    let shelf = get(share, "api/library");
    let cards = shelf["cards"].as_array().unwrap();
    assert_eq!(cards.len(), 1, "{shelf}");
    assert!(replay.ends_with(cards[0]["name"].as_str().unwrap()));
    assert_eq!(cards[0]["facts"]["seats"][1]["player"], "medium");
    // What is played on meanwhile is there, and says where it comes from.
    folder.play(&["fork", replay, "--turn", "4", "weak", "weak", "--json"]);
    let since = shelf["version"].as_u64().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let news = get(share, &format!("api/library?since={since}"));
    let origin = &news["cards"][0]["facts"]["forked"];
    assert_eq!((&origin["match"], origin["turn"].as_i64()), (&cards[0]["facts"]["id"], Some(4)), "{news}");
    child.kill().unwrap();
    child.wait().unwrap();
}
