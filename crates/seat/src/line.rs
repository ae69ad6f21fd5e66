//! The line to the server: asks until there is an answer.

use crate::token::Token;
use crate::trouble::Trouble;
use serde::Deserialize;
use skirmish_referee::Cancel;
use std::time::{Duration, Instant};
use ureq::http::Response;
use ureq::{Agent, Body};

/// A request that takes longer is asked again.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long to wait after the first failure; each further one doubles it.
const FIRST_WAIT: Duration = Duration::from_millis(250);
/// The longest wait between two tries.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// The largest answer that is read.
const LARGEST: u64 = 64 << 20;
/// How soon an interruption is noticed.
const GLANCE: Duration = Duration::from_millis(50);

/// Is told what was posted in each round, when the server does not answer, and when it does again.
pub type Hear = Box<dyn Fn(&str) + Send>;

/// A line that a token speaks on.
pub(crate) struct Line {
    agent: Agent,
    token: Token,
    pub cancel: Cancel,
    hear: Hear,
    /// The server has answered before, so the address is right.
    answered: bool,
}

/// What is asked.
pub(crate) enum Ask<'a> {
    Get,
    /// The same request is done once, however often it comes.
    Post {
        key: &'a str,
        body: &'a str,
    },
}

/// An answer that is not a passing trouble.
#[derive(Debug)]
pub(crate) struct Said {
    pub status: u16,
    pub body: String,
}

/// A refusal, as the server tells it.
#[derive(Deserialize)]
pub(crate) struct Refused {
    pub reason: String,
    pub message: String,
}

impl Said {
    pub fn refused(&self) -> Refused {
        serde_json::from_str(&self.body).unwrap_or_else(|_| Refused {
            reason: String::new(),
            message: format!("it answered with status {}", self.status),
        })
    }
}

/// One try.
enum Try {
    Said(Said),
    /// No answer now; perhaps later.
    Later {
        why: String,
        after: Option<Duration>,
    },
}

impl Line {
    pub fn new(token: Token, cancel: Cancel, hear: Hear) -> Line {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            // A token goes nowhere but where its owner sent it.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(PATIENCE))
            .user_agent("skirmish")
            .build();
        Line { agent: config.into(), token, cancel, hear, answered: false }
    }

    /// Asks until there is an answer. What nobody mends by waiting is an error.
    pub fn ask(&mut self, url: &str, ask: &Ask<'_>) -> Result<Said, Trouble> {
        let (mut wait, mut waited) = (FIRST_WAIT, false);
        loop {
            match self.attempt(url, ask)? {
                Try::Said(said) => {
                    if waited {
                        (self.hear)("the server answers again");
                    }
                    self.answered = true;
                    return judged(url, said);
                }
                Try::Later { why, .. } if !self.answered => return Err(Trouble::Silent { url: url.into(), why }),
                Try::Later { why, after } => {
                    if !waited {
                        (self.hear)(&format!("no answer from the server ({why}); asking again until there is one"));
                    }
                    waited = true;
                    self.sleep(after.unwrap_or(wait).min(LONGEST_WAIT))?;
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
            }
        }
    }

    fn attempt(&mut self, url: &str, ask: &Ask<'_>) -> Result<Try, Trouble> {
        let answer = match ask {
            Ask::Get => self.agent.get(url).header("Authorization", self.token.header()).call(),
            Ask::Post { key, body } => self
                .agent
                .post(url)
                .header("Authorization", self.token.header())
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", *key)
                .send(*body),
        };
        let mut answer = match answer {
            Ok(answer) => answer,
            Err(ureq::Error::BadUri(why)) => return Err(Trouble::Silent { url: url.into(), why }),
            Err(why) => return Ok(Try::Later { why: why.to_string(), after: None }),
        };
        let status = answer.status().as_u16();
        if (300..400).contains(&status) {
            return Err(Trouble::Moved(header(&answer, "location").unwrap_or("it does not say which").into()));
        }
        let after = header(&answer, "retry-after").and_then(|text| text.trim().parse().ok()).map(Duration::from_secs);
        let body = match answer.body_mut().with_config().limit(LARGEST).read_to_string() {
            Ok(body) => body,
            Err(why) => return Ok(Try::Later { why: why.to_string(), after: None }),
        };
        let said = Said { status, body };
        if status == 429 || status >= 500 {
            // Whoever says so is there: the address is right.
            self.answered = true;
            return Ok(Try::Later { why: said.refused().message, after });
        }
        Ok(Try::Said(said))
    }

    /// Tells whoever listens.
    pub fn tell(&self, news: &str) {
        (self.hear)(news);
    }

    /// Waits, unless somebody stops it.
    pub fn sleep(&self, time: Duration) -> Result<(), Trouble> {
        let until = Instant::now() + time;
        loop {
            if self.cancel.is_cancelled() {
                return Err(Trouble::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            std::thread::sleep(left.min(GLANCE));
        }
    }
}

fn header<'a>(answer: &'a Response<Body>, name: &str) -> Option<&'a str> {
    answer.headers().get(name)?.to_str().ok()
}

/// Answers that end everything.
fn judged(url: &str, said: Said) -> Result<Said, Trouble> {
    match said.status {
        401 => Err(Trouble::Token(said.refused().message)),
        403 => Err(Trouble::OtherToken(said.refused().message)),
        404 => Err(Trouble::NoGame { url: url.into(), why: said.refused().message }),
        _ => Ok(said),
    }
}
