//! The kit of a bot that plays trained weights: no types and no rules, because the referee asks for numbers.

use crate::kit::{Kit, NoKit, escaped, is_name};

const BOT: &str = include_str!("../texts/policy/bot.py");
const README: &str = include_str!("../texts/policy/README.md");
/// The very network of the package that trains the weights: a link, which becomes the file itself where this is packaged.
const POLICY: &str = include_str!("../texts/policy/policy.py");

/// What `skirmish new --lang` calls it.
pub const ID: &str = "policy";

/// The file of the weights, which whoever writes the kit adds.
pub const WEIGHTS: &str = "weights.npz";

/// The kit for a game, but for its weights. `weights` says in a sentence what these are, `folder` is where it is written.
pub fn kit(game: &str, name: &str, folder: &str, weights: &str) -> Result<Kit, NoKit> {
    if !is_name(name) {
        return Err(NoKit::Name);
    }
    let filled = |text: &str| {
        text.replace("{{title}}", name)
            .replace("{{name}}", &escaped(name))
            .replace("{{game}}", game)
            .replace("{{folder}}", folder)
            .replace("{{weights}}", weights)
    };
    let manifest = format!(
        "name = \"{}\"\nlanguage = \"python\"\nrun = [\"python3\", \"bot.py\"]\ngames = [\"{game}\"]\n",
        escaped(name)
    );
    let files = [
        ("README.md", filled(README)),
        ("skirmish.toml", manifest),
        ("bot.py", filled(BOT)),
        ("policy.py", POLICY.to_string()),
    ];
    Ok(Kit { files: files.map(|(path, text)| (path.to_string(), text)).into() })
}
