//! The shell of all pages: files from inside the program, and the headers that keep strangers' scripts out.

use crate::body::{has, unchanged};
use crate::problem::Problem;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rust_embed::{EmbeddedFile, RustEmbed};

/// Nothing but our own files; nothing inline; in nobody's frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/// Where people begin.
#[derive(Clone)]
pub struct Page {
    /// Such as `/zords/`.
    pub path: String,
    pub title: String,
    /// One sentence.
    pub about: String,
}

/// The house's own files.
#[derive(RustEmbed)]
#[folder = "pages/"]
struct Files;

/// Adds what every answer carries. What is not said to be kept is not kept.
pub fn secure(headers: &mut HeaderMap) {
    let set = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in set {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// One of the house's own files.
pub fn own(path: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    file(Files::get(path), path, headers)
}

/// A file from inside the program, as whoever asks for it may keep it: until there is another one.
pub fn file(file: Option<EmbeddedFile>, path: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let file = file.ok_or_else(|| Problem::not_found("there is no such file"))?;
    let tag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&file.metadata.sha256_hash()[..12]));
    let mut response = match has(headers, &tag) {
        true => unchanged(&tag),
        false => ([(header::CONTENT_TYPE, kind(path))], file.data.into_owned()).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    Ok(response)
}

/// The type of a file, by its name. What has no ending is a page.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        None | Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Pages as entries of a list.
fn entries(pages: &[Page]) -> String {
    let entry = |page: &Page| {
        let (path, title, about) = (escaped(&page.path), escaped(&page.title), escaped(&page.about));
        format!("<li><a href=\"{path}\">{title}</a> {about}</li>\n")
    };
    pages.iter().map(entry).collect()
}

/// The page on which somebody becomes administrator, and where they go from there.
pub fn admin(pages: &[Page]) -> Result<Response, Problem> {
    let file = Files::get("admin.html").ok_or_else(Problem::own)?;
    let page = String::from_utf8_lossy(&file.data).replace("<!-- pages -->\n", &entries(pages));
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response())
}

/// The index: where everything is.
pub fn index(pages: &[Page]) -> Response {
    let entries = entries(pages);
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Skirmish</title>\n<link rel=\"icon\" href=\"data:,\">\n\
         <link rel=\"stylesheet\" href=\"/house/house.css\">\n<main>\n<h1>Skirmish</h1>\n<ul>\n\
         {entries}<li><a href=\"/api\">The API</a> Everything a program can ask for.</li>\n</ul>\n</main>\n</html>\n"
    );
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

/// Text as it may stand anywhere in HTML, also in quotes.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_needs_no_ending() {
        for (path, start) in [("game/spring", "text/html"), ("a.html", "text/html"), ("a.js", "text/javascript")] {
            assert!(kind(path).starts_with(start), "{path}");
        }
        assert_eq!(kind("a.bin"), "application/octet-stream");
    }

    #[test]
    fn text_of_others_stays_text() {
        assert_eq!(escaped("<a href='x'>&\""), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
    }
}
