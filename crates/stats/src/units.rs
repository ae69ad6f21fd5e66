//! Elo and natural units, and the normal distribution.

/// Elo per natural unit: `400 / ln 10`.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// All intervals are 95 %: this many standard errors to each side.
pub const Z: f64 = 1.959963984540054;

/// The score that a bot is expected to make against one that is `ahead` natural units weaker.
pub fn expected_score(ahead: f64) -> f64 {
    if ahead >= 0.0 {
        1.0 / (1.0 + libm::exp(-ahead))
    } else {
        let odds = libm::exp(ahead);
        odds / (1.0 + odds)
    }
}

/// The Elo difference of a score between 0 and 1, both excluded.
pub fn elo_of_score(score: f64) -> f64 {
    ELO * (libm::log(score) - libm::log1p(-score))
}

/// The score of an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    expected_score(elo / ELO)
}

/// The square of a number. `powi` may round differently from machine to machine.
pub(crate) fn square(x: f64) -> f64 {
    x * x
}

/// The normal distribution function.
pub fn normal(x: f64) -> f64 {
    0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2)
}

/// The density of the normal distribution.
pub fn normal_density(x: f64) -> f64 {
    libm::exp(-0.5 * x * x) / std::f64::consts::TAU.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_elo_are_each_others_inverse() {
        for elo in [-1200.0, -35.5, 0.0, 1e-9, 190.848501887865, 800.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9 * f64::max(1.0, elo.abs()), "{elo}");
        }
        assert_eq!(score_of_elo(0.0), 0.5);
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
        assert_eq!((expected_score(1e9), expected_score(-1e9)), (1.0, 0.0));
    }

    #[test]
    fn the_normal_distribution_holds_far_out() {
        assert_eq!(normal(0.0), 0.5);
        assert!((normal(Z) - 0.975).abs() < 1e-15);
        // Tables of the tail: Q(10) = 7.6199e-24.
        assert!((normal(-10.0) / 7.619853024160527e-24 - 1.0).abs() < 1e-12);
        assert!((normal_density(0.0) - 0.3989422804014327).abs() < 1e-16);
    }
}
