//! Choosing one of many: by number, by typing a part of its words, with the arrows, or on the board.

use crate::keys::{Code, Key};
use crate::play::LEAP;
use crate::play::compose::Choice;

/// What a key came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Picked {
    Nothing,
    /// The choice of this number.
    Choice(usize),
    /// A cell that is none of the choices.
    Cell([i64; 2]),
    Back,
}

pub struct Picker {
    pub title: String,
    pub choices: Vec<Choice>,
    /// Whether it is a place on the board that is wanted: then the arrows move the cursor.
    pub on_board: bool,
    types: bool,
    pub typed: String,
    /// Which of those that match is chosen.
    pub at: usize,
}

impl Picker {
    pub fn new(title: String, choices: Vec<Choice>, on_board: bool) -> Picker {
        Picker { title, choices, on_board, types: true, typed: String::new(), at: 0 }
    }

    pub fn of_words(title: String, words: Vec<String>) -> Picker {
        let choice = |words| Choice { value: serde_json::Value::Null, words, cell: None };
        Picker::new(title, words.into_iter().map(choice).collect(), false)
    }

    pub fn without_typing(self) -> Picker {
        Picker { types: false, ..self }
    }

    pub fn at(self, at: usize) -> Picker {
        Picker { at: at.min(self.choices.len().saturating_sub(1)), ..self }
    }

    /// The choices that have every word that was typed, by their numbers.
    pub fn matching(&self) -> Vec<usize> {
        let typed = self.typed.to_lowercase();
        let fits = |choice: &Choice| {
            let words = choice.words.to_lowercase();
            typed.split_whitespace().all(|part| words.contains(part))
        };
        (0..self.choices.len()).filter(|&i| fits(&self.choices[i])).collect()
    }

    /// The cell of a choice that is nearest to a place.
    pub fn nearest(&self, [x, y]: [i64; 2]) -> Option<[i64; 2]> {
        let cells = self.choices.iter().filter_map(|choice| choice.cell);
        cells.min_by_key(|cell| (cell[0] - x).abs().max((cell[1] - y).abs()))
    }

    pub fn press(&mut self, key: Key, cursor: &mut [i64; 2], rising: bool) -> Picked {
        let matching = self.matching();
        match key.code {
            Code::Escape => return Picked::Back,
            Code::Enter if self.on_board => {
                let here = self.choices.iter().position(|choice| choice.cell == Some(*cursor));
                return here.map_or(Picked::Cell(*cursor), Picked::Choice);
            }
            Code::Enter => return matching.get(self.at).map_or(Picked::Nothing, |&i| Picked::Choice(i)),
            Code::Tab if !matching.is_empty() => self.step(matching.len(), if key.shift { -1 } else { 1 }),
            Code::Up if !self.on_board => self.step(matching.len(), -1),
            Code::Down if !self.on_board => self.step(matching.len(), 1),
            Code::PageUp => self.at = self.at.saturating_sub(10),
            Code::PageDown => self.at = (self.at + 10).min(matching.len().saturating_sub(1)),
            Code::Backspace if self.typed.is_empty() => return Picked::Back,
            Code::Backspace => drop(self.typed.pop()),
            _ => match (key.arrow(), key.char()) {
                (Some([dx, dy]), _) if self.on_board => {
                    let by = if key.shift { LEAP } else { 1 };
                    *cursor = [cursor[0] + dx * by, cursor[1] + if rising { -dy } else { dy } * by];
                    return Picked::Nothing;
                }
                (_, Some('e')) if self.on_board => self.step(matching.len(), 1),
                (_, Some('q')) if self.on_board => self.step(matching.len(), -1),
                // Digits choose among the first nine, unless words are typed: then they are a part of them.
                (_, Some(digit @ '1'..='9')) if self.typed.is_empty() && !self.on_board => {
                    let i = digit as usize - '1' as usize;
                    if let Some(&choice) = matching.get(i) {
                        return Picked::Choice(choice);
                    }
                }
                (_, Some(letter)) if self.types && !self.on_board => {
                    self.typed.push(letter);
                    self.at = 0;
                }
                _ => {}
            },
        }
        self.at = self.at.min(self.matching().len().saturating_sub(1));
        if let Some(cell) = self.matching().get(self.at).and_then(|&i| self.choices[i].cell) {
            *cursor = cell;
        }
        Picked::Nothing
    }

    fn step(&mut self, count: usize, by: isize) {
        if count > 0 {
            self.at = (self.at as isize + by).rem_euclid(count as isize) as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(picker: &mut Picker, text: &str) -> Picked {
        let mut cursor = [0, 0];
        let mut last = Picked::Nothing;
        for c in text.chars() {
            let code = if c == '\n' { Code::Enter } else { Code::Char(c) };
            last = picker.press(Key::plain(code), &mut cursor, false);
        }
        last
    }

    #[test]
    fn a_choice_is_found_by_number_or_by_typing() {
        let words = || vec!["Walk (1, 2)".into(), "Attack Zombie 12".into(), "Attack Zombie 3".into()];
        assert_eq!(press(&mut Picker::of_words(String::new(), words()), "2"), Picked::Choice(1));
        assert_eq!(press(&mut Picker::of_words(String::new(), words()), "att 3\n"), Picked::Choice(2));
        assert_eq!(press(&mut Picker::of_words(String::new(), words()), "nothing\n"), Picked::Nothing);
    }

    #[test]
    fn a_place_is_chosen_on_the_board() {
        let cell = |x| Choice { value: serde_json::json!([x, 0]), words: String::new(), cell: Some([x, 0]) };
        let mut picker = Picker::new(String::new(), vec![cell(3), cell(5)], true);
        let mut cursor = [3, 0];
        picker.press(Key::plain(Code::Tab), &mut cursor, false);
        assert_eq!(cursor, [5, 0]);
        assert_eq!(picker.press(Key::plain(Code::Enter), &mut cursor, false), Picked::Choice(1));
        picker.press(Key::plain(Code::Up), &mut cursor, true);
        assert_eq!(picker.press(Key::plain(Code::Enter), &mut cursor, true), Picked::Cell([5, 1]));
    }
}
