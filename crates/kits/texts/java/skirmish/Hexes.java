package skirmish;

import java.util.ArrayList;
import java.util.List;

/** Hexes in axial coordinates; directions ("facings") are 0 to 5. */
public final class Hexes {
    private static final Point[] DIRECTIONS = {
        new Point(1, 0), new Point(0, 1), new Point(-1, 1), new Point(-1, 0), new Point(0, -1), new Point(1, -1),
    };

    private Hexes() {
    }

    /** Steps between two hexes. */
    public static long distance(Point a, Point b) {
        long dx = b.x() - a.x();
        long dy = b.y() - a.y();
        return Math.max(Math.max(Math.abs(dx), Math.abs(dy)), Math.abs(dx + dy));
    }

    /** The neighbour in a direction. */
    public static Point ahead(Point at, long facing) {
        Point step = DIRECTIONS[(int) Math.floorMod(facing, 6L)];
        return new Point(at.x() + step.x(), at.y() + step.y());
    }

    /** The six neighbours, by direction. */
    public static List<Point> around(Point at) {
        List<Point> all = new ArrayList<>();
        for (long facing = 0; facing < 6; facing++) {
            all.add(ahead(at, facing));
        }
        return all;
    }

    /** The direction whose neighbour is nearest to the goal; the first of equals. */
    public static long facingTo(Point start, Point goal) {
        long best = 0;
        for (long facing = 1; facing < 6; facing++) {
            if (distance(ahead(start, facing), goal) < distance(ahead(start, best), goal)) {
                best = facing;
            }
        }
        return best;
    }

    /** The turn (+1 or -1) that brings one facing nearer to another; 0 if it is there. */
    public static long turnTo(long facing, long wanted) {
        long steps = Math.floorMod(wanted - facing, 6L);
        return steps == 0 ? 0 : steps <= 3 ? 1 : -1;
    }
}
