package skirmish;

/** A message is not what this kit was made for. Make a new kit with `skirmish new` if the rules have changed. */
public final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unreadable(String message) {
        super(message);
    }
}
