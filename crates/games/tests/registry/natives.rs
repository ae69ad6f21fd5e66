//! Which games have bots of an original, and whole games with such bots.

use serde_json::{Value, json};
use skirmish_core::any::{Playing, Recorded, Seated, Spoken};
use skirmish_core::native::{NativeError, Transport};
use skirmish_core::{Absence, Game, Seat, Setup};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

#[test]
fn two_games_have_native_bots() {
    for game in skirmish_games::registry().iter() {
        let facts = game.facts();
        let mut table = game.set_up(&Setup::default()).unwrap_or_else(|faults| panic!("{faults}"));
        let seated = table.seat_native(Seat(0), None);
        assert_eq!(facts.native.is_some(), ["infection", "footsoldiers"].contains(&facts.id));
        match facts.native {
            Some(_) => assert_eq!(seated, Ok(())),
            None => assert_eq!(seated, Err(NativeError::NoDialect { game: facts.id })),
        }
    }
}

/// A bot in Python, or `None` with a loud message where there is no Python.
fn python(bot: &str, args: &[&str]) -> Option<Child> {
    let path = format!("{}/../cli/tests/bots/{bot}", env!("CARGO_MANIFEST_DIR"));
    let started = Command::new("python3")
        .arg(path)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    match started {
        Ok(child) => Some(child),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("\n*** python3 is not installed: {bot} is NOT tried\n");
            None
        }
        Err(error) => panic!("{bot}: {error}"),
    }
}

fn table<G: Game>(config: Value) -> Seated<G> {
    let Value::Object(config) = config else { panic!("no object") };
    let setup = Setup { config, ..Setup::default() };
    let (game, state) = G::resolve(&setup).unwrap_or_else(|faults| panic!("{faults}"));
    Seated::new(game, state, 1)
}

/// The bot of one seat, connected.
struct Connected {
    child: Child,
    stream: TcpStream,
    lines: BufReader<TcpStream>,
}

impl Connected {
    fn new(args: &[&str]) -> Option<Connected> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut words: Vec<String> = args.iter().map(|&arg| arg.into()).collect();
        Transport::Tcp { arguments: &["serve"] }.add_port(&mut words, listener.local_addr().unwrap().port());
        let child = python("native_infection.py", &words.iter().map(String::as_str).collect::<Vec<_>>())?;
        let (stream, _) = listener.accept().unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let lines = BufReader::new(stream.try_clone().unwrap());
        Some(Connected { child, stream, lines })
    }

    fn line(&mut self) -> Vec<u8> {
        let mut line = Vec::new();
        self.lines.read_until(b'\n', &mut line).unwrap();
        assert_eq!(line.pop(), Some(b'\n'), "the bot has hung up");
        line
    }

    /// Says farewell and gives the message as the bot repeats it on its standard error.
    fn dismiss(mut self, farewell: &[u8]) -> Value {
        self.stream.write_all(farewell).unwrap();
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        assert!(self.child.wait().unwrap().success(), "{log}");
        serde_json::from_str(&log).unwrap_or_else(|error| panic!("{error}: {log}"))
    }
}

/// Plays a game of `infection` to its end and gives the table with what each bot was told last.
fn play_infection(
    config: Value,
    humans: &[&str],
    zombies: &[&str],
) -> Option<(Seated<skirmish_games::Infection>, [Value; 2])> {
    let mut table = table::<skirmish_games::Infection>(config);
    let mut bots = [Connected::new(humans)?, Connected::new(zombies)?];
    for seat in [Seat(0), Seat(1)] {
        table.seat_native(seat, None).unwrap();
    }
    while !table.turn().is_over() {
        let turn = table.turn();
        let seat = turn.to_act.iter().next().unwrap();
        if !turn.silent.contains(seat) {
            let bot = &mut bots[seat.index()];
            let mut request = Vec::new();
            table.native_request(seat, &mut request);
            bot.stream.write_all(&request).unwrap();
            if table.native_reply(seat, &bot.line(), 1).is_err() {
                table.absent(seat, Absence::Malformed, 1);
            }
        }
        table.step();
    }
    let told = [0, 1].map(|i| {
        let mut farewell = Vec::new();
        table.native_farewell(Seat(i), &mut farewell);
        farewell
    });
    let [humans, zombies] = bots;
    Some((table, [humans.dismiss(&told[0]), zombies.dismiss(&told[1])]))
}

