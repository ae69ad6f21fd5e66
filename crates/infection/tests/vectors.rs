//! The golden vectors: those in `vectors/infection`, and what `SKIRMISH_VECTORS` adds.

#[test]
fn golden_vectors() {
    skirmish_laws::vectors::check_all::<skirmish_infection::Infection>(1834);
}
