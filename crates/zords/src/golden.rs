//! How lines of golden vectors are played: by the core alone, in rounds, or live; draws come from the line's script.

use crate::action::Action;
use crate::draws::Script;
use crate::event::Event;
use crate::game::Zords;
use crate::live::admit_live;
use crate::name::Name;
use crate::stages::Core;
use crate::state::{NOBODY, State};
use skirmish_core::golden::{Group, Line, LineResult};
use skirmish_core::{Entry, Golden, Key, Reason, Record, Rng, Rules, Seat};

/// Who stands between a group and the core.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Alone,
    Rounds,
    Live,
}

type Playing<'a> = Core<'a, &'a mut Script, Record<Event>>;

impl Golden for Zords {
    const PARTIAL: bool = true;

    /// Only future draws are hidden.
    fn reshuffle(&self, state: &State, _: Seat, rng: &mut Rng) -> State {
        let mut other = state.clone();
        other.key = Key::new([rng.next_u64(), rng.next_u64()]);
        other
    }

    fn play(&self, state: &mut State, line: &Line<'_>, told: &mut LineResult) -> Result<(), String> {
        let mode = match line.mode.as_deref() {
            None => Mode::Alone,
            Some("rounds") => Mode::Rounds,
            Some("live") => Mode::Live,
            Some(other) => return Err(format!("no mode {other}")),
        };
        let mut script = Script::new(line.draws.clone().unwrap_or_default());
        for (i, group) in line.actions.iter().enumerate() {
            let turn = self.turn(state).number;
            let entries = self.entries(group);
            let mut record = Record::default();
            play_group(Core::new(self, state, &mut script, &mut record), group, &entries, mode)?;
            told.take(self, state, (i, group, turn), &record.rejections);
        }
        script.finish()
    }
}

fn play_group(mut core: Playing<'_>, group: &Group<'_>, list: &[Entry<Action>], mode: Mode) -> Result<(), String> {
    if let Some(time) = group.time {
        core.advance(core.state.day, time).map_err(|reason| format!("time {time}: {reason}"))?;
    }
    let seat = match core.state.seat_called(Name::of(&group.seat)) {
        Some(seat) => seat,
        None if group.seat == "@clock" => Seat::CLOCK,
        None => NOBODY,
    };
    if mode == Mode::Rounds && seat != Seat::CLOCK {
        let asked = core.game.asked(core.state) == Some(seat);
        core.judge_list(seat, list);
        if asked {
            core.close();
        }
        core.state.listed = 0;
        return Ok(());
    }
    for (i, entry) in list.iter().enumerate() {
        if let Err(reason) = judge(&mut core, (seat, i), entry, mode) {
            skirmish_core::Log::<Event>::reject(core.log, seat, i, reason);
        }
    }
    if mode == Mode::Rounds {
        core.settle();
    }
    Ok(())
}

/// One entry outside of a turn.
fn judge(core: &mut Playing<'_>, (seat, i): (Seat, usize), entry: &Entry<Action>, mode: Mode) -> Result<(), Reason> {
    if mode == Mode::Live && i as i64 >= core.game.config.max_actions {
        return Err(Reason::TOO_MANY_ACTIONS);
    }
    let action = core.admit(seat, entry)?;
    if mode == Mode::Live {
        admit_live(core.state, seat, action)?;
    }
    core.perform(seat, action)
}
