// A zords bot: spreads its zords over the totems, shoots what it can finish, builds, and ends the day behind shields.

#include "skirmish/skirmish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How many cells of a walk an enemy at a totem is worth, and a zord of our own.
enum { ENEMY_THERE = 10, OWN_THERE = 30 };

static const char *me;
static const Config *rules;
static View *view;
static ZordPosition **mine, **enemies;
static size_t mine_count, enemies_count;
static Points taken;
static int64_t actions, points;

static Point where(const ZordPosition *zord) { return (Point){zord->x, zord->y}; }

static Point totem_at(size_t i) { return (Point){view->totems[i].x, view->totems[i].y}; }

/// Takes the action points for an order; whether there were enough.
static bool pay(int64_t cost) {
    if (actions < cost) return false;
    actions -= cost;
    return true;
}

static int64_t shots_for(const ZordPosition *zord) { return zord->hp + zord->shields; }

static int by_shots(const void *a, const void *b) {
    const ZordPosition *one = *(ZordPosition *const *)a, *other = *(ZordPosition *const *)b;
    int64_t more = shots_for(one) != shots_for(other) ? shots_for(one) - shots_for(other) : one->id - other->id;
    return more < 0 ? -1 : more > 0;
}

/// The first of our zords that can hit an enemy.
static const ZordPosition *shooter_at(const ZordPosition *enemy) {
    for (size_t i = 0; i < mine_count; i++) {
        if (chebyshev(where(mine[i]), where(enemy)) <= mine[i]->range) return mine[i];
    }
    return NULL;
}

/// Shoots down enemies in range, those that need the fewest shots first, if the action points are enough.
static void shoot(void) {
    if (!view->shooting_allowed) return;
    qsort(enemies, enemies_count, sizeof *enemies, by_shots);
    size_t left = 0;
    for (size_t i = 0; i < enemies_count; i++) {
        ZordPosition *enemy = enemies[i];
        const ZordPosition *shooter = shooter_at(enemy);
        if (shooter == NULL || actions < shots_for(enemy) * rules->shoot_cost) {
            enemies[left++] = enemy;
            continue;
        }
        int64_t shots = shots_for(enemy);
        while (shots-- > 0 && pay(rules->shoot_cost)) give(act_shoot(shooter->id, enemy->id));
        char text[40];
        snprintf(text, sizeof text, "kills zord %d", (int)enemy->id);
        note(shooter->id, text);
        points_put(&taken, where(enemy), false);
        points += rules->kill_reward;
    }
    enemies_count = left;
}

static bool is_free(Point cell) {
    bool inside = 0 <= cell.x && cell.x < rules->board_size && 0 <= cell.y && cell.y < rules->board_size;
    return inside && !points_get(&taken, cell, false);
}

static bool at_totem(Point cell) {
    for (size_t i = 0; i < view->totems_count; i++) {
        if (chebyshev(cell, totem_at(i)) <= rules->totem_aura) return true;
    }
    return false;
}

/// New zords at the totems, as long as there will be another day to earn them back.
static void build(void) {
    int64_t owned = (int64_t)mine_count;
    for (size_t i = 0; i < mine_count; i++) {
        Neighbours cells = around8(where(mine[i]));
        for (size_t n = 0; n < cells.count; n++) {
            Point cell = cells.at[n];
            bool can_pay = points >= rules->build_points && owned < rules->max_zords;
            if (view->day >= view->days || !can_pay) return;
            if (!at_totem(cell) || !is_free(cell) || !pay(rules->build_cost)) continue;
            give(act_build(cell.x, cell.y));
            points -= rules->build_points;
            points_put(&taken, cell, true);
            owned++;
        }
    }
}

static int64_t clamp(int64_t number, int64_t most) { return number < -most ? -most : number > most ? most : number; }

