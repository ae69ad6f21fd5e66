//! A sweep as one page that needs neither a network nor scripts: the chart and a table for each measure, light or dark as the
//! reader's screen is.

use super::Balance;
use crate::chart::{difference_in_words, escaped, in_words, svg};
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark;--back:#fff;--text:#1b1f24;--soft:#59636e;--rule:#d5dae0}
@media (prefers-color-scheme:dark){:root{--back:#14171b;--text:#e8eaed;--soft:#a0a8b2;--rule:#363c44}}
body{margin:0 auto;padding:1rem;max-width:75rem;background:var(--back);color:var(--text);font:1rem/1.45 system-ui,sans-serif}
h1{font-size:1.35rem;overflow-wrap:anywhere}h2{font-size:1.05rem;margin:1.6rem 0 .3rem;overflow-wrap:anywhere}p{color:var(--soft);overflow-wrap:anywhere}
.wide{overflow-x:auto}table{border-collapse:collapse}th,td{padding:.25rem .9rem .25rem 0;text-align:left;border-bottom:1px solid var(--rule);white-space:nowrap}
thead th{color:var(--soft);font-weight:500}.sure{font-weight:600}";

/// The page.
pub fn html(balance: &Balance) -> String {
    let mut out = String::new();
    write(balance, &mut out).expect("a string takes everything");
    out
}

fn write(balance: &Balance, out: &mut String) -> std::fmt::Result {
    let keys: Vec<&str> = balance.varied.iter().map(|one| one.key.as_str()).collect();
    let keys = escaped(&keys.join(", "));
    let bots = escaped(&balance.bots.join(" against "));
    let title = format!("{}: {bots} by {keys}", escaped(&balance.game));
    writeln!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"generator\" content=\"skirmish balance\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>"
    )?;
    let (asked, seed) = (balance.asked, balance.seed);
    let missing = if balance.complete { "" } else { " Not everything was played that was asked for." };
    writeln!(out, "<p>{asked} pairs for each value, seed {seed}; intervals are of 95 %, over pairs.{missing}</p>")?;
    if balance.points.is_empty() {
        writeln!(out, "<p>No pair was played to its end.</p>")?;
    } else {
        writeln!(
            out,
            "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Chart\">\n{}</div>",
            svg(balance)
        )?;
        tables(balance, &keys, out)?;
    }
    writeln!(out, "</main>\n</body>\n</html>")
}

fn tables(balance: &Balance, keys: &str, out: &mut String) -> std::fmt::Result {
    let labels: Vec<String> = balance.points.iter().map(|point| escaped(&point.label(&balance.varied))).collect();
    let differ = balance.points.len() > 1;
    if differ {
        writeln!(
            out,
            "<p>Differences are to {keys} = {}, over the pairs that both have; those whose interval does not reach 0 are bold.</p>",
            labels[0]
        )?;
    }
    for measure in balance.measures() {
        let name = escaped(&measure.name);
        writeln!(
            out,
            "<h2>{name}</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{name}\"><table>"
        )?;
        let head = if differ { "<th scope=\"col\">difference</th>" } else { "" };
        writeln!(
            out,
            "<thead><tr><th scope=\"col\">{keys}</th><th scope=\"col\">pairs</th><th scope=\"col\">{name}</th>{head}</tr></thead>\n<tbody>"
        )?;
        for (n, label) in labels.iter().enumerate() {
            let words = measure.points[n].map_or("-".into(), |measured| in_words(measured, measure.is_share));
            let difference = measure.differences[n].map_or("<td></td>".into(), |measured| {
                let sure = measured.interval.is_some_and(|(low, high)| low > 0.0 || high < 0.0);
                let class = if sure { " class=\"sure\"" } else { "" };
                format!("<td{class}>{}</td>", difference_in_words(measured, measure.is_share))
            });
            let difference = if differ { difference } else { String::new() };
            let pairs = balance.points[n].pairs;
            writeln!(out, "<tr><th scope=\"row\">{label}</th><td>{pairs}</td><td>{words}</td>{difference}</tr>")?;
        }
        writeln!(out, "</tbody></table></div>")?;
    }
    Ok(())
}
