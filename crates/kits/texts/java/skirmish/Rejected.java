package skirmish;

/** An order that was refused, and why. */
public final class Rejected {
    public final long index;
    public final String reason;
    /** The order as JSON; null if it could not be read. */
    public final Object action;

    Rejected(Object json) {
        Fields from = new Fields("rejected", json);
        index = from.key("index", Read.WHOLE);
        reason = from.key("reason", Read.TEXT);
        action = from.maybe("action", Read.ANYTHING);
    }
}
