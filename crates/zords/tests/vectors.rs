//! The golden vectors: those in `vectors/zords`, and what `SKIRMISH_VECTORS` adds.

#[test]
fn golden_vectors() {
    skirmish_laws::vectors::check_all::<skirmish_zords::Zords>(1956);
}
