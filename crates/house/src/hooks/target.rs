//! The address of a receiver, as far as it is allowed.

use super::Outgoing;
use url::{Host, Url};

/// The longest address, in bytes.
const LONGEST: usize = 2000;

/// Where to post. It is written as its host alone: the rest may be a secret between the receiver and its owner.
#[derive(Clone, PartialEq)]
pub struct Target {
    url: Url,
    host: String,
    port: u16,
}

impl Target {
    /// Reads an address, or says what is wrong with it without repeating it.
    pub fn read(text: &str, outgoing: &Outgoing) -> Result<Target, String> {
        if text.len() > LONGEST {
            return Err(format!("the address is longer than {LONGEST} characters"));
        }
        let mut url = Url::parse(text).map_err(|why| format!("this is no address: {why}"))?;
        match url.scheme() {
            "https" => {}
            "http" if outgoing.allow_http => {}
            "http" => return Err("the address must begin with https://".into()),
            _ => return Err("the address must be one of https".into()),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("the address must not hold a name or password".into());
        }
        let host = match url.host() {
            Some(Host::Domain(name)) => name.trim_end_matches('.').to_owned(),
            Some(Host::Ipv4(four)) => four.to_string(),
            Some(Host::Ipv6(six)) => six.to_string(),
            None => String::new(),
        };
        if host.is_empty() {
            return Err("the address names no host".into());
        }
        let port = url.port_or_known_default().unwrap_or_default();
        if !matches!(port, 80 | 443 | 1024..) {
            return Err(format!("port {port} is not allowed: only 80, 443 and those from 1024 up are"));
        }
        url.set_fragment(None);
        Ok(Target { url, host, port })
    }

    /// The host, as it is looked up and as its certificate names it.
    pub fn host(&self) -> &str {
        &self.host
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn is_secure(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// The whole address.
    pub fn text(&self) -> &str {
        self.url.as_str()
    }

    /// What is asked for: the path and the query.
    pub(super) fn path(&self) -> &str {
        &self.url[url::Position::BeforePath..url::Position::AfterQuery]
    }

    /// The header `Host`.
    pub(super) fn authority(&self) -> &str {
        &self.url[url::Position::BeforeHost..url::Position::AfterPort]
    }
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Target({}:{})", self.host, self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Target, String> {
        Target::read(text, &Outgoing { allow_http: true, ..Outgoing::default() })
    }

    #[test]
    fn what_is_allowed_is_taken_apart() {
        let target = read("https://Example.COM./a/b?c=d#e").unwrap();
        assert_eq!((target.host(), target.port(), target.is_secure()), ("example.com", 443, true));
        assert_eq!((target.path(), target.authority()), ("/a/b?c=d", "example.com."));
        assert_eq!(format!("{target:?}"), "Target(example.com:443)");
        let target = read("http://[2606:4700::1]:8080").unwrap();
        assert_eq!((target.host(), target.port(), target.path()), ("2606:4700::1", 8080, "/"));
        assert_eq!(target.authority(), "[2606:4700::1]:8080");
        // Whatever an address of IPv4 is written like, it is one.
        for text in
            ["http://127.1/", "http://0x7f.0.0.1", "http://2130706433/", "http://0177.0.0.1", "http://１２７.0.0.1/"]
        {
            assert_eq!(read(text).unwrap().host(), "127.0.0.1", "{text}");
        }
    }

    #[test]
    fn what_is_not_is_refused() {
        for text in [
            "",
            "example.com",
            "//example.com/",
            "ftp://example.com/",
            "file:///etc/passwd",
            "gopher://example.com/",
            "javascript:alert(1)",
            "https://",
            "https:///",
            "https://ann@example.com/",
            "https://ann:secret@example.com/",
            "https://example.com:0/",
            "https://example.com:22/",
            "https://example.com:25/",
            "https://example.com:1023/",
            "https://example.com:65536/",
            "https://exa mple.com/",
            "https://[::1/",
            "http://256.256.256.256/",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(read(&format!("https://example.com/{}", "x".repeat(LONGEST))).is_err());
        assert!(Target::read("http://example.com/", &Outgoing::default()).is_err());
        assert!(Target::read("https://example.com/", &Outgoing::default()).is_ok());
        // The reason does not repeat what may be a secret.
        let why = read("https://ann:secret@example.com/").unwrap_err();
        assert!(!why.contains("secret"), "{why}");
    }
}
