// An infection bot. Zombies run to the nearest human and bite; humans keep away, shoot and heal.

#include "skirmish/skirmish.h"

#include <string.h>

// The classes that our humans choose, as far as the rules let them.
enum { WANTED = 16 };
static const Class CLASSES[WANTED] = {
    Class_marksman, Class_marksman, Class_marksman, Class_marksman, Class_marksman,
    Class_medic,    Class_medic,    Class_medic,    Class_medic,    Class_medic,
    Class_traceur,  Class_traceur,  Class_traceur,  Class_traceur,  Class_demolitionist, Class_demolitionist};

static Side me;
static const Config *rules;
static View *view;
static UnitData **mine, **enemies;
static size_t mine_count, enemies_count;

static Point where(const UnitData *unit) { return (Point){unit->x, unit->y}; }

static bool ready(const UnitData *unit) { return unit->stun_wait == 0 && unit->attack_wait == 0; }

static int64_t speed(const UnitData *unit) {
    switch (unit->class) {
    case Class_marksman: return rules->marksman_speed;
    case Class_traceur: return rules->traceur_speed;
    case Class_medic: return rules->medic_speed;
    case Class_builder: return rules->builder_speed;
    case Class_demolitionist: return rules->demolitionist_speed;
    case Class_zombie: return rules->zombie_speed;
    default: return rules->normal_speed;
    }
}

static int64_t range(const UnitData *unit) {
    switch (unit->class) {
    case Class_marksman: return rules->marksman_range;
    case Class_traceur: return rules->traceur_range;
    case Class_medic: return rules->medic_range;
    case Class_builder: return rules->builder_range;
    case Class_demolitionist: return rules->demolitionist_range;
    case Class_zombie: return rules->zombie_range;
    default: return rules->normal_range;
    }
}

/// Whether a cell is one of some kinds: '.' open, ',' debris, '#' wall, 'T' tree, '=' barricade, '~' water.
static bool is(Point at, const char *kinds) {
    const char *row = 0 <= at.y && at.y < (int64_t)view->rows_count ? view->rows[at.y] : "";
    bool inside = 0 <= at.x && at.x < (int64_t)strlen(row);
    return strchr(kinds, inside ? row[at.x] : '~') != NULL;
}

/// Where a unit can walk: traceurs go over barricades.
static bool passable(Point at, const void *unit) {
    bool climbs = unit != NULL && ((const UnitData *)unit)->class == Class_traceur;
    return is(at, climbs ? ".,=" : ".,");
}

/// Where shots fly.
static bool is_clear(Point at, const void *unit) {
    (void)unit;
    return is(at, ".,=~");
}

/// The enemy nearest to a point, as the crow flies, that has not been killed; NULL if there is none.
static UnitData *nearest_enemy(Point at) {
    UnitData *best = NULL;
    for (size_t i = 0; i < enemies_count; i++) {
        bool alive = me == Side_humans || enemies[i]->health > 0;
        if (!alive) continue;
        if (best == NULL || manhattan(where(enemies[i]), at) < manhattan(where(best), at)) best = enemies[i];
    }
    return best;
}

/// One class for each human until the picks are used up.
static void pick(void) {
    int64_t given[Class_zombie + 1] = {0};
    for (size_t i = 0; i < mine_count && i < WANTED && (int64_t)i < rules->picks; i++) {
        if (++given[CLASSES[i]] <= rules->max_per_class) give(act_pick(mine[i]->id, Class_text(CLASSES[i])));
    }
}

/// Zombies go where the way to a human is shortest, humans where that from the zombies is longest.
static void move(void) {
    Point *goals = fresh(enemies_count, sizeof *goals);
    for (size_t i = 0; i < enemies_count; i++) goals[i] = where(enemies[i]);
    Paths ways = search(goals, enemies_count, around4, passable, NULL, FAR);
    for (size_t i = 0; i < mine_count && enemies_count > 0; i++) {
        Point goal = where(mine[i]);
        if (mine[i]->stun_wait > 0) continue;
        Points reach = search(&goal, 1, around4, passable, mine[i], speed(mine[i])).steps;
        int64_t lowest = INT64_MAX;
        for (size_t n = 0; n < reach.count; n++) {
            int64_t distance = steps_to(&ways, reach.at[n]);
            // Without a way, as the crow flies: obstacles can be broken.
            if (distance == FAR) distance = 200 + manhattan(reach.at[n], where(nearest_enemy(reach.at[n])));
            int64_t cost = me == Side_zombies ? distance : -distance;
            if (cost >= lowest) continue;
            lowest = cost;
            goal = reach.at[n];
        }
        if (same(goal, where(mine[i]))) continue;
        give(act_move(mine[i]->id, goal.x, goal.y));
        mine[i]->x = goal.x;
        mine[i]->y = goal.y;
    }
}

