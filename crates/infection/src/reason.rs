//! Why an entry is refused, beyond the codes that all games share.

skirmish_core::reasons! {
    WRONG_PHASE = "wrong_phase": "This is not done in this part of the turn.",
    ALREADY_ACTED = "already_acted": "The unit has had its order for this part of the turn.",
    STUNNED = "stunned": "The zombie was shot and is stunned: it can do nothing this turn.",
    COOLING_DOWN = "cooling_down": "The unit did this a short while ago and is not ready yet.",
    WRONG_CLASS = "wrong_class": "Only medics heal, and only builders build.",
    UNREACHABLE = "unreachable": "The unit cannot walk there in one turn.",
    TARGET_TURNED = "target_turned": "The target was infected just now and is a zombie already.",
    NO_OBSTACLE = "no_obstacle": "There is nothing to break.",
    INDESTRUCTIBLE = "indestructible": "Water cannot be broken.",
    OCCUPIED_TERRAIN = "occupied_terrain": "Barricades are built on open ground only, not on obstacles or debris.",
    OCCUPIED_UNIT = "occupied_unit": "Somebody is standing there: nothing can be built.",
    UNKNOWN_CLASS = "unknown_class": "There is no such class for humans.",
    PICK_LIMIT = "pick_limit": "All classes that may be given are given.",
    CLASS_LIMIT = "class_limit": "No more humans may be given this class.",
    @common
    BLOCKED: "An obstacle stands there.",
    OUT_OF_RANGE: "That is out of reach; walls and trees make the way longer.",
    FRIENDLY_TARGET: "The target is on your own side, or was when this part of the turn began.",
}
