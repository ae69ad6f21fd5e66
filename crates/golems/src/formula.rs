//! Formulas: a unit's abilities as small texts over its colours, such as `(8*min(G, Y))+0`.
//!
//! A text is compiled once, into a program for a stack machine, and run whenever units change. Running one is total:
//! what cannot be computed is 0, and every value fits 32 bits.

use serde_json::json;
use skirmish_core::config::{Bounds, Value};
use skirmish_core::read::shown;
use skirmish_core::{Check, ConfigValue};

/// Longest text, in characters.
pub const MAX_LENGTH: usize = 200;
/// Most parentheses open at once.
pub const MAX_OPEN: usize = 32;
/// Values are limited to this, either way.
pub const MAX_VALUE: f64 = 1e9;

/// A formula that can be run.
#[derive(Clone, PartialEq, Debug)]
pub struct Formula {
    text: String,
    scope: Scope,
    program: Vec<Op>,
    /// Values on the stack at the worst moment.
    depth: usize,
}

/// Which names a formula may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scope {
    /// The colours alone: the formula of the level itself.
    Colours,
    /// The colours and the level.
    ColoursAndLevel,
}

/// What a formula is run on: red, green, blue, yellow, level.
pub type Inputs = [f64; 5];

const VARIABLES: [&str; 5] = ["R", "G", "B", "Y", "Level"];

#[derive(Clone, Copy, PartialEq, Debug)]
enum Op {
    Number(f64),
    /// By its place in the inputs.
    Variable(u8),
    Negate,
    Add,
    Subtract,
    Multiply,
    Divide,
    Min,
    Max,
    Abs,
    Floor,
    Ceil,
    Sqrt,
}

impl Formula {
    /// A built-in formula of an ability.
    pub(crate) fn ability(text: &str) -> Formula {
        Formula::built_in(text, Scope::ColoursAndLevel)
    }

    /// The built-in formula of the level, which cannot refer to the level itself.
    pub(crate) fn level(text: &str) -> Formula {
        Formula::built_in(text, Scope::Colours)
    }

    fn built_in(text: &str, scope: Scope) -> Formula {
        Formula::read(text, scope).expect("built-in formulas are good")
    }

    fn read(text: &str, scope: Scope) -> Result<Formula, String> {
        let length = text.chars().count();
        if length > MAX_LENGTH {
            return Err(format!("has {length} characters; at most {MAX_LENGTH} are allowed"));
        }
        let mut reader = Reader { text, at: 0, scope, program: Vec::new(), height: 0, depth: 0, open: 0 };
        reader.sum()?;
        if reader.peek().is_some() {
            return Err(reader.wrong("an operator or the end"));
        }
        Ok(Formula { text: text.into(), scope, program: reader.program, depth: reader.depth })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value: truncated to a whole number, limited, and at least `low`.
    pub fn value(&self, inputs: &Inputs, low: i32) -> i32 {
        // Few formulas need more than a few values at once, and clearing a deep stack takes time.
        let result = if self.depth <= 8 { self.run::<8>(inputs) } else { self.run::<DEEPEST>(inputs) };
        let value = result.unwrap_or(0.0).trunc().clamp(-MAX_VALUE, MAX_VALUE);
        (value as i32).max(low)
    }

    /// `None` as soon as something is not finite.
    fn run<const DEPTH: usize>(&self, inputs: &Inputs) -> Option<f64> {
        let mut stack = [0.0; DEPTH];
        let mut top = 0;
        for &op in &self.program {
            let value = match op {
                Op::Number(number) => {
                    top += 1;
                    number
                }
                Op::Variable(place) => {
                    top += 1;
                    inputs[usize::from(place)]
                }
                Op::Negate => -stack[top - 1],
                Op::Abs => stack[top - 1].abs(),
                Op::Floor => stack[top - 1].floor(),
                Op::Ceil => stack[top - 1].ceil(),
                Op::Sqrt => stack[top - 1].sqrt(),
                Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::Min | Op::Max => {
                    top -= 1;
                    let (a, b): (f64, f64) = (stack[top - 1], stack[top]);
                    match op {
                        Op::Add => a + b,
                        Op::Subtract => a - b,
                        Op::Multiply => a * b,
                        Op::Divide => a / b,
                        Op::Min => a.min(b),
                        _ => a.max(b),
                    }
                }
            };
            if !value.is_finite() {
                return None;
            }
            stack[top - 1] = value;
        }
        Some(stack[0])
    }
}

/// No formula goes deeper: an open parenthesis leaves at most a sum, a product and the minimum so far waiting.
const DEEPEST: usize = 3 * (MAX_OPEN + 1);

impl ConfigValue for Formula {
    fn update(&mut self, value: &Value, _: Bounds, pointer: &str, check: &Check) {
        let Some(text) = value.as_str() else {
            check.fault("bad_config", pointer, format!("{} is not a formula in a string", shown(value)));
            return;
        };
        match Formula::read(text, self.scope) {
            Ok(formula) => *self = formula,
            Err(why) => check.fault("bad_formula", pointer, format!("{}: {why}", shown(value))),
        }
    }

