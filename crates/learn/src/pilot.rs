//! A policy as a bot: protocol 1 over two pipes.

use crate::interpreter::{Interpreter, interpreter};
use crate::policy::Policy;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use skirmish_core::Rng;
use std::io::{BufRead, Write};

/// What there is to know of a message.
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    r#type: std::borrow::Cow<'a, str>,
    request: Option<u32>,
    #[serde(borrow)]
    view: Option<&'a RawValue>,
    #[serde(borrow)]
    random: Option<std::borrow::Cow<'a, str>>,
    again: Option<bool>,
}

/// Plays a policy until the last game is over. `name` is what it calls itself. An error tells why it cannot go on.
pub fn fly(policy: &Policy, name: &str, input: impl BufRead, mut output: impl Write) -> Result<(), String> {
    let mut seat: Option<(Box<dyn Interpreter>, Rng)> = None;
    let mut say = |line: serde_json::Value| {
        let text = format!("{line}\n");
        output.write_all(text.as_bytes()).and_then(|()| output.flush()).map_err(|why| format!("cannot answer: {why}"))
    };
    for line in input.split(b'\n') {
        let line = line.map_err(|why| format!("cannot read: {why}"))?;
        let message: Message<'_> =
            serde_json::from_slice(&line).map_err(|why| format!("a message cannot be read: {why}"))?;
        match &*message.r#type {
            "hello" => {
                let random = message.random.as_deref().and_then(|text| u64::from_str_radix(text, 16).ok());
                let made = interpreter(&line, &policy.about().key, &policy.arrays())?;
                seat = Some((made, Rng::new(random.unwrap_or_default())));
                say(json!({"type": "ready", "name": name, "series": true}))?;
            }
            "turn" => {
                let (Some((seat, rng)), Some(view), Some(request)) = (&mut seat, message.view, message.request) else {
                    return Err("a turn needs a greeting before it, a request and a view".into());
                };
                seat.turn(view)?;
                while seat.is_open() {
                    seat.observe();
                    let number = policy.choose(seat.page(), seat.mask(), rng);
                    seat.decide(number)?;
                }
                say(json!({"type": "orders", "request": request, "actions": seat.orders()}))?;
            }
            "end" if message.again != Some(true) => return Ok(()),
            _ => {}
        }
    }
    Ok(())
}