static void break_through(const UnitData *zombie, Point goal) {
    Neighbours near = around8(where(zombie));
    Point wall = where(zombie);
    for (size_t i = 0; i < near.count; i++) {
        if (is(near.at[i], "#T=") && manhattan(near.at[i], goal) < manhattan(wall, goal)) wall = near.at[i];
    }
    if (!same(wall, where(zombie))) give(act_break(zombie->id, wall.x, wall.y));
}

/// Every zombie bites the weakest human beside it, or breaks what is in its way.
static void bite(void) {
    for (size_t i = 0; i < mine_count; i++) {
        UnitData *nearest = nearest_enemy(where(mine[i])), *weakest = NULL;
        if (!ready(mine[i]) || nearest == NULL) continue;
        for (size_t n = 0; n < enemies_count; n++) {
            bool beside = enemies[n]->health > 0 && chebyshev(where(enemies[n]), where(mine[i])) <= 1;
            if (beside && (weakest == NULL || enemies[n]->health < weakest->health)) weakest = enemies[n];
        }
        if (weakest != NULL) {
            give(act_attack(mine[i]->id, weakest->id));
            weakest->health -= rules->zombie_damage;
        } else {
            break_through(mine[i], where(nearest));
        }
    }
}

/// Every human that can shoot stuns the nearest zombie in range that is not stunned yet.
static void shoot(void) {
    for (size_t i = 0; i < mine_count; i++) {
        Point here = where(mine[i]);
        UnitData *target = NULL;
        if (!ready(mine[i])) continue;
        Paths shots = search(&here, 1, around4, is_clear, NULL, range(mine[i]));
        for (size_t n = 0; n < enemies_count; n++) {
            int64_t steps = steps_to(&shots, where(enemies[n]));
            if (enemies[n]->stun_wait > 0 || steps == FAR) continue;
            if (target == NULL || steps < steps_to(&shots, where(target))) target = enemies[n];
        }
        if (target == NULL) continue;
        give(act_attack(mine[i]->id, target->id));
        target->stun_wait = 1;
    }
}

/// Every medic heals the weakest other human it reaches.
static void heal(void) {
    for (size_t i = 0; i < mine_count; i++) {
        Point here = where(mine[i]);
        UnitData *patient = NULL;
        if (mine[i]->class != Class_medic || mine[i]->stun_wait > 0 || mine[i]->ability_wait > 0) continue;
        Paths reach = search(&here, 1, around4, passable, mine[i], range(mine[i]));
        for (size_t n = 0; n < mine_count; n++) {
            bool hurt = n != i && mine[n]->health < rules->max_health && steps_to(&reach, where(mine[n])) != FAR;
            if (hurt && (patient == NULL || mine[n]->health < patient->health)) patient = mine[n];
        }
        if (patient == NULL) continue;
        give(act_heal(mine[i]->id, patient->id));
        patient->health += rules->heal_amount;
    }
}

static void start(const Hello *hello) {
    me = Side_of(hello->seat);
    rules = &hello->config;
}

static void turn(Turn *turn) {
    view = &turn->view;
    mine = fresh(view->units_count, sizeof *mine);
    enemies = fresh(view->units_count, sizeof *enemies);
    mine_count = enemies_count = 0;
    for (size_t i = 0; i < view->units_count; i++) {
        Side side = view->units[i].class == Class_zombie ? Side_zombies : Side_humans;
        if (side == me) mine[mine_count++] = &view->units[i];
        if (side != me) enemies[enemies_count++] = &view->units[i];
    }
    // With the prompt "turn" all phases are asked for at once.
    bool all = view->phase == Phase_move && rules->prompt == Prompt_turn;
    if (view->phase == Phase_classes) pick();
    if (view->phase == Phase_move) move();
    if (view->phase == Phase_attack || all) me == Side_zombies ? bite() : shoot();
    if (view->phase == Phase_ability || all) heal();
}

int main(int argc, char **argv) {
    Bot bot = {.name = "{{name}}", .start = start, .turn = turn};
    return run(&bot, argc, argv);
}
