//! Matches as files to share, end to end: what they say about themselves, how large they are, and that none is ever torn.

use crate::support::{Folder, json_of};
use serde_json::Value;
use std::path::Path;

/// A match of built-in bots in a file, and its report.
fn played(folder: &Folder, args: &[&str]) -> Value {
    json_of(&folder.ok(&[&["play"], args, &["--seed", "3", "--json", "--record", "a.skirmish"]].concat()))
}

/// What lies in a folder besides the replay and its logs.
fn left(folder: &Folder) -> Vec<String> {
    let names = std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter(|name| !name.starts_with("a.") && name != ".cache" && name != "bin").collect();
    names.sort();
    names
}

fn svg(folder: &Folder, args: &[&str]) -> String {
    folder.ok(&[&["export", "a.skirmish", "--svg", "a.svg", "--force"], args].concat());
    std::fs::read_to_string(folder.file("a.svg")).unwrap()
}

/// Width and height in the head of a picture.
fn size(svg: &str) -> (f64, f64) {
    let head = svg.split('>').next().unwrap();
    let of =
        |name: &str| head.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
    (of("width"), of("height"))
}

#[test]
fn pictures_and_pages_explain_themselves() {
    let folder = Folder::new("captions");
    let report = played(&folder, &["infection", "strong", "weak", "--set", "turn_limit=12"]);
    let summary = report["match"]["summary"].as_str().map(str::to_lowercase);
    let said = svg(&folder, &[]);
    for words in ["infection", ">strong<", ">weak<", "humans", "zombies", "turn 12"] {
        assert!(said.contains(words), "{words} is not in {}", &said[..3000.min(said.len())]);
    }
    let band = said.split("</svg>").next().unwrap().to_lowercase();
    if let Some(summary) = summary {
        assert!(band.contains(summary.split_whitespace().next().unwrap()), "{band}");
    }
    // In the middle the turn is another, and the ending is said to be one of later.
    let middle = svg(&folder, &["--turn", "5"]);
    assert!(middle.contains("turn 5") && middle.contains("In the end: "), "{}", &middle[..3000]);
    // A seat's view says so.
    assert!(svg(&folder, &["--seat", "zombies"]).contains("as zombies saw it"));
    assert!(!said.contains("saw it"));
    // Without all that the board is as large as with it, and stands alone.
    let plain = svg(&folder, &["--plain"]);
    for words in [">strong<", "turn 12", "In the end"] {
        assert!(!plain.contains(words), "{words}");
    }
    let ((width, height), (plain_width, plain_height)) = (size(&said), size(&plain));
    assert_eq!((width, plain_width), (1200.0, 1200.0));
    assert!(height > plain_height + 60.0, "{height} {plain_height}");
    // The page says it to those who only see a link.
    folder.ok(&["export", "a.skirmish", "--html", "a.html"]);
    let page = std::fs::read_to_string(folder.file("a.html")).unwrap();
    assert!(page.contains("<title>infection, strong against weak</title>"));
    assert!(page.contains("property=\"og:description\""));
    folder.ok(&["export", "a.skirmish", "--html", "a.html", "--plain", "--force"]);
    let page = std::fs::read_to_string(folder.file("a.html")).unwrap();
    assert!(page.contains("<title>Skirmish</title>") && !page.contains("og:description"));
    // Small pictures keep letters that can be read.
    let small = svg(&folder, &["--width", "160"]);
    assert!(small.contains("font-size=\"11.0\"") && size(&small).0 == 160.0, "{}", &small[..2000]);
}

