package skirmish;

/** A square or a hex. */
public record Point(long x, long y) {
    // Written out, because what Java would make for a record takes long to start and spreads points badly.

    @Override
    public boolean equals(Object other) {
        return other instanceof Point point && point.x == x && point.y == y;
    }

    @Override
    public int hashCode() {
        return Long.hashCode((x << 32 ^ y) * 0x9e3779b97f4a7c15L);
    }
}
