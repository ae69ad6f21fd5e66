//! Draws a moment of a match between built-in bots, for work on a game's scene:
//! `cargo run -p skirmish-picture --example look -- GAME SEED STEP FILE.png [SEAT] [dark] [WIDTH]`

use skirmish_core::scene::Theme;
use skirmish_core::{Seat, Setup, Viewer};
use skirmish_picture::{Raster, svg};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, seed, step, file, rest @ ..] = &args[..] else {
        eprintln!("usage: look GAME SEED STEP FILE.png [SEAT] [dark] [WIDTH]");
        std::process::exit(2);
    };
    let seed = seed.parse().expect("a number");
    let steps: u32 = step.parse().expect("a number");
    let registry = skirmish_games::registry();
    let mut table =
        registry.game(game).expect("a game").set_up(&Setup::seeded(seed)).expect("the defaults are playable");
    table.reseed(seed.into());
    for i in 0..table.seats().len() {
        let seat = Seat(i as u8);
        let random = table.seed().of_seat(seat);
        table.seat_bot(seat, "medium", random);
    }
    let mut before = table.scene(Viewer::Omniscient);
    for _ in 0..steps {
        let turn = table.turn();
        if turn.is_over() {
            break;
        }
        turn.to_act.iter().for_each(|seat| table.ask_bot(seat));
        table.step();
        let after = table.scene(Viewer::Omniscient);
        if rest.iter().any(|word| word == "tell") {
            for tale in table.tales(&before, &after) {
                println!("{} {:?} {:?} {:?}", tale.text, tale.about, tale.key, tale.effects);
            }
        }
        before = after;
    }
    let seat = table.seats().iter().position(|name| rest.contains(name)).map(|i| Seat(i as u8));
    let theme = if rest.iter().any(|word| word == "dark") { Theme::Dark } else { Theme::Light };
    let width = rest.iter().find_map(|word| word.parse().ok()).unwrap_or(1200);
    let scene = table.scene(seat.map_or(Viewer::Omniscient, Viewer::Seat));
    println!("{:?}\n{:?}\n{:?}", scene.sides, scene.status, scene.gauges);
    let drawn = svg(&scene, table.symbols(), theme, width);
    std::fs::write(file, Raster::default().png(&drawn).expect("a picture")).expect("a file");
}
