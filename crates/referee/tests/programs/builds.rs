//! Building a bot whose folder changes meanwhile.

use crate::threads::Folder;
use skirmish_jail::Level;
use skirmish_referee::building::{Workshop, source_digest};
use skirmish_referee::program::Start;

/// A build that is kept under the files it was made of, whatever happens to them while it runs.
pub fn a_changed_manifest_is_another_build() {
    let folder = Folder::new("changed");
    let (bot, cache) = (folder.0.join("bot"), folder.0.join("cache/builds"));
    std::fs::create_dir(&bot).unwrap();
    let says = |word: &str| {
        let text = format!("build = [\"sh\", \"-c\", \"echo {word} > $OUT/word\"]\nrun = [\"$OUT/word\"]\n");
        std::fs::write(bot.join("skirmish.toml"), text).unwrap();
    };
    let workshop = Workshop { cache, level: Level::Off, bots: Vec::new() };
    let word = |start: &Start| std::fs::read_to_string(start.out.as_ref().unwrap().join("word")).unwrap();

    says("one");
    let (source, mut builds) = (source_digest(&bot).unwrap(), 0);
    let first = workshop.ready(&bot, |_| {
        builds += 1;
        says("two");
    });
    let first = first.unwrap();
    assert_eq!((builds, word(&first).as_str()), (1, "one\n"), "the command and the files are those of the beginning");
    assert_eq!(first.built.as_ref().unwrap().source, source);

    let second = workshop.ready(&bot, |_| builds += 1).unwrap();
    assert_eq!((builds, word(&second).as_str()), (2, "two\n"), "what was built before is not taken for it");
    assert_ne!(second.built, first.built);

    says("one");
    let third = workshop.ready(&bot, |_| builds += 1).unwrap();
    assert_eq!((builds, &third.out), (2, &first.out), "and is still there for what it was built of");
}
