//! Bundles: what goes in comes out, and nothing else ever does.

use proptest::prelude::*;
use skirmish_fleet::bundle::{Bundle, BundleError, pack, unpack};
use skirmish_referee::building::source_digest;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use tar::{Builder, EntryType, Header};
use tempfile::TempDir;

/// A file of a tree: the folders above it, its bytes, whether it runs.
type Leaf = (Vec<String>, Vec<u8>, bool);

fn bot(files: &[Leaf]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (path, bytes, runs) in files {
        let path = folder.path().join(path.iter().collect::<std::path::PathBuf>());
        // A name that is both a file and a folder stays what it was first.
        if fs::create_dir_all(path.parent().unwrap()).is_ok() && fs::write(&path, bytes).is_ok() {
            fs::set_permissions(&path, fs::Permissions::from_mode(if *runs { 0o700 } else { 0o600 })).unwrap();
        }
    }
    folder
}

fn small() -> TempDir {
    let file = |path: &str, text: &str, runs| (path.split('/').map(String::from).collect(), text.into(), runs);
    bot(&[
        file("skirmish.toml", "run = [\"./bot\"]", false),
        file("bot", "#!/bin/sh", true),
        file("lib/a/b", "x", false),
    ])
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Unpacks where nothing else is, and makes sure that there is either all or nothing.
fn tried(bytes: &[u8], digest: &str) -> Result<TempDir, BundleError> {
    let above = TempDir::new().unwrap();
    let into = above.path().join("bot");
    let done = unpack(bytes, digest, &into);
    match done {
        Ok(()) => {
            assert_eq!(names(above.path()), ["bot"]);
            assert_eq!(source_digest(&into).unwrap(), digest);
            Ok(above)
        }
        Err(why) => {
            assert_eq!(names(above.path()), [""; 0], "{why}");
            Err(why)
        }
    }
}

fn leaf() -> impl Strategy<Value = Leaf> {
    // Few names, so that they meet; some long, some odd.
    let name = prop_oneof![
        4 => "[ab]",
        1 => "[a-z \\\\\"'\u{e9}\n]{1,8}",
        1 => Just("n".repeat(120)),
    ];
    (prop::collection::vec(name, 1..5), prop::collection::vec(any::<u8>(), 0..600), any::<bool>())
}

fn files() -> impl Strategy<Value = Vec<Leaf>> {
    prop::collection::vec(leaf(), 0..8)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_folder_comes_back(files in files()) {
        let folder = bot(&files);
        let bundle = pack(folder.path()).unwrap();
        prop_assert_eq!(&bundle.digest, &source_digest(folder.path()).unwrap());
        let there = tried(&bundle.bytes, &bundle.digest).unwrap();
        prop_assert_eq!(pack(&there.path().join("bot")).unwrap(), bundle, "the same files give the same bytes");
    }

    #[test]
    fn damage_is_refused_or_does_no_harm(files in files(), at in any::<prop::sample::Index>(), by in 1..=255_u8, cut: bool) {
        let Bundle { digest, mut bytes } = pack(bot(&files).path()).unwrap();
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] ^= by }
        let _harmless = tried(&bytes, &digest);
        // The same damage under the covering of zstd.
        let Bundle { digest, bytes } = pack(bot(&files).path()).unwrap();
        let mut tar = zstd::decode_all(&*bytes).unwrap();
        let at = at % tar.len();
        if cut { tar.truncate(at) } else { tar[at] ^= by }
        let _harmless = tried(&zstd::encode_all(&*tar, 1).unwrap(), &digest);
    }

    #[test]
    fn whatever_is_no_bundle_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        prop_assert!(tried(&bytes, "0").is_err());
        prop_assert!(tried(&zstd::encode_all(&*bytes, 1).unwrap(), "0").is_err());
    }
}

