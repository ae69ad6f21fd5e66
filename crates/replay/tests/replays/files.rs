//! Files: no byte can be changed unnoticed, whatever is whole can be read, and nothing makes a reader run wild.

use crate::common::{Folder, records, text};
use sha2::{Digest, Sha256};
use skirmish_replay::block::{self, Chain, Kind, LONGEST_RECORD, MAGIC, MOST_RECORDS, MOST_TEXT};
use skirmish_replay::{Error, Recorder, ReplayFile};
use std::path::Path;

/// A file in one compact block.
fn compact(path: &Path, records: &[String]) -> skirmish_replay::Finished {
    let mut recorder = Recorder::create(path).unwrap();
    records.iter().for_each(|record| recorder.record(record).unwrap());
    recorder.finish().unwrap()
}

/// A file as it stands while it grows: `per_block` records in each block.
fn growing(path: &Path, records: &[String], per_block: usize) {
    let mut recorder = Recorder::create(path).unwrap();
    for (i, record) in records.iter().enumerate() {
        recorder.record(record).unwrap();
        if i % per_block == per_block - 1 {
            recorder.flush().unwrap();
        }
    }
}

/// A file made by hand.
fn forged(blocks: &[(Kind, u64, &[u8])]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let mut chain = Chain::default();
    for &(kind, raw, packed) in blocks {
        bytes.extend(block::block(&mut chain, kind, raw, packed).unwrap());
    }
    bytes
}

fn packed(text: &[u8]) -> Vec<u8> {
    zstd::encode_all(text, 3).unwrap()
}

#[test]
fn what_is_recorded_is_read() {
    let folder = Folder::new("read");
    let records = records("footsoldiers", "weak", 1, 1000);
    let finished = compact(&folder.file("a.skirmish"), &records);
    let file = ReplayFile::read(&finished.path).unwrap();
    assert_eq!(file.text, text(&records));
    assert!(file.complete);
    assert_eq!((file.dropped, file.blocks, file.records), (0, 1, records.len() as u64));
    assert_eq!(file.bytes, std::fs::metadata(&finished.path).unwrap().len());
    assert_eq!((file.bytes, &file.id), (finished.bytes, &finished.id));
    assert_eq!(folder.names(), ["a.skirmish"], "nothing else is left behind");
}

#[test]
fn every_changed_byte_is_noticed() {
    let folder = Folder::new("flip");
    let records = records("footsoldiers", "weak", 1, 6);
    compact(&folder.file("a.skirmish"), &records);
    growing(&folder.file("b.skirmish"), &records, 2);
    for name in ["a.skirmish", "b.skirmish"] {
        let bytes = std::fs::read(folder.file(name)).unwrap();
        let whole = ReplayFile::decode(&bytes[..]).unwrap();
        assert!(whole.blocks >= if whole.complete { 1 } else { 3 });
        for at in 0..bytes.len() {
            for bit in [0, 3, 7] {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                // A length that reaches beyond the end looks like a block that is not written yet.
                match ReplayFile::decode(&changed[..]) {
                    Err(_) => {}
                    Ok(torn) => assert!(!torn.complete && torn.dropped > 0 && torn.id != whole.id, "{name} byte {at}"),
                }
            }
        }
    }
}

#[test]
fn whole_blocks_of_a_cut_file_are_read_and_the_rest_is_said() {
    let folder = Folder::new("cut");
    let records = records("footsoldiers", "weak", 1, 9);
    let all = text(&records);
    growing(&folder.file("b.skirmish"), &records, 2);
    let bytes = std::fs::read(folder.file("b.skirmish")).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for length in 0..bytes.len() {
        match ReplayFile::decode(&bytes[..length]) {
            Err(Error::Nothing { dropped }) => assert_eq!(dropped, length as u64),
            Err(other) => panic!("cut at {length}: {other}"),
            Ok(file) => {
                assert!(!file.complete && all.starts_with(&file.text) && file.text.len() < all.len());
                assert!(file.dropped < length as u64 && file.bytes == length as u64);
                seen.insert(file.blocks);
            }
        }
    }
    assert!(seen.len() >= 4, "{seen:?}");
    compact(&folder.file("a.skirmish"), &records);
    let bytes = std::fs::read(folder.file("a.skirmish")).unwrap();
    for length in 0..bytes.len() {
        assert!(matches!(ReplayFile::decode(&bytes[..length]), Err(Error::Nothing { .. })), "cut at {length}");
    }
    let more = [&bytes[..], b"x"].concat();
    assert!(matches!(ReplayFile::decode(&more[..]), Err(Error::Surplus { extra: 1 })));
}

