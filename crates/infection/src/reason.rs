//! Why an entry is refused, beyond the codes that all games share.

skirmish_core::reasons! {
    WRONG_PHASE = "wrong_phase": "That cannot be done in this phase.",
    ALREADY_ACTED = "already_acted": "The unit has already had its order in this phase.",
    STUNNED = "stunned": "The zombie was shot and is stunned; it can do nothing this turn.",
    COOLING_DOWN = "cooling_down": "The unit did this recently and is not ready yet.",
    WRONG_CLASS = "wrong_class": "Only medics heal, and only builders build.",
    UNREACHABLE = "unreachable": "The unit cannot walk there in one turn.",
    TARGET_TURNED = "target_turned": "The target has just been infected and is now a zombie.",
    NO_OBSTACLE = "no_obstacle": "There is nothing to break.",
    INDESTRUCTIBLE = "indestructible": "Water cannot be broken.",
    OCCUPIED_TERRAIN = "occupied_terrain": "Barricades are built on open ground only, not on obstacles or debris.",
    OCCUPIED_UNIT = "occupied_unit": "Somebody is standing there, so nothing can be built.",
    UNKNOWN_CLASS = "unknown_class": "Humans have no such class.",
    PICK_LIMIT = "pick_limit": "You have picked as many classes as you may.",
    CLASS_LIMIT = "class_limit": "No more humans may be given this class.",
    @common
    BLOCKED: "There is an obstacle there.",
    OUT_OF_RANGE: "That is out of range; walls and trees make the path longer.",
    FRIENDLY_TARGET: "The target is on your own side, or was when this phase began.",
}