/// As far as the action points reach, to a free cell in the totem's area.
static void walk(ZordPosition *zord, Point totem) {
    Point here = where(zord);
    int64_t steps = chebyshev(here, totem) - rules->totem_aura;
    int64_t paid = actions / (rules->move_cost > 0 ? rules->move_cost : 1);
    int64_t most = steps < paid ? steps : paid;
    for (int64_t reach = most; reach > 0 && reach > most - 4; reach--) {
        Point cell = {here.x + clamp(totem.x - here.x, reach), here.y + clamp(totem.y - here.y, reach)};
        if (!is_free(cell) || !pay(reach * rules->move_cost)) continue;
        give(act_move(zord->id, cell.x, cell.y));
        points_put(&taken, here, false);
        points_put(&taken, cell, true);
        zord->x = cell.x;
        zord->y = cell.y;
        return;
    }
}

/// Every zord goes to the totem where there is least in its way.
static void spread(void) {
    int64_t *going = fresh(view->totems_count, sizeof *going);
    for (size_t i = 0; i < mine_count && view->totems_count > 0; i++) {
        size_t goal = 0;
        int64_t lowest = INT64_MAX;
        for (size_t t = 0; t < view->totems_count; t++) {
            int64_t cost = chebyshev(where(mine[i]), totem_at(t)) + OWN_THERE * going[t];
            for (size_t e = 0; e < enemies_count; e++) {
                if (chebyshev(where(enemies[e]), totem_at(t)) <= rules->totem_aura) cost += ENEMY_THERE;
            }
            if (cost >= lowest) continue;
            lowest = cost;
            goal = t;
        }
        going[goal]++;
        walk(mine[i], totem_at(goal));
    }
}

/// How many enemies could hit a zord, with so much more range.
static int aiming_at(const ZordPosition *zord, int64_t more) {
    int count = 0;
    for (size_t i = 0; i < enemies_count; i++) {
        if (chebyshev(where(enemies[i]), where(zord)) <= enemies[i]->range + more) count++;
    }
    return count;
}

/// In a crowd, a player that saves its action points is shot before it uses them.
static bool crowded(void) {
    size_t i = 0;
    while (i < mine_count && aiming_at(mine[i], 0) < 2) i++;
    return i < mine_count;
}

/// All that is left goes into shields for the zord that most enemies can get at.
static void shield(void) {
    const ZordPosition *aimed = NULL;
    int64_t far = rules->actions_per_day;
    for (size_t i = 0; i < mine_count; i++) {
        if (aimed == NULL || aiming_at(mine[i], far) > aiming_at(aimed, far)) aimed = mine[i];
    }
    while (aimed != NULL && rules->shield_cost > 0 && pay(rules->shield_cost)) give(act_shield(aimed->id));
}

static void start(const Hello *hello) {
    me = hello->seat;
    rules = &hello->config;
}

static void turn(Turn *turn) {
    view = &turn->view;
    mine = fresh(view->zords_count, sizeof *mine);
    enemies = fresh(view->zords_count, sizeof *enemies);
    mine_count = enemies_count = 0;
    taken = points_new(&turn_memory);
    for (size_t i = 0; i < view->zords_count; i++) {
        ZordPosition *zord = &view->zords[i];
        points_put(&taken, where(zord), true);
        bool own = strcmp(zord->owner, me) == 0;
        if (own) mine[mine_count++] = zord;
        if (!own) enemies[enemies_count++] = zord;
    }
    for (size_t i = 0; i < view->totems_count; i++) points_put(&taken, totem_at(i), true);
    for (size_t i = 0; i < view->players_count; i++) {
        if (strcmp(view->players[i].seat, me) != 0) continue;
        actions = view->players[i].actions;
        points = view->players[i].points;
    }
    shoot();
    build();
    spread();
    shoot();
    bool evening = view->has_round && view->round + 1 >= rules->rounds_per_day;
    if (evening || crowded()) shield();
}

int main(int argc, char **argv) {
    Bot bot = {.name = "{{name}}", .start = start, .turn = turn};
    return run(&bot, argc, argv);
}
