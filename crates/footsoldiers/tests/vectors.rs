//! The golden vectors: those in `vectors/footsoldiers`, and what `SKIRMISH_VECTORS` adds.

#[test]
fn golden_vectors() {
    skirmish_laws::vectors::check_all::<skirmish_footsoldiers::Footsoldiers>(2296);
}
