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
        /// How many humans may get a class.
        picks: i64 = 16;
        /// How many humans may get the same class.
        max_per_class: i64 = 5;
        /// Heals raise health to this at most.
        max_health: i64 = 10, 1..=9007199254740991;
        /// Full health of a human without a class.
        normal_health: i64 = 1, 1..=9007199254740991;
        /// Steps a human without a class may walk per turn.
        normal_speed: i64 = 3;
        /// Range of the shots of a human without a class, in steps.
        normal_range: i64 = 4;
        /// Turns a human without a class must wait after a shot, not counting the turn of the shot.
        normal_cooldown: i64 = 8;
        /// Full health of a marksman.
        marksman_health: i64 = 1, 1..=9007199254740991;
        /// Steps a marksman may walk per turn.
        marksman_speed: i64 = 3;
        /// Range of the shots of a marksman, in steps.
        marksman_range: i64 = 6;
        /// Turns a marksman must wait after a shot, not counting the turn of the shot.
        marksman_cooldown: i64 = 6;
        /// Full health of a traceur.
        traceur_health: i64 = 1, 1..=9007199254740991;
        /// Steps a traceur may walk per turn.
        traceur_speed: i64 = 4;
        /// Range of the shots of a traceur, in steps.
        traceur_range: i64 = 2;
        /// Turns a traceur must wait after a shot, not counting the turn of the shot.
        traceur_cooldown: i64 = 4;
        /// Full health of a medic.
        medic_health: i64 = 2, 1..=9007199254740991;
        /// Steps a medic may walk per turn.
        medic_speed: i64 = 3;
        /// Range of the shots and heals of a medic, in steps.
        medic_range: i64 = 3;
        /// Turns a medic must wait after a shot, not counting the turn of the shot.
        medic_cooldown: i64 = 6;
        /// Full health of a builder.
        builder_health: i64 = 1, 1..=9007199254740991;
        /// Steps a builder may walk per turn.
        builder_speed: i64 = 3;
        /// Range of the shots and builds of a builder, in steps.
        builder_range: i64 = 4;
        /// Turns a builder must wait after a shot, not counting the turn of the shot.
        builder_cooldown: i64 = 6;
        /// Full health of a demolitionist.
        demolitionist_health: i64 = 1, 1..=9007199254740991;
        /// Steps a demolitionist may walk per turn.
        demolitionist_speed: i64 = 3;
        /// Range of the shots of a demolitionist, in steps.
        demolitionist_range: i64 = 2;
        /// Turns a demolitionist must wait after a shot, not counting the turn of the shot.
        demolitionist_cooldown: i64 = 6;
        /// Steps a zombie may walk per turn.
        zombie_speed: i64 = 5;
        /// Range of a zombie's claws, in steps, diagonal ones included.
        zombie_range: i64 = 1;
        /// Turns a zombie must wait after a bite, not counting the turn of the bite.
        zombie_cooldown: i64 = 0;
        /// Turns a unit must wait after a heal or build, not counting the turn of it.
        ability_cooldown: i64 = 6;
        /// Turns a zombie that was shot can do nothing, not counting the turn of the shot.
        stun_turns: i64 = 1;
        /// Health a bite takes.
        zombie_damage: i64 = 1;
        /// Durability a break takes.
        break_damage: i64 = 1;
        /// Health a heal gives.
        heal_amount: i64 = 1;
        /// Durability of an undamaged wall.
        wall_durability: i64 = 3, 1..=9007199254740991;
        /// Durability of an undamaged tree.
        tree_durability: i64 = 2, 1..=9007199254740991;
        /// Durability of an undamaged barricade.
        barricade_durability: i64 = 1, 1..=9007199254740991;
        /// Points per human: to the humans if alive, to the zombies if infected.
        points_per_human: i64 = 5;
        /// Time for one answer, in milliseconds.
        turn_ms: i64 = 2500;
        /// Time to connect, in milliseconds.
        start_ms: i64 = 15000;
        /// Faults in a row after which a seat is no longer asked.
        max_faults: i64 = 5;
        /// Whether a seat is asked once per phase or once per turn.
        prompt: Prompt = Prompt::Phase;
        /// Whether every request lists the legal actions.
        list_legal: bool = false;
    }
}

impl skirmish_core::Config for Config {}

/// The constants of the event that this game comes from, where they differ.
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
