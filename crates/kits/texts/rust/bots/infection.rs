//! An infection bot. Zombies run to the nearest human and bite; humans keep away, shoot and heal.

use crate::skirmish::model::{act, Class, Config, Prompt, UnitData, View};
use crate::skirmish::paths::{search, search_within, FAR};
use crate::skirmish::square::{around4, around8, chebyshev, manhattan, Point};
use crate::skirmish::{Hello, Order, Player, Turn};
use std::collections::BTreeMap;

/// The classes that our humans choose, as far as the rules let them.
const CLASSES: [(Class, usize); 4] =
    [(Class::Marksman, 5), (Class::Medic, 5), (Class::Traceur, 4), (Class::Demolitionist, 2)];

#[derive(Default)]
pub struct Bot {
    me: String,
    rules: Config,
    // The rest is about this turn.
    view: View,
    orders: Vec<Order>,
}

impl Player for Bot {
    const NAME: &'static str = "{{name}}";

    fn new(hello: Hello) -> Bot {
        Bot { me: hello.seat, rules: hello.config, ..Bot::default() }
    }

    fn turn(&mut self, turn: Turn) -> Vec<Order> {
        self.view = turn.view;
        self.orders.clear();
        let (humans, zombies): (Vec<UnitData>, Vec<UnitData>) =
            self.view.units.iter().cloned().partition(|unit| unit.class != Class::Zombie);
        let (mut mine, mut enemies) = if self.me == "humans" { (humans, zombies) } else { (zombies, humans) };
        match turn.phase.as_deref() {
            Some("move") if self.rules.prompt == Prompt::Turn => {
                self.walk(&mut mine, &enemies);
                self.attack(&mine, &mut enemies);
                self.heal(&mut mine);
            }
            Some("classes") => self.pick(&mine),
            Some("move") => self.walk(&mut mine, &enemies),
            Some("attack") => self.attack(&mine, &mut enemies),
            Some("ability") => self.heal(&mut mine),
            _ => {}
        }
        std::mem::take(&mut self.orders)
    }
}

impl Bot {
    fn speed(&self, class: Class) -> i64 {
        match class {
            Class::Normal => self.rules.normal_speed,
            Class::Marksman => self.rules.marksman_speed,
            Class::Traceur => self.rules.traceur_speed,
            Class::Medic => self.rules.medic_speed,
            Class::Builder => self.rules.builder_speed,
            Class::Demolitionist => self.rules.demolitionist_speed,
            Class::Zombie => self.rules.zombie_speed,
        }
    }

    fn range(&self, class: Class) -> i64 {
        match class {
            Class::Normal => self.rules.normal_range,
            Class::Marksman => self.rules.marksman_range,
            Class::Traceur => self.rules.traceur_range,
            Class::Medic => self.rules.medic_range,
            Class::Builder => self.rules.builder_range,
            Class::Demolitionist => self.rules.demolitionist_range,
            Class::Zombie => self.rules.zombie_range,
        }
    }

    /// What is there: '.' open, ',' debris, '#' wall, 'T' tree, '=' barricade, '~' water.
    fn cell(&self, (x, y): Point) -> u8 {
        let row = usize::try_from(y).ok().and_then(|y| self.view.rows.get(y));
        let cell = row.and_then(|row| row.as_bytes().get(usize::try_from(x).ok()?));
        *cell.unwrap_or(&b'~')
    }

    fn open(&self, at: Point) -> bool {
        b".,".contains(&self.cell(at))
    }

    /// Where a unit can walk: traceurs go over barricades.
    fn passable(&self, unit: &UnitData, at: Point) -> bool {
        self.open(at) || (unit.class == Class::Traceur && self.cell(at) == b'=')
    }

    /// One class for each human until the picks are used up.
    fn pick(&mut self, mine: &[UnitData]) {
        let wanted = CLASSES.iter().flat_map(|&(class, count)| vec![class; count]);
        let mut given = BTreeMap::new();
        for (unit, class) in mine.iter().zip(wanted).take(self.rules.picks as usize) {
            let count = given.entry(class).or_insert(0);
            *count += 1;
            if *count <= self.rules.max_per_class {
                self.orders.push(act::pick(unit.id, class.as_str()));
            }
        }
    }

