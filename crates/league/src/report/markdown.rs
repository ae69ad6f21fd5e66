//! The report in Markdown, to paste somewhere.

use super::Report;
use std::fmt::Write;

impl Report {
    /// The most important parts as text and tables.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        self.write_markdown(&mut text).expect("a text can be written to");
        text
    }

    fn write_markdown(&self, out: &mut String) -> std::fmt::Result {
        let games = self.table.games;
        writeln!(out, "# {}: {}\n", plain(&self.game), plain(&self.format))?;
        writeln!(out, "{}, {games} games, seed {}. Intervals are of 95 %.\n", self.fixtures(), self.seed)?;
        if games == 0 {
            return writeln!(out, "Nothing has been played yet.");
        }
        if let Some(tested) = &self.tested {
            writeln!(out, "{}\n", plain(&tested.sentence))?;
            // Set in, it is shown as it is, whatever names are in it.
            tested.report.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
            writeln!(out)?;
        }
        self.ranking(out)?;
        self.payoffs(out)?;
        self.how_games_ended(out)?;
        self.rivalries(out)?;
        self.what_went_wrong(out)?;
        self.astonishing(out)
    }

    fn ranking(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "| rank | bot | Elo | score | games | won | drawn | lost | failed |")?;
        writeln!(out, "|---:|---|---:|---:|---:|---:|---:|---:|---:|")?;
        for row in &self.table.rows {
            let rank = row.rank.map_or(row.standing.clone(), |rank| rank.to_string());
            let elo = match (row.elo, row.error) {
                (Some(elo), Some(error)) => format!("{elo:.0} ± {error:.0}"),
                (Some(elo), None) => format!("{elo:.0}"),
                _ => "-".into(),
            };
            writeln!(
                out,
                "| {rank} | {} | {elo} | {} | {} | {} | {} | {} | {} |",
                plain(&row.bot),
                row.score.map_or("-".into(), |share| score(share, None, None)),
                row.games,
                row.wins,
                row.draws,
                row.losses,
                row.failures
            )?;
        }
        writeln!(out)
    }

    fn payoffs(&self, out: &mut String) -> std::fmt::Result {
        let order: Vec<usize> = self.table.rows.iter().map(|row| row.number).collect();
        writeln!(out, "## Who beats whom\n\nThe share of the points that the bot of the line got.\n")?;
        let heads: Vec<String> = order.iter().map(|&bot| plain(self.name(bot))).collect();
        writeln!(out, "| | {} |", heads.join(" | "))?;
        writeln!(out, "|---|{}", "---:|".repeat(order.len()))?;
        for &bot in &order {
            let cell = |&against: &usize| {
                let met = self.matrix.iter().find(|cell| cell.bot == bot && cell.against == against);
                met.map_or(String::new(), |cell| score(cell.score, cell.score_error, cell.interval))
            };
            let cells: Vec<String> = order.iter().map(cell).collect();
            writeln!(out, "| {} | {} |", plain(self.name(bot)), cells.join(" | "))?;
        }
        writeln!(out)
    }

    fn how_games_ended(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "## How games ended\n")?;
        if let Some(turns) = &self.endings.turns {
            writeln!(out, "Turns: {turns}.\n")?;
        }
        for ending in &self.endings.reasons {
            writeln!(out, "- {}: {}, {:.1} turns on average", plain(&ending.reason), ending.games, ending.turns)?;
        }
        writeln!(out)
    }

    fn rivalries(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "## Rivals\n")?;
        for one in &self.rivals {
            let nemesis = one.nemesis.as_ref().map_or("nobody has the better of it".into(), |met| {
                let sure = if met.certain { "" } else { ", which may be chance" };
                format!("worst against {} ({}{sure})", plain(&met.bot), score(met.score, met.score_error, met.interval))
            });
            let next =
                one.next.as_ref().map_or(String::new(), |next| format!("; a pair against {} tells most", plain(next)));
            writeln!(out, "- {}: {nemesis}{next}", plain(&one.bot))?;
        }
        writeln!(out)
    }

    fn what_went_wrong(&self, out: &mut String) -> std::fmt::Result {
        if !self.slowest.is_empty() || !self.faults.is_empty() || self.latency.flagged > 0 {
            writeln!(out, "## What went wrong\n")?;
        }
        for slow in self.slowest.iter().take(5) {
            writeln!(
                out,
                "- {}: {:.1} ms for an answer, {} ms at most",
                plain(&slow.bot),
                slow.mean_ms,
                slow.longest_ms
            )?;
        }
        for crashes in &self.crashiest {
            writeln!(out, "- {}: failed in {}", plain(&crashes.bot), crashes.failures)?;
        }
        for fault in &self.faults {
            let capsule = fault.capsule.as_ref().map_or(String::new(), |name| format!(", the first: {}", plain(name)));
            writeln!(out, "- {}: {} {} times{capsule}", plain(&fault.bot), plain(&fault.kind), fault.count)?;
        }
        if self.latency.flagged > 0 {
            writeln!(
                out,
                "- {} of {} were played while the machine was late (up to {} ms)",
                self.latency.flagged,
                self.fixtures(),
                self.latency.worst_ms
            )?;
        }
        if !self.slowest.is_empty() || !self.faults.is_empty() || self.latency.flagged > 0 {
            writeln!(out)?;
        }
        Ok(())
    }

    fn astonishing(&self, out: &mut String) -> std::fmt::Result {
        if self.surprises.is_empty() {
            return Ok(());
        }
        writeln!(out, "## Surprises\n")?;
        for surprise in &self.surprises {
            let winners: Vec<String> = surprise
                .games
                .iter()
                .map(|game| game.winner.as_ref().map_or("drawn".into(), |winner| format!("{} won", plain(winner))))
                .collect();
            let bots: Vec<String> = surprise.bots.iter().map(|bot| plain(bot)).collect();
            let word = if self.at_a_table == 2 { "pair" } else { "table" };
            writeln!(
                out,
                "- {word} {}, {}: {} ({:.1} bits)",
                surprise.number,
                bots.join(" against "),
                winners.join(", "),
                surprise.bits
            )?;
        }
        Ok(())
    }
}

/// A score in percent, with its interval.
fn score(score: f64, error: Option<f64>, interval: Option<[f64; 2]>) -> String {
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    match (error, interval) {
        (Some(error), _) => format!("{} ± {} %", percent(score), percent(error)),
        (None, Some([low, high])) => format!("{} % ({} to {})", percent(score), percent(low), percent(high)),
        (None, None) => format!("{} %", percent(score)),
    }
}

/// A text of others on one line, with nothing in it that means something in Markdown or HTML.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => plain.push_str("&amp;"),
            '<' => plain.push_str("&lt;"),
            '\\' | '|' | '*' | '`' | '[' | ']' | '>' | '#' | '~' | '!' | '_' => plain.extend(['\\', c]),
            c if c.is_control() => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn names_of_others_are_no_markup() {
        assert_eq!(plain("<b>|a|</b>\n"), "&lt;b\\>\\|a\\|&lt;/b\\> ");
        assert_eq!(plain("my_bot"), "my\\_bot");
    }
}
