//! Reports: how much goes into the page, and what a server tells of one that grows.

mod support;

use serde_json::json;
use skirmish_viewer::{ReportPage, Reporter};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use support::{folder, get, replay, table, viewer};

#[test]
fn a_page_holds_as_many_games_as_there_is_room_for() {
    let (registry, folder) = (skirmish_games::registry(), folder("report-room"));
    let file = replay(&folder, "golems", 60);
    let report = json!({ "bots": ["</script><script>alert(1)</script>"] });
    let named = |n: usize| (format!("{n}-0"), "golems".to_string());
    let bare = ReportPage::new(&report, 0).unwrap().write(Vec::new()).unwrap();
    let mut one = ReportPage::new(&report, usize::MAX).unwrap();
    one.add(&registry, named(0), &file, 7).unwrap();
    assert_eq!((one.count(), one.has("0-0")), ((1, 0), true));
    let game = one.write(Vec::new()).unwrap().len() - bare.len();
    // Room for two games and a half.
    let most = bare.len() + 5 * game / 2;
    let mut page = ReportPage::new(&report, most).unwrap();
    (0..5).for_each(|n| page.add(&registry, named(n), &file, 0).unwrap());
    assert_eq!(page.count(), (2, 3));
    let text = String::from_utf8(page.write(Vec::new()).unwrap()).unwrap();
    assert!(text.len() <= most, "{} bytes of {most}", text.len());
    assert!(!text.contains("alert(1)"), "what others wrote is packed");
    std::fs::remove_dir_all(folder).unwrap();
}

/// A report whose version is how often it has grown.
struct Grows {
    version: AtomicU64,
    replay: PathBuf,
}

impl Reporter for Grows {
    fn report(&self, since: Option<u64>) -> Result<Option<String>, String> {
        let version = self.version.load(Ordering::Relaxed);
        Ok((since != Some(version)).then(|| json!({ "version": version, "report": {} }).to_string()))
    }

    fn games(&self, before: Option<usize>, bots: [Option<usize>; 2]) -> Result<String, String> {
        Ok(json!({ "before": before, "bots": bots }).to_string())
    }

    fn replay(&self, at: usize, game: usize) -> Result<PathBuf, String> {
        if (at, game) == (3, 1) { Ok(self.replay.clone()) } else { Err("there is no such game".into()) }
    }

    fn moment(&self, capsule: &str) -> Option<u64> {
        (capsule == "a.capsule.json").then_some(5)
    }
}

#[test]
fn a_server_tells_what_is_new_and_where_games_are() {
    let folder = folder("report-live");
    let viewer = viewer();
    let reporter = Grows { version: AtomicU64::new(4), replay: replay(&folder, "golems", 20) };
    let address = viewer.report(&*table("golems", 1), "a report".into(), Box::new(reporter)).unwrap();
    let url = address.shared();
    let page = get(url);
    assert_eq!(page.status, 200);
    assert!(String::from_utf8_lossy(&page.body).contains("app/report/main.js"));
    assert_eq!(get(&format!("{url}app/report/main.js")).status, 200);
    assert_eq!(get(&format!("{url}api/session")).json()["mode"], "report");
    assert_eq!(get(&format!("{url}api/report")).json()["version"], 4);
    assert_eq!(get(&format!("{url}api/report?since=3")).json()["version"], 4);
    assert_eq!(get(&format!("{url}api/report?since=4")).status, 204);
    assert_eq!(get(&format!("{url}api/games?before=7&against=2")).json(), json!({ "before": 7, "bots": [null, 2] }));
    assert_eq!(get(&format!("{url}api/games?before=x")).status, 400);
    let goal = get(&format!("{url}api/game?at=3&game=1&capsule=a.capsule.json")).json()["url"].clone();
    let goal = goal.as_str().unwrap();
    assert!(goal.ends_with("/?frame=5"), "{goal}");
    let again = get(&format!("{url}api/game?at=3&game=1")).json()["url"].clone();
    assert_eq!(again, goal.trim_end_matches("?frame=5"), "a replay is opened once");
    let refused = get(&format!("{url}api/game?at=9&game=0"));
    assert_eq!((refused.status, refused.json()["error"].as_str()), (400, Some("there is no such game")));
    // What is there for matches is not there for a report, and the reverse.
    assert_eq!(get(&format!("{url}api/index")).status, 403);
    let match_of = viewer.watch(&folder.join("golems.skirmish")).unwrap();
    for part in ["report", "games"] {
        assert_eq!(get(&format!("{}api/{part}", match_of.shared())).status, 403);
    }
    std::fs::remove_dir_all(folder).unwrap();
}
