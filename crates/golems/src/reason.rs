//! Why an entry is refused, beyond the codes that all games share.

skirmish_core::reasons! {
    WALL = "wall": "There is a wall.",
    NO_ACTION = "no_action": "The golem has no action left this turn.",
    HAS_MOVED = "has_moved": "A golem that has moved reaches only the squares next to it.",
    NOT_ENOUGH_BUILD_POINTS = "not_enough_build_points": "The golem's store of build points is not full yet.",
    TARGET_NO_ACTION = "target_no_action": "The other golem has no action left this turn, and needs one to be merged into.",
    @common
    OUT_OF_RANGE: "That is beyond the golem's range.",
    NOT_ADJACENT: "That is not directly beside the golem; corners do not count.",
    ENEMY_TARGET: "Only golems of your own can be merged.",
    SELF_TARGET: "A golem cannot merge with itself.",
}
