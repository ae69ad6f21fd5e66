//! Names that people type: which known one was meant, and what to say about an unknown one.

/// Of `known`, the name that `word` was most likely meant to be; `None` if none is near.
///
/// A name is near if it begins with `word`, or if at most one letter in three is wrong (extra, missing, replaced or
/// swapped with its neighbour). Capitals, and `-` for `_`, do not count.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = plain(word);
    let slips = |known: &str| {
        let name = plain(known);
        if word.len() >= 3 && name.starts_with(&word) {
            return Some(0);
        }
        let slips = distance(&word, &name);
        (3 * slips <= word.len().max(name.len())).then_some(slips)
    };
    known
        .into_iter()
        .filter_map(|known| Some((slips(known)?, known)))
        .min_by_key(|&(slips, _)| slips)
        .map(|near| near.1)
}

/// What to say about a name that does not exist: the one that was probably meant, and all there are.
pub fn unknown<'a>(kind: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let all = known.join(", ");
    match nearest(word, known) {
        Some(near) => format!("there is no {kind} \"{word}\"; did you mean \"{near}\"? There are: {all}"),
        None => format!("there is no {kind} \"{word}\". There are: {all}"),
    }
}

fn plain(name: &str) -> Vec<char> {
    name.chars().flat_map(char::to_lowercase).map(|c| if c == '-' { '_' } else { c }).collect()
}

/// How many slips lead from one word to the other: letters inserted, left out, replaced, or swapped with a neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut next = vec![i + 1];
        for j in 0..b.len() {
            let mut best = (row[j] + usize::from(a[i] != b[j])).min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(above[j - 1] + 1);
            }
            next.push(best);
        }
        above = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_suggested_only_if_it_is_near() {
        let bots = ["weak", "medium", "strong"];
        for (word, near) in [
            ("stron", Some("strong")),
            ("Strong", Some("strong")),
            ("weka", Some("weak")),
            ("med", Some("medium")),
            ("meduim", Some("medium")),
            ("me", None),
            ("x", None),
            ("", None),
            ("wall", None),
            ("grandmaster", None),
        ] {
            assert_eq!(nearest(word, bots), near, "{word}");
        }
        assert_eq!(nearest("own-riges", ["own_ruins", "own_ridges"]), Some("own_ridges"));
        assert_eq!(nearest("anything", []), None);
    }

    #[test]
    fn slips_are_counted() {
        let count = |a: &str, b: &str| distance(&plain(a), &plain(b));
        assert_eq!(count("kitten", "sitting"), 3);
        assert_eq!(count("ab", "ba"), 1);
        assert_eq!(count("", "abc"), 3);
    }

    #[test]
    fn an_unknown_name_lists_what_there_is() {
        let said = unknown("game", "golem", ["golems", "zords"]);
        assert_eq!(said, "there is no game \"golem\"; did you mean \"golems\"? There are: golems, zords");
        assert_eq!(
            unknown("game", "chess", ["golems", "zords"]),
            "there is no game \"chess\". There are: golems, zords"
        );
    }
}
