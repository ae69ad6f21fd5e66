//! The change of days: the only thing that happens by itself.

use super::{Core, names};
use crate::draws::{Chance, Shuffle, shuffle_record};
use crate::event::{Event, What};
use crate::outcome;
use crate::state::{Place, Status};
use skirmish_core::{Log, Seat};

impl<C: Chance, L: Log<Event>> Core<'_, C, L> {
    /// The game starts: the base order is drawn, and day 1 opens.
    pub(super) fn start(&mut self) {
        self.state.count_change();
        self.state.order.clear();
        self.state.order.extend(self.state.seats());
        self.draw_base_order();
        for player in &mut self.state.players {
            player.points = self.game.config.start_points;
        }
        self.state.status = Status::Running;
        self.open_day();
    }

    /// The clock leaves a day: it is closed, and the next one opened unless it was the last.
    pub(super) fn change_day(&mut self) {
        self.state.count_change();
        self.close_day();
        if self.state.day >= self.game.config.days {
            self.end();
        } else {
            self.open_day();
        }
    }

    fn draw_base_order(&mut self) {
        let mut order = std::mem::take(&mut self.state.order);
        self.chance.shuffle(1, Shuffle::Order, &mut order, |seat| self.state.name(seat));
        self.log.drew(|| shuffle_record(Shuffle::Order, names(self.state, order.iter().copied())));
        self.state.order = order;
    }

    fn close_day(&mut self) {
        self.state.time = self.game.config.day_length_s;
        self.tell(|_| What::DayClosed);
        self.pay_totem(0);
        self.pay_totem(1);
    }

    /// A totem's reward is shared among those in its area, by zords; what cannot be shared is lost.
    fn pay_totem(&mut self, totem: usize) {
        let Some(totems) = self.state.totems else { return };
        let (at, aura) = (totems[totem], self.game.config.totem_aura);
        let mut counts = [0_i64; Seat::MAX];
        let mut total = 0;
        for zord in self.state.zords.iter().filter(|zord| zord.at.chebyshev(at) <= aura) {
            counts[zord.owner.index()] += 1;
            total += 1;
        }
        if total == 0 {
            return;
        }
        for seat in self.state.seats() {
            let zords = counts[seat.index()];
            if zords == 0 {
                continue;
            }
            let share = i128::from(self.game.config.totem_reward) * i128::from(zords) / i128::from(total);
            let points = share as i64;
            self.state.player_mut(seat).earn(points);
            self.tell(|state| What::TotemPaid {
                seat: state.name(seat),
                totem: totem as i64 + 1,
                x: at.x,
                y: at.y,
                zords,
                total,
                points,
            });
        }
    }

    /// After the last day nothing moves any more.
    fn end(&mut self) {
        self.state.status = Status::Over;
        self.rewind();
        self.tell(|state| What::GameOver { winners: names(state, outcome::winners(state)).collect() });
    }

    fn open_day(&mut self) {
        self.state.day += 1;
        self.state.time = 0;
        self.rewind();
        self.tell(|_| What::DayOpened);
        if (self.state.day - 1) % self.game.config.totem_period_days == 0 {
            self.place_totems();
        }
        self.place_those_down();
        for player in &mut self.state.players {
            player.actions = self.game.config.actions_per_day;
        }
        for zord in &mut self.state.zords {
            zord.shields = 0;
            zord.range = self.game.config.base_range;
        }
    }

    /// A new day begins with the first turn of the first round, where there are rounds.
    fn rewind(&mut self) {
        self.state.place = self.state.place.map(|_| Place::START);
    }
}
