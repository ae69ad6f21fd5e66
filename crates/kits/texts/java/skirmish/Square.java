package skirmish;

import java.util.List;

/** Squares. */
public final class Square {
    private Square() {
    }

    /** Steps between two squares over the four neighbours. */
    public static long manhattan(Point a, Point b) {
        return Math.abs(a.x() - b.x()) + Math.abs(a.y() - b.y());
    }

    /** Steps between two squares over the eight neighbours. */
    public static long chebyshev(Point a, Point b) {
        return Math.max(Math.abs(a.x() - b.x()), Math.abs(a.y() - b.y()));
    }

    /** The four neighbours: right, left, then the two along y. */
    public static List<Point> around4(Point at) {
        return List.of(beside(at, 1, 0), beside(at, -1, 0), beside(at, 0, 1), beside(at, 0, -1));
    }

    /** The eight neighbours, those of {@link #around4} first. */
    public static List<Point> around8(Point at) {
        return List.of(beside(at, 1, 0), beside(at, -1, 0), beside(at, 0, 1), beside(at, 0, -1),
                beside(at, 1, 1), beside(at, 1, -1), beside(at, -1, 1), beside(at, -1, -1));
    }

    private static Point beside(Point at, long dx, long dy) {
        return new Point(at.x() + dx, at.y() + dy);
    }
}
