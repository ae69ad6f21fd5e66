//! What the fuzz targets share: the game is chosen by the first byte.

use skirmish_games::IDS;
use skirmish_games::golden::Visit;

/// Splits the first byte off and does `visit` with the game it names and the rest.
pub fn with_game<'a, V: Visit>(data: &'a [u8], make: impl FnOnce(&'a [u8]) -> V) -> Option<V::Output> {
    let (first, rest) = data.split_first()?;
    skirmish_games::golden::visit(IDS[usize::from(*first) % IDS.len()], make(rest))
}

/// A visitor that hands `data` to a generic function.
#[macro_export]
macro_rules! target {
    (|$data:ident: $ty:ty, $game:ident| $body:block) => {
        struct Target<'a>(&'a [u8]);

        impl skirmish_games::golden::Visit for Target<'_> {
            type Output = Option<()>;

            fn visit<$game: skirmish_core::Golden>(self) -> Option<()> {
                let $data: $ty = self.0;
                $body
            }
        }

        libfuzzer_sys::fuzz_target!(|data: &[u8]| {
            $crate::with_game(data, Target);
        });
    };
}
