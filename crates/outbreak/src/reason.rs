//! Why an entry is refused, beyond the codes that all games share.

skirmish_core::reasons! {
    NOT_FACING = "not_facing": "The zombie does not face that way; it has to turn first.",
    NO_AMMO = "no_ammo": "There are not enough rounds for that.",
    NOT_READY = "not_ready": "The weapon is not ready yet: it needs more idle time than the unit has.",
    NOT_TURN_ONE = "not_turn_one": "Humans are placed on turn 1 alone.",
    TOO_MANY_HUMANS = "too_many_humans": "All humans that may be placed are on the board.",
    BAD_WEAPON = "bad_weapon": "Nobody can be placed with that weapon.",
    CANNOT_CARRY = "cannot_carry": "The human holds a weapon already; it has to be laid down first.",
    CANNOT_DROP = "cannot_drop": "The fallback weapon cannot be laid down.",
    NO_DROP_READY = "no_drop_ready": "No air drop is ready yet.",
    BAD_ITEM = "bad_item": "That cannot be called from the air.",
    ZOMBIE_CAP = "zombie_cap": "There are as many zombies on the board as there may be.",
    NONE_READY = "none_ready": "No more zombies are ready on this turn.",
    BAD_FACING = "bad_facing": "A facing is a number from 0 to 5.",
    BAD_ZONE = "bad_zone": "There is no such zone; they are west, north, east and south.",
    BAD_DIRECTION = "bad_direction": "A zombie turns by 1 or by -1.",
}
