//! A sweep as a picture: one SVG that stands by itself, light or dark as the reader's screen is.

use crate::balance::{Balance, Measure, Measured};
use std::fmt::Write;

/// Room at the sides of the panels.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 64.0;
/// How high a panel is, and its head.
const HEIGHT: f64 = 150.0;
const HEAD: f64 = 34.0;
/// With more seats than this their lines could not be told apart.
const MOST_SEATS: usize = 6;

const STYLE: &str = "\
svg{--page:#fff;--ink:#1b1f24;--quiet:#59636e;--line:#d5dae0;--c0:#1f5fbf;--c1:#b4451f;--c2:#2b7a3d;--c3:#7a3fb0;--c4:#8a6a00;--c5:#00727a}
@media (prefers-color-scheme:dark){svg{--page:#14171b;--ink:#e8eaed;--quiet:#a0a8b2;--line:#363c44;--c0:#7fb0ff;--c1:#ff9a70;--c2:#7fd08f;--c3:#c9a0ff;--c4:#e6c84a;--c5:#5fd3dc}}
.page{fill:var(--page)}text{fill:var(--ink);font:12px system-ui,sans-serif}.title{font-size:17px;font-weight:600}.head{font-size:13px;font-weight:600}
.quiet{fill:var(--quiet)}.grid{stroke:var(--line);fill:none}.c0{--c:var(--c0)}.c1{--c:var(--c1)}.c2{--c:var(--c2)}.c3{--c:var(--c3)}.c4{--c:var(--c4)}.c5{--c:var(--c5)}
.dot{fill:var(--c)}.name{fill:var(--c);font-weight:600}.bar{stroke:var(--c);stroke-width:1.5;fill:none}.path{stroke:var(--c);stroke-width:2;fill:none;opacity:.55}";

/// Several measures with one axis.
struct Panel<'a> {
    head: &'static str,
    measures: Vec<&'a Measure>,
}

/// Where values are on a panel's axis.
struct Axis {
    low: f64,
    high: f64,
    ticks: Vec<f64>,
    is_share: bool,
}

/// The picture.
pub fn svg(balance: &Balance) -> String {
    let measures = balance.measures();
    let labels: Vec<String> = balance.points.iter().map(|point| point.label(&balance.varied)).collect();
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(1);
    let step = (600.0 / labels.len().max(1) as f64).max(26.0);
    // Labels that would run into each other are turned.
    let is_turned = longest as f64 * 7.0 > step - 6.0;
    let below = if is_turned { 22.0 + (longest as f64 * 5.0).min(110.0) } else { 28.0 };
    let panels = panels(balance, &measures);
    let (wide, one) = (step * labels.len().max(1) as f64, HEAD + HEIGHT + below);
    let (width, height) = (LEFT + wide + RIGHT, TOP + one * panels.len() as f64 + 12.0);
    let keys: Vec<&str> = balance.varied.iter().map(|one| one.key.as_str()).collect();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n<style>{STYLE}</style>\n<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n"
    );
    let title = format!("{}: {} by {}", balance.game, balance.bots.join(" against "), keys.join(", "));
    let what = format!("{} pairs for each value, 95 % intervals, seed {}", balance.asked, balance.seed);
    line(&mut out, format_args!("<title>{}</title>", escaped(&title)));
    line(&mut out, format_args!("<text class=\"title\" x=\"16\" y=\"28\">{}</text>", escaped(&title)));
    line(&mut out, format_args!("<text class=\"quiet\" x=\"16\" y=\"48\">{}</text>", escaped(&what)));
    let x = |n: usize| LEFT + step * (n as f64 + 0.5);
    for (n, panel) in panels.iter().enumerate() {
        let top = TOP + one * n as f64 + HEAD;
        panel.draw(&mut out, top, wide, &x, &labels, balance.varied.len() == 1);
        for (n, label) in labels.iter().enumerate() {
            let (at, y) = (x(n), top + HEIGHT + 18.0);
            let turned = if is_turned {
                format!(" text-anchor=\"end\" transform=\"rotate(-40 {at:.1} {y:.1})\"")
            } else {
                " text-anchor=\"middle\"".into()
            };
            let shown = escaped(&shortened(label, 24));
            line(&mut out, format_args!("<text class=\"quiet\" x=\"{at:.1}\" y=\"{y:.1}\"{turned}>{shown}</text>"));
        }
    }
    out.push_str("</svg>\n");
    out
}

fn panels<'a>(balance: &Balance, measures: &'a [Measure]) -> Vec<Panel<'a>> {
    let of = |begin: &str| measures.iter().filter(|measure| measure.key.starts_with(begin)).collect::<Vec<_>>();
    let mut panels = Vec::new();
    if balance.seats.len() <= MOST_SEATS {
        panels.push(Panel { head: "Games won, by side", measures: of("side_") });
    }
    panels.push(Panel { head: "Games won, by bot", measures: of("bot_") });
    panels.push(Panel { head: "Decided pairs and drawn games", measures: [of("decided"), of("draws")].concat() });
    panels.push(Panel { head: "Turns", measures: of("turns") });
    panels.push(Panel { head: "Score spread", measures: of("spread") });
    panels
}

