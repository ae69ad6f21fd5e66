//! The picture of playing by hand.

use super::{Busy, KEYS, Play};
use crate::board::Lights;
use crate::panel::{self, Layout};
use crate::play::picker::Picker;
use crate::stage::Leaf;
use crate::watch::keys;
use crate::words::{bar, bold, boxed, plain, say, wrap, write};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Modifier;
use ratatui_core::terminal::Frame;
use ratatui_core::text::Line;
use skirmish_core::Actor;
use skirmish_core::scene::Color;

pub fn draw(play: &mut Play, frame: &mut Frame<'_>) {
    let screen = frame.area();
    let layout = Layout::of(screen);
    let buffer = frame.buffer_mut();
    let mut cursor = None;
    bar(buffer, layout.top, &top(play), &if play.everybody { "everybody ".into() } else { bot(play) });
    if play.curtain {
        let name = play.sits.map(|seat| play.name(seat).to_string()).unwrap_or_default();
        let lines =
            [Line::from(bold(format!("It is the turn of {name}."))), "Press Enter when nobody else looks.".into()];
        boxed(buffer, screen, "Change places", &lines, 0);
        return;
    }
    let covered = play.turn.is_none() && play.desks.len() > 1 && play.about.hides && play.over.is_none();
    if !covered {
        cursor = board(play, buffer, layout);
    }
    write(buffer, layout.panel, &beside(play, layout));
    // What is told since this turn began is new.
    let news = play.log.iter().rposition(|line| line.starts_with("-- ")).unwrap_or(0);
    let told = play.log.iter().enumerate().map(|(i, line)| (line.as_str(), i >= news, line.starts_with("You lost")));
    write(buffer, layout.log, &panel::tail(told, play.ink, layout.log));
    bar(buffer, layout.bottom, &format!(" {}", strip(play, screen.width)), "");
    if let Some(picker) = match &play.busy {
        Busy::Composing(_, picker) if !picker.on_board => Some(picker),
        Busy::Listing(picker, _) | Busy::Suggested(picker, _) => Some(picker),
        _ => None,
    } {
        pick(buffer, screen, picker);
        cursor = None;
    }
    if play.over.is_some() && play.open.is_none() {
        boxed(buffer, screen, "The match is over", &ending(play, screen), 0);
    }
    if let Some(mut open) = play.open.take() {
        let (title, lines) = match open.what {
            Leaf::Help => {
                let mut lines = keys(KEYS, screen);
                let verb = |verb: &skirmish_core::hand::Verb| {
                    (verb.key.to_string(), format!("{}: {}", verb.label, verb.about))
                };
                let verbs: Vec<(String, String)> = play.about.verbs.iter().map(verb).collect();
                lines.push(Line::default());
                let width = usize::from(screen.width).saturating_sub(10);
                for (key, about) in &verbs {
                    for (i, line) in wrap(about, width).into_iter().enumerate() {
                        let key = if i == 0 { key.as_str() } else { " " };
                        lines.push(Line::from_iter([bold(format!("{key}  ")), plain(line)]));
                    }
                }
                ("Keys", lines)
            }
            Leaf::Legend => {
                let sketch = play.turn.as_ref().map(|turn| &turn.sketch).or(play.last.as_ref());
                ("Legend", sketch.map(|sketch| panel::legend(sketch, &play.about.seats, play.ink)).unwrap_or_default())
            }
            Leaf::Log => {
                let width = usize::from(screen.width).saturating_sub(6);
                let lines = play.log.iter().flat_map(|line| wrap(line, width)).map(|line| Line::from(plain(line)));
                ("What has happened", lines.collect())
            }
        };
        open.hidden = boxed(frame.buffer_mut(), screen, title, &lines, open.skip);
        play.open = Some(open);
        cursor = None;
    }
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
}

fn top(play: &Play) -> String {
    let game = play.about.game;
    match (&play.turn, &play.over) {
        (_, Some(_)) => format!(" {game}: the match is over"),
        (Some(turn), _) => {
            let count = turn.count();
            let orders = if count == 1 { "1 order".into() } else { format!("{count} orders") };
            format!(" {game}, {}: you are {}, {orders}", turn.moment, play.name(turn.seat))
        }
        (None, _) => format!(" {game}: waiting for the others"),
    }
}

