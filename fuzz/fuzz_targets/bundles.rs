//! Any bytes as a bundle: refused, or a bot's folder that comes out the same when it is packed again. Nothing is left behind.
//! After an even byte come the bytes of a blob, after an odd one those of the tar in it, whose checksums are mended so that
//! what is behind them is reached.
#![no_main]

use libfuzzer_sys::fuzz_target;
use skirmish_fleet::bundle::{BundleError, pack, unpack};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// All of one process happens here.
static ABOVE: LazyLock<PathBuf> = LazyLock::new(|| {
    let above = std::env::temp_dir().join(format!("skirmish-fuzz-bundles-{}", std::process::id()));
    std::fs::create_dir_all(&above).expect("a folder for temporary files");
    above
});

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    match first % 2 {
        0 => judge(rest),
        _ => judge(&zstd::encode_all(&*mended(rest), 1).expect("bytes can be packed")),
    }
});

fn judge(blob: &[u8]) {
    let into = ABOVE.join("bot");
    let refused = unpack(blob, "", &into).expect_err("no files have an empty digest");
    assert!(is_empty(&ABOVE), "{refused}");
    let BundleError::Digest { found, .. } = refused else { return };
    unpack(blob, &found, &into).expect("that is its digest");
    let again = pack(&into).expect("what was unpacked can be packed");
    assert_eq!(again.digest, found);
    std::fs::remove_dir_all(&into).expect("it is ours");
    assert!(is_empty(&ABOVE));
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).expect("a folder").next().is_none()
}

fn mended(tar: &[u8]) -> Vec<u8> {
    let mut tar = tar.to_vec();
    let mut at = 0;
    while let Some(header) = tar.get_mut(at..at + 512).filter(|header| header.iter().any(|byte| *byte != 0)) {
        header[148..156].fill(b' ');
        let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        let size = std::str::from_utf8(&header[124..135]).ok().and_then(|digits| usize::from_str_radix(digits, 8).ok());
        at += 512 + size.unwrap_or(0).next_multiple_of(512);
    }
    tar
}
