//! Decimals held as whole numbers of their smallest part, so that sums and comparisons are exact.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use skirmish_core::config::Bounds;
use skirmish_core::read::{INT_LIMIT, Object, bounded, shown};
use skirmish_core::{Check, ConfigValue};
use std::borrow::Cow;
use std::fmt;

/// A decimal in units of 1/`SCALE`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FixedPoint<const SCALE: i64> {
    pub units: i64,
}

/// Idle times, rates and factors: four places.
pub type Decimal = FixedPoint<10_000>;

/// What a zombie smells: six places.
pub type Scent = FixedPoint<1_000_000>;

impl<const SCALE: i64> FixedPoint<SCALE> {
    pub const ZERO: Self = FixedPoint { units: 0 };
    pub const ONE: Self = FixedPoint { units: SCALE };

    pub const fn units(units: i64) -> Self {
        FixedPoint { units }
    }

    /// The whole part.
    pub fn floor(self) -> i64 {
        self.units.div_euclid(SCALE)
    }

    /// What is left without the whole part.
    pub fn fraction(self) -> Self {
        FixedPoint { units: self.units.rem_euclid(SCALE) }
    }

    pub fn plus(self, other: Self) -> Self {
        FixedPoint { units: bounded(self.units.saturating_add(other.units)) }
    }

    pub fn minus(self, other: Self) -> Self {
        FixedPoint { units: bounded(self.units.saturating_sub(other.units)) }
    }

    /// The exact product with a whole number; saturates.
    pub fn times(self, n: i64) -> Self {
        let product = i128::from(self.units) * i128::from(n);
        FixedPoint { units: product.clamp(-LIMIT, LIMIT) as i64 }
    }

    /// The whole part of the exact product, kept below the greatest integer a position may hold.
    pub fn floor_times(self, n: i64) -> i64 {
        let product = (i128::from(self.units) * i128::from(n)).div_euclid(i128::from(SCALE));
        product.clamp(-LIMIT, LIMIT) as i64
    }

    /// Reads a JSON number that has no more places than this type; the message says what is wrong.
    pub fn read(value: &Value) -> Result<Self, String> {
        let units = match (value.as_i64(), value.as_f64()) {
            (Some(n), _) => n.checked_mul(SCALE),
            (None, Some(v)) => {
                let units = (v * SCALE as f64).round();
                (units.abs() < INT_LIMIT as f64 && units / SCALE as f64 == v).then_some(units as i64)
            }
            _ => None,
        };
        match units {
            Some(units) if units.unsigned_abs() < INT_LIMIT as u64 => Ok(FixedPoint { units }),
            _ => Err(format!("{} is not a number with at most {} places", shown(value), SCALE.ilog10())),
        }
    }

    /// A decimal of at least 0 under `key`; 0 stands in for a bad one.
    pub fn field(object: &mut Object<'_>, key: &'static str) -> Self {
        let Some(value) = object.need(key) else { return Self::ZERO };
        let read = Self::read(value).and_then(|decimal| match decimal.units {
            0.. => Ok(decimal),
            _ => Err(format!("{} is not allowed; allowed are numbers from 0 up", shown(value))),
        });
        read.unwrap_or_else(|message| {
            object.fault(key, message);
            Self::ZERO
        })
    }

    fn number(self) -> Value {
        match self.units % SCALE {
            0 => json!(self.units / SCALE),
            _ => json!(self.units as f64 / SCALE as f64),
        }
    }
}

/// As JSON writes it: 0.5, 1.
impl<const SCALE: i64> fmt::Display for FixedPoint<SCALE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

const LIMIT: i128 = INT_LIMIT as i128 - 1;

impl<const SCALE: i64> Serialize for FixedPoint<SCALE> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.units % SCALE {
            0 => serializer.serialize_i64(self.units / SCALE),
            _ => serializer.serialize_f64(self.units as f64 / SCALE as f64),
        }
    }
}

impl<const SCALE: i64> JsonSchema for FixedPoint<SCALE> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Decimal{}", SCALE.ilog10()).into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({"type": "number"})
    }
}

impl<const SCALE: i64> ConfigValue for FixedPoint<SCALE> {
    fn update(&mut self, value: &Value, bounds: Bounds, pointer: &str, check: &Check) {
        match Self::read(value) {
            Ok(new) if (bounds.min..=bounds.max).contains(&new.floor()) => *self = new,
            Ok(_) => check.fault(
                "bad_config",
                pointer,
                format!("{} is not allowed; allowed are numbers from {} up", shown(value), bounds.min),
            ),
            Err(message) => check.fault("bad_config", pointer, message),
        }
    }

    fn value(&self) -> Value {
        self.number()
    }

    fn schema(bounds: Bounds) -> Value {
        json!({"type": "number", "minimum": bounds.min})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<i64> {
        Decimal::read(&serde_json::from_str(text).unwrap()).ok().map(|d| d.units)
    }

    #[test]
    fn decimals_are_read_exactly_or_not_at_all() {
        let good =
            [("0.33", 3300), ("0.1001", 1001), ("1", 10_000), ("1.0", 10_000), ("-0.5", -5000), ("2.525", 25_250)];
        for (text, units) in good {
            assert_eq!(read(text), Some(units), "{text}");
        }
        for text in ["0.33333", "0.00001", "1e300", "9007199254740991", "\"1\"", "true", "null", "[]"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn decimals_are_written_in_shortest_form_and_come_back() {
        for (units, text) in
            [(5000, "0.5"), (10_000, "1"), (1001, "0.1001"), (0, "0"), (-15_000, "-1.5"), (1, "0.0001")]
        {
            assert_eq!(serde_json::to_string(&Decimal::units(units)).unwrap(), text);
        }
        for units in (0..2_000_000).step_by(7) {
            assert_eq!(read(&serde_json::to_string(&Decimal::units(units)).unwrap()), Some(units));
        }
        assert_eq!(serde_json::to_string(&Scent::units(76_923)).unwrap(), "0.076923");
    }

    #[test]
    fn products_are_rounded_down_and_never_wrap() {
        assert_eq!(Decimal::units(15_000).floor_times(71), 106);
        assert_eq!(Decimal::units(8000).floor_times(50), 40);
        assert_eq!(Decimal::units(i64::MAX).floor_times(i64::MAX), (1 << 53) - 1);
        assert_eq!(Decimal::units(25_250).floor(), 2);
        assert_eq!(Decimal::units(25_250).fraction(), Decimal::units(5250));
    }
}