fn bot(play: &Play) -> String {
    play.about.bots.get(play.bot).map_or(String::new(), |bot| format!("{bot} helps "))
}

fn board(play: &mut Play, buffer: &mut Buffer, layout: Layout) -> Option<ratatui_core::layout::Position> {
    let story = play.story.front().map(|(sketch, _)| sketch);
    let sketch = story.or(play.turn.as_ref().map(|turn| &turn.sketch)).or(play.last.as_ref())?;
    let mut marked: Vec<[i64; 2]> = Vec::new();
    let mut lights = Lights::default();
    if let Some(turn) = play.turn.as_ref().filter(|_| story.is_none()) {
        match &play.busy {
            Busy::Composing(_, picker) => marked.extend(picker.choices.iter().filter_map(|choice| choice.cell)),
            _ => {
                if let Some(reach) = &turn.reach {
                    let strikes = reach.strikes.iter();
                    marked.extend(reach.places.iter().filter_map(|way| way.cell));
                    marked.extend(strikes.filter_map(|way| way.cell.or_else(|| turn.item(way.target?)?.cell)));
                }
            }
        }
        lights.chosen = turn.actor.and_then(|actor| turn.cell_of(actor));
        (lights.cursor, lights.focus) = (Some(play.cursor), Some(play.cursor));
    }
    lights.marked = &marked;
    let at = play.view.draw(buffer, layout.board, sketch, play.ink, &lights);
    if let Some((_, told)) = play.story.front()
        && layout.board.height > 4
    {
        let words = if told.is_empty() { "the others' turn (any key: go on)".into() } else { told.join(" ") };
        let room = usize::from(layout.board.width);
        let style = play.ink.style(Color::Ink).add_modifier(Modifier::REVERSED);
        buffer.set_stringn(
            layout.board.x,
            layout.board.bottom() - 1,
            panel::cut(&skirmish_core::visible(&words), room),
            room,
            style,
        );
    }
    at
}

/// Scores, whoever is chosen and what can be done, the orders so far.
fn beside(play: &Play, layout: Layout) -> Vec<Line<'static>> {
    let (ink, width) = (play.ink, usize::from(layout.panel.width));
    let Some(turn) = &play.turn else {
        return vec![Line::from(say("waiting for the others ...", ink.faint()))];
    };
    let scene = &turn.considered.scene;
    if layout.is_narrow() {
        return panel::scores(scene, &play.about.seats, ink, layout.panel);
    }
    let mut lines = Vec::new();
    for side in scene.sides.iter().take(4) {
        let style = ink.style(side.color).add_modifier(Modifier::BOLD);
        let name = play.about.seats.get(usize::from(side.seat)).map_or("?", |info| info.name.as_str());
        lines.push(Line::from_iter([say(name, style), plain(" "), bold(&side.score)]));
    }
    let purse: Vec<String> =
        turn.considered.purse.iter().map(|purse| format!("{} of {} {}", purse.left, purse.had, purse.name)).collect();
    if !purse.is_empty() {
        lines.push(Line::from(say(purse.join(", "), ink.faint())));
    }
    lines.push(Line::default());
    match turn.actor {
        Some(Actor::Unit(unit)) => {
            if let Some(item) = turn.item(unit) {
                let mut about = panel::about(item, ink, width);
                about.truncate(4);
                lines.extend(about);
            }
        }
        Some(Actor::Seat) => lines.push(Line::from(bold("your side itself"))),
        None => lines.push(Line::from(say("nobody is left who can act", ink.faint()))),
    }
    for (verb, count) in turn.offers() {
        let price = turn.considered.prices.iter().find(|price| price.verb == verb.name && price.choice.is_none());
        let price = price.map_or(String::new(), |price| format!(" ({})", price.cost));
        let many = if count > 1 { format!(" {count}") } else { String::new() };
        let words = panel::cut(&format!(" {}{price}", verb.label), width.saturating_sub(2 + many.len()));
        lines.push(Line::from_iter([bold(verb.key.to_string()), plain(words), say(many, ink.faint())]));
    }
    if let Some(Actor::Unit(unit)) = turn.actor
        && let Some((_, standing)) = play.standing.iter().find(|(seat, one)| *seat == turn.seat && one.unit == unit)
    {
        let words = standing.goal.map_or("holds".into(), |[x, y]| format!("on the way to ({x}, {y})"));
        lines.push(Line::from(say(words, ink.style(Color::Accent))));
    }
    let room = usize::from(layout.panel.height).saturating_sub(lines.len() + 1);
    let orders = turn.words();
    if room > 1 && !orders.is_empty() {
        lines.push(Line::default());
        let skipped = orders.len().saturating_sub(room);
        let shown = orders.iter().enumerate().skip(skipped);
        lines.extend(
            shown.map(|(i, words)| Line::from(say(panel::cut(&format!("{}. {words}", i + 1), width), ink.faint()))),
        );
    }
    lines
}

