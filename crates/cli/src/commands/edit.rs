//! `skirmish edit`

use crate::given::read_text;
use crate::pages::{Leave, PageArgs, Pages};
use crate::say;
use anyhow::{Result, bail};
use serde_json::json;
use skirmish_matches::files;
use skirmish_viewer::editor::Editor;
use std::path::PathBuf;

/// Edit a scenario in the browser: place and change units and terrain, see every fault, save it, play it.
///
/// It is saved as a position file in scenarios/; `skirmish play GAME --position FILE` plays it.
#[derive(clap::Args)]
pub struct Args {
    /// The game; `skirmish games` lists them.
    game: String,
    /// Start with this built-in map.
    #[arg(long, value_name = "MAP", conflicts_with = "position")]
    map: Option<String>,
    /// Start with this position, which need not be playable.
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    #[command(flatten)]
    page: PageArgs,
    /// Print one JSON object: the address.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    let registry = skirmish_games::registry();
    registry.game(&args.game)?;
    let editor = match &args.position {
        Some(path) => {
            let position = files::json(&path.display().to_string(), &read_text(path)?)?;
            if position["game"] != args.game.as_str() {
                bail!("{}: not a position of {}", path.display(), args.game);
            }
            Editor::new(&registry, &args.game, position)?
        }
        None => Editor::start(&registry, &args.game, args.map.as_deref())?,
    };
    let pages = Pages::start(&args.page, Leave::Named(Vec::new()))?;
    let address = pages.viewer().edit(editor)?;
    if args.json {
        say!("{}", json!({ "url": address.whole() }));
    }
    pages.show(&address);
    pages.stay()
}
