//! What holds for any results: order and numbering do not matter, both bots see the same, more points are never less.

use proptest::collection::vec;
use proptest::prelude::*;
use skirmish_core::Rng;
use skirmish_stats::{
    Chances, Counts, Difference, Duels, Fault, Model, Outcome, Pairs, Pentanomial, Ranking, Ratings, Side, SidedDuels,
    Sprt, Summary, Tables, Trinomial, Walk, plan,
};

/// Counts of all sizes, zero more often than not by chance.
fn count() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), 0u64..5, 0u64..1000, 0u64..100_000_000]
}

fn five() -> impl Strategy<Value = Pentanomial> {
    [count(), count(), count(), count(), count()].prop_map(Pentanomial)
}

fn counts() -> impl Strategy<Value = Counts> {
    prop_oneof![
        five().prop_map(Counts::from),
        [count(), count(), count()].prop_map(|three| Counts::from(Trinomial(three))),
    ]
}

fn small() -> impl Strategy<Value = u64> {
    prop_oneof![2 => Just(0), 3 => 0u64..6, 1 => 0u64..200]
}

/// Results of some bots against each other: who, and what.
type Results = Vec<(usize, usize, Counts)>;

fn results(bots: usize) -> impl Strategy<Value = Results> {
    let one = (0..bots, 1..bots, any::<bool>(), [small(), small(), small(), small(), small()]);
    vec(one, 0..24).prop_map(move |all| {
        let all = all.into_iter().map(|(i, ahead, pairs, cells)| {
            let counts =
                if pairs { Pentanomial(cells).into() } else { Trinomial([cells[0], cells[1], cells[2]]).into() };
            (i, (i + ahead) % bots, counts)
        });
        all.collect()
    })
}

fn duels(bots: usize, results: &Results) -> Duels {
    let mut duels = Duels::new(bots);
    for &(i, j, counts) in results {
        duels.add(i, j, counts).unwrap();
    }
    duels
}

/// Tables of one to five of seven bots, places often shared.
fn rankings() -> impl Strategy<Value = Vec<Ranking>> {
    let one = (any::<u64>(), 1usize..6, vec(0u8..4, 5));
    vec(one, 0..30).prop_map(|all| {
        let all = all.into_iter().map(|(seed, seats, scores)| {
            let mut bots: Vec<usize> = (0..7).collect();
            Rng::new(seed).shuffle(&mut bots);
            Ranking::by_score(bots.into_iter().take(seats).zip(scores)).unwrap()
        });
        all.collect()
    })
}

fn tables(rankings: &[Ranking]) -> Tables {
    let mut tables = Tables::new(7);
    rankings.iter().for_each(|ranking| tables.add(ranking.clone()).unwrap());
    tables
}

/// Everything that a fit says, to the last bit.
fn bits(ratings: &Ratings) -> Vec<u64> {
    let bots = 0..ratings.bots();
    let mut all: Vec<u64> = bots.clone().map(|bot| ratings.elo(bot).unwrap_or(f64::NAN).to_bits()).collect();
    for i in bots.clone() {
        for j in bots.clone() {
            if let Difference::Known { elo, errors } = ratings.difference(i, j) {
                all.extend([elo, errors.model, errors.robust].map(f64::to_bits));
            }
        }
    }
    all
}

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * f64::max(1.0, b.abs())
}

/// The same ratings under other numbers.
fn same_under(ratings: &Ratings, renumbered: &Ratings, number: &[usize]) -> Result<(), TestCaseError> {
    let bots = ratings.bots();
    // Which of two equal groups is rated may depend on the numbers.
    prop_assert_eq!(ratings.rated().len(), renumbered.rated().len());
    if !ratings.rated().iter().all(|&bot| renumbered.elo(number[bot]).is_some()) {
        return Ok(());
    }
    for i in 0..bots {
        prop_assert_eq!(ratings.standing(i), renumbered.standing(number[i]));
        for j in 0..bots {
            match (ratings.difference(i, j), renumbered.difference(number[i], number[j])) {
                (Difference::Known { elo: a, errors: x }, Difference::Known { elo: b, errors: y }) => {
                    prop_assert!(close(a, b, 1e-7), "{} {}", a, b);
                    prop_assert!(close(x.model, y.model, 1e-7), "{} {}", x.model, y.model);
                    prop_assert!(close(x.robust, y.robust, 1e-6), "{} {}", x.robust, y.robust);
                }
                (a, b) => prop_assert_eq!(a, b),
            }
        }
    }
    Ok(())
}

