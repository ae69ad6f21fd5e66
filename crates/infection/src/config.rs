//! The constants of the game.

use crate::class::{Class, Kit};
use crate::terrain::Kind;
use skirmish_core::Preset;

skirmish_core::config_words! {
    /// How often a seat is asked.
    pub enum Prompt {
        Phase = "phase",
        Turn = "turn",
    }
}

skirmish_core::config! {
    /// Every constant of the game, with its default.
    pub struct Config {
        /// The map to load; a position carries its own board.
        map: String = "quarantine".into();
        /// Width of the board; must equal the map's.
        width: i64 = 100, 1..=9007199254740991;
        /// Height of the board; must equal the map's.
        height: i64 = 100, 1..=9007199254740991;
        /// The last turn.
        turn_limit: i64 = 200, 1..=9007199254740991;
        /// Humans at the start.
        starting_humans: i64 = 20;
        /// Zombies at the start.
        starting_zombies: i64 = 6;
        /// How many humans may be given a class.
        picks: i64 = 16;
        /// How many humans may be given the same class.
        max_per_class: i64 = 5;
        /// Heals lift nobody above this health.
        max_health: i64 = 10, 1..=9007199254740991;
        /// Health of a human without a class at full strength.
        normal_health: i64 = 1, 1..=9007199254740991;
        /// Steps a human without a class may walk in a turn.
        normal_speed: i64 = 3;
        /// Steps the shots of a human without a class reach.
        normal_range: i64 = 4;
        /// Turns after the one of a shot in which a human without a class may not shoot again.
        normal_cooldown: i64 = 8;
        /// Health of a marksman at full strength.
        marksman_health: i64 = 1, 1..=9007199254740991;
        /// Steps a marksman may walk in a turn.
        marksman_speed: i64 = 3;
        /// Steps the shots of a marksman reach.
        marksman_range: i64 = 6;
        /// Turns after the one of a shot in which a marksman may not shoot again.
        marksman_cooldown: i64 = 6;
        /// Health of a traceur at full strength.
        traceur_health: i64 = 1, 1..=9007199254740991;
        /// Steps a traceur may walk in a turn.
        traceur_speed: i64 = 4;
        /// Steps the shots of a traceur reach.
        traceur_range: i64 = 2;
        /// Turns after the one of a shot in which a traceur may not shoot again.
        traceur_cooldown: i64 = 4;
        /// Health of a medic at full strength.
        medic_health: i64 = 2, 1..=9007199254740991;
        /// Steps a medic may walk in a turn.
        medic_speed: i64 = 3;
        /// Steps the shots and heals of a medic reach.
        medic_range: i64 = 3;
        /// Turns after the one of a shot in which a medic may not shoot again.
        medic_cooldown: i64 = 6;
        /// Health of a builder at full strength.
        builder_health: i64 = 1, 1..=9007199254740991;
        /// Steps a builder may walk in a turn.
        builder_speed: i64 = 3;
        /// Steps the shots and builds of a builder reach.
        builder_range: i64 = 4;
        /// Turns after the one of a shot in which a builder may not shoot again.
        builder_cooldown: i64 = 6;
        /// Health of a demolitionist at full strength.
        demolitionist_health: i64 = 1, 1..=9007199254740991;
        /// Steps a demolitionist may walk in a turn.
        demolitionist_speed: i64 = 3;
        /// Steps the shots of a demolitionist reach.
        demolitionist_range: i64 = 2;
        /// Turns after the one of a shot in which a demolitionist may not shoot again.
        demolitionist_cooldown: i64 = 6;
        /// Steps a zombie may walk in a turn.
        zombie_speed: i64 = 5;
        /// Steps, diagonal ones included, that the claws of a zombie reach.
        zombie_range: i64 = 1;
        /// Turns after the one of a bite in which a zombie may not bite again.
        zombie_cooldown: i64 = 0;
        /// Turns after the one of a heal or build in which it may not be done again.
        ability_cooldown: i64 = 6;
        /// Turns after the one of the shot in which a zombie that was shot may do nothing.
        stun_turns: i64 = 1;
        /// Health a bite takes.
        zombie_damage: i64 = 1;
        /// Durability a break takes.
        break_damage: i64 = 1;
        /// Health a heal gives.
        heal_amount: i64 = 1;
        /// Durability of a whole wall.
        wall_durability: i64 = 3, 1..=9007199254740991;
        /// Durability of a whole tree.
        tree_durability: i64 = 2, 1..=9007199254740991;
        /// Durability of a whole barricade.
        barricade_durability: i64 = 1, 1..=9007199254740991;
        /// Points for each human: alive for the humans, infected for the zombies.
        points_per_human: i64 = 5;
        /// Time for one answer, in milliseconds.
        turn_ms: i64 = 2500;
        /// Time to connect, in milliseconds.
        start_ms: i64 = 15000;
        /// Faults in a row after which a seat is asked no more.
        max_faults: i64 = 5;
        /// Whether a seat is asked once per phase or once per turn.
        prompt: Prompt = Prompt::Phase;
        /// Whether every request lists the legal actions.
        list_legal: bool = false;
    }
}

impl skirmish_core::Config for Config {}

/// The constants of the event this game goes back to, where they differ.
pub const PRESETS: &[Preset] = &[Preset {
    name: "original",
    json: r#"{"starting_zombies":5,"ability_cooldown":12,"stun_turns":3,"list_legal":true}"#,
}];

impl Config {
    /// What a class comes with.
    pub(crate) fn kit(&self, class: Class) -> Kit {
        let (health, speed, range, cooldown) = match class {
            Class::Normal => (self.normal_health, self.normal_speed, self.normal_range, self.normal_cooldown),
            Class::Marksman => (self.marksman_health, self.marksman_speed, self.marksman_range, self.marksman_cooldown),
            Class::Traceur => (self.traceur_health, self.traceur_speed, self.traceur_range, self.traceur_cooldown),
            Class::Medic => (self.medic_health, self.medic_speed, self.medic_range, self.medic_cooldown),
            Class::Builder => (self.builder_health, self.builder_speed, self.builder_range, self.builder_cooldown),
            Class::Demolitionist => (
                self.demolitionist_health,
                self.demolitionist_speed,
                self.demolitionist_range,
                self.demolitionist_cooldown,
            ),
            Class::Zombie => (0, self.zombie_speed, self.zombie_range, self.zombie_cooldown),
        };
        Kit { health, speed, range, cooldown }
    }

    /// The durability of a whole obstacle; 0 for what cannot be broken.
    pub(crate) fn durability(&self, kind: Kind) -> i64 {
        match kind {
            Kind::Wall => self.wall_durability,
            Kind::Tree => self.tree_durability,
            Kind::Barricade => self.barricade_durability,
            Kind::Open | Kind::Water | Kind::Debris => 0,
        }
    }
}