#[test]
fn a_bundle_is_all_that_a_build_would_see_and_nothing_of_the_machine() {
    let folder = small();
    let first = pack(folder.path()).unwrap();
    for left_out in [".git", "target", "replays"] {
        fs::create_dir(folder.path().join(left_out)).unwrap();
        fs::write(folder.path().join(left_out).join("x"), "x").unwrap();
    }
    // Other times, other rights of others.
    fs::write(folder.path().join("lib/a/b"), "x").unwrap();
    fs::set_permissions(folder.path().join("bot"), fs::Permissions::from_mode(0o750)).unwrap();
    assert_eq!(pack(folder.path()).unwrap(), first);
    let there = tried(&first.bytes, &first.digest).unwrap();
    let mode = |path: &str| there.path().join("bot").join(path).metadata().unwrap().permissions().mode() & 0o7777;
    assert_eq!([mode("."), mode("bot"), mode("skirmish.toml"), mode("lib")], [0o755, 0o755, 0o644, 0o755]);
    fs::write(folder.path().join("lib/a/b"), "y").unwrap();
    assert_ne!(pack(folder.path()).unwrap().digest, first.digest);
}

#[test]
fn names_that_are_no_text_travel_too() {
    let folder = small();
    for name in [&b"odd\n\xff"[..], &[0xff; 100], &[0xff; 101], &[0xff; 250]] {
        fs::write(folder.path().join(OsStr::from_bytes(name)), "y").unwrap();
    }
    let bundle = pack(folder.path()).unwrap();
    tried(&bundle.bytes, &bundle.digest).unwrap();
}

#[test]
fn a_link_is_named_and_not_packed() {
    let folder = small();
    symlink("../bot", folder.path().join("lib/alias")).unwrap();
    let why = pack(folder.path()).unwrap_err().to_string();
    assert!(why.contains("lib/alias: a link does not travel"), "{why}");
    assert!(why.starts_with(&*folder.path().to_string_lossy()), "the author's folder is named: {why}");
    assert!(pack(Path::new("/there/is/none")).is_err());
}

#[test]
fn what_is_there_is_kept_if_it_is_right_and_replaced_if_not() {
    let bundle = pack(small().path()).unwrap();
    let above = tried(&bundle.bytes, &bundle.digest).unwrap();
    let into = above.path().join("bot");
    // Nothing is even looked at.
    unpack(b"nonsense", &bundle.digest, &into).unwrap();
    fs::write(into.join("lib/a/b"), "damaged").unwrap();
    assert!(unpack(b"nonsense", &bundle.digest, &into).is_err());
    assert_eq!(fs::read_to_string(into.join("lib/a/b")).unwrap(), "damaged", "it is as it was");
    unpack(&bundle.bytes, &bundle.digest, &into).unwrap();
    assert_eq!(source_digest(&into).unwrap(), bundle.digest);
    assert_eq!(names(above.path()), ["bot"]);
}

#[test]
fn many_may_unpack_the_same_at_once() {
    let bundle = pack(small().path()).unwrap();
    let above = TempDir::new().unwrap();
    let into = above.path().join("bot");
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..8).map(|_| scope.spawn(|| unpack(&bundle.bytes, &bundle.digest, &into))).collect();
        all.into_iter().for_each(|one| one.join().unwrap().unwrap());
    });
    assert_eq!(names(above.path()), ["bot"]);
}

#[test]
fn other_files_than_were_promised_are_refused() {
    let bundle = pack(small().path()).unwrap();
    let why = tried(&bundle.bytes, &"0".repeat(64)).unwrap_err();
    assert!(matches!(&why, BundleError::Digest { found, .. } if *found == bundle.digest), "{why}");
}

/// A tar of entries, with the path written as it is.
fn tar(entries: &[(EntryType, &[u8], u64, &[u8])]) -> Vec<u8> {
    let mut tar = Builder::new(Vec::new());
    for (kind, path, size, bytes) in entries {
        let mut header = Header::new_gnu();
        header.as_old_mut().name[..path.len()].copy_from_slice(path);
        header.set_entry_type(*kind);
        header.set_mode(0o644);
        header.set_size(*size);
        if matches!(kind, EntryType::Symlink | EntryType::Link) {
            header.set_link_name("/etc/passwd").unwrap();
        }
        header.set_cksum();
        tar.append(&header, *bytes).unwrap();
    }
    zstd::encode_all(&*tar.into_inner().unwrap(), 1).unwrap()
}

fn why(blob: &[u8]) -> String {
    tried(blob, "0").unwrap_err().to_string()
}

