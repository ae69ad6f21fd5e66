//! News, and the letter they are told in.

use serde::Serialize;
use serde_json::value::RawValue;

/// So many news are in one letter; more come in the next.
pub const MOST: usize = 100;
/// So many sentences are in its text.
const SENTENCES: usize = 5;

/// Something that somebody may want to be told.
#[derive(Clone, Debug)]
pub struct News {
    /// The record of the log that it is in.
    pub record: i64,
    /// The number of the newest event then.
    pub n: i64,
    /// When it happened.
    pub at: String,
    /// What sort of news it is: what hooks choose by.
    pub kind: &'static str,
    /// Whom it concerns; everybody, if nobody is named.
    pub seat: Option<String>,
    /// One sentence.
    pub text: String,
    /// The event of the public log, if it is one.
    pub event: Option<Box<RawValue>>,
}

impl News {
    pub fn is_for(&self, seat: &str, wants: &[String]) -> bool {
        self.seat.as_deref().is_none_or(|concerned| concerned == seat) && wants.iter().any(|want| want == self.kind)
    }
}

/// What is posted.
#[derive(Serialize)]
struct Letter<'a> {
    id: &'a str,
    game: &'a str,
    seat: &'a str,
    n: i64,
    at: &'a str,
    kind: &'a str,
    text: String,
    events: Vec<Told<'a>>,
}

#[derive(Serialize)]
struct Told<'a> {
    kind: &'a str,
    at: &'a str,
    text: &'a str,
    event: Option<&'a RawValue>,
}

/// The body of a letter. The same news always give the same one, so that it can be sent again. `kinds` has the weightiest
/// first: what the whole letter is called by.
pub fn body(id: &str, game: &str, seat: &str, kinds: &[&str], news: &[News]) -> String {
    let weight = |news: &&News| kinds.iter().position(|kind| *kind == news.kind).unwrap_or(usize::MAX);
    let (last, main) = (news.last(), news.iter().min_by_key(weight));
    let mut text: Vec<&str> = news.iter().take(SENTENCES).map(|news| news.text.as_str()).collect();
    let more = news.len().saturating_sub(SENTENCES);
    let rest = format!("And {more} more.");
    if more > 0 {
        text.push(&rest);
    }
    let letter = Letter {
        id,
        game,
        seat,
        n: last.map_or(0, |news| news.n),
        at: last.map_or("", |news| &news.at),
        kind: main.map_or("", |news| news.kind),
        text: text.join(" "),
        events: news
            .iter()
            .map(|news| Told { kind: news.kind, at: &news.at, text: &news.text, event: news.event.as_deref() })
            .collect(),
    };
    serde_json::to_string(&letter).expect("letters serialise")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn news(n: i64, kind: &'static str) -> News {
        let event = RawValue::from_string(format!("{{\"n\":{n}}}")).ok();
        News { record: n, n, at: format!("at {n}"), kind, seat: None, text: format!("Sentence {n}."), event }
    }

    #[test]
    fn a_letter_tells_the_weightiest_first_and_counts_the_rest() {
        let all: Vec<News> = (1..=7).map(|n| news(n, if n == 4 { "lost" } else { "hit" })).collect();
        let letter: Value = serde_json::from_str(&body("id", "spring", "ann", &["lost", "hit"], &all)).unwrap();
        assert_eq!((&letter["kind"], &letter["n"], &letter["at"]), (&json!("lost"), &json!(7), &json!("at 7")));
        assert!(letter["text"].as_str().unwrap().ends_with("Sentence 5. And 2 more."), "{letter}");
        assert_eq!(
            letter["events"][3],
            json!({"kind": "lost", "at": "at 4", "text": "Sentence 4.", "event": {"n": 4}})
        );
        assert_eq!(letter["events"].as_array().unwrap().len(), 7);
    }

    #[test]
    fn news_are_for_whom_they_concern() {
        let wants = ["hit".to_string()];
        assert!(news(1, "hit").is_for("ann", &wants));
        assert!(!news(1, "lost").is_for("ann", &wants));
        let for_bob = News { seat: Some("bob".into()), ..news(1, "hit") };
        assert!(for_bob.is_for("bob", &wants) && !for_bob.is_for("ann", &wants));
    }
}
