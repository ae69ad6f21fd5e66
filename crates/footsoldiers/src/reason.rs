//! Why an entry is refused, beyond the codes that all games share.

skirmish_core::reasons! {
    NOT_ENOUGH_MONEY = "not_enough_money": "You do not have enough money for this soldier.",
    TOO_FAR_FROM_BASE = "too_far_from_base": "That is too far from your base to build on.",
    EMPTY_SQUARE = "empty_square": "Nobody stands on that square.",
    ROCK_THERE = "rock_there": "That is a rock, not a soldier.",
    BASE_THERE = "base_there": "That is a base, not a soldier.",
    BAD_COMMAND = "bad_command": "The line holds no command.",
    BAD_COORDINATE = "bad_coordinate": "A number in the line is larger than any square has.",
    @common
    OCCUPIED: "Something stands on that square already.",
    NO_SUCH_UNIT: "There is no soldier of that number.",
    NOT_YOUR_UNIT: "That soldier is not yours.",
    TOO_MANY_ACTIONS: "Each player gives one command in a turn, and yours is given.",
    MALFORMED: "Something is missing in this command, or a square is negative: such squares cannot be named.",
    NO_ANSWER: "No answer came in time, so nothing was commanded.",
}
