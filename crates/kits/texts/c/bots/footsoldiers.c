// A footsoldiers bot: guards its base when it must, and sends everyone else to the enemy's base by the shortest way.

#include "skirmish/skirmish.h"

// As in around4; y grows downward.
static const Facing FACINGS[] = {Facing_right, Facing_left, Facing_down, Facing_up};
enum { MARGIN = 8 };  // how far around the bases and rocks we look for ways

static Team me;
static const View *view;
static const BaseEntry *base, *target;
static Point home, there;
static Points rocks, taken;
static Paths ways;    // from everywhere to the enemy's base
static Points stood;  // by id, where each soldier was a turn ago

static Point where(const SoldierEntry *soldier) { return (Point){soldier->x, soldier->y}; }

/// A place as one number.
static int64_t number_of(Point at) { return at.x * 1000000 + at.y; }

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/// The direction that leads nearer to a goal.
static Facing facing(Point at, Point goal) {
    Neighbours near = around4(at);
    size_t best = 0;
    for (size_t i = 1; i < near.count; i++) {
        if (manhattan(near.at[i], goal) < manhattan(near.at[best], goal)) best = i;
    }
    return FACINGS[best];
}

/// The board as far as we look for ways.
typedef struct Board {
    Point low, high;
} Board;

static void widen(Board *board, int64_t x, int64_t y) {
    if (x - MARGIN < board->low.x) board->low.x = x - MARGIN;
    if (y - MARGIN < board->low.y) board->low.y = y - MARGIN;
    if (x + MARGIN > board->high.x) board->high.x = x + MARGIN;
    if (y + MARGIN > board->high.y) board->high.y = y + MARGIN;
}

static bool passable(Point at, const void *context) {
    const Board *board = context;
    bool inside = board->low.x <= at.x && at.x <= board->high.x && board->low.y <= at.y && at.y <= board->high.y;
    return inside && !points_get(&rocks, at, false) && !same(at, home);
}

/// Steps from every square around to the enemy's base, which rocks and our base are in the way of.
static Paths ways_to_target(void) {
    Board board = {home, home};
    widen(&board, home.x, home.y);
    widen(&board, there.x, there.y);
    for (size_t i = 0; i < view->rocks_count; i++) widen(&board, view->rocks[i].x, view->rocks[i].y);
    return search(&there, 1, around4, passable, &board, FAR);
}

static int64_t cost(Kind kind) {
    const RuleKeys *rules = &view->config;
    return kind == Kind_scout ? rules->scout_cost : kind == Kind_assassin ? rules->assassin_cost : rules->tank_cost;
}

/// Orders a new soldier, if we can pay it; whether it did.
static bool build(Kind kind, Point at, Point goal, Point towards) {
    bool outside = smaller(smaller(at.x, at.y), smaller(goal.x, goal.y)) < 0;
    if (base->money < cost(kind) || outside) return false;
    give(act_build(kind, at.x, at.y, goal.x, goal.y, facing(at, towards)));
    return true;
}

/// Whether a new soldier could stand there.
static bool is_site(Point at) {
    return manhattan(at, home) <= view->config.max_distance_from_base && !points_get(&taken, at, false);
}

/// Whether a soldier of ours is beside a square.
static bool is_fought(Point at) {
    for (size_t i = 0; i < view->soldiers_count; i++) {
        const SoldierEntry *soldier = &view->soldiers[i];
        if (soldier->seat == me && manhattan(where(soldier), at) == 1) return true;
    }
    return false;
}

/// A soldier next to an enemy that has come to our base and that none of ours is next to yet.
static bool guard(void) {
    const SoldierEntry *enemy = NULL;
    Point best = home;
    for (size_t i = 0; i < view->soldiers_count; i++) {
        const SoldierEntry *soldier = &view->soldiers[i];
        int64_t distance = manhattan(where(soldier), home);
        bool nearer = enemy == NULL || distance < manhattan(where(enemy), home);
        if (soldier->seat == me || distance > 2 || !nearer || is_fought(where(soldier))) continue;
        Neighbours sites = around4(where(soldier));
        bool first = true;
        for (size_t n = 0; n < sites.count; n++) {
            if (!is_site(sites.at[n])) continue;
            if (first || manhattan(sites.at[n], home) < manhattan(best, home)) best = sites.at[n];
            enemy = soldier;
            first = false;
        }
    }
    return enemy != NULL && build(Kind_assassin, best, best, where(enemy));
}

