//! The table of a tournament in lines, as it grows and at the end.

use console::{Alignment, measure_text_width, pad_str};
use skirmish_league::Table;
use skirmish_league::table::Row;

/// A head and a line for each bot, best first. Names take at most so many columns, but never less than a few.
pub fn lines(table: &Table, most: usize) -> Vec<String> {
    let names: Vec<String> = table.rows.iter().map(|row| clipped(&row.bot, most.max(6))).collect();
    let width = names.iter().map(|name| measure_text_width(name)).max().unwrap_or(0).max(3);
    let named = |name: &str| pad_str(name, width, Alignment::Left, None).into_owned();
    let mut lines = vec![format!(
        " rank  {}  {:>6}  {:>6}  {:>7}  {:>6}  {:>6}  {:>6}  {:>6}",
        named("bot"),
        "Elo",
        "+/-",
        "score",
        "games",
        "won",
        "drawn",
        "lost"
    )];
    lines.extend(table.rows.iter().zip(&names).map(|(row, name)| line(row, &named(name))));
    lines
}

fn line(row: &Row, name: &str) -> String {
    let place = || if row.standing == "apart" { "-".into() } else { row.standing.clone() };
    let rank = row.rank.map_or_else(place, |rank| rank.to_string());
    // What is rounded to nothing has no sign.
    let number = |number: Option<f64>| number.map_or("-".into(), |number| format!("{:.0}", number.round() + 0.0));
    let score = row.score.map_or("-".into(), |score| format!("{:.1} %", 100.0 * score));
    let failed = match row.failures {
        0 => String::new(),
        n => format!("  failed in {n} game{}", if n == 1 { "" } else { "s" }),
    };
    format!(
        "{rank:>5}  {name}  {:>6}  {:>6}  {score:>7}  {:>6}  {:>6}  {:>6}  {:>6}{failed}",
        number(row.elo),
        number(row.error),
        row.games,
        row.wins,
        row.draws,
        row.losses
    )
}

/// A name in at most so many columns, with everything in it to be seen.
fn clipped(name: &str, most: usize) -> String {
    let name = crate::output::visible(name);
    console::truncate_str(&name, most, "\u{2026}").into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(bot: &str, rank: Option<usize>) -> Row {
        Row {
            rank,
            bot: bot.into(),
            number: 0,
            elo: rank.map(|_| 12.4),
            error: rank.map(|_| 30.0),
            standing: if rank.is_some() { "rated" } else { "above" }.into(),
            games: 8,
            wins: 5,
            draws: 1,
            losses: 2,
            score: Some(0.6875),
            failures: 1,
            faults: 3,
        }
    }

    #[test]
    fn names_of_any_kind_leave_the_columns_where_they_are() {
        let names = ["plain", "\u{1b}[2Jwipe", "\u{540d}\u{524d}\u{306e}\u{9577}\u{3044}\u{4f8b}", &"x".repeat(5000)];
        let rows = names.iter().map(|name| row(name, Some(1))).chain([row("best", None)]).collect();
        let table = Table { game: "golems".into(), fixtures: 4, games: 8, rows };
        let lines = lines(&table, 12);
        assert_eq!(lines.len(), 6);
        let score = lines.iter().map(|line| {
            let at = line.find("68.8 %").or_else(|| line.find("score")).expect("a score");
            measure_text_width(&line[..at]) - usize::from(line.starts_with(" rank"))
        });
        assert!(score.collect::<std::collections::BTreeSet<_>>().len() == 1, "{lines:#?}");
        let level = line(&Row { elo: Some(-0.3), error: None, ..row("level", Some(1)) }, "level");
        assert!(level.contains("  level       0       -  "), "{level}");
        assert!(
            lines[1].contains("  plain ") && lines[1].ends_with("failed in 1 game") && lines[5].starts_with("above")
        );
        assert!(!lines.concat().contains('\u{1b}') && lines.iter().all(|line| line.len() < 200), "{lines:#?}");
    }
}
