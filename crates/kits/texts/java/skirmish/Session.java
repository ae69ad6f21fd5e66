package skirmish;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A bot at work: takes messages and gives the replies, without knowing where they come from. */
final class Session {
    private final Function<Hello, Player> maker;
    private Player player;
    /** How often the bot failed. */
    int errors;
    boolean over;

    Session(Function<Hello, Player> maker) {
        this.maker = maker;
    }

    /** The reply to a message; null if it needs none. Unknown messages are ignored. */
    Map<String, Object> handle(Object message) {
        if (!(Json.get(message, "type") instanceof String type)) {
            return null;
        }
        switch (type) {
            case "hello":
                return hello(message);
            case "turn":
                return turn(message);
            case "end":
                end(message);
                return null;
            default:
                return null;
        }
    }

    private Map<String, Object> hello(Object message) {
        Object game = Json.get(message, "game");
        Object version = Json.get(message, "game_version");
        if (!Model.GAME.equals(game) || !Long.valueOf(Model.VERSION).equals(version)) {
            Skirmish.log("warning: this kit is for " + Model.GAME + ", version " + Model.VERSION
                    + "; the match is " + game + ", version " + version);
        }
        player = maker.apply(new Hello(message));
        Map<String, Object> ready = Json.object("type", "ready", "name", player.name(), "series", true);
        if (player.version() != null) {
            ready.put("version", player.version());
        }
        if (!player.want().isEmpty()) {
            ready.put("want", player.want());
        }
        return ready;
    }

    private Map<String, Object> turn(Object message) {
        Object request = Json.get(message, "request");
        Skirmish.forget();
        List<Object> orders = new ArrayList<>();
        try {
            for (Order order : player.turn(new Turn(message))) {
                orders.add(order.json);
            }
        } catch (Exception | AssertionError | StackOverflowError error) {
            errors++;
            Skirmish.log("turn " + Json.get(message, "turn") + ", request " + request
                    + ": the bot failed and gives no orders");
            error.printStackTrace();
            // `play` and `check` tell you of it.
            StackTraceElement[] places = error.getStackTrace();
            Skirmish.noteException(places.length > 0 ? error + " (" + places[0] + ")" : error.toString());
            orders.clear();
        }
        Map<String, Object> reply = Skirmish.resigned()
                ? Json.object("type", "resign", "request", request)
                : Json.object("type", "orders", "request", request, "actions", orders);
        if (!Skirmish.notes().isEmpty()) {
            reply.put("notes", Skirmish.notes());
        }
        return reply;
    }

    private void end(Object message) {
        over = !Boolean.TRUE.equals(Json.get(message, "again"));
        try {
            player.end(new End(message));
        } catch (Exception | AssertionError | StackOverflowError error) {
            errors++;
            Skirmish.log("the bot failed at the end of the game");
            error.printStackTrace();
        }
    }
}