impl Panel<'_> {
    fn draw(&self, out: &mut String, top: f64, wide: f64, x: &dyn Fn(usize) -> f64, labels: &[String], joins: bool) {
        let axis = Axis::of(&self.measures);
        let y = |value: f64| top + HEIGHT * (1.0 - (value - axis.low) / (axis.high - axis.low));
        let (head, right) = (top - 14.0, LEFT + wide);
        line(out, format_args!("<text class=\"head\" x=\"16\" y=\"{head:.1}\">{}</text>", self.head));
        for tick in &axis.ticks {
            let (at, shown) = (y(*tick), axis.shown(*tick));
            line(
                out,
                format_args!(
                    "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{right:.1}\"/><text class=\"quiet\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{shown}</text>",
                    LEFT - 8.0,
                    at + 4.0
                ),
            );
        }
        // Names stand at the right, the first one leftmost.
        if self.measures.len() > 1 {
            let names: Vec<String> = self
                .measures
                .iter()
                .enumerate()
                .map(|(n, measure)| {
                    format!(
                        "<tspan class=\"name c{}\" dx=\"14\">\u{25cf} {}</tspan>",
                        n % 6,
                        escaped(&shortened(&measure.name, 28))
                    )
                })
                .collect();
            line(
                out,
                format_args!("<text x=\"{right:.1}\" y=\"{head:.1}\" text-anchor=\"end\">{}</text>", names.concat()),
            );
        }
        let many = self.measures.len() as f64;
        for (n, measure) in self.measures.iter().enumerate() {
            // Side by side, so that their intervals do not cover each other.
            let shift = (n as f64 - (many - 1.0) / 2.0) * 7.0;
            line(out, format_args!("<g class=\"c{}\">", n % 6));
            let dots: Vec<(f64, f64, usize, Measured)> = measure
                .points
                .iter()
                .enumerate()
                .filter_map(|(at, measured)| measured.map(|measured| (x(at) + shift, y(measured.value), at, measured)))
                .collect();
            if joins && dots.len() > 1 {
                let way: Vec<String> = dots.iter().map(|(x, y, ..)| format!("{x:.1} {y:.1}")).collect();
                line(out, format_args!("<path class=\"path\" d=\"M{}\"/>", way.join("L")));
            }
            for (x, at, place, measured) in dots {
                let told = format!("{}: {} {}", labels[place], measure.name, in_words(measured, measure.is_share));
                let bar = measured.interval.map_or(String::new(), |(low, high)| {
                    let (low, high) = (y(low), y(high));
                    format!(
                        "<path class=\"bar\" d=\"M{x:.1} {low:.1}V{high:.1}M{:.1} {low:.1}h6M{:.1} {high:.1}h6\"/>",
                        x - 3.0,
                        x - 3.0
                    )
                });
                line(
                    out,
                    format_args!(
                        "<g><title>{}</title>{bar}<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{at:.1}\" r=\"3.5\"/></g>",
                        escaped(&told)
                    ),
                );
            }
            line(out, format_args!("</g>"));
        }
    }
}

impl Axis {
    fn of(measures: &[&Measure]) -> Axis {
        if measures.iter().all(|measure| measure.is_share) {
            return Axis { low: 0.0, high: 1.0, ticks: vec![0.0, 0.25, 0.5, 0.75, 1.0], is_share: true };
        }
        let all = || measures.iter().flat_map(|measure| measure.points.iter().flatten());
        let ends = all().flat_map(|one| {
            one.interval.map_or([one.value; 2], |(low, high)| [low.min(one.value), high.max(one.value)])
        });
        let (mut low, mut high) =
            ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)));
        if !low.is_finite() {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-6 * high.abs().max(1.0) {
            // All are the same, and 0 is what they can be compared with.
            (low, high) = (low.min(0.0), high.max(if low < 0.0 { 0.0 } else { 1.0 }));
        }
        // An axis from 0 is more honest where it does not squeeze everything together.
        if low > 0.0 && low < 0.6 * high {
            low = 0.0;
        }
        let step = nice((high - low) / 4.0);
        let (first, last) = ((low / step).floor(), (high / step).ceil().max((low / step).floor() + 1.0));
        let ticks = (0..=(last - first) as usize).map(|n| (first + n as f64) * step).collect();
        Axis { low: first * step, high: last * step, ticks, is_share: false }
    }

    fn shown(&self, tick: f64) -> String {
        if self.is_share { format!("{:.0} %", 100.0 * tick) } else { number(tick) }
    }
}

/// The next round number: 1, 2 or 5 with zeros.
fn nice(rough: f64) -> f64 {
    let zeros = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0].into_iter().map(|n| n * zeros).find(|n| *n >= rough).unwrap_or(10.0 * zeros)
}