/// The line at the bottom: what was said, what is under the cursor, or the keys.
fn strip(play: &Play, width: u16) -> String {
    match &play.busy {
        Busy::Sure(sure) => return sure.question().into(),
        Busy::Composing(_, picker) if picker.on_board => {
            let [x, y] = play.cursor;
            return format!("{} ({x}, {y})  arrows, Tab: next, Enter: there, Esc: back", picker.title);
        }
        _ => {}
    }
    if play.over.is_some() {
        return "w: watch the whole match, Q: leave".into();
    }
    let Some(turn) = &play.turn else { return "Q leaves, ? shows all keys".into() };
    let [x, y] = play.cursor;
    let things: Vec<&str> = turn.things(play.cursor).iter().map(|item| item.title.as_str()).collect();
    let here = format!("({x}, {y}) {}", things.join(", "));
    if !play.said.is_empty() {
        return format!("{}  {here}", play.said);
    }
    let help = if width < 66 { "S send  ? keys" } else { "Tab next  Enter go/strike  / all  f finish  S send  ? keys" };
    format!("{help}  {here}")
}

/// A list to choose from, over the middle of the screen.
fn pick(buffer: &mut Buffer, screen: Rect, picker: &Picker) {
    let matching = picker.matching();
    let room = usize::from(screen.height).saturating_sub(4).max(1);
    let first = (picker.at + 1).saturating_sub(room).min(matching.len().saturating_sub(room));
    let width = usize::from(screen.width).saturating_sub(10);
    let mut lines: Vec<Line<'_>> = Vec::new();
    if !picker.typed.is_empty() {
        lines.push(Line::from_iter([plain("find: "), bold(&picker.typed)]));
    }
    for (place, &i) in matching.iter().enumerate().skip(first).take(room.saturating_sub(lines.len())) {
        let number = if place < 9 && picker.typed.is_empty() { format!("{} ", place + 1) } else { "  ".into() };
        let words = panel::cut(&picker.choices[i].words, width);
        let line = Line::from_iter([bold(number), plain(words)]);
        lines.push(if place == picker.at { line.patch_style(Modifier::REVERSED) } else { line });
    }
    if matching.is_empty() {
        lines.push("nothing like this".into());
    }
    boxed(buffer, screen, &panel::cut(&picker.title, width), &lines, 0);
}

fn ending(play: &Play, screen: Rect) -> Vec<Line<'static>> {
    let Some(over) = &play.over else { return Vec::new() };
    let width = usize::from(screen.width).saturating_sub(8).min(70);
    let mut words = Vec::new();
    if let Some(why) = &over.void {
        words.push(format!("The match is void: {why}"));
    }
    words.extend(over.reason.as_ref().map(|reason| reason.replace('\n', " ")));
    let mut lines: Vec<Line<'static>> =
        words.iter().flat_map(|text| wrap(text, width)).map(|line| Line::from(bold(line))).collect();
    lines.push(Line::default());
    if over.replay.is_some() {
        lines.push("w: watch the whole match".into());
    }
    lines.push("Q: leave".into());
    lines
}
