//! Which addresses are everybody's. A player names the address that we post to, so we must not be a way into networks that
//! only we can reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether everybody on the internet reaches the same machine by this address.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(four) => is_public_v4(four),
        IpAddr::V6(six) => is_public_v6(six),
    }
}

fn is_public_v4(four: Ipv4Addr) -> bool {
    !matches!(
        four.octets(),
        // This network, private, loopback.
        [0 | 10 | 127, ..]
            // Shared by the customers of a provider.
            | [100, 64..=127, ..]
            // Link-local, where clouds tell machines their secrets.
            | [169, 254, ..]
            // The same, of one cloud that took a public address for it.
            | [168, 63, 129, 16]
            | [172, 16..=31, ..]
            // Protocol assignments, documentation, relays of 6to4.
            | [192, 0, 0 | 2, _]
            | [192, 88, 99, _]
            | [192, 168, ..]
            // Benchmarks, documentation.
            | [198, 18 | 19, ..]
            | [198, 51, 100, _]
            | [203, 0, 113, _]
            // Multicast, reserved, broadcast.
            | [224..=255, ..]
    )
}

fn is_public_v6(six: Ipv6Addr) -> bool {
    match six.segments() {
        // IPv4 in IPv6: mapped, or by a translator that knows all of IPv4.
        [0, 0, 0, 0, 0, 0xffff, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => {
            let [.., a, b, c, d] = six.octets();
            is_public_v4(Ipv4Addr::new(a, b, c, d))
        }
        // Protocol assignments, Teredo among them, whose addresses hold others.
        [0x2001, 0..=0x01ff, ..] => false,
        // Documentation.
        [0x2001, 0x0db8, ..] | [0x3fff, 0..=0x0fff, ..] => false,
        // 6to4, whose addresses hold others.
        [0x2002, ..] => false,
        // All other that are given out; what is outside is local, multicast or reserved.
        [0x2000..=0x3fff, ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Range;
    use proptest::prelude::*;

    /// What the registries of special addresses list as not for everybody, and what embeds other addresses.
    const FOUR: &[&str] = &[
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "168.63.129.16/32",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    ];
    const SIX: &[&str] = &[
        "::/96",
        "64:ff9b:1::/48",
        "100::/64",
        "100:0:0:1::/64",
        "2001::/23",
        "2001::/32",
        "2001:2::/48",
        "2001:10::/28",
        "2001:20::/28",
        "2001:db8::/32",
        "2002::/16",
        "3fff::/20",
        "4000::/2",
        "5f00::/16",
        "8000::/1",
        "fc00::/7",
        "fe80::/10",
        "fec0::/10",
        "ff00::/8",
    ];

    fn lies_in(ranges: &[&str], address: IpAddr) -> bool {
        ranges.iter().any(|range| range.parse::<Range>().unwrap().contains(address))
    }

    #[test]
    fn a_long_table() {
        let private = [
            "0.0.0.0",
            "0.255.255.255",
            "10.0.0.0",
            "10.255.255.255",
            "100.64.0.0",
            "100.100.100.200",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "168.63.129.16",
            "169.254.0.1",
            "169.254.169.254",
            "172.16.0.0",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.0.170",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "192.168.255.255",
            "198.18.0.0",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.255",
            "224.0.0.1",
            "239.255.255.250",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::8.8.8.8",
            "::ffff:127.0.0.1",
            "::ffff:10.1.2.3",
            "::ffff:169.254.169.254",
            "::ffff:0.0.0.0",
            "::ffff:0:8.8.8.8",
            "64:ff9b::127.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b::169.254.169.254",
            "64:ff9b:1::8.8.8.8",
            "100::1",
            "2001::1",
            "2001:0:4136:e378:8000:63bf:3fff:fdd2",
            "2001:2::1",
            "2001:10::1",
            "2001:20::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "2002:a00:1::1",
            "2002:808:808::1",
            "3fff::1",
            "4000::1",
            "5f00::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "ff02::1",
            "ff0e::1",
        ];
        for text in private {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
        let public = [
            "1.1.1.1",
            "8.8.8.8",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.1",
            "168.63.129.17",
            "169.253.255.255",
            "169.255.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "192.0.3.0",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "203.0.112.255",
            "223.255.255.255",
            "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
            "2001:200::1",
            "2001:4860:4860::8888",
            "2003::1",
            "2606:4700:4700::1111",
            "2a00:1450:4001::1",
            "3ffe::1",
        ];
        for text in public {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
    }

    /// An address within one of the ranges.
    fn inside(ranges: &'static [&'static str]) -> impl Strategy<Value = IpAddr> {
        (0..ranges.len(), any::<u128>()).prop_map(move |(i, noise)| {
            let (base, bits) = ranges[i].split_once('/').unwrap();
            let (base, bits): (IpAddr, u32) = (base.parse().unwrap(), bits.parse().unwrap());
            match base {
                IpAddr::V4(four) => {
                    let free = u32::MAX.checked_shr(bits).unwrap_or(0);
                    Ipv4Addr::from(u32::from(four) | (noise as u32 & free)).into()
                }
                IpAddr::V6(six) => {
                    let free = u128::MAX.checked_shr(bits).unwrap_or(0);
                    Ipv6Addr::from(u128::from(six) | (noise & free)).into()
                }
            }
        })
    }

    fn mapped(four: IpAddr, prefix: u128) -> IpAddr {
        let IpAddr::V4(four) = four else { unreachable!("only addresses of IPv4 are mapped") };
        Ipv6Addr::from(prefix | u128::from(u32::from(four))).into()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn nothing_special_passes(four in inside(FOUR), six in inside(SIX)) {
            prop_assert!(!is_public(four), "{four}");
            prop_assert!(!is_public(six), "{six}");
            // In whatever form it comes: mapped, translated, compatible, 6to4.
            for dressed in [mapped(four, 0xffff << 32), mapped(four, 0x64_ff9b << 96), mapped(four, 0), mapped(four, 0x2002 << 112)] {
                prop_assert!(!is_public(dressed), "{dressed}");
            }
        }

        #[test]
        fn all_of_ipv4_is_judged_by_the_table(bits in any::<u32>()) {
            let four = IpAddr::from(Ipv4Addr::from(bits));
            prop_assert_eq!(is_public(four), !lies_in(FOUR, four));
            for prefix in [0xffff << 32, 0x64_ff9b << 96] {
                prop_assert_eq!(is_public(mapped(four, prefix)), is_public(four));
            }
        }

        #[test]
        fn of_ipv6_only_what_is_given_out_passes(bits in any::<u128>(), given_out in any::<bool>()) {
            let bits = if given_out { bits & (u128::MAX >> 3) | 1 << 125 } else { bits };
            let six = IpAddr::from(Ipv6Addr::from(bits));
            let expected = !lies_in(SIX, six) && bits >> 125 == 1;
            prop_assert_eq!(is_public(six), expected, "{}", six);
        }
    }
}