#[test]
fn a_crowd_is_counted() {
    let folder = Folder::new("crowd");
    played(&folder, &["zords", "--seats", "64", "--set", "days=1"]);
    let said = svg(&folder, &[]);
    let more: usize = said.split("and ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!((30..64).contains(&more), "{more}");
    let page = {
        folder.ok(&["export", "a.skirmish", "--html", "a.html"]);
        std::fs::read_to_string(folder.file("a.html")).unwrap()
    };
    assert!(page.contains("<title>zords, 64 players</title>"));
}

#[test]
fn a_film_keeps_to_its_limit() {
    let folder = Folder::new("limit");
    played(&folder, &["golems", "strong", "medium", "--set", "max_turns=60"]);
    let export = |args: &[&str]| {
        let told =
            folder
                .ok(&[&["export", "a.skirmish", "--gif", "a.gif", "--width", "240", "--force", "--json"], args]
                    .concat());
        (json_of(&told)["files"][0].clone(), std::fs::metadata(folder.file("a.gif")).unwrap().len())
    };
    let (free, large) = export(&["--max-size", "50"]);
    assert_eq!((&free["film"]["pictures"], &free["film"]["width"]), (&free["film"]["of"], &240.into()), "{free}");
    let limit = large as f64 / 3e6;
    let (told, bytes) = export(&["--max-size", &limit.to_string()]);
    assert!(bytes as f64 <= limit * 1e6 && told["bytes"] == bytes, "{told}");
    assert!(told["film"]["pictures"].as_u64() < free["film"]["pictures"].as_u64(), "{told}");
    let said = folder.ok(&[
        "export",
        "a.skirmish",
        "--gif",
        "a.gif",
        "--width",
        "240",
        "--force",
        "--max-size",
        &limit.to_string(),
    ]);
    assert!(said.contains("made smaller") && said.contains("--max-size"), "{said}");
    // What cannot be is refused, and leaves nothing.
    let said = folder.fails(&["export", "a.skirmish", "--gif", "b.gif", "--max-size", "0.001"], 2);
    assert!(said.contains("--max-size") && left(&folder).is_empty(), "{said} {:?}", left(&folder));
    folder.fails(&["export", "a.skirmish", "--gif", "b.gif", "--max-size", "0"], 2);
}

/// A program that takes the place of ffmpeg.
#[cfg(unix)]
fn instead_of_ffmpeg(folder: &Folder, script: &str) -> std::ffi::OsString {
    use std::os::unix::fs::PermissionsExt;
    folder.write("bin/ffmpeg", &format!("#!/bin/sh\n{script}\n"));
    std::fs::set_permissions(folder.file("bin/ffmpeg"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let others = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths([folder.file("bin")].into_iter().chain(std::env::split_paths(&others))).unwrap()
}

#[cfg(unix)]
#[test]
fn a_video_is_made_by_ffmpeg() {
    let folder = Folder::new("video");
    played(&folder, &["golems", "weak", "weak", "--set", "max_turns=8"]);
    let export = |path: &std::ffi::OsStr| {
        let mut command = folder.command(&["export", "a.skirmish", "--mp4", "out.mp4", "--width", "101", "--json"]);
        let output = command.env("PATH", path).output().unwrap();
        (
            output.status.code(),
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)),
        )
    };
    // Without it that is said, with what to do.
    let (code, said) = export(Path::new("/nowhere").as_os_str());
    assert!(code == Some(2) && said.contains("ffmpeg") && said.contains("--gif"), "{code:?} {said}");
    assert!(left(&folder).is_empty(), "{:?}", left(&folder));
    // It gets whole pictures, and writes a file that is renamed when it is done.
    let path =
        instead_of_ffmpeg(&folder, "printf '%s\\n' \"$@\" > a.args\nfor file; do :; done\nwc -c > \"${file#file:}\"");
    let (code, said) = export(&path);
    assert_eq!(code, Some(0), "{said}");
    let args = std::fs::read_to_string(folder.file("a.args")).unwrap();
    for word in ["yuv420p", "+faststart", "rgba", "pad=ceil(iw/2)*2:ceil(ih/2)*2"] {
        assert!(args.contains(word), "{word}: {args}");
    }
    let size = args.lines().skip_while(|arg| *arg != "-video_size").nth(1).unwrap();
    let (width, height) = size.split_once('x').unwrap();
    assert_eq!(width, "101");
    let bytes: u64 = std::fs::read_to_string(folder.file("out.mp4")).unwrap().trim().parse().unwrap();
    let picture = 101 * 4 * height.parse::<u64>().unwrap();
    assert!(bytes > 10 * picture && bytes.is_multiple_of(picture), "{bytes} bytes of {size}");
    assert_eq!(left(&folder), ["out.mp4"]);
    // Its own last words are told when it fails, and what was there before stays.
    let path = instead_of_ffmpeg(&folder, "head -c 10 > /dev/null\necho 'Unknown encoder libx264' >&2\nexit 1");
    let (code, said) = export(&path);
    assert!(code == Some(2) && said.contains("out.mp4 exists"), "{said}");
    std::fs::remove_file(folder.file("out.mp4")).unwrap();
    let (code, said) = export(&path);
    assert!(code == Some(2) && said.contains("Unknown encoder libx264"), "{code:?} {said}");
    assert!(left(&folder).is_empty(), "{:?}", left(&folder));
}

#[cfg(unix)]
#[test]
fn an_interrupted_export_leaves_nothing() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = Folder::new("interrupted");
    played(&folder, &["infection", "medium", "medium"]);
    let path = instead_of_ffmpeg(&folder, "for file; do :; done\necho begun > \"${file#file:}\"\ncat > /dev/null");
    for what in [["--gif", "out.gif"], ["--mp4", "out.mp4"]] {
        let mut command =
            folder.command(&[&["export", "a.skirmish", "--width", "2000", "--max-size", "4000"][..], &what].concat());
        let mut child = command.env("PATH", &path).stderr(std::process::Stdio::piped()).spawn().unwrap();
        let until = std::time::Instant::now() + std::time::Duration::from_secs(120);
        while left(&folder).is_empty() {
            assert!(std::time::Instant::now() < until && child.try_wait().unwrap().is_none(), "nothing is begun");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(3), "{what:?}");
        assert!(left(&folder).is_empty(), "{:?}", left(&folder));
    }
}
