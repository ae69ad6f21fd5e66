//! The page about training names everything there is.

use skirmish_core::Setup;
use skirmish_learn::spaces::{Visit, visit};
use skirmish_learn::{Layout, Scope, Space};

struct Named;

impl Visit for Named {
    type Output = Layout;

    fn visit<G: Space>(self) -> Layout {
        Layout::of::<G>(&Scope::of::<G>(&Setup::default()).unwrap())
    }
}

#[test]
fn the_page_names_every_array_and_every_kind_of_number() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/training.md");
    let page = std::fs::read_to_string(path).unwrap();
    for &game in skirmish_games::IDS {
        let layout = visit(game, Named).unwrap();
        for array in &layout.arrays {
            assert!(page.contains(&format!("`{}`", array.name)), "{game}: the array {}", array.name);
        }
        let line = page.lines().find(|line| line.starts_with(&format!("| `{game}` |"))).expect("a line of numbers");
        for group in layout.groups.iter().skip(3) {
            assert!(line.contains(&format!("`{}`", group.name)), "{game}: the number {}", group.name);
        }
        let groups = layout.groups.iter().map(|group| (group.first, group.count));
        let end = groups.fold(0, |end, (first, count)| {
            assert_eq!(first, end, "{game}: numbers have no gaps");
            first + count
        });
        assert_eq!(end, layout.numbers);
    }
}
