//! Why an entry is refused, beyond the codes that all games share.

skirmish_core::reasons! {
    NOT_FACING = "not_facing": "The zombie is not facing that way; it must turn first.",
    NO_AMMO = "no_ammo": "The unit does not have enough rounds for that.",
    NOT_READY = "not_ready": "The weapon is not ready yet: it needs more idle time than the unit has.",
    NOT_TURN_ONE = "not_turn_one": "Humans can be placed on turn 1 only.",
    TOO_MANY_HUMANS = "too_many_humans": "You have placed as many humans as you may.",
    BAD_WEAPON = "bad_weapon": "Humans cannot start with that weapon.",
    CANNOT_CARRY = "cannot_carry": "The human already holds a weapon and must drop it first.",
    CANNOT_DROP = "cannot_drop": "The fallback weapon cannot be dropped.",
    NO_DROP_READY = "no_drop_ready": "No air drop is ready yet.",
    BAD_ITEM = "bad_item": "That cannot be called as an air drop.",
    ZOMBIE_CAP = "zombie_cap": "No more zombies may be alive at once.",
    NONE_READY = "none_ready": "No more zombies are ready this turn.",
    BAD_FACING = "bad_facing": "A facing is a number from 0 to 5.",
    BAD_ZONE = "bad_zone": "There is no such zone; the zones are west, north, east and south.",
    BAD_DIRECTION = "bad_direction": "A zombie turns by 1 or by -1.",
}
