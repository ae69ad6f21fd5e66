//! Playing records again, whichever game they are of.

use skirmish_core::Golden;
use skirmish_core::replay::{AnyPlayback, Header, Playback, Wrong};
use skirmish_games::{IDS, Visit};

/// Opens the text of a replay, of any game this program has. Other games, versions and formats are refused by name.
pub fn open(text: String) -> Result<Box<dyn AnyPlayback>, Wrong> {
    let game = Header::read(&text)?.game;
    skirmish_games::visit(&game, Open(text)).unwrap_or_else(|| {
        let known = IDS.join(", ");
        Err(Wrong::UnknownGame { game, known })
    })
}

struct Open(String);

impl Visit for Open {
    type Output = Result<Box<dyn AnyPlayback>, Wrong>;

    fn visit<G: Golden>(self) -> Self::Output {
        Ok(Box::new(Playback::<G>::open(self.0)?))
    }
}
