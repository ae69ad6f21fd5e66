//! The golden vectors: those in `vectors/golems`, and what `SKIRMISH_VECTORS` adds.

#[test]
fn golden_vectors() {
    skirmish_laws::vectors::check_all::<skirmish_golems::Golems>(1318);
}
