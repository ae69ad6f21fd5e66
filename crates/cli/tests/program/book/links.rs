//! Relative links lead to files that are there, and to headings that they have; the book can be read in order.

use super::{page, pages, prose, root};

/// Pages with links that are not part of the book itself.
const MORE: [&str; 4] = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/llms.txt"];

#[test]
fn links_lead_somewhere() {
    let mut checked = 0;
    for path in pages().iter().map(String::as_str).chain(MORE) {
        for link in links(&prose(&page(path))).filter(|link| !link.contains("://")) {
            let (file, heading) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { path.to_string() } else { beside(path, file) };
            assert!(root().join(&target).exists(), "{path}: {link}: there is no {target}");
            if !heading.is_empty() {
                assert!(headings(&page(&target)).any(|known| known == heading), "{path}: no heading for {link}");
            }
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} links were found");
}

/// `docs/README.md` lists every page, and whoever begins at the start and goes on from page to page sees every chapter.
#[test]
fn the_book_can_be_read_in_order() {
    let index: Vec<String> = links(&page("docs/README.md")).map(|link| beside("docs/README.md", &link)).collect();
    let (mut at, mut seen) = ("docs/start.md".to_string(), Vec::new());
    loop {
        assert!(!seen.contains(&at), "{at} comes twice");
        assert!(index.contains(&at), "docs/README.md does not list {at}");
        seen.push(at.clone());
        let text = page(&at);
        let Some(next) = text.lines().last().and_then(|line| line.strip_prefix("Next: ")) else { break };
        at = beside(&at, &links(next).next().unwrap_or_else(|| panic!("{at}: no link in {next}")));
    }
    for path in pages().iter().filter(|path| path.starts_with("docs/") && *path != "docs/README.md") {
        assert!(index.contains(path), "docs/README.md does not list {path}");
        let chapter = !path.starts_with("docs/rules/");
        assert!(!chapter || seen.contains(path), "{path} is not reached from docs/start.md by `Next:`");
    }
}

/// The convention of llms.txt: a title, a summary, and sections of links with a line each.
#[test]
fn the_index_for_programs_is_one() {
    let text = page("docs/llms.txt");
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    assert!(lines.next().is_some_and(|line| line.starts_with("# ")), "a title");
    assert!(lines.next().is_some_and(|line| line.starts_with("> ")), "a summary");
    let entries: Vec<&str> = text.lines().filter(|line| line.starts_with("- [")).collect();
    assert!(entries.iter().all(|line| line.contains("): ")), "each link says what is behind it");
    let listed: Vec<String> =
        entries.iter().flat_map(|line| links(line)).map(|l| beside("docs/llms.txt", &l)).collect();
    for path in pages().iter().filter(|path| path.starts_with("docs/") && *path != "docs/README.md") {
        assert!(listed.contains(path), "docs/llms.txt does not list {path}");
    }
}

fn links(text: &str) -> impl Iterator<Item = String> {
    let in_text = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let pictures = text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    in_text.chain(pictures).map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// A link of a page, as a path in the repository.
fn beside(path: &str, link: &str) -> String {
    let link = link.split('#').next().unwrap_or_default();
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            ".." => drop(parts.pop().unwrap_or_else(|| panic!("{path}: {link} leads out of the repository"))),
            "." => {}
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// Headings as links spell them.
fn headings(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter(|line| line.starts_with('#')).map(|line| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>().replace(' ', "-")
    })
}
