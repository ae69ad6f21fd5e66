//! Why an entry is refused, beyond the codes that all games share.

skirmish_core::reasons! {
    WALL = "wall": "There is a wall there.",
    NO_ACTION = "no_action": "The golem has no action left this turn.",
    HAS_MOVED = "has_moved": "A golem that has moved can only strike the squares next to it.",
    NOT_ENOUGH_BUILD_POINTS = "not_enough_build_points": "The golem does not have enough build points yet; its store must be full.",
    TARGET_NO_ACTION = "target_no_action": "The other golem has no action left this turn; both golems need one to merge.",
    @common
    OUT_OF_RANGE: "That is beyond the golem's range.",
    NOT_ADJACENT: "That is not next to the golem; diagonals do not count.",
    ENEMY_TARGET: "You can only merge your own golems.",
    SELF_TARGET: "A golem cannot merge with itself.",
}
