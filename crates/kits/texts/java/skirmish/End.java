package skirmish;

import java.util.List;

/** How a game ended. */
public final class End {
    public final Model.Result result;
    public final List<Rejected> rejected;
    /** Whether another game follows. */
    public final boolean again;

    End(Object message) {
        Fields from = new Fields("end", message);
        result = from.key("result", Model.Result::read);
        rejected = from.key("rejected", Read.many(Rejected::new));
        again = Boolean.TRUE.equals(from.maybe("again", Read.TRUTH));
    }
}