fn shuffled<T: Clone>(items: &[T], seed: u64) -> Vec<T> {
    let mut items = items.to_vec();
    Rng::new(seed).shuffle(&mut items);
    items
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_bots_see_the_same(counts in counts()) {
        let (ours, theirs) = (Summary::of(&counts), Summary::of(&counts.mirrored()));
        let games = counts.units() as f64 * f64::from(counts.games_per_unit());
        prop_assert!(close(ours.points + theirs.points, games, 1e-12));
        prop_assert_eq!(ours.draw_ratio, theirs.draw_ratio);
        for (a, b, sum) in [(ours.elo, theirs.elo, 0.0), (ours.nelo, theirs.nelo, 0.0), (ours.los, theirs.los, 1.0), (ours.score, theirs.score, 1.0)] {
            prop_assert_eq!(a.is_some(), b.is_some());
            if let (Some(a), Some(b)) = (a, b) {
                prop_assert!((a + b - sum).abs() < 1e-9 * f64::max(1.0, a.abs()), "{} {}", a, b);
            }
        }
        prop_assert_eq!(ours.elo_error.is_some(), theirs.elo_error.is_some());
        prop_assert!(ours.elo_error.zip(theirs.elo_error).is_none_or(|(a, b)| a >= 0.0 && close(a, b, 1e-6)));
    }

    /// One result a step better: score, Elo and superiority do not fall.
    #[test]
    fn more_points_are_never_less(five in five(), cell in 0usize..4) {
        let mut better = five;
        prop_assume!(five.0[cell] > 0);
        better.0[cell] -= 1;
        better.0[cell + 1] += 1;
        let (before, after) = (Summary::of(&five.into()), Summary::of(&better.into()));
        prop_assert!(after.points > before.points && after.score >= before.score);
        prop_assert!(before.elo.zip(after.elo).is_none_or(|(a, b)| b >= a));
        let test = Sprt::default();
        if five.0.iter().all(|&count| count > 1) {
            // With zero counts a single pair changes what stands for zero, too.
            let logistic = Sprt::new(0.0, 20.0, 0.05, 0.05, Model::Logistic).unwrap();
            prop_assert!(logistic.llr(&better.into()) >= logistic.llr(&five.into()) - 1e-6);
        }
        prop_assert!(test.llr(&better.into()).is_finite());
    }

    /// Seen from the other bot, the hypotheses change places and signs.
    #[test]
    fn a_test_is_the_same_from_both_sides(counts in counts(), a in -150.0..150.0f64, b in -150.0..150.0f64, logistic: bool) {
        prop_assume!((a - b).abs() > 1e-3);
        let model = if logistic { Model::Logistic } else { Model::Normalized };
        let (low, high) = (a.min(b), a.max(b));
        let test = Sprt::new(low, high, 0.05, 0.1, model).unwrap();
        let mirrored = Sprt::new(-high, -low, 0.1, 0.05, model).unwrap();
        let (llr, other) = (test.llr(&counts), mirrored.llr(&counts.mirrored()));
        prop_assert!(close(llr, -other, 1e-6), "{} {}", llr, other);
    }

    /// Whatever order pairs come in, the schedule decides.
    #[test]
    fn arrival_does_not_matter(pairs in vec((0usize..3, 0usize..3), 1..60), seed: u64) {
        let pairs: Vec<[Outcome; 2]> = pairs.into_iter().map(|(a, b)| [Outcome::ALL[a], Outcome::ALL[b]]).collect();
        let test = Sprt::new(0.0, 100.0, 0.2, 0.2, Model::Normalized).unwrap();
        let (mut straight, mut mixed) = (Walk::new(test), Walk::new(test));
        pairs.iter().for_each(|&pair| { straight.push(pair); });
        let numbered: Vec<(u64, [Outcome; 2])> = (0..).zip(pairs).collect();
        shuffled(&numbered, seed).into_iter().for_each(|(number, pair)| { mixed.arrive(number, pair); });
        prop_assert_eq!(straight.decision(), mixed.decision());
        prop_assert_eq!(straight.llr().to_bits(), mixed.llr().to_bits());
        prop_assert_eq!(straight.pairs(), mixed.pairs());
    }

    #[test]
    fn chances_are_probabilities(counts in counts(), score in 0.0..1.0f64) {
        let chances = Chances::of(&counts).at(score);
        prop_assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
        prop_assert!(counts.units() == 0 || close(chances.iter().sum(), 1.0, 1e-9));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    /// The order of games, and who is called first, change no bit.
    #[test]
    fn the_order_of_games_does_not_matter(results in results(6), seed: u64, prior in prop_oneof![Just(0.0), 0.1..3.0f64]) {
        let mut others = shuffled(&results, seed);
        for (at, (i, j, counts)) in others.iter_mut().enumerate() {
            if seed >> (at % 64) & 1 == 1 {
                (*i, *j, *counts) = (*j, *i, counts.mirrored());
            }
        }
        let ratings = duels(6, &results).rate(prior).unwrap();
        prop_assert_eq!(bits(&ratings), bits(&duels(6, &others).rate(prior).unwrap()));
        // Nor does it matter whether results were added up before.
        let one_by_one: Results = results.iter().flat_map(|&(i, j, counts)| {
            let one = move |at: usize| match counts {
                Counts::Games(_) => { let mut one = Trinomial::default(); one.0[at] = 1; Counts::from(one) }
                Counts::Pairs(_) => { let mut one = Pentanomial::default(); one.0[at] = 1; Counts::from(one) }
            };
            counts.cells().to_vec().into_iter().enumerate()
                .flat_map(move |(at, n)| std::iter::repeat_n((i, j, one(at)), n as usize))
        }).collect();
        prop_assert_eq!(bits(&ratings), bits(&duels(6, &shuffled(&one_by_one, seed)).rate(prior).unwrap()));
    }

    #[test]
    fn the_numbering_of_bots_does_not_matter(results in results(6), seed: u64, prior in prop_oneof![Just(0.0), 0.1..3.0f64]) {
        let number = shuffled(&[0, 1, 2, 3, 4, 5], seed);
        let renumbered: Results = results.iter().map(|&(i, j, counts)| (number[i], number[j], counts)).collect();
        same_under(&duels(6, &results).rate(prior).unwrap(), &duels(6, &renumbered).rate(prior).unwrap(), &number)?;
    }

    /// Every rated bot has as many expected points as it has, inside; the mean is 0, and nothing drifts.
    #[test]
    fn points_are_conserved(results in results(6)) {
        let duels = duels(6, &results);
        let ratings = duels.rate(0.0).unwrap();
        let rated = ratings.rated();
        prop_assert_eq!(rated.len() + ratings.undefined().len(), 6);
        prop_assert_ne!(rated.len(), 1);
        prop_assert!(rated.iter().map(|&bot| ratings.elo(bot).unwrap()).sum::<f64>().abs() < 1e-6);
        for &i in rated {
            let (mut points, mut expected, mut games) = (0.0, 0.0, 0.0);
            for &j in rated.iter().filter(|&&j| j != i) {
                let (three, five) = duels.between(i, j);
                for counts in [Counts::from(three), Counts::from(five)] {
                    let played = counts.units() as f64 * f64::from(counts.games_per_unit());
                    points += Summary::of(&counts).points;
                    expected += played * ratings.expected(i, j).unwrap();
                    games += played;
                }
            }
            prop_assert!((points - expected).abs() < 1e-7 * f64::max(1.0, games), "{} {}", points, expected);
        }
    }

    /// A further win never lowers the winner against the loser.
    #[test]
    fn a_win_never_hurts(results in results(5), i in 0usize..5, ahead in 1usize..5) {
        let j = (i + ahead) % 5;
        let mut more = results.clone();
        more.push((i, j, Trinomial::new(1, 0, 0).into()));
        let (before, after) = (duels(5, &results).rate(0.5).unwrap(), duels(5, &more).rate(0.5).unwrap());
        let gap = |ratings: &Ratings| ratings.elo(i).unwrap() - ratings.elo(j).unwrap();
        prop_assert!(gap(&after) >= gap(&before) - 1e-7, "{} {}", gap(&before), gap(&after));
    }

    /// Who is better, how likely, and in which rank agree with each other.
    #[test]
    fn ranks_and_superiority_agree(results in results(6)) {
        let ratings = duels(6, &results).rate(0.0).unwrap();
        let ranks = ratings.ranks();
        let order = ratings.order();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        prop_assert_eq!(sorted, (0..6).collect::<Vec<_>>());
        for (i, rank) in ranks.iter().enumerate() {
            prop_assert_eq!(rank.is_some(), ratings.elo(i).is_some());
            for j in 0..6 {
                let (ours, theirs) = (ratings.los(i, j), ratings.los(j, i));
                prop_assert!(ours.zip(theirs).is_none_or(|(a, b)| close(a + b, 1.0, 1e-12)));
                prop_assert!(!(ratings.is_better(i, j) && ratings.is_better(j, i)));
                if ratings.is_better(i, j) {
                    prop_assert!(ours > Some(0.97) && ratings.elo(i) > ratings.elo(j));
                }
            }
        }
        let chosen = plan::next(&ratings, 8);
        prop_assert!(chosen.len() <= 8 && chosen.iter().all(|next| next.first < next.second && next.gain > 0.0));
        prop_assert!(!chosen.is_empty() || plan::unseparated(&ratings).is_empty());
    }

    #[test]
    fn the_order_of_tables_does_not_matter(rankings in rankings(), seed: u64, prior in prop_oneof![Just(0.0), 0.1..3.0f64]) {
        let ratings = tables(&rankings).rate(prior).unwrap();
        prop_assert_eq!(bits(&ratings), bits(&tables(&shuffled(&rankings, seed)).rate(prior).unwrap()));
        let number = shuffled(&[0, 1, 2, 3, 4, 5, 6], seed);
        let renumbered: Vec<Ranking> = rankings.iter().map(|ranking| {
            Ranking::new(ranking.places().map(|place| place.iter().map(|&bot| number[bot as usize]).collect::<Vec<_>>())).unwrap()
        }).collect();
        same_under(&ratings, &tables(&renumbered).rate(prior).unwrap(), &number)?;
        for ranking in &rankings {
            prop_assert!(ratings.log_probability(ranking) <= 1e-12);
        }
    }

    /// Tables of two are games of two.
    #[test]
    fn tables_of_two_are_duels(games in vec((0usize..5, 1usize..5, 0usize..3), 0..40), prior in prop_oneof![Just(0.0), 0.1..3.0f64]) {
        let mut duels = Duels::new(5);
        let mut tables = Tables::new(5);
        for (i, ahead, outcome) in games {
            let j = (i + ahead) % 5;
            let mut one = Trinomial::default();
            one.add(Outcome::ALL[outcome]);
            duels.add(i, j, one).unwrap();
            tables.add(Ranking::by_score([(i, outcome), (j, 2 - outcome)]).unwrap()).unwrap();
        }
        let number: Vec<usize> = (0..5).collect();
        same_under(&duels.rate(prior).unwrap(), &tables.rate(prior).unwrap(), &number)?;
    }

    /// The sides' order and the bots' numbers change nothing either, and swapping the sides swaps the ratings.
    #[test]
    fn sides_are_symmetric(cells in vec((0usize..4, 1usize..4, vec(small(), 9)), 0..12), seed: u64) {
        let pairs: Vec<(usize, usize, Pairs)> = cells.into_iter().map(|(i, ahead, n)| {
            (i, (i + ahead) % 4, Pairs([[n[0], n[1], n[2]], [n[3], n[4], n[5]], [n[6], n[7], n[8]]]))
        }).collect();
        let rate = |all: &[(usize, usize, Pairs)]| {
            let mut duels = SidedDuels::new(4);
            all.iter().for_each(|(i, j, pairs)| duels.add(*i, *j, pairs).unwrap());
            duels.rate(0.5).unwrap()
        };
        let rated = rate(&pairs);
        let shuffled = rate(&shuffled(&pairs, seed));
        let transposed: Vec<_> = pairs.iter().map(|(i, j, pairs)| {
            let p = pairs.0;
            (*i, *j, Pairs([[p[0][0], p[1][0], p[2][0]], [p[0][1], p[1][1], p[2][1]], [p[0][2], p[1][2], p[2][2]]]))
        }).collect();
        let swapped = rate(&transposed);
        for bot in 0..4 {
            for side in Side::BOTH {
                prop_assert_eq!(rated.elo(bot, side), shuffled.elo(bot, side));
                let (a, b) = (rated.elo(bot, side).unwrap(), swapped.elo(bot, side.other()).unwrap());
                prop_assert!(close(a.0, b.0, 1e-7) && close(a.1.robust, b.1.robust, 1e-6));
            }
        }
        let (a, b) = (rated.advantage().unwrap(), swapped.advantage().unwrap());
        prop_assert!(close(a.0, -b.0, 1e-7) && close(a.1.robust, b.1.robust, 1e-6));
    }

    /// Anything may be asked for; nothing panics.
    #[test]
    fn odd_settings_are_refused_not_fitted(elo0: f64, elo1: f64, alpha: f64, beta: f64, prior: f64, text in ".{0,40}") {
        for model in [Model::Normalized, Model::Logistic] {
            if let Ok(test) = Sprt::new(elo0, elo1, alpha, beta, model) {
                prop_assert!(elo0 < elo1 && alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0);
                let (lower, upper) = test.bounds();
                prop_assert!(lower < 0.0 && upper > 0.0);
            }
        }
        let _ = text.parse::<Sprt>();
        match duels(3, &vec![(0, 1, Trinomial::new(2, 1, 0).into())]).rate(prior) {
            Ok(ratings) => prop_assert!(ratings.rated().iter().all(|&bot| ratings.elo(bot).unwrap().is_finite())),
            Err(Fault::Prior(_)) => prop_assert!(!(prior >= 0.0 && prior.is_finite())),
            Err(fault) => prop_assert!(fault == Fault::TooFarApart && !(1e-9..1e9).contains(&prior), "{}", fault),
        }
    }
}

/// Bots so far apart, and counts so large, that little is left of most probabilities.
#[test]
fn extremes_are_fitted() {
    let far = 1_000_000_000_000;
    let mut chain = Duels::new(12);
    for i in 0..11 {
        chain.add(i, i + 1, Trinomial::new(far, 0, 1)).unwrap();
    }
    let ratings = chain.rate(0.0).unwrap();
    for i in 0..11 {
        let Difference::Known { elo, errors } = ratings.difference(i, i + 1) else { panic!() };
        assert!((elo - 4800.0).abs() < 1e-6, "{elo}");
        assert!((errors.model / 340.481 - 1.0).abs() < 1e-3, "{errors:?}");
    }
    // The same as tables of twelve, with one upset for each neighbours.
    let mut tables = Tables::new(12);
    let order: Vec<usize> = (0..12).collect();
    for _ in 0..200 {
        tables.add(Ranking::new(order.iter().map(|&bot| [bot])).unwrap()).unwrap();
    }
    for i in 0..11 {
        let mut upset = order.clone();
        upset.swap(i, i + 1);
        tables.add(Ranking::new(upset.iter().map(|&bot| [bot])).unwrap()).unwrap();
    }
    let ratings = tables.rate(0.0).unwrap();
    assert_eq!(ratings.order(), order);
    assert!(ratings.rated().iter().all(|&bot| ratings.errors(bot).unwrap().robust.is_finite()));
    // A circle that closes through one upset after a long way.
    let mut circle = Duels::new(40);
    for i in 0..39 {
        circle.add(i, i + 1, Trinomial::new(1000, 0, 0)).unwrap();
    }
    circle.add(39, 0, Trinomial::new(1, 0, 0)).unwrap();
    let ratings = circle.rate(0.0).unwrap();
    assert_eq!(ratings.rated().len(), 40);
    assert!(ratings.elo(0) > ratings.elo(20) && ratings.elo(20) > ratings.elo(39));
    // Everybody ties with everybody at one table, more than subsets can be counted of.
    let mut tied = Tables::new(40);
    tied.add(Ranking::new([order.iter().copied().chain(12..40).collect::<Vec<_>>()]).unwrap()).unwrap();
    let ratings = tied.rate(0.0).unwrap();
    assert!((0..40).all(|bot| ratings.elo(bot).unwrap().abs() < 1e-9));
    assert!(ratings.ranks().iter().all(|&rank| rank == Some(1)));
}
