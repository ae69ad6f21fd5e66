package skirmish;

import java.util.List;

/** A bot. It is made with the greeting ({@link Hello}) when a game begins. */
public interface Player {
    /** What the bot calls itself. */
    String name();

    /** Its version; null for none. */
    default String version() {
        return null;
    }

    /** List.of("legal") asks for lists of legal orders. */
    default List<String> want() {
        return List.of();
    }

    /** The orders for a turn. An exception is printed and noted, and that turn's list is empty: the match goes on. */
    List<Order> turn(Turn turn);

    /** A game has ended. */
    default void end(End end) {
    }
}