#[test]
fn hostile_paths_and_kinds_are_refused() {
    use EntryType::*;
    let paths: [&[u8]; 15] = [
        b"..",
        b"../x",
        b"a/../../x",
        b"/etc/x",
        b"/",
        b"",
        b".",
        b"./x",
        b"a//x",
        b"a/./x",
        b"x/",
        b".git",
        b".hidden",
        b"target/x",
        b"a/node_modules/x",
    ];
    for path in paths {
        let said = why(&tar(&[(Directory, b"a", 0, b""), (Regular, path, 1, b"x")]));
        assert!(said.contains("is not the path of a bot's file"), "{path:?}: {said}");
    }
    assert!(why(&tar(&[(Directory, b"target", 0, b"")])).contains("is not the path"));
    for kind in [Symlink, Link, Fifo, Char, Block, GNUSparse, XHeader, XGlobalHeader, GNULongLink, Continuous] {
        let said = why(&tar(&[(kind, b"x", 0, b"")]));
        assert!(said.contains("\"x\" is neither a plain file nor a folder"), "{kind:?}: {said}");
    }
    assert!(why(&tar(&[(Directory, b"x", 1, b"x")])).contains("is neither"));
    for kind in [Regular, Directory] {
        assert!(why(&tar(&[(Regular, b"x", 0, b""), (kind, b"x", 0, b"")])).contains("is there twice"));
    }
    assert!(why(&tar(&[(Directory, b"x", 0, b""), (Regular, b"x", 0, b"")])).contains("is there twice"));
    assert!(why(&tar(&[(Regular, b"a/x", 0, b"")])).contains("is in no folder"));
    assert!(why(&tar(&[(Regular, b"a", 0, b""), (Regular, b"a/x", 0, b"")])).contains("is in no folder"));
    assert!(why(&tar(&[(GNULongName, b"l", 5, b"../x\0"), (Regular, b"x", 0, b"")])).contains("is not the path"));
    assert!(why(&tar(&[(GNULongName, b"l", 2, b"a\0"), (GNULongName, b"l", 2, b"b\0")])).contains("is neither"));
    // Not a fault of the tests: the same ways lead somewhere with a harmless entry.
    assert!(why(&tar(&[(Directory, b"a/", 0, b""), (Regular, b"a/x", 1, b"x")])).contains("have the digest"));
}

#[test]
fn bombs_are_refused_before_they_go_off() {
    use EntryType::*;
    // Announced, but not even there.
    assert!(why(&tar(&[(Regular, b"x", 600 << 20, b"")])).contains("512 MiB"));
    assert!(why(&tar(&[(Regular, b"x", u64::MAX / 2, b"")])).contains("512 MiB"));
    assert!(why(&tar(&[(Regular, b"x", u64::MAX, b"")])).contains("overflow"));
    assert!(why(&tar(&[(GNULongName, b"x", 300 << 20, b"")])).contains("a path of 314572800 bytes"));
    // More files than a bot may have.
    let empty: Vec<String> = (0..10_001).map(|i| i.to_string()).collect();
    let empty: Vec<_> = empty.iter().map(|name| (Regular, name.as_bytes(), 0, &b""[..])).collect();
    assert!(why(&tar(&empty)).contains("10000 files"));
    // Deeper than anybody could remove again.
    let deep: Vec<Vec<u8>> = (1..=65).map(|depth| vec!["d"; depth].join("/").into_bytes()).collect();
    let long: Vec<Vec<u8>> = deep.iter().map(|path| [path, &b"\0"[..]].concat()).collect();
    let deep: Vec<_> = long
        .iter()
        .flat_map(|path| [(GNULongName, &b"l"[..], path.len() as u64, &path[..]), (Directory, &b"d"[..], 0, &b""[..])])
        .collect();
    assert!(why(&tar(&deep)).contains("is too deep"));
    assert!(why(&tar(&deep[..128])).contains("have the digest"));
    // What is allowed for each file is not for all together.
    let zeros = vec![0; 1 << 20];
    let bomb = tar(&[(Regular, b"a", 1 << 20, &zeros), (Regular, b"b", 512 << 20, b"")]);
    assert!(bomb.len() < 4096, "{} bytes", bomb.len());
    assert!(why(&bomb).contains("512 MiB"));
}

#[test]
fn a_blob_that_wants_much_memory_is_refused() {
    let mut zstd = zstd::Encoder::new(Vec::new(), 1).unwrap();
    zstd.window_log(27).unwrap();
    zstd.write_all(&[0; 1024]).unwrap();
    let said = why(&zstd.finish().unwrap());
    assert!(said.contains("too much memory"), "{said}");
}
