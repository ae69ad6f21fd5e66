//! What a unit's colours make of the formulas.

use crate::config::GolemsConfig;

/// Red, green, blue, yellow.
pub type Colours = [i64; 4];

/// The ten derived abilities of a unit. They are a function of its colours, kept with it so that they are reckoned
/// once per change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    pub level: i32,
    pub max_health: i32,
    pub max_moves: i32,
    pub attack_power: i32,
    pub attack_range: i32,
    pub heal_power: i32,
    pub poison_power: i32,
    pub max_regen: i32,
    pub splash_damage: i32,
    pub max_build_points: i32,
}

impl Stats {
    pub fn of(config: &GolemsConfig, colours: Colours) -> Stats {
        let [r, g, b, y] = colours.map(|n| n as f64);
        let level = config.level.value(&[r, g, b, y, 0.0], 0);
        let inputs = [r, g, b, y, f64::from(level)];
        Stats {
            level,
            max_health: config.max_health.value(&inputs, 1),
            max_moves: config.max_moves.value(&inputs, 0),
            attack_power: config.attack_power.value(&inputs, 0),
            attack_range: config.attack_range.value(&inputs, 0),
            heal_power: config.heal_power.value(&inputs, 0),
            poison_power: config.poison_power.value(&inputs, 0),
            max_regen: config.max_regen.value(&inputs, 0),
            splash_damage: config.splash_damage.value(&inputs, 0),
            max_build_points: config.max_build_points.value(&inputs, 0),
        }
    }

    /// The most health a unit may be healed to: `overheal_percent` of its maximum, rounded up.
    pub fn ceiling(&self, overheal_percent: i64) -> i64 {
        (i64::from(self.max_health) * overheal_percent + 99) / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_colours_and_a_mixed_unit() {
        let config = GolemsConfig::default();
        let of = |colours| Stats::of(&config, colours);
        let short = |s: Stats| (s.max_health, s.max_moves, s.attack_power, s.attack_range, s.max_build_points);
        assert_eq!(short(of([1, 0, 0, 0])), (50, 2, 26, 1, 3));
        assert_eq!(short(of([0, 1, 0, 0])), (65, 2, 20, 1, 3));
        assert_eq!(short(of([0, 0, 1, 0])), (50, 3, 20, 1, 3));
        assert_eq!(short(of([0, 0, 0, 1])), (50, 2, 20, 2, 3));
        let mixed = Stats {
            level: 8,
            max_health: 80,
            max_moves: 4,
            attack_power: 32,
            attack_range: 3,
            heal_power: 16,
            poison_power: 12,
            max_regen: 6,
            splash_damage: 8,
            max_build_points: 24,
        };
        assert_eq!(of([2, 2, 2, 2]), mixed);
    }

    #[test]
    fn ceilings_are_rounded_up() {
        let ceiling = |max_health| Stats { max_health, ..Stats::default() }.ceiling(150);
        assert_eq!([50, 65, 80].map(ceiling), [75, 98, 120]);
    }
}
