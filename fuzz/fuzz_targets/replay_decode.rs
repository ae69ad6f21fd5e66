//! Any bytes are a replay file that can be read, or are refused; and so is anything inside a file whose digests are right.
#![no_main]

use skirmish_replay::ReplayFile;
use skirmish_replay::block::{self, Chain, Kind, MAGIC};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    match first % 4 {
        // As it is, and as what follows a right first line.
        0 => decode(rest),
        1 => decode(&[MAGIC, rest].concat()),
        // As packed text of any length.
        2 if rest.len() >= 3 => {
            let raw = u64::from(rest[0]) | u64::from(rest[1]) << 8 | u64::from(rest[2]) << 16;
            decode(&file(&[(raw, &rest[3..])]));
        }
        // As text, packed into one block and into two.
        _ => {
            let pack = |text: &[u8]| zstd::encode_all(text, 1).expect("memory can be written");
            let one = ReplayFile::decode(&file(&[(rest.len() as u64, &pack(rest))])[..]);
            let at = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
            let (head, tail) = rest.split_at(at);
            let two = [(head.len() as u64, &pack(head)[..]), (tail.len() as u64, &pack(tail)[..])];
            if let (Ok(one), Ok(two)) = (one, ReplayFile::decode(&file(&two)[..])) {
                assert_eq!((&one.id, &one.text), (&two.id, &two.text));
                play(one);
            }
        }
    }
});

fn file(blocks: &[(u64, &[u8])]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let mut chain = Chain::default();
    for (i, (raw, packed)) in blocks.iter().enumerate() {
        let kind = if i + 1 == blocks.len() { Kind::Last } else { Kind::More };
        bytes.extend(block::block(&mut chain, kind, *raw, packed).expect("blocks are small"));
    }
    bytes
}

fn decode(bytes: &[u8]) {
    if let Ok(file) = ReplayFile::decode(bytes) {
        play(file);
    }
}

fn play(file: ReplayFile) {
    assert!(file.records > 0 && file.records == file.text.lines().count() as u64);
    if let Ok(mut playback) = skirmish_games::registry().playback(file.text) {
        let _ = playback.finish();
    }
}