    fn value(&self) -> Value {
        json!(self.text)
    }

    fn schema(_: Bounds) -> Value {
        json!({"type": "string", "maxLength": MAX_LENGTH})
    }
}

/// Reads by recursive descent and writes the program as it goes.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    scope: Scope,
    program: Vec<Op>,
    /// Values on the stack here, and the most so far.
    height: usize,
    depth: usize,
    open: usize,
}

impl<'a> Reader<'a> {
    fn sum(&mut self) -> Result<(), String> {
        self.product()?;
        loop {
            let op = match self.peek() {
                Some('+') => Op::Add,
                Some('-') => Op::Subtract,
                _ => return Ok(()),
            };
            self.at += 1;
            self.product()?;
            self.emit(op);
        }
    }

    fn product(&mut self) -> Result<(), String> {
        self.unary()?;
        loop {
            let op = match self.peek() {
                Some('*') => Op::Multiply,
                Some('/') => Op::Divide,
                _ => return Ok(()),
            };
            self.at += 1;
            self.unary()?;
            self.emit(op);
        }
    }

    /// Several signs in a row count as one.
    fn unary(&mut self) -> Result<(), String> {
        let mut negative = false;
        while let Some(sign @ ('-' | '+')) = self.peek() {
            negative ^= sign == '-';
            self.at += 1;
        }
        self.atom()?;
        if negative {
            self.emit(Op::Negate);
        }
        Ok(())
    }

    fn atom(&mut self) -> Result<(), String> {
        match self.peek() {
            Some('0'..='9') => self.number(),
            Some('(') => {
                self.enter()?;
                self.sum()?;
                self.leave()
            }
            Some(c) if c.is_ascii_alphabetic() => self.name(),
            _ => Err(self.wrong("a number, a name or a parenthesis")),
        }
    }

    fn number(&mut self) -> Result<(), String> {
        let start = self.at;
        self.skip(|c| c.is_ascii_digit());
        if self.rest().starts_with('.') {
            self.at += 1;
            if !self.rest().starts_with(|c: char| c.is_ascii_digit()) {
                return Err(self.wrong("a digit after the point"));
            }
            self.skip(|c| c.is_ascii_digit());
        }
        let number = self.text[start..self.at].parse().map_err(|_| self.wrong("a number"))?;
        self.emit(Op::Number(number));
        Ok(())
    }

