//! Why an entry is refused, beyond the codes that all games share.

skirmish_core::reasons! {
    GAME_NOT_STARTED = "game_not_started": "The game has not started yet.",
    NOT_ENOUGH_PLAYERS = "not_enough_players": "There are too few players to start.",
    UNKNOWN_SEAT = "unknown_seat": "That is not a player in this game.",
    WRONG_DAY = "wrong_day": "This order was meant for another day.",
    RETIRED_SEAT = "retired_seat": "You have retired from this game.",
    SEAT_TAKEN = "seat_taken": "That name is already taken.",
    GAME_FULL = "game_full": "All seats in this game are taken.",
    ALREADY_STARTED = "already_started": "The game has started; nobody can join any more.",
    SHOOTING_BANNED = "shooting_banned": "Nobody may shoot in the first hours of a day.",
    NO_SUCH_PLAYER = "no_such_player": "There is no player with that name.",
    SELF_DONATION = "self_donation": "You cannot donate to yourself.",
    PLAYER_DOWN = "player_down": "You have no zord; you get a new one when the next day begins.",
    NO_ZORD_NEARBY = "no_zord_nearby": "None of your zords is near enough to build there.",
    TOO_MANY_ZORDS = "too_many_zords": "You already own as many zords as a player may.",
    NOT_ENOUGH_POINTS = "not_enough_points": "You do not have enough points for this.",
    NOT_ENOUGH_ACTIONS = "not_enough_actions": "You do not have enough actions left today.",
    @common
    OCCUPIED: "A zord or a totem is standing there.",
    OUT_OF_RANGE: "That is out of range.",
    BAD_AMOUNT: "You cannot donate that many points at once.",
}
