//! Whoever does what the teacher says plays as the teacher does.

use skirmish_core::{BotEntry, MapChoice, Rng, Seat, Setup};
use skirmish_learn::Scope;
use skirmish_learn::batch::{Asked, Opponent};
use skirmish_learn::episode::{Episode, Player, Terms};
use skirmish_learn::reward::Reward;
use skirmish_learn::space::{LATER, Space};
use skirmish_learn::spaces::{Visit, batch, visit};

fn setup(config: &str, map: Option<&str>) -> Setup {
    let map = map.map(|name| MapChoice::Named(name.into()));
    Setup { config: serde_json::from_str(config).unwrap(), map, ..Setup::default() }
}

/// A game of each kind that is long enough for armies to meet.
fn base(game: &str) -> Setup {
    match game {
        "outbreak" => setup(r#"{"max_turns": 40}"#, None),
        "infection" => setup(r#"{"turn_limit": 40}"#, None),
        "golems" => setup(r#"{"max_turns": 120}"#, None),
        "footsoldiers" => setup(r#"{"total_turns": 150}"#, None),
        "zords" => setup(r#"{"days": 8, "rounds_per_day": 4}"#, Some("duel")),
        other => panic!("no game of {other}: add one"),
    }
}

/// What came of following.
#[derive(Default, Debug)]
struct Followed {
    games: usize,
    /// Games whose last state is the very one of the bot's own game.
    same: usize,
    decisions: u64,
    later: u64,
}

/// Plays games twice: by the bot itself, and by a learner who does what it teaches.
struct Follow<'a> {
    base: &'a Setup,
    games: u64,
    foe: &'a str,
}

impl Visit for Follow<'_> {
    type Output = Followed;

    fn visit<G: Space>(self) -> Followed {
        let strong = BotEntry::find("strong").unwrap();
        let foe = Player::Bot(BotEntry::find(self.foe).unwrap());
        // With room for everything that a bot may do.
        let needed = Scope::of::<G>(self.base).unwrap();
        let scope = Scope { units: 256, reach: needed.reach.max(needed.width + needed.height), ..needed };
        let terms = |players| Terms::<G> {
            scope,
            players,
            reward: Reward::WIN,
            most: 0,
            told: true,
            whole: false,
            teacher: Some(strong),
        };
        let mut followed = Followed::default();
        for n in 0..self.games {
            for seat in [Seat(0), Seat(1)] {
                let seated = |player: Player<G>| {
                    let mut players = vec![foe.clone(), foe.clone()];
                    players[seat.index()] = player;
                    terms(players)
                };
                let start = || G::opening(n, &Setup { seed: n, ..self.base.clone() }).unwrap();
                let itself = Episode::new(&seated(Player::Bot(strong)), start(), n);
                assert!(itself.is_over());
                let terms = seated(Player::Learner);
                let mut learner = Episode::new(&terms, start(), n);
                while !learner.is_over() {
                    let number = learner.teaching(seat);
                    assert!(learner.mask(seat).has(number), "{} teaches {number}, which is not in the mask", G::ID);
                    followed.later += u64::from(number == LATER);
                    followed.decisions += 1;
                    learner.decide(seat, number).unwrap();
                    learner.advance(&terms);
                }
                followed.games += 1;
                let (one, other) = (itself.table(), learner.table());
                followed.same += usize::from(one.game.hash(&one.state) == other.game.hash(&other.state));
            }
        }
        followed
    }
}

fn follow(game: &str, games: u64, foe: &str) -> Followed {
    let followed = visit(game, Follow { base: &base(game), games, foe }).unwrap();
    eprintln!("{game}: {followed:?}");
    followed
}

/// In these games lists lose nothing when they are made of decisions: every game ends in the same state.
#[test]
fn who_follows_plays_the_bots_own_game() {
    for game in ["golems", "infection", "footsoldiers"] {
        let followed = follow(game, 3, "medium");
        assert_eq!(followed.same, followed.games, "{game}: {followed:?}");
        assert!(followed.decisions > 50, "{game}: {followed:?}");
    }
}

/// In these some of what bots do has no number: far cells off the compass directions in `zords`, amounts of rounds in
/// `outbreak`, where the seat does not know all that an order depends on either. What is left is still a game.
#[test]
fn who_follows_where_something_is_left_out_plays_to_the_end() {
    for game in ["zords", "outbreak"] {
        let followed = follow(game, 3, "medium");
        assert!(followed.games == 6 && followed.decisions > 50, "{game}: {followed:?}");
    }
}

/// Whoever does something else is taught on, with numbers that it may choose.
#[test]
fn teachings_are_in_the_mask_whatever_was_done_before() {
    for &game in skirmish_games::IDS {
        let base = match game {
            "zords" => setup(r#"{"days": 2, "rounds_per_day": 2}"#, Some("duel")),
            "infection" => setup(r#"{"turn_limit": 8}"#, None),
            _ => setup("{}", None),
        };
        let players = vec![Opponent::Learner, Opponent::Bot("weak".into())];
        let asked = Asked { base, games: 2, players, teacher: Some("medium".into()), ..Asked::default() };
        let mut batch = batch(game, asked).unwrap();
        let (mut rng, mut taught) = (Rng::new(8), 0);
        for _ in 0..300 {
            batch.sample();
            for row in 0..batch.buffers().rows() {
                // SAFETY: no job is under way.
                let row = unsafe { batch.buffers().row(row) };
                let number = *row.teaching;
                assert_eq!(row.mask[number as usize], 1, "{game}: {number}");
                taught += usize::from(number != 0);
                if rng.chance(3, 4) {
                    row.actions[0] = number;
                }
            }
            batch.step().unwrap();
        }
        assert!(taught > 100, "{game}: only {taught} decisions were taught");
    }
}

#[test]
fn teachers_are_named() {
    let refused = |game, asked| batch(game, asked).err().expect("is refused");
    let why = refused("golems", Asked { teacher: Some("stron".into()), ..Asked::default() });
    assert!(why.contains("strong"), "{why}");
    let why = refused("infection", Asked { teacher: Some("weak".into()), whole: true, ..Asked::default() });
    assert!(why.contains("all units at once"), "{why}");
}
