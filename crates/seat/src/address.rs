//! Where a live game is.

/// The path of the games in the API of a server.
const GAMES: &str = "/api/v1/zords/games/";
/// Where the pages of the games begin.
const PAGES: &str = "/zords/";

/// The address of a game in the API of its server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// Without a slash at the end.
    url: String,
    game: String,
}

/// Why something is no address of a game.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum BadAddress {
    /// It is no address at all.
    #[error("{0} is no address; give one such as http://HOST:PORT{GAMES}NAME, or that of the game's page")]
    NoUrl(String),
    /// It names no game.
    #[error("{0} names no game; give http://HOST:PORT{GAMES}NAME, or the address of the game's page")]
    NoGame(String),
}

impl Address {
    /// Reads the address of a game in the API, or that of its page.
    pub fn read(text: &str) -> Result<Address, BadAddress> {
        let no_url = || BadAddress::NoUrl(text.into());
        let no_game = || BadAddress::NoGame(text.into());
        let (scheme, rest) = text.trim().split_once("://").ok_or_else(no_url)?;
        if !["http", "https"].contains(&scheme) || rest.contains(char::is_whitespace) || rest.starts_with('/') {
            return Err(no_url());
        }
        let slash = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (host, path) = rest.split_at(slash);
        // A name and a password in an address would be sent along, and printed.
        if host.is_empty() || host.contains('@') {
            return Err(no_url());
        }
        let (before, name) = match path.split_once(GAMES) {
            Some(parts) => parts,
            None => path.split_once(PAGES).ok_or_else(no_game)?,
        };
        let name = name.trim_start_matches(['#', '/']);
        let name = name.strip_prefix("games/").unwrap_or(name);
        let name = &name[..name.find(['/', '?', '#']).unwrap_or(name.len())];
        let fits = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
        if name.is_empty() || !name.chars().all(fits) {
            return Err(no_game());
        }
        Ok(Address { url: format!("{scheme}://{host}{before}{GAMES}{name}"), game: name.into() })
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The address of something about the game, such as `/view`.
    pub fn of(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_by_its_api_or_by_its_page() {
        for (text, url) in [
            ("http://127.0.0.1:8080/api/v1/zords/games/spring", "http://127.0.0.1:8080/api/v1/zords/games/spring"),
            ("https://a.example/api/v1/zords/games/spring/view?x=1", "https://a.example/api/v1/zords/games/spring"),
            ("https://a.example/zords/spring", "https://a.example/api/v1/zords/games/spring"),
            ("https://a.example/zords/#spring", "https://a.example/api/v1/zords/games/spring"),
            ("https://a.example/zords/games/spring/", "https://a.example/api/v1/zords/games/spring"),
            ("https://a.example/under/zords/spring", "https://a.example/under/api/v1/zords/games/spring"),
        ] {
            let address = Address::read(text).unwrap();
            assert_eq!((address.of(""), address.game()), (url.into(), "spring"), "{text}");
        }
    }

    #[test]
    fn what_is_no_address_of_a_game_is_refused() {
        for text in ["spring", "ftp://a/zords/x", "http:///zords/x", "http://u:p@a/zords/x", "http://a b/zords/x", ""] {
            assert_eq!(Address::read(text), Err(BadAddress::NoUrl(text.into())));
        }
        for text in ["http://a", "http://a/", "http://a/zords/", "http://a/zords/x%2f", "http://a/api/v1/zords/games/"]
        {
            assert_eq!(Address::read(text), Err(BadAddress::NoGame(text.into())));
        }
    }
}
