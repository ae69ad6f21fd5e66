package skirmish;

import java.util.List;

/** A request for orders. */
public final class Turn {
    public final long request;
    public final long turn;
    /** In games with several phases, the one to act in; otherwise null. */
    public final String phase;
    public final Model.View view;
    /** Orders that would be accepted, if the bot wants "legal"; otherwise null. */
    public final List<Order> legal;
    /** What was refused of the list before. */
    public final List<Rejected> rejected;
    /** Null if it was not told, like the two that follow. */
    public final Long last_ms;
    public final Long limit_ms;
    public final Long bank_ms;

    Turn(Object message) {
        Fields from = new Fields("turn", message);
        request = from.key("request", Read.WHOLE);
        turn = from.key("turn", Read.WHOLE);
        phase = from.maybe("phase", Read.TEXT);
        view = from.key("view", Model.View::read);
        legal = from.maybe("legal", Read.many(Order::read));
        rejected = from.key("rejected", Read.many(Rejected::new));
        last_ms = from.maybe("last_ms", Read.WHOLE);
        limit_ms = from.maybe("limit_ms", Read.WHOLE);
        bank_ms = from.maybe("bank_ms", Read.WHOLE);
    }
}