/// A new attacker on the free square with the shortest way; scouts and assassins by turns.
static bool attack(void) {
    int64_t reach = view->config.max_distance_from_base;
    int64_t fewest = INT64_MAX, scouts = 0, soldiers = 0;
    Point best = home;
    for (int64_t x = home.x - reach; x <= home.x + reach; x++) {
        for (int64_t y = home.y - reach; y <= home.y + reach; y++) {
            Point at = {x, y};
            if (!is_site(at) || smaller(x, y) < 0) continue;
            int64_t steps = 1000 * steps_to(&ways, at) + manhattan(at, there);
            if (steps < fewest) best = at;
            fewest = smaller(fewest, steps);
        }
    }
    for (size_t i = 0; i < view->soldiers_count; i++) {
        if (view->soldiers[i].seat != me) continue;
        soldiers++;
        scouts += view->soldiers[i].kind == Kind_scout;
    }
    return fewest != INT64_MAX && build(2 * scouts > soldiers ? Kind_assassin : Kind_scout, best, there, there);
}

/// Turns a soldier beside the enemy's base towards it.
static bool aim(void) {
    for (size_t i = 0; i < view->soldiers_count; i++) {
        const SoldierEntry *soldier = &view->soldiers[i];
        Facing wanted = facing(where(soldier), there);
        if (soldier->seat != me || manhattan(where(soldier), there) != 1 || soldier->facing == wanted) continue;
        give(act_face(soldier->id, wanted));
        return true;
    }
    return false;
}

/// Sends a soldier that got stuck on to a square further down its way.
static bool steer(void) {
    for (size_t i = 0; i < view->soldiers_count; i++) {
        const SoldierEntry *soldier = &view->soldiers[i];
        Point at = where(soldier), aims_at = {soldier->dest_x, soldier->dest_y}, goal = at;
        bool stuck = points_get(&stood, (Point){soldier->id, 0}, -1) == number_of(at);
        if (soldier->seat != me || !stuck || same(aims_at, at) || steps_to(&ways, at) <= 1) continue;
        for (int step = 0; step < 5; step++) {
            Neighbours near = around4(goal);
            goal = near.at[0];
            for (size_t n = 1; n < near.count; n++) {
                if (steps_to(&ways, near.at[n]) < steps_to(&ways, goal)) goal = near.at[n];
            }
        }
        if (same(goal, aims_at) || smaller(goal.x, goal.y) < 0) continue;
        give(act_move(soldier->id, goal.x, goal.y));
        return true;
    }
    return false;
}

static void start(const Hello *hello) {
    me = Team_of(hello->seat);
    stood = points_new(&game_memory);
}

static void turn(Turn *turn) {
    view = &turn->view;
    rocks = points_new(&turn_memory);
    taken = points_new(&turn_memory);
    for (size_t i = 0; i < view->rocks_count; i++) {
        points_put(&rocks, (Point){view->rocks[i].x, view->rocks[i].y}, true);
        points_put(&taken, (Point){view->rocks[i].x, view->rocks[i].y}, true);
    }
    for (size_t i = 0; i < view->bases_count; i++) {
        *(view->bases[i].seat == me ? &base : &target) = &view->bases[i];
        points_put(&taken, (Point){view->bases[i].x, view->bases[i].y}, true);
    }
    for (size_t i = 0; i < view->soldiers_count; i++) points_put(&taken, where(&view->soldiers[i]), true);
    home = (Point){base->x, base->y};
    there = (Point){target->x, target->y};
    ways = ways_to_target();
    if (!guard() && !attack() && !aim()) steer();
    for (size_t i = 0; i < view->soldiers_count; i++) {
        points_put(&stood, (Point){view->soldiers[i].id, 0}, number_of(where(&view->soldiers[i])));
    }
}

int main(int argc, char **argv) {
    Bot bot = {.name = "{{name}}", .start = start, .turn = turn};
    return run(&bot, argc, argv);
}
