//! From where a request comes: the other end of the connection, or what a trusted proxy says of it.

use axum::http::HeaderMap;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// Whom limits count as one: an IPv4 address, or the first 64 bits of an IPv6 one, which is what one customer gets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Origin(IpAddr);

impl Origin {
    pub fn of(address: IpAddr) -> Origin {
        match address.to_canonical() {
            IpAddr::V4(four) => Origin(four.into()),
            IpAddr::V6(six) => Origin(Ipv6Addr::from(u128::from(six) & (u128::MAX << 64)).into()),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A range of addresses such as `10.0.0.0/8`, or a single one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Range {
    address: IpAddr,
    bits: u8,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Range, String> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr =
            address.parse().map_err(|_| format!("{text:?} is no address such as 10.0.0.1 or 10.0.0.0/8"))?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| {
            bits.parse()
                .ok()
                .filter(|bits| *bits <= most)
                .ok_or(format!("after the / of {text:?} comes a number up to {most}"))
        })?;
        Ok(Range { address, bits })
    }
}

impl Range {
    pub fn contains(&self, address: IpAddr) -> bool {
        let shift = |width: u8| u32::from(width - self.bits);
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(one), IpAddr::V4(other)) => {
                (u32::from(one) ^ u32::from(other)).checked_shr(shift(32)).unwrap_or(0) == 0
            }
            (IpAddr::V6(one), IpAddr::V6(other)) => {
                (u128::from(one) ^ u128::from(other)).checked_shr(shift(128)).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

/// The proxies whose `X-Forwarded-For` is believed.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Proxies(pub Vec<Range>);

impl Proxies {
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|range| range.contains(address))
    }

    /// The client's address: the last one in the chain that no trusted proxy has. Whatever stands left of it could be
    /// the client's own invention.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer;
        let told: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(str::trim)
            .collect();
        for hop in told.into_iter().rev() {
            let Ok(hop) = hop.parse() else { break };
            if !self.trusts(client) {
                break;
            }
            client = hop;
        }
        client
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let proxies = Proxies(vec!["10.0.0.0/8".parse().unwrap(), "::1".parse().unwrap()]);
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "6.6.6.6, 1.2.3.4, 10.1.1.1".parse().unwrap());
        assert_eq!(proxies.client(ip("10.9.9.9"), &headers), ip("1.2.3.4"));
        assert_eq!(proxies.client(ip("5.5.5.5"), &headers), ip("5.5.5.5"));
        assert_eq!(proxies.client(ip("::ffff:10.0.0.1"), &headers), ip("1.2.3.4"));
        headers.insert("x-forwarded-for", "rubbish".parse().unwrap());
        assert_eq!(proxies.client(ip("10.9.9.9"), &headers), ip("10.9.9.9"));
    }

    #[test]
    fn ranges_hold_what_they_say() {
        let all: Range = "0.0.0.0/0".parse().unwrap();
        assert!(all.contains(ip("9.9.9.9")) && !all.contains(ip("::2")));
        let one: Range = "10.0.0.1".parse().unwrap();
        assert!(one.contains(ip("10.0.0.1")) && !one.contains(ip("10.0.0.2")));
        assert!("10.0.0.0/33".parse::<Range>().is_err() && "ten".parse::<Range>().is_err());
    }

    #[test]
    fn one_customer_is_one_origin() {
        assert_eq!(Origin::of(ip("2001:db8:1:2::1")), Origin::of(ip("2001:db8:1:2:ffff::9")));
        assert_ne!(Origin::of(ip("2001:db8:1:2::1")), Origin::of(ip("2001:db8:1:3::1")));
        assert_eq!(Origin::of(ip("::ffff:1.2.3.4")), Origin::of(ip("1.2.3.4")));
    }
}
