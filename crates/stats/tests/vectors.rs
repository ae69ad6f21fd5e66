//! Reference values: our own, worked out from the definitions by other means than the crate's (all strict orders, numeric
//! derivatives, fifty digits), and what `SKIRMISH_VECTORS` adds.

use skirmish_laws::vectors::name;
use skirmish_stats::golden::{Failure, is_line, run};

const OWN: &str = include_str!("values.jsonl");

#[test]
fn own_values() {
    assert_eq!(OWN.lines().count(), 31);
    for line in OWN.lines() {
        assert!(is_line(&serde_json::from_str(line).unwrap()), "{}", name(line));
        assert_eq!(run(line), Ok(()), "{}", name(line));
    }
}

#[test]
fn added_values() {
    skirmish_laws::vectors::check_added("statistics", |_, first| is_line(first), run);
}

/// Every key that a line has is looked at: a wrong one fails.
#[test]
fn a_wrong_value_is_found() {
    let keys = [
        "points",
        "score",
        "elo",
        "elo_error",
        "nelo",
        "nelo_error",
        "los",
        "draw_ratio",
        "pairs_ratio",
        "llr",
        "lower",
        "upper",
        "decision",
        "undefined",
        "worth_elo",
        "errors",
        "report",
    ];
    let mut found = std::collections::BTreeSet::new();
    for line in OWN.lines() {
        let whole: serde_json::Value = serde_json::from_str(line).unwrap();
        for key in keys.into_iter().filter(|key| whole.get(key).is_some()) {
            let mut wrong = whole.clone();
            spoil(&mut wrong[key]);
            let failed = run(&wrong.to_string());
            assert!(
                matches!(&failed, Err(Failure::Differs { pointer, .. }) if pointer[1..].split('/').next() == Some(key)),
                "{}: {key}: {failed:?}",
                name(line)
            );
            found.insert(key);
        }
    }
    assert_eq!(found.len(), keys.len(), "{found:?}");
}

fn spoil(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Null => *value = 1.into(),
        serde_json::Value::Number(n) => *value = (n.as_f64().unwrap() * 1.001 + 0.001).into(),
        serde_json::Value::String(text) => text.push('?'),
        serde_json::Value::Array(list) => match list.last_mut() {
            Some(last) => spoil(last),
            None => list.push(7.into()),
        },
        _ => panic!("{value}"),
    }
}

#[test]
fn lines_that_are_none_are_called_so() {
    for (line, why) in [
        ("", "EOF"),
        ("[]", "none of the keys"),
        ("{}", "none of the keys"),
        (r#"{"penta":[1,2,3,4,5]}"#, "no tol"),
        (r#"{"penta":[1,2,3,4,5],"tol":-1}"#, "tol is no tolerance"),
        (r#"{"penta":[1,2,3,4],"tol":1}"#, "penta"),
        (r#"{"penta":[1,2,3,4,-5],"tol":1}"#, "penta"),
        (r#"{"penta":[1,2,3,4,5],"tol":1}"#, "no points"),
        (r#"{"wdl":[1,2,3],"model":"bayesian","tol":1}"#, "model"),
        (r#"{"wdl":[1,2,3],"model":"logistic","elo0":2,"elo1":1,"alpha":0.1,"beta":0.1,"tol":1}"#, "elo1"),
        (r#"{"bots":2,"results":[[0,2,1,1,1]],"elo":[0,0],"tol":1}"#, "there is no bot 2"),
        (r#"{"bots":2,"results":[[0,0,1,1,1]],"elo":[0,0],"tol":1}"#, "against itself"),
        (r#"{"bots":2,"results":[],"elo":[null],"undefined":[0,1],"tol":1}"#, "1 numbers for 2 bots"),
        (r#"{"bots":99999999999,"results":[],"elo":[],"tol":1}"#, "more than"),
        (r#"{"bots":2,"rankings":[[[0],[0]]],"worth_elo":[],"tol":1}"#, "more than once"),
        (r#"{"bots":2,"rankings":[[[]]],"worth_elo":[],"tol":1}"#, "empty"),
        (r#"{"bots":2,"prior":-1,"rankings":[],"worth_elo":[],"tol":1}"#, "prior"),
        (r#"{"bots":2,"rankings":[[[0,1]]],"worth_elo":[0,0],"errors":[[0,9,1,1]],"tol":1}"#, "no bot 9"),
    ] {
        match run(line) {
            Err(Failure::Unreadable(told)) => assert!(told.contains(why), "{line}: {told}"),
            other => panic!("{line}: {other:?}"),
        }
    }
}