#[test]
fn a_growing_file_is_read_and_stays_when_its_writer_stops() {
    let folder = Folder::new("grow");
    let path = folder.file("a.skirmish");
    let records = records("golems", "weak", 1, 30);
    let mut recorder = Recorder::create(&path).unwrap();
    recorder.record(&records[0]).unwrap();
    let file = ReplayFile::read(&path).unwrap();
    assert_eq!(file.text, text(&records[..1]), "the header is there at once");
    for record in &records[1..20] {
        recorder.record(record).unwrap();
    }
    std::thread::sleep(std::time::Duration::from_millis(250));
    recorder.record(&records[20]).unwrap();
    let file = ReplayFile::read(&path).unwrap();
    assert_eq!(file.text, text(&records[..21]), "a slow match is written record by record");
    recorder.record(&records[21]).unwrap();
    drop(recorder);
    let file = ReplayFile::read(&path).unwrap();
    assert_eq!(file.text, text(&records[..22]), "nothing that was recorded is lost");
    assert!(!file.complete && file.dropped == 0);
}

#[test]
fn the_id_is_that_of_the_records_alone() {
    let folder = Folder::new("id");
    let records = records("zords", "weak", 1, 40);
    growing(&folder.file("a.skirmish"), &records, 3);
    growing(&folder.file("b.skirmish"), &records, 7);
    let finished = compact(&folder.file("c.skirmish"), &records);
    let id = |name: &str| ReplayFile::read(&folder.file(name)).unwrap().id;
    assert_eq!(id("a.skirmish"), finished.id);
    assert_eq!(id("b.skirmish"), finished.id);
    assert_eq!(id("c.skirmish"), finished.id);
    // Rewritten with right digests all over, it is another replay.
    let mut rewritten = records.clone();
    rewritten[3] = rewritten[3].replacen(":1", ":2", 1);
    assert_ne!(rewritten, records);
    let other = compact(&folder.file("d.skirmish"), &rewritten);
    assert_ne!(other.id, finished.id);
    assert!(ReplayFile::read(&other.path).unwrap().complete);
    // The digest of the text, as any program computes it.
    let digest: String = Sha256::digest(text(&records)).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(finished.id, digest);
}

#[test]
fn nothing_is_overwritten() {
    let folder = Folder::new("names");
    let path = folder.file("a.skirmish");
    std::fs::write(&path, "dear").unwrap();
    let Err(error) = Recorder::create(&path) else { panic!("overwritten") };
    assert!(error.to_string().ends_with("a.skirmish exists; replays are never overwritten"));
    assert_eq!(std::fs::read(&path).unwrap(), b"dear");
    let inner = folder.path().join("new/inner");
    let names: Vec<String> = (0..3)
        .map(|_| {
            let recorder = Recorder::create_in(&inner, "golems-7").unwrap();
            recorder.path().file_name().unwrap().to_str().unwrap().to_string()
        })
        .collect();
    assert!(names[0].ends_with("-golems-7.skirmish"), "{names:?}");
    assert!(names[1].ends_with("-golems-7-2.skirmish") && names[2].ends_with("-golems-7-3.skirmish"), "{names:?}");
    assert!(matches!(Recorder::create(&folder.file("no/such/folder/a")), Err(Error::Io { .. })));
}