    /// Zombies go where the way to a human is shortest, humans where that from the zombies is longest.
    fn walk(&mut self, mine: &mut [UnitData], enemies: &[UnitData]) {
        let enemies: Vec<Point> = enemies.iter().map(UnitData::at).collect();
        let ways = search(&enemies, around4, |at| self.open(at));
        // Without a way, as the crow flies: obstacles can be broken.
        let distance = |at: Point| match ways.to(at) {
            FAR => 200 + enemies.iter().map(|&enemy| manhattan(at, enemy)).min().unwrap_or(0),
            steps => steps,
        };
        let sign = if self.me == "zombies" { 1 } else { -1 };
        for unit in mine.iter_mut().filter(|unit| unit.stun_wait == 0) {
            let reach = search_within(&[unit.at()], around4, |at| self.passable(unit, at), self.speed(unit.class));
            let goal = reach.points.into_iter().min_by_key(|&at| sign * distance(at)).unwrap_or(unit.at());
            if goal != unit.at() {
                self.orders.push(act::move_(unit.id, goal.0, goal.1));
                (unit.x, unit.y) = goal;
            }
        }
    }

    fn attack(&mut self, mine: &[UnitData], enemies: &mut Vec<UnitData>) {
        if self.me == "zombies" {
            self.bite(mine, enemies);
        } else {
            self.shoot(mine, enemies);
        }
    }

    /// Every zombie bites the weakest human beside it, or breaks what is in its way.
    fn bite(&mut self, mine: &[UnitData], humans: &mut Vec<UnitData>) {
        for zombie in mine.iter().filter(|zombie| ready(zombie)) {
            let beside = humans.iter_mut().filter(|human| chebyshev(human.at(), zombie.at()) <= 1);
            if let Some(human) = beside.min_by_key(|human| human.health) {
                self.orders.push(act::attack(zombie.id, human.id));
                human.health -= self.rules.zombie_damage;
                humans.retain(|human| human.health > 0);
            } else if let Some(human) = humans.iter().min_by_key(|human| manhattan(human.at(), zombie.at())) {
                self.break_through(zombie, human.at());
            }
        }
    }

    fn break_through(&mut self, zombie: &UnitData, goal: Point) {
        let nearer = |at: Point| manhattan(at, goal) < manhattan(zombie.at(), goal);
        let walls = around8(zombie.at()).into_iter().filter(|&at| b"#T=".contains(&self.cell(at)) && nearer(at));
        if let Some((x, y)) = walls.min_by_key(|&at| manhattan(at, goal)) {
            self.orders.push(act::break_(zombie.id, x, y));
        }
    }

    /// Every human that can shoot stuns the nearest zombie in range that is not stunned yet.
    fn shoot(&mut self, mine: &[UnitData], zombies: &mut [UnitData]) {
        for human in mine.iter().filter(|human| ready(human)) {
            let clear = |at: Point| b".,=~".contains(&self.cell(at));
            let shots = search_within(&[human.at()], around4, clear, self.range(human.class));
            let awake = zombies.iter_mut().filter(|zombie| zombie.stun_wait == 0 && shots.to(zombie.at()) != FAR);
            if let Some(target) = awake.min_by_key(|zombie| shots.to(zombie.at())) {
                self.orders.push(act::attack(human.id, target.id));
                target.stun_wait = 1;
            }
        }
    }

    /// Every medic heals the weakest other human it reaches.
    fn heal(&mut self, mine: &mut [UnitData]) {
        let can_heal = |unit: &&UnitData| unit.class == Class::Medic && unit.stun_wait == 0 && unit.ability_wait == 0;
        let medics: Vec<UnitData> = mine.iter().filter(can_heal).cloned().collect();
        for medic in medics {
            let range = self.range(Class::Medic);
            let reach = search_within(&[medic.at()], around4, |at| self.passable(&medic, at), range);
            let hurt = mine.iter_mut().filter(|human| human.id != medic.id && human.health < self.rules.max_health);
            let near = hurt.filter(|human| reach.to(human.at()) != FAR);
            if let Some(patient) = near.min_by_key(|human| human.health) {
                self.orders.push(act::heal(medic.id, patient.id));
                patient.health += self.rules.heal_amount;
            }
        }
    }
}

fn ready(unit: &UnitData) -> bool {
    unit.stun_wait == 0 && unit.attack_wait == 0
}
