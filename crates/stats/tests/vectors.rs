//! Reference values: our own, worked out by other means than the crate's, and what `SKIRMISH_VECTORS` adds.

use skirmish_stats::golden::{is_line, run};

#[test]
fn added_vectors() {
    skirmish_laws::vectors::check_added("statistics", |_, first| is_line(first), run);
}