#[test]
fn what_could_not_be_read_again_is_not_written() {
    let folder = Folder::new("bad");
    let path = folder.file("a.skirmish");
    let mut recorder = Recorder::create(&path).unwrap();
    for bad in ["", "two\nlines", "a\rb"] {
        assert!(matches!(recorder.record(bad), Err(Error::NotALine)));
    }
    let long = "x".repeat(LONGEST_RECORD as usize + 1);
    assert!(matches!(recorder.record(&long), Err(Error::TooBig { what: "a record", .. })));
    recorder.record("{}").unwrap();
    let finished = recorder.finish().unwrap();
    assert_eq!(ReplayFile::read(&finished.path).unwrap().text, "{}\n");
    // Line feeds count, too: the last of these is too much.
    let mut recorder = Recorder::create(&folder.file("b.skirmish")).unwrap();
    let long = "x".repeat(LONGEST_RECORD as usize);
    let most = MOST_TEXT / LONGEST_RECORD;
    let taken = (0..most).filter(|_| recorder.record(&long).is_ok()).count();
    assert_eq!(taken as u64, most - 1);
}

#[test]
fn files_that_are_no_replays_are_refused() {
    let refused = |bytes: &[u8]| ReplayFile::decode(bytes).unwrap_err().to_string();
    assert_eq!(refused(b"{\"skirmish\":1}\nand so on and so on"), "not a replay file");
    assert_eq!(refused(b"skirmish replay 3\nwhatever"), "a replay file of format 3; this program reads format 2");
    assert!(refused(b"").contains("nothing of the replay is left"));
    assert!(refused(b"skirmish rep").contains("12 bytes"));
    let error = ReplayFile::read(Path::new("no-such.skirmish")).unwrap_err();
    assert!(error.to_string().starts_with("cannot read no-such.skirmish: "));
    let error = ReplayFile::read(Path::new(".")).unwrap_err();
    assert!(error.to_string().starts_with("cannot read .: "), "a folder is no file: {error}");
}

#[test]
fn bombs_do_not_go_off() {
    let refused = |bytes: Vec<u8>| ReplayFile::decode(&bytes[..]).unwrap_err();
    // More text than a replay may have: refused by its length, before anything is unpacked.
    let bytes = forged(&[(Kind::Last, MOST_TEXT + 1, b"")]);
    assert!(matches!(refused(bytes), Error::TooBig { what: "the text of a replay", .. }));
    let line = packed(&[&[b'x'; 9_999_999][..], b"\n"].concat());
    let raw = 10_000_000;
    let many = vec![(Kind::More, raw, &line[..]); 1 + (MOST_TEXT / raw) as usize];
    assert!(matches!(refused(forged(&many)), Error::TooBig { what: "the text of a replay", .. }));
    // A block that says it is small and is not.
    let bytes = forged(&[(Kind::Last, 100, &line)]);
    assert!(matches!(refused(bytes), Error::Unpackable { block: 1, .. }));
    let bytes = forged(&[(Kind::Last, raw + 5, &line)]);
    assert!(matches!(refused(bytes), Error::Unpackable { .. }));
    // Too many records, and one that is too long.
    let lines = packed(&b"x\n".repeat(MOST_RECORDS as usize + 1));
    let bytes = forged(&[(Kind::Last, 2 * MOST_RECORDS + 2, &lines)]);
    assert!(matches!(refused(bytes), Error::TooBig { what: "the records of a replay", .. }));
    let line = [vec![b'x'; LONGEST_RECORD as usize + 1], vec![b'\n']].concat();
    let bytes = forged(&[(Kind::Last, line.len() as u64, &packed(&line))]);
    assert!(matches!(refused(bytes), Error::TooBig { what: "a record", .. }));
    // A file that is too large, by what its block says.
    let mut bytes = MAGIC.to_vec();
    bytes.extend(b".\x01\x00\x00\x00\xff\xff\xff\xff");
    assert!(matches!(refused(bytes), Error::TooBig { what: "a replay file", .. }));
    // Not zstd, not text, no whole records.
    for junk in [&b"junk"[..], &packed(b"\xff\n"), &packed(b"x"), &packed(b"\n"), &packed(b"x\n\ny\n"), &packed(b"")] {
        for raw in 0..6 {
            assert!(matches!(refused(forged(&[(Kind::Last, raw, junk)])), Error::Unpackable { block: 1, .. }));
        }
    }
}
