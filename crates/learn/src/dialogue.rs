//! Decisions as lines of JSON, for bots that have neither the rules nor the arrays: the referee asks one decision after
//! the other, with everything that is observed, and composes the list itself.

use crate::interpreter::{Interpreter, interpreter};
use crate::key::Key;
use crate::page::Numbers;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use skirmish_core::interpreter::Heard;

/// The most bytes of arrays and mask in one question: a match has thousands of them, which all go through the referee.
const MOST_ASKED: usize = 1 << 18;

/// Makes interpreters for bots that are ready for decisions.
pub fn open(hello: &[u8], ready: &[u8]) -> Result<Box<dyn skirmish_core::interpreter::Interpreter>, String> {
    #[derive(Deserialize)]
    struct Ready {
        layout: Option<Value>,
        arrays: Option<Value>,
    }
    let ready: Ready = serde_json::from_slice(ready).map_err(|why| why.to_string())?;
    let layout = ready.layout.ok_or("\"layout\" is missing; say which layout the weights are for")?;
    let key: Key = serde_json::from_value(layout).map_err(|why| format!("\"layout\": {why}"))?;
    let arrays: Option<Vec<String>> = match ready.arrays {
        None | Some(Value::Null) => None,
        Some(arrays) => Some(serde_json::from_value(arrays).map_err(|why| format!("\"arrays\": {why}"))?),
    };
    let arrays = match arrays {
        Some(arrays) => arrays,
        None => key.layout()?.small().into_iter().map(String::from).collect(),
    };
    let (inner, mask) = (interpreter(hello, &key, &arrays)?, Vec::new());
    let layout = inner.layout();
    let bytes = layout.bytes(|array| arrays.iter().any(|name| name == array.name)).saturating_add(layout.numbers);
    if bytes > MOST_ASKED {
        return Err(format!(
            "each question would have {bytes} bytes of arrays and mask; at most {MOST_ASKED} are sent. Ask for fewer \
             \"arrays\" or a smaller scope, or play with `skirmish policy`, which needs no questions"
        ));
    }
    Ok(Box::new(Dialogue { inner, request: 0, decision: 0, mask }))
}

/// The dialogue with one bot.
struct Dialogue {
    inner: Box<dyn Interpreter>,
    request: u32,
    /// How many decisions of this request were answered.
    decision: u32,
    mask: Vec<u8>,
}

/// One question.
#[derive(Serialize)]
struct Question<'a> {
    r#type: &'static str,
    request: u32,
    decision: u32,
    /// The bytes of each array, rows first, little end first, in base64.
    arrays: Map<String, Value>,
    mask: &'a str,
}

/// One answer.
#[derive(Deserialize)]
struct Answer {
    request: u64,
    #[serde(default)]
    decision: Option<u64>,
    number: u64,
}

impl Dialogue {
    fn ask(&mut self, out: &mut Vec<u8>) {
        self.mask.resize(self.inner.layout().numbers, 0);
        self.inner.mask().write(&mut self.mask);
        self.inner.observe();
        let names = self.inner.layout().arrays.iter().map(|array| array.name);
        let arrays = names.zip(&self.inner.page().arrays).filter_map(|(name, numbers)| {
            let bytes = match numbers {
                Numbers::None => return None,
                Numbers::U8(bytes) => STANDARD.encode(bytes),
                Numbers::I16(shorts) => {
                    STANDARD.encode(shorts.iter().flat_map(|short| short.to_le_bytes()).collect::<Vec<u8>>())
                }
            };
            Some((name.to_string(), Value::String(bytes)))
        });
        let question = Question {
            r#type: "decide",
            request: self.request,
            decision: self.decision,
            arrays: arrays.collect(),
            mask: &STANDARD.encode(&self.mask),
        };
        serde_json::to_writer(&mut *out, &question).expect("questions serialise");
        out.push(b'\n');
    }
}

impl skirmish_core::interpreter::Interpreter for Dialogue {
    fn turn(&mut self, message: &[u8], question: &mut Vec<u8>) -> Result<(), String> {
        #[derive(Deserialize)]
        struct Turn<'a> {
            request: u32,
            #[serde(borrow)]
            view: &'a RawValue,
        }
        let turn: Turn<'_> = serde_json::from_slice(message).map_err(|why| why.to_string())?;
        self.inner.turn(turn.view)?;
        (self.request, self.decision) = (turn.request, 0);
        self.ask(question);
        Ok(())
    }

    fn heard(&mut self, line: &[u8], next: &mut Vec<u8>) -> Heard {
        #[derive(Deserialize)]
        struct Kind<'a> {
            r#type: &'a str,
        }
        let kind = serde_json::from_slice::<Kind<'_>>(line);
        if !kind.is_ok_and(|kind| kind.r#type == "decision") {
            return Heard::Other;
        }
        let (request, decision) = (u64::from(self.request), u64::from(self.decision));
        let answer = match serde_json::from_slice::<Answer>(line) {
            Ok(answer) if answer.request < request => return Heard::Stale,
            Ok(answer) => answer,
            Err(why) => return Heard::Bad(format!("a decision has \"request\" and \"number\": {why}")),
        };
        if answer.request > request || answer.decision.is_some_and(|number| number > decision) {
            return Heard::Bad(format!("this is decision {decision} of request {request}"));
        }
        if answer.decision.is_some_and(|number| number < decision) {
            return Heard::Stale;
        }
        if self.inner.is_open() {
            let number = usize::try_from(answer.number).unwrap_or(usize::MAX);
            if let Err(why) = self.inner.decide(number) {
                return Heard::Bad(why);
            }
        } else if answer.number != 0 {
            return Heard::Bad(format!("{} was chosen where only 0 is legal", answer.number));
        }
        self.decision += 1;
        if self.inner.is_open() {
            self.ask(next);
            return Heard::Question;
        }
        let orders = serde_json::json!({"type": "orders", "request": self.request, "actions": self.inner.orders()});
        serde_json::to_writer(next, &orders).expect("orders serialise");
        Heard::Orders
    }
}