    fn name(&mut self) -> Result<(), String> {
        let start = self.at;
        self.skip(|c| c.is_ascii_alphanumeric() || c == '_');
        let name = &self.text[start..self.at];
        if let Some(place) = VARIABLES.iter().position(|variable| *variable == name) {
            if name == "Level" && self.scope == Scope::Colours {
                return Err("the formula of the level may use R, G, B and Y only, not Level".into());
            }
            self.emit(Op::Variable(place as u8));
            return Ok(());
        }
        let one = match name {
            "min" => return self.arguments(Op::Min),
            "max" => return self.arguments(Op::Max),
            "abs" => Op::Abs,
            "floor" => Op::Floor,
            "ceil" => Op::Ceil,
            "sqrt" => Op::Sqrt,
            _ => {
                return Err(format!(
                    "{name} is not a name; there are R, G, B, Y, Level, min, max, abs, floor, ceil and sqrt"
                ));
            }
        };
        self.enter()?;
        self.sum()?;
        self.leave()?;
        self.emit(one);
        Ok(())
    }

    /// One or more arguments, joined two by two.
    fn arguments(&mut self, op: Op) -> Result<(), String> {
        self.enter()?;
        self.sum()?;
        while self.peek() == Some(',') {
            self.at += 1;
            self.sum()?;
            self.emit(op);
        }
        self.leave()
    }

    fn enter(&mut self) -> Result<(), String> {
        if self.peek() != Some('(') {
            return Err(self.wrong("an opening parenthesis"));
        }
        self.at += 1;
        self.open += 1;
        if self.open > MAX_OPEN {
            return Err(format!("more than {MAX_OPEN} parentheses are open at once"));
        }
        Ok(())
    }

    fn leave(&mut self) -> Result<(), String> {
        if self.peek() != Some(')') {
            return Err(self.wrong("an operator or a closing parenthesis"));
        }
        self.at += 1;
        self.open -= 1;
        Ok(())
    }

    fn emit(&mut self, op: Op) {
        match op {
            Op::Number(_) | Op::Variable(_) => self.height += 1,
            Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::Min | Op::Max => self.height -= 1,
            Op::Negate | Op::Abs | Op::Floor | Op::Ceil | Op::Sqrt => {}
        }
        self.depth = self.depth.max(self.height);
        self.program.push(op);
    }

    /// The first character of the next token.
    fn peek(&mut self) -> Option<char> {
        self.skip(|c| c == ' ' || c == '\t');
        self.rest().chars().next()
    }

