//! The golden vectors: those in `vectors/outbreak`, and what `SKIRMISH_VECTORS` adds.

#[test]
fn golden_vectors() {
    skirmish_laws::vectors::check_all::<skirmish_outbreak::Outbreak>(1351);
}
