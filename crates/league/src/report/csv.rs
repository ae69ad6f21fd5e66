//! The table and the matrix as CSV (RFC 4180), for spreadsheets.

use super::{OnSide, Report};

impl Report {
    /// The table, an empty line, and the matrix with a line for each two that met.
    pub fn csv(&self) -> String {
        let mut text = String::new();
        let head = "rank,bot,elo,error,standing,score,games,won,drawn,lost,failures,faults";
        line(&mut text, head.split(',').map(str::to_string));
        for row in &self.table.rows {
            let counts = [row.games, row.wins, row.draws, row.losses, row.failures, row.faults];
            let texts = [
                row.rank.map_or(String::new(), |rank| rank.to_string()),
                row.bot.clone(),
                number(row.elo),
                number(row.error),
                row.standing.clone(),
                number(row.score),
            ];
            line(&mut text, texts.into_iter().chain(counts.map(|count| count.to_string())));
        }
        text.push_str("\r\n");
        let head = "bot,against,fixtures,score,low,high,elo,elo_error";
        let sides = if self.seats.len() == 2 { self.seats.as_slice() } else { &[] };
        let side_heads = sides
            .iter()
            .flat_map(|side| [format!("score as {side}"), format!("low as {side}"), format!("high as {side}")]);
        line(&mut text, head.split(',').map(str::to_string).chain(side_heads));
        for cell in &self.matrix {
            let texts = [
                self.name(cell.bot).to_string(),
                self.name(cell.against).to_string(),
                cell.fixtures.to_string(),
                number(Some(cell.score)),
                number(cell.interval.map(|ends| ends[0])),
                number(cell.interval.map(|ends| ends[1])),
                number(cell.elo),
                number(cell.elo_error),
            ];
            let on_side = |on: &OnSide| {
                let ends = [0, 1].map(|end| number(on.interval.map(|ends| ends[end])));
                [number(Some(on.score))].into_iter().chain(ends)
            };
            let on_sides = cell.sides.iter().flatten().flat_map(on_side);
            line(&mut text, texts.into_iter().chain(on_sides));
        }
        text
    }
}

fn number(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| format!("{number:.4}"))
}

fn line(text: &mut String, fields: impl Iterator<Item = String>) {
    let fields: Vec<String> = fields.map(|field| quoted(&field)).collect();
    text.push_str(&fields.join(","));
    text.push_str("\r\n");
}

/// A field. Spreadsheets take what begins with these signs for a formula, so that names of others begin with a quote there;
/// numbers of ours may be negative.
fn quoted(field: &str) -> String {
    let is_number = field.parse::<f64>().is_ok();
    let formula = field.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number;
    let field = if formula { format!("'{field}") } else { field.to_string() };
    if field.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn fields_are_quoted_and_no_formula() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(quoted("=1+1"), "'=1+1");
        assert_eq!(quoted("-12.5"), "-12.5");
        assert_eq!(quoted("-x"), "'-x");
    }
}
