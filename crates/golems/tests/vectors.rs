//! The golden vectors, where `SKIRMISH_VECTORS` names their folder.

#[test]
fn golden_vectors() {
    skirmish_laws::vectors::check_all::<skirmish_golems::Golems>();
}
