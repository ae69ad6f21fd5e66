package skirmish;

import java.util.List;
import java.util.Random;

/** What is told before a game. */
public final class Hello {
    public final String seat;
    public final List<String> seats;
    public final Model.Config config;
    /** What this seat may know of the map, as JSON. */
    public final Object map;
    public final Object clock;
    /** A generator with the match's seed for this seat: a rerun decides the same. */
    public final Random random;

    Hello(Object message) {
        Fields from = new Fields("hello", message);
        seat = from.key("seat", Read.TEXT);
        seats = from.key("seats", Read.many(Read.TEXT));
        config = from.key("config", Model.Config::read);
        map = from.key("map", Read.ANYTHING);
        clock = from.key("clock", Read.ANYTHING);
        random = from.key("random", Hello::generator);
    }

    private static Random generator(Object json) {
        try {
            return new Random(Long.parseUnsignedLong(Read.TEXT.read(json), 16));
        } catch (NumberFormatException error) {
            throw Read.refusal(json, "is not a 64-bit hexadecimal number");
        }
    }
}
