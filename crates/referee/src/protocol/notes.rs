//! Notes that come with an answer, kept in bounds.

use serde_json::value::RawValue;

/// The most bytes of one answer's notes that are kept, and how deep they may be nested.
pub const MOST_NOTES: usize = 64 << 10;
const DEEPEST_NOTES: usize = 64;

/// Notes as they are kept: whole, or a word about why not.
pub fn kept_notes(notes: &RawValue) -> Box<RawValue> {
    let text = notes.get();
    let why = if text.len() > MOST_NOTES {
        format!("{} bytes of notes left out, {MOST_NOTES} are kept", text.len())
    } else if is_deep(text, DEEPEST_NOTES) {
        format!("notes left out: nested more than {DEEPEST_NOTES} deep")
    } else {
        return notes.to_owned();
    };
    RawValue::from_string(format!("[\"{why}\"]")).expect("a list of one text")
}

/// Whether JSON is nested deeper than this.
fn is_deep(json: &str, most: usize) -> bool {
    let (mut depth, mut in_text, mut escaped) = (0usize, false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => depth += 1,
            b']' | b'}' if !in_text => depth -= 1,
            _ => {}
        }
        if depth > most {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_kept_whole_or_not_at_all() {
        let long = "x".repeat(1 << 20);
        let kept = |notes: &str| kept_notes(serde_json::from_str(notes).unwrap()).get().to_owned();
        assert_eq!(kept(r#"[{"text":"[[[\"{{"}]"#), r#"[{"text":"[[[\"{{"}]"#);
        assert_eq!(kept(&format!("[\"{long}\"]")), "[\"1048580 bytes of notes left out, 65536 are kept\"]");
        let deep = "[".repeat(30_000) + &"]".repeat(30_000);
        assert_eq!(kept(&deep), "[\"notes left out: nested more than 64 deep\"]");
        let brackets = format!("[\"{}\"]", "[".repeat(1000));
        assert_eq!(kept(&brackets), brackets, "those in a text are letters");
    }
}
