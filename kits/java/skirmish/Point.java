package skirmish;

/** A square or a hex. */
public record Point(long x, long y) {
    // Written out, because what Java would make for a record takes long to start.

    @Override
    public boolean equals(Object other) {
        return other instanceof Point point && point.x == x && point.y == y;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * x + y);
    }
}
