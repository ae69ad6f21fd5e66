// A golems bot: units take the nearest free zones, build, and strike what comes near.

#include "skirmish/skirmish.h"

static SeatName me;
static View *view;
/// Who stands where: a unit's place in the view and 1, or 0 for nobody.
static Points units;
/// Zones that one of ours stands on or goes to.
static Points claimed;

static Point where(const UnitView *unit) { return (Point){unit->x, unit->y}; }

/// What is there: '.' open, 'O' a zone, '#' a wall. The top row comes first, but y grows upward.
static char terrain(Point at) {
    bool inside = 0 <= at.x && at.x < view->width && 0 <= at.y && at.y < view->height;
    return inside ? view->rows[view->height - 1 - at.y][at.x] : '#';
}

static bool is_free(Point at, const void *context) {
    (void)context;
    return terrain(at) != '#' && points_get(&units, at, 0) == 0;
}

static bool is_claimed(Point at) { return points_get(&claimed, at, false); }

static bool is_open_zone(Point at, const void *context) {
    (void)context;
    return terrain(at) == 'O' && !is_claimed(at) && points_get(&units, at, 0) == 0;
}

static bool is_beside_enemy(Point at, const void *context) {
    (void)context;
    Neighbours near = around4(at);
    for (size_t i = 0; i < near.count; i++) {
        int64_t unit = points_get(&units, near.at[i], 0);
        if (unit > 0 && view->units[unit - 1].owner != me) return true;
    }
    return false;
}

/// Whether a unit of the view is an enemy that we have not killed yet.
static bool is_enemy(const UnitView *unit) { return unit->owner != me && unit->hp > 0; }

/// Strikes the weakest enemy in reach. Only a unit that has not moved can strike far.
static bool strike(UnitView *unit) {
    int64_t reach = unit->moves == unit->max_moves && unit->attack_range > 1 ? unit->attack_range : 1;
    UnitView *target = NULL;
    for (size_t i = 0; i < view->units_count; i++) {
        UnitView *enemy = &view->units[i];
        bool weaker = target == NULL || enemy->hp < target->hp;
        if (is_enemy(enemy) && manhattan(where(unit), where(enemy)) <= reach && weaker) target = enemy;
    }
    if (unit->actions == 0 || target == NULL) return false;
    give(act_attack(unit->id, target->x, target->y));
    unit->actions--;
    unit->moves = 0;
    target->hp -= unit->attack_power;
    if (target->hp <= 0) points_put(&units, where(target), 0);
    return true;
}

/// As the crow flies to the nearest zone where nobody stands.
static int64_t to_zone(Point site) {
    int64_t nearest = FAR;
    for (int64_t x = 0; x < view->width; x++) {
        for (int64_t y = 0; y < view->height; y++) {
            Point zone = {x, y};
            bool empty = terrain(zone) == 'O' && points_get(&units, zone, 0) == 0;
            if (empty && manhattan(site, zone) < nearest) nearest = manhattan(site, zone);
        }
    }
    return nearest;
}

/// Builds a unit beside this one as soon as it has the points.
static void build(UnitView *unit) {
    if (unit->actions == 0 || unit->build_points < unit->max_build_points) return;
    Neighbours sites = around4(where(unit));
    Point *best = NULL;
    for (size_t i = 0; i < sites.count; i++) {
        if (!is_free(sites.at[i], NULL)) continue;
        if (best == NULL || to_zone(sites.at[i]) < to_zone(*best)) best = &sites.at[i];
    }
    if (best == NULL) return;
    give(act_build(unit->id, best->x, best->y));
    unit->actions--;
    // The new unit cannot act before the next turn, but it stands in the way.
    points_put(&units, *best, points_get(&units, where(unit), 0));
}

/// To the nearest zone that none of ours has claimed, or else to the nearest enemy.
static void walk(UnitView *unit) {
    Point here = where(unit);
    if (unit->moves == 0 || is_claimed(here)) return;
    Paths paths = search_until(&here, 1, around4, is_free, is_open_zone, NULL, FAR);
    if (paths.has_found) {
        points_put(&claimed, paths.found, true);
    } else {
        note(unit->id, "hunting");
        paths = search_until(&here, 1, around4, is_free, is_beside_enemy, NULL, FAR);
    }
    if (!paths.has_found) return;
    Way way = way_to(&paths, paths.found);
    for (size_t i = 0; i < way.count && unit->moves > 0; i++) {
        int64_t self = points_get(&units, where(unit), 0);
        give(act_move(unit->id, way.at[i].x, way.at[i].y));
        points_put(&units, where(unit), 0);
        unit->x = way.at[i].x;
        unit->y = way.at[i].y;
        points_put(&units, where(unit), self);
        unit->moves--;
    }
}

static void start(const Hello *hello) {
    me = SeatName_of(hello->seat);
}

static void turn(Turn *turn) {
    view = &turn->view;
    units = points_new(&turn_memory);
    claimed = points_new(&turn_memory);
    for (size_t i = 0; i < view->units_count; i++) {
        UnitView *unit = &view->units[i];
        points_put(&units, where(unit), (int64_t)i + 1);
        // Whoever stands on a zone keeps it.
        if (unit->owner == me && terrain(where(unit)) == 'O') points_put(&claimed, where(unit), true);
    }
    for (size_t i = 0; i < view->units_count; i++) {
        UnitView *unit = &view->units[i];
        if (unit->owner != me) continue;
        if (!strike(unit)) build(unit);
        walk(unit);
        strike(unit);
    }
}

int main(int argc, char **argv) {
    Bot bot = {.name = "{{name}}", .start = start, .turn = turn};
    return run(&bot, argc, argv);
}