    fn skip(&mut self, wanted: impl Fn(char) -> bool) {
        self.at = self.text.len() - self.rest().trim_start_matches(wanted).len();
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn wrong(&self, wanted: &str) -> String {
        match self.rest().chars().next() {
            Some(c) => {
                let place = self.text[..self.at].chars().count() + 1;
                format!("'{c}' at character {place}, where {wanted} should be")
            }
            None => format!("it ends where {wanted} should be"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Formula, String> {
        Formula::read(text, Scope::ColoursAndLevel)
    }

    /// With R = 1, G = 2, B = 3, Y = 4.
    fn value(text: &str, low: i32) -> i32 {
        read(text).unwrap_or_else(|why| panic!("{text}: {why}")).value(&[1.0, 2.0, 3.0, 4.0, 10.0], low)
    }

    #[test]
    fn values_of_the_rulebook() {
        let wanted = [
            ("(15*G)+50", 80),
            ("7/2", 3),
            ("min(R, B)*6", 6),
            ("floor(1.5*Y)+1", 7),
            ("Level*3", 30),
            ("G/(R-1)", 0),
            ("2*-R+5", 3),
            ("min(1/0, 5)", 0),
        ];
        for (text, number) in wanted {
            assert_eq!(value(text, 0), number, "{text}");
        }
        assert_eq!(value("-7/2", i32::MIN), -3);
        assert_eq!(value("-7/2", 0), 0);
        assert_eq!(value("-7/2", 1), 1);
    }

    #[test]
    fn operators_of_one_rank_go_from_left_to_right() {
        assert_eq!(value("10-3-2", 0), 5);
        assert_eq!(value("100/10/5", 0), 2);
        assert_eq!(value("2+3*4", 0), 14);
        assert_eq!(value("-2*-3", 0), 6);
        assert_eq!(value("2--3", 0), 5);
        assert_eq!(value("- + -Y", 0), 4);
        assert_eq!(value("max(1, Y, 2) - min(3)", 0), 1);
        assert_eq!(value("abs(R-Y) + ceil(0.2) + sqrt(16.0)", 0), 8);
        assert_eq!(value("\t( 1 +\t2 ) ", 0), 3);
    }

    #[test]
    fn what_cannot_be_reckoned_is_nothing() {
        for text in ["1/0", "0/0", "sqrt(-1)", "max(5, sqrt(0-R))", "5+0*(1/(R-1))"] {
            assert_eq!(value(text, 0), 0, "{text}");
        }
        let large = "9".repeat(99);
        assert_eq!(value(&format!("{large}*{large}"), 0), 1_000_000_000, "large, but finite");
        assert_eq!(value(&format!("-{large}*{large}"), i32::MIN), -1_000_000_000);
        assert_eq!(read("R*R").unwrap().value(&[1e200, 0.0, 0.0, 0.0, 0.0], 7), 7, "infinite on the way");
    }

    #[test]
    fn what_is_no_formula_is_refused() {
        let bad = [
            "", "  ", "R G", "1 2", "1.", ".5", "1.5.2", "r", "level", "Level2", "RG", "2R", "R2", "min", "min()",
            "min(1,)", "min(,1)", "abs(1,2)", "abs()", "sqrt 4", "(1", "1)", "()", "1+", "*1", "1 . 5", "le vel",
            "1e5", "R^2", "1\n+1", "0x1", "٣", "R+é", "min[1]", "1,2", "1 +* 2", "Min(1)", "mi n(1)",
        ];
        for text in bad {
            assert!(read(text).is_err(), "{text:?} is taken");
        }
        assert!(Formula::read("Level", Scope::Colours).is_err());
        assert!(Formula::read("R+G", Scope::Colours).is_ok());
    }

    #[test]
    fn length_and_nesting_are_limited() {
        assert!(read(&format!("{}1", " ".repeat(199))).is_ok());
        assert!(read(&format!("{}1", " ".repeat(200))).is_err());
        let nested = |n: usize| format!("{}1{}", "(".repeat(n), ")".repeat(n));
        assert!(read(&nested(32)).is_ok());
        assert!(read(&nested(33)).is_err());
        let functions = |n: usize| format!("{}1{}", "abs(".repeat(n), ")".repeat(n));
        assert!(read(&functions(32)).is_ok());
        assert!(read(&functions(33)).is_err());
        assert_eq!(value(&format!("{}1", "-".repeat(198)), 0), 1, "signs are no nesting");
        assert_eq!(value(&"(1)+".repeat(48).trim_end_matches('+').replace(' ', ""), 0), 48, "one at a time");
    }

    #[test]
    fn the_deepest_formula_runs() {
        let text = format!("{}1{}", "R+R*max(R,".repeat(18), ")".repeat(18));
        assert_eq!(value(&text, 0), 19);
        let formula = read(&format!("{}1{}", "R+R*(".repeat(32), ")".repeat(32))).unwrap();
        assert!(formula.depth > 8 && formula.depth <= DEEPEST);
        assert_eq!(formula.value(&[1.0, 2.0, 3.0, 4.0, 10.0], 0), 33);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[RGBYLevelminaxsqrt0-9.,()+*/ \t-]{0,60}") {
            if let Ok(formula) = read(&text) {
                formula.value(&[1.0, 2.0, 3.0, 4.0, 10.0], 0);
            }
        }

        #[test]
        fn any_values_can_be_reckoned_with(
            text in "((R|G|B|Y|Level|[0-9]{1,3}|\\(R-G\\)|min\\(R, 2\\))[*/+-]){1,10}(R|sqrt\\(Y-B\\)|1)",
            inputs in any::<[i64; 5]>(),
        ) {
            let value = read(&text).unwrap().value(&inputs.map(|n| n as f64), 0);
            prop_assert!((0..=1_000_000_000).contains(&value));
        }
    }
}
