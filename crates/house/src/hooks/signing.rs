//! How a receiver knows that it was us, and when.

use ring::hmac;

/// The header `Skirmish-Signature`: the time in seconds since 1970, and the HMAC-SHA256 of it, a dot and the body.
pub fn signature(secret: &str, at_s: i64, body: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let tag = hmac::sign(&key, format!("{at_s}.{body}").as_bytes());
    format!("t={at_s},v1={}", hex(tag.as_ref()))
}

/// Bytes as they are written in signatures and ids.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_signature() {
        // By Python's `hmac.new(b"wh_secret", b'1772442000.{"id":"a"}', "sha256").hexdigest()`.
        let expected = "e4f24cb028b29649cb9aa222c4ed408b9a202e6700419759793c26653c38c627";
        assert_eq!(signature("wh_secret", 1_772_442_000, "{\"id\":\"a\"}"), format!("t=1772442000,v1={expected}"));
    }
}
