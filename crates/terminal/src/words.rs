//! Lines of text on the screen. Whatever others wrote goes through [`say`], which lets none of it steer the terminal.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};
use ratatui_core::text::{Line, Span};

/// A part of a line, in this style.
pub fn say(text: impl AsRef<str>, style: Style) -> Span<'static> {
    Span::styled(skirmish_core::visible(text.as_ref()).into_owned(), style)
}

/// The same without a style.
pub fn plain(text: impl AsRef<str>) -> Span<'static> {
    say(text, Style::new())
}

pub fn bold(text: impl AsRef<str>) -> Span<'static> {
    say(text, Style::new().add_modifier(Modifier::BOLD))
}

/// Writes lines from the top of an area down, as many as there is room for.
pub fn write(buffer: &mut Buffer, area: Rect, lines: &[Line<'_>]) {
    for (y, line) in (area.top()..area.bottom()).zip(lines) {
        buffer.set_line(area.x, y, line, area.width);
    }
}

/// A bar across the screen: words at the left and at the right, on the reverse of the background.
pub fn bar(buffer: &mut Buffer, area: Rect, left: &str, right: &str) {
    let style = Style::new().add_modifier(Modifier::REVERSED);
    buffer.set_style(area, style);
    let (left, right) = (say(left, style), say(right, style));
    let width = right.width() as u16;
    buffer.set_span(area.x, area.y, &left, area.width);
    // What is at the right goes without where both do not fit.
    if left.width() as u16 + width < area.width {
        buffer.set_span(area.right() - width, area.y, &right, width);
    }
}

/// Breaks a text into lines at its blanks; words that are too long are broken where the line ends.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let (width, mut lines, mut line) = (width.max(1), Vec::new(), String::new());
    for word in skirmish_core::visible(text).split(' ') {
        let mut word = word;
        let room = |line: &String| width.saturating_sub(Span::raw(line.as_str()).width() + 1);
        if !line.is_empty() && Span::raw(word).width() > room(&line) {
            lines.push(std::mem::take(&mut line));
        }
        while Span::raw(word).width() > width {
            let cut = word.char_indices().nth(width).map_or(word.len(), |(at, _)| at);
            lines.push(word[..cut].to_string());
            word = &word[cut..];
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

/// A box over the middle of the screen, as large as its lines need and the screen allows. What does not fit is scrolled by
/// `skip`; the number of lines that do not fit comes back.
pub fn boxed(buffer: &mut Buffer, screen: Rect, title: &str, lines: &[Line<'_>], skip: usize) -> usize {
    let longest = lines.iter().map(Line::width).chain([title.len() + 4]).max().unwrap_or(0) as u16;
    let (width, height) = ((longest + 4).min(screen.width), (lines.len() as u16 + 2).min(screen.height));
    let area =
        Rect { x: screen.x + (screen.width - width) / 2, y: screen.y + (screen.height - height) / 2, width, height };
    if width < 6 || height < 3 {
        return lines.len();
    }
    let rule = |text: &str| format!("+{text:-^width$}+", width = usize::from(width) - 2);
    for y in area.top()..area.bottom() {
        let line = if y == area.top() {
            rule(&format!(" {title} "))
        } else if y + 1 == area.bottom() {
            rule("")
        } else {
            format!("|{:width$}|", "", width = usize::from(width) - 2)
        };
        buffer.set_style(Rect { y, height: 1, ..area }, Style::reset());
        buffer.set_stringn(area.x, y, line, usize::from(width), Style::reset());
    }
    let inner = Rect { x: area.x + 2, y: area.y + 1, width: width - 4, height: height - 2 };
    let hidden = lines.len().saturating_sub(usize::from(inner.height));
    write(buffer, inner, &lines[skip.min(hidden)..]);
    if hidden > 0 {
        let more = format!(" {} more: up, down ", hidden - skip.min(hidden));
        buffer.set_stringn(area.x + 2, area.bottom() - 1, more, usize::from(width) - 4, Style::reset());
    }
    hidden
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_broken_at_blanks() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("a\u{1b}[2Jb", 20), ["a\\u001b[2Jb"]);
    }
}
