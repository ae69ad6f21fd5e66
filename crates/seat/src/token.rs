//! What a seat is held by.

use std::fmt;

/// The token of a seat. It is never printed.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// `None` if it cannot be a token: it is empty, or has characters that no header takes.
    pub fn new(text: &str) -> Option<Token> {
        let text = text.trim();
        let fits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Token(text.into()))
    }

    pub(crate) fn header(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_one_word_that_is_not_printed() {
        assert_eq!(Token::new(" abc\n").unwrap().header(), "Bearer abc");
        assert_eq!(format!("{:?}", Token::new("abc").unwrap()), "Token(..)");
        for bad in ["", " \n", "a b", "a\r\nb", "ä"] {
            assert!(Token::new(bad).is_none(), "{bad:?}");
        }
    }
}