#[test]
fn python_bots_play_infection_over_tcp() {
    let Some((table, told)) = play_infection(json!({"turn_limit": 30}), &[], &[]) else { return };
    let result = table.result();
    assert!(result["over"] == true && result["humans_ignored"] == false && result["zombies_ignored"] == false);
    for message in told {
        assert_eq!(message["scores"], result["scores"]);
        assert_eq!(message["errors"], json!({"humanErrors": [], "zombieErrors": []}), "nothing was impossible");
    }
    let position: Value = serde_json::from_str(&table.position()).unwrap();
    let classes = position["units"].as_array().unwrap().iter().filter(|unit| unit["class"] == "marksman").count();
    assert!(classes > 0, "{position}");
}

#[test]
fn python_bots_that_misbehave_in_infection_are_found_out() {
    let config = json!({"turn_limit": 12});
    let humans = ["--impossible=MOVE@2", "--null-action=ATTACK@2", "--twice=MOVE@4", "--unknown-field=MOVE@6"];
    let Some((table, told)) = play_infection(config, &humans, &["--null"]) else { return };
    assert_eq!(table.result()["zombies_ignored"], true);
    assert_eq!(table.result()["humans_ignored"], false);
    let errors: Vec<&str> =
        told[0]["errors"]["humanErrors"].as_array().unwrap().iter().map(|e| e.as_str().unwrap()).collect();
    let of = |start: &str| errors.iter().filter(|error| error.starts_with(start)).count();
    assert_eq!(
        (of("turn 2, MOVE: unit"), of("turn 2, ATTACK: 1 of the actions"), of("turn 6, MOVE: the reply is void")),
        (20, 1, 1)
    );
    assert_eq!(errors.len(), 22, "{errors:?}");
    assert_eq!(told[1]["errors"]["zombieErrors"].as_array().unwrap().len(), 5);
}

/// Plays `footsoldiers` with a Python bot in each seat, under the given setting.
fn play_footsoldiers(setting: &str, args: [&[&str]; 2]) -> Option<Seated<skirmish_games::Footsoldiers>> {
    let mut table = table::<skirmish_games::Footsoldiers>(json!({}));
    let transport = table.native_contact().unwrap().transport;
    let mut bots = Vec::new();
    for seat in [Seat(0), Seat(1)] {
        table.seat_native(seat, Some(setting)).unwrap();
        let mut child = python("native_footsoldiers.py", args[seat.index()])?;
        let mut lines = BufReader::new(child.stdout.take().unwrap()).split(b'\n').map(|line| line.unwrap());
        assert!(transport.is_greeting(&lines.next().unwrap()));
        bots.push((child, lines));
    }
    while !table.turn().is_over() {
        for seat in [Seat(0), Seat(1)] {
            let (child, lines) = &mut bots[seat.index()];
            let mut request = Vec::new();
            table.native_request(seat, &mut request);
            child.stdin.as_mut().unwrap().write_all(&request).unwrap();
            table.native_reply(seat, &lines.next().expect("the bot is gone"), 1).unwrap();
        }
        table.step();
    }
    for (mut child, _) in bots {
        drop(child.stdin.take());
        assert!(child.wait().unwrap().success());
    }
    Some(table)
}

#[test]
fn python_bots_play_footsoldiers_over_pipes() {
    let ends = [("newline", [&[][..], &[]]), ("none", [&[][..], &[]]), ("none", [&["--strict"][..], &["--strict"]])]
        .map(|(setting, args)| play_footsoldiers(setting, args).map(|table| (table.result(), table.hash())));
    let [Some(first), ..] = &ends else { return };
    assert_eq!(first.0["over"], true);
    assert!(ends.iter().all(|end| end.as_ref() == Some(first)), "what ends a state makes no difference: {ends:?}");
}
