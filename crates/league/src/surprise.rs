//! Results that nobody would have expected: those that the final fit gave the least probability.

use crate::Error;
use crate::ledger::Ledger;
use crate::record::Record;
use crate::scores::{Kind, Scores, Tally};
use skirmish_stats::{Chances, Counts, Pairs, Summary};

/// A result, and how much of a surprise it was.
#[derive(Clone, PartialEq, Debug)]
pub struct Surprise {
    /// Its place among the records of the ledger.
    pub at: usize,
    /// In bits: 3 is as likely as three heads in a row.
    pub bits: f64,
}

/// The `count` greatest surprises among the records that `counts`, the greatest first.
pub fn greatest(
    ledger: &Ledger,
    scores: &Scores,
    count: usize,
    counts: impl Fn(&Record) -> bool,
) -> Result<Vec<Surprise>, Error> {
    let by_score = ledger.tournament.setting.by_score;
    let ratings = scores.ratings(ledger.bots.len())?;
    let mut all = Pairs::default();
    let counted = || ledger.records.iter().enumerate().filter(|(_, record)| counts(record));
    for (_, record) in counted() {
        if let Kind::Pair { counted, .. } = Tally::of(record, by_score).kind {
            all.add(counted);
        }
    }
    let chances = Chances::of(&Counts::from(all.pentanomial()));
    let bits = |record: &Record| match Tally::of(record, by_score).kind {
        Kind::Pair { counted, .. } => {
            let (first, second) = (record.fixture.key.bots[0], record.fixture.key.bots[1]);
            // Without a rating there is what they did against each other.
            let met = || Summary::of(&scores.between(first, second).pentanomial().into()).score;
            let score = ratings.expected(first, second).or_else(met).unwrap_or(0.5);
            let result = counted.iter().map(|outcome| *outcome as usize).sum();
            chances.surprise(score, result)
        }
        Kind::Table(rankings) => {
            rankings.iter().map(|ranking| -ratings.log_probability(ranking) / std::f64::consts::LN_2).sum()
        }
    };
    let mut surprises: Vec<Surprise> = counted().map(|(at, record)| Surprise { at, bits: bits(record) }).collect();
    // What had to happen is no surprise, and what cannot be told apart is listed as it was played.
    surprises.retain(|surprise| surprise.bits > 0.01);
    surprises.sort_by(|a, b| b.bits.total_cmp(&a.bits).then(a.at.cmp(&b.at)));
    surprises.truncate(count);
    Ok(surprises)
}
