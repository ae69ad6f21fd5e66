//! Why an entry is refused, beyond the codes that all games share.

skirmish_core::reasons! {
    NOT_ENOUGH_MONEY = "not_enough_money": "You do not have enough money for this soldier.",
    TOO_FAR_FROM_BASE = "too_far_from_base": "That is too far from your base to build on.",
    EMPTY_SQUARE = "empty_square": "There is no soldier on that square.",
    ROCK_THERE = "rock_there": "That is a rock, not a soldier.",
    BASE_THERE = "base_there": "That is a base, not a soldier.",
    BAD_COMMAND = "bad_command": "The line contains no command.",
    BAD_COORDINATE = "bad_coordinate": "A number in the line is too large for a coordinate.",
    @common
    OCCUPIED: "That square is already occupied.",
    NO_SUCH_UNIT: "There is no soldier with that number.",
    NOT_YOUR_UNIT: "That soldier is not yours.",
    TOO_MANY_ACTIONS: "Each player gives one command per turn, and you have already given yours.",
    MALFORMED: "Something is missing in this command, or it names a square with a negative coordinate, which is not allowed.",
    NO_ANSWER: "No answer came in time, so no command was given.",
}