/// A number with its interval: "45.0 % (30.1 to 60.2)", "71.3 (60 to 82.6)".
pub fn in_words(measured: Measured, is_share: bool) -> String {
    let shown = |x: f64| if is_share { format!("{:.1}", 100.0 * x) } else { number(x) };
    let unit = if is_share { " %" } else { "" };
    let interval =
        measured.interval.map_or(String::new(), |(low, high)| format!(" ({} to {})", shown(low), shown(high)));
    format!("{}{unit}{interval}", shown(measured.value))
}

/// A difference with its interval, each number with its sign: "+3.1 % (-0.4 to +6.6)".
pub fn difference_in_words(measured: Measured, is_share: bool) -> String {
    let shown = |x: f64| {
        let text = if is_share { format!("{:+.1}", 100.0 * x) } else { format!("{x:+.1}") };
        if text == "-0.0" { "+0.0".into() } else { text }
    };
    let unit = if is_share { " %" } else { "" };
    let interval =
        measured.interval.map_or(String::new(), |(low, high)| format!(" ({} to {})", shown(low), shown(high)));
    format!("{}{unit}{interval}", shown(measured.value))
}

fn number(x: f64) -> String {
    let text = format!("{x:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".into() } else { text.into() }
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most { text.into() } else { text.chars().take(most - 1).chain(['\u{2026}']).collect() }
}

/// Text of others never becomes markup.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to say them.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a string takes everything");
}

/// Numbers and their intervals as lines of a terminal, so many characters wide: `|--*---|` between the ends of an axis.
pub fn bars(measure: &Measure, width: usize) -> (String, Vec<String>) {
    let axis = Axis::of(&[measure]);
    let place = |x: f64| {
        let share = (x - axis.low) / (axis.high - axis.low);
        (share.clamp(0.0, 1.0) * (width - 1) as f64).round() as usize
    };
    let bar = |measured: &Option<Measured>| {
        let mut cells = vec!['.'; width];
        if let Some(measured) = measured {
            if let Some((low, high)) = measured.interval {
                cells[place(low)..=place(high)].fill('-');
                cells[place(low)] = '|';
                cells[place(high)] = '|';
            }
            cells[place(measured.value)] = '*';
        }
        cells.into_iter().collect()
    };
    let (low, high) = (axis.shown(axis.low), axis.shown(axis.high));
    let gap = width.saturating_sub(low.chars().count() + high.chars().count());
    (format!("{low}{}{high}", " ".repeat(gap)), measure.points.iter().map(bar).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(value: f64, low: f64, high: f64) -> Option<Measured> {
        Some(Measured { value, interval: Some((low, high)) })
    }

    fn measure(is_share: bool, points: Vec<Option<Measured>>) -> Measure {
        Measure { name: "x".into(), key: "x".into(), is_share, points, differences: Vec::new() }
    }

    #[test]
    fn bars_lie_where_the_numbers_are() {
        let (axis, bars) = bars(&measure(true, vec![measured(0.5, 0.3, 0.7), measured(0.0, 0.0, 1.0), None]), 11);
        assert_eq!(axis, "0 %   100 %");
        assert_eq!(bars, ["...|-*-|...", "*---------|", "..........."]);
    }

    #[test]
    fn axes_hold_everything_and_end_on_round_numbers() {
        for (points, low, high) in [
            (vec![measured(52.0, 40.0, 64.0)], 40.0, 70.0),
            (vec![measured(3.0, 1.0, 9.0)], 0.0, 10.0),
            (vec![measured(5.0, 5.0, 5.0)], 5.0, 5.0),
            (vec![measured(0.0, 0.0, 0.0)], 0.0, 1.0),
            (vec![measured(-5.0, -5.0, -5.0)], -5.0, 0.0),
            (vec![None], 0.0, 1.0),
        ] {
            let measure = measure(false, points.clone());
            let axis = Axis::of(&[&measure]);
            assert!(
                axis.low < axis.high && axis.low <= low && axis.high >= high,
                "{points:?}: {} {}",
                axis.low,
                axis.high
            );
            assert!((2..20).contains(&axis.ticks.len()), "{points:?}: {:?}", axis.ticks);
        }
        assert_eq!(in_words(Measured { value: 0.451, interval: Some((0.3, 0.6)) }, true), "45.1 % (30.0 to 60.0)");
        assert_eq!(in_words(Measured { value: 71.0, interval: None }, false), "71");
        let difference = Measured { value: 0.031, interval: Some((-0.0001, 0.066)) };
        assert_eq!(difference_in_words(difference, true), "+3.1 % (+0.0 to +6.6)");
        assert_eq!(difference_in_words(Measured { value: -2.0, interval: None }, false), "-2.0");
    }

    #[test]
    fn text_of_others_is_no_markup() {
        assert_eq!(escaped("<a href=\"x\">&\u{1b}"), "&lt;a href=&quot;x&quot;&gt;&amp;\u{fffd}");
        assert_eq!(shortened("abcdef", 4), "abc\u{2026}");
    }
}
