//! Keys as terminals send them: bytes, and sequences that begin with an escape.

/// A key, with what was held down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    pub code: Code,
    pub shift: bool,
    pub alt: bool,
    pub control: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    Char(char),
    Enter,
    Escape,
    Tab,
    Backspace,
    Delete,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
}

impl Key {
    pub fn plain(code: Code) -> Key {
        Key { code, shift: false, alt: false, control: false }
    }

    pub fn control(letter: char) -> Key {
        Key { control: true, ..Key::plain(Code::Char(letter)) }
    }

    /// The character it writes, if it is one.
    pub fn char(self) -> Option<char> {
        match self.code {
            Code::Char(c) if !self.control && !self.alt => Some(c),
            _ => None,
        }
    }

    /// The arrow it is: to the right and downwards.
    pub fn arrow(self) -> Option<[i64; 2]> {
        match self.code {
            Code::Left => Some([-1, 0]),
            Code::Right => Some([1, 0]),
            Code::Up => Some([0, -1]),
            Code::Down => Some([0, 1]),
            _ => None,
        }
    }

    fn held(code: Code, modifiers: u32) -> Key {
        let bits = modifiers.saturating_sub(1);
        Key { code, shift: bits & 1 != 0, alt: bits & 2 != 0, control: bits & 4 != 0 }
    }
}

/// What the first bytes of the input are.
#[derive(PartialEq, Debug)]
pub enum Read {
    /// So many bytes are a key, or nothing that is known here.
    Key(Option<Key>, usize),
    /// More bytes have to come first.
    More,
}

/// Reads the first key. A lone escape is the beginning of something until it is known that nothing follows.
pub fn read(bytes: &[u8]) -> Read {
    match *bytes {
        [] => Read::More,
        [0x1b] => Read::More,
        [0x1b, b'[', ..] => sequence(bytes),
        [0x1b, b'O'] => Read::More,
        [0x1b, b'O', letter, ..] => Read::Key(letter_of(letter).map(Key::plain), 3),
        [0x1b, 0x1b, ..] => Read::Key(Some(Key::plain(Code::Escape)), 1),
        [0x1b, ..] => match read(&bytes[1..]) {
            Read::Key(key, length) => Read::Key(key.map(|key| Key { alt: true, ..key }), length + 1),
            Read::More => Read::More,
        },
        [first, ..] if first < 0x20 || first == 0x7f => Read::Key(Some(of_control(first)), 1),
        [first, ..] => {
            let length = match first {
                0xf0..=0xf7 => 4,
                0xe0..=0xef => 3,
                0xc0..=0xdf => 2,
                _ => 1,
            };
            if bytes.len() < length {
                return Read::More;
            }
            match std::str::from_utf8(&bytes[..length]).ok().and_then(|text| text.chars().next()) {
                Some(c) => Read::Key(Some(Key::plain(Code::Char(c))), length),
                None => Read::Key(None, 1),
            }
        }
    }
}

/// A single byte below the letters. Where Enter sends a carriage return, a line feed is Enter with Control.
fn of_control(byte: u8) -> Key {
    match byte {
        b'\r' => Key::plain(Code::Enter),
        b'\n' => Key { control: true, ..Key::plain(Code::Enter) },
        b'\t' => Key::plain(Code::Tab),
        0x08 | 0x7f => Key::plain(Code::Backspace),
        0 => Key::control(' '),
        1..=26 => Key::control(char::from(b'a' + byte - 1)),
        _ => Key::control(char::from(byte + 0x40)),
    }
}

/// `ESC [`, numbers with semicolons between them, and a letter that says what they mean.
fn sequence(bytes: &[u8]) -> Read {
    let Some(end) = bytes[2..].iter().position(|byte| (0x40..0x7f).contains(byte)) else {
        // Nobody sends such long ones: what began it is thrown away.
        return if bytes.len() > 32 { Read::Key(None, 2) } else { Read::More };
    };
    let words = String::from_utf8_lossy(&bytes[2..2 + end]).into_owned();
    let numbers: Vec<u32> =
        words.split(';').map(|word| word.split(':').next().unwrap_or("").parse().unwrap_or(1)).collect();
    let number = |i: usize| numbers.get(i).copied().unwrap_or(1);
    let key = match bytes[2 + end] {
        b'Z' => Some(Key { shift: true, ..Key::plain(Code::Tab) }),
        b'u' => of_number(number(0)).map(|code| Key::held(code, number(1))),
        b'~' if number(0) == 27 => of_number(number(2)).map(|code| Key::held(code, number(1))),
        b'~' => {
            let code = match number(0) {
                1 | 7 => Some(Code::Home),
                3 => Some(Code::Delete),
                4 | 8 => Some(Code::End),
                5 => Some(Code::PageUp),
                6 => Some(Code::PageDown),
                _ => None,
            };
            code.map(|code| Key::held(code, number(1)))
        }
        letter => letter_of(letter).map(|code| Key::held(code, number(1))),
    };
    Read::Key(key, 3 + end)
}

fn letter_of(letter: u8) -> Option<Code> {
    Some(match letter {
        b'A' => Code::Up,
        b'B' => Code::Down,
        b'C' => Code::Right,
        b'D' => Code::Left,
        b'F' => Code::End,
        b'H' => Code::Home,
        b'M' => Code::Enter,
        _ => return None,
    })
}

/// Keys that newer terminals name by their number.
fn of_number(number: u32) -> Option<Code> {
    Some(match number {
        9 => Code::Tab,
        13 => Code::Enter,
        27 => Code::Escape,
        127 => Code::Backspace,
        other => Code::Char(char::from_u32(other).filter(|c| !c.is_control())?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut bytes: &[u8]) -> Vec<Key> {
        let mut keys = Vec::new();
        while let Read::Key(key, length) = read(bytes) {
            keys.extend(key);
            bytes = &bytes[length..];
        }
        keys
    }

    #[test]
    fn keys_are_told_apart() {
        let shift = |code| Key { shift: true, ..Key::plain(code) };
        let control = |code| Key { control: true, ..Key::plain(code) };
        assert_eq!(
            all(b"a\x1b[A\x1bOB\x1b[1;2C\x1b[6~\x1b[Z\r\n\x03\x7f\x1b[13;5u\x1b[27;5;13~\xc3\xa9"),
            [
                Key::plain(Code::Char('a')),
                Key::plain(Code::Up),
                Key::plain(Code::Down),
                shift(Code::Right),
                Key::plain(Code::PageDown),
                shift(Code::Tab),
                Key::plain(Code::Enter),
                control(Code::Enter),
                Key::control('c'),
                Key::plain(Code::Backspace),
                control(Code::Enter),
                control(Code::Enter),
                Key::plain(Code::Char('é')),
            ]
        );
        assert_eq!(all(b"\x1bx"), [Key { alt: true, ..Key::plain(Code::Char('x')) }]);
        assert_eq!(all(b"\x1b\x1b[A"), [Key::plain(Code::Escape), Key::plain(Code::Up)]);
    }

    #[test]
    fn what_is_torn_waits_and_what_is_unknown_is_passed_over() {
        for torn in [&b"\x1b"[..], b"\x1b[", b"\x1b[1;", b"\x1bO", b"\xc3"] {
            assert_eq!(read(torn), Read::More, "{torn:?}");
        }
        assert_eq!(all(b"\x1b[200~\x1b[?62;c\xff\xfeb"), [Key::plain(Code::Char('b'))]);
    }
}
