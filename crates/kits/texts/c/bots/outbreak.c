// An outbreak bot. Humans stand together, shoot, and wall themselves in; zombies follow their noses.

#include "skirmish/skirmish.h"

#include <string.h>

static const char *const WEAPONS[] = {"pistol", "shotgun", "pistol", "grenade_launcher", "pistol", "shotgun"};
static const double FAINT = 0.05;  // a zombie that smells more than this goes straight on

/// What a zombie smelled by facing, where it stands now.
typedef struct Nose {
    int64_t zombie;
    Point at;
    bool known[6];
    double scent[6];
    struct Nose *next;
} Nose;

static const Config *rules;
static bool is_human;
static Random chance;
static Nose *noses;
static View *view;
static WallInfo *walls;
static size_t walls_count;
static Points wall_at;  // the number of the wall in `walls`, from 1
static Points taken;    // where humans and zombies are

static Point where_human(const HumanInfo *human) { return (Point){human->x, human->y}; }

static Point where_zombie(const ZombieInfo *zombie) { return (Point){zombie->x, zombie->y}; }

static void add_walls(const WallInfo *more, size_t count) {
    for (size_t i = 0; i < count; i++) {
        walls[walls_count++] = more[i];
        points_put(&wall_at, (Point){more[i].x, more[i].y}, (int64_t)walls_count);
    }
}

/// The wall at a point; NULL if there is none.
static WallInfo *wall(Point at) {
    int64_t number = points_get(&wall_at, at, 0);
    return number > 0 && walls[number - 1].hp > 0 ? &walls[number - 1] : NULL;
}

static bool on_board(Point at, const void *context) {
    (void)context;
    return chebyshev(at, (Point){0, 0}) <= rules->radius;
}

static bool is_open(Point at, const void *context) {
    return on_board(at, context) && wall(at) == NULL && !points_get(&taken, at, false);
}

static const Weapon *weapon_named(const char *name) {
    for (size_t i = 0; i < rules->weapons_count; i++) {
        if (strcmp(rules->weapons[i].name, name) == 0) return &rules->weapons[i];
    }
    return NULL;
}

/// Whether a human is at most so far away.
static bool is_human_near(Point at, int64_t steps) {
    for (size_t i = 0; i < view->humans_count; i++) {
        if (hex_distance(where_human(&view->humans[i]), at) <= steps) return true;
    }
    return false;
}

/// Puts all humans side by side around the centre.
static void place(int64_t count) {
    Point middle = {0, 0};
    Paths open = search_until(&middle, 1, hex_around, on_board, is_open, NULL, FAR);
    if (open.has_found) middle = open.found;
    Points spots = search(&middle, 1, hex_around, is_open, NULL, FAR).steps;
    for (int64_t i = 0; i < count && i < (int64_t)spots.count; i++) {
        const char *name = WEAPONS[i % (int64_t)(sizeof WEAPONS / sizeof WEAPONS[0])];
        const Weapon *weapon = weapon_named(name);
        if (weapon != NULL && weapon->can_spawn_with) give(act_place(spots.at[i].x, spots.at[i].y, name));
    }
}

/// Takes the ammo within reach; that is free.
static void grab(HumanInfo *human) {
    for (size_t i = 0; i < view->crates_count; i++) {
        CrateInfo *crate = &view->crates[i];
        bool near = hex_distance((Point){crate->x, crate->y}, where_human(human)) <= 1;
        if (crate->hp <= 0 || strcmp(crate->item, "ammo") != 0 || !near) continue;
        give(act_grab(human->id, crate->id));
        human->ammo += crate->hp;
        crate->hp = 0;
    }
}

/// The weakest zombie in range with none of ours where the splash goes; NULL if there is none.
static ZombieInfo *target_of(const HumanInfo *human, const Weapon *weapon) {
    ZombieInfo *weakest = NULL;
    for (size_t i = 0; i < view->zombies_count; i++) {
        ZombieInfo *zombie = &view->zombies[i];
        Point at = where_zombie(zombie);
        bool in_range = zombie->hp > 0 && hex_distance(where_human(human), at) <= weapon->range;
        if (!in_range || is_human_near(at, weapon->horizontal > 0 ? weapon->radius : 0)) continue;
        if (weakest == NULL || zombie->hp < weakest->hp) weakest = zombie;
    }
    return weakest;
}

/// Shoots at the weakest zombie in range as long as time, rounds and moves are enough.
static void shoot(HumanInfo *human) {
    const Weapon *weapon = weapon_named(human->weapon);
    int64_t cost = rules->human_attack_moves, needed = cost > 1 ? cost : 1;
    while (weapon != NULL && human->idle > weapon->delay && human->ammo >= weapon->ammo && human->moves >= needed) {
        ZombieInfo *target = target_of(human, weapon);
        if (target == NULL) return;
        give(weapon->direct > 0 ? act_attack(human->id, target->id)
                                : act_attack_ground(human->id, target->x, target->y));
        target->hp -= weapon->direct + weapon->vertical + weapon->horizontal;
        human->idle -= weapon->delay;
        if (human->idle > rules->idle_cap_after_shot) human->idle = rules->idle_cap_after_shot;
        human->ammo -= weapon->ammo;
        human->moves -= cost;
    }
}

/// Left-over moves close the open hexes around, then strengthen the weakest wall.
static void build(const HumanInfo *human) {
    Neighbours near = hex_around(where_human(human));
    for (int64_t move = 0; move < human->moves; move++) {
        const Point *gap = NULL;
        WallInfo *weakest = NULL;
        for (size_t i = 0; i < near.count; i++) {
            WallInfo *here = wall(near.at[i]);
            if (gap == NULL && is_open(near.at[i], NULL)) gap = &near.at[i];
            if (here != NULL && (weakest == NULL || here->hp < weakest->hp)) weakest = here;
        }
        if (gap != NULL) {
            give(act_build(human->id, gap->x, gap->y));
            points_put(&taken, *gap, true);
        } else if (weakest != NULL) {
            give(act_build(human->id, weakest->x, weakest->y));
            weakest->hp += rules->wall_build_hp;
        }
    }
}

/// An air drop onto a zombie that stands clear of us: it hurts, and leaves ammo.
static void call(void) {
    size_t i = 0;
    while (i < view->zombies_count && is_human_near(where_zombie(&view->zombies[i]), 1)) i++;
    bool clear = i < view->zombies_count && view->has_drops_ready && view->drops_ready >= 1;
    if (clear) give(act_call(view->zombies[i].x, view->zombies[i].y, "ammo"));
}

/// Straight on while it smells; else it looks around, and takes the best of six directions.
static int64_t follow_nose(const ZombieInfo *zombie) {
    Nose *nose = noses;
    while (nose != NULL && nose->zombie != zombie->id) nose = nose->next;
    if (nose == NULL) {
        nose = arena_take(&game_memory, 1, sizeof *nose);
        *nose = (Nose){.zombie = zombie->id, .next = noses};
        noses = nose;
    }
    if (!same(nose->at, where_zombie(zombie))) memset(nose->known, 0, sizeof nose->known);
    nose->at = where_zombie(zombie);
    nose->known[zombie->facing] = true;
    nose->scent[zombie->facing] = zombie->scent;
    if (zombie->scent > FAINT && on_board(hex_ahead(nose->at, zombie->facing), NULL)) return zombie->facing;
    int64_t best = 0;
    for (int64_t facing = 0; facing < 6; facing++) {
        if (!nose->known[facing]) return (zombie->facing + 1) % 6;
        if (nose->scent[facing] > nose->scent[best]) best = facing;
    }
    return best;
}

/// One move: bite the nearest human, or go to it, or go where it smells of humans.
static void lead(const ZombieInfo *zombie) {
    Point here = where_zombie(zombie), front = hex_ahead(here, zombie->facing);
    int64_t arms = weapon_named(rules->zombie_weapon)->direct, nearest = rules->zombie_sight + 1;
    HumanInfo *prey = NULL;
    for (size_t i = 0; i < view->humans_count; i++) {
        HumanInfo *human = &view->humans[i];
        if (human->hp <= 0 || hex_distance(where_human(human), here) >= nearest) continue;
        nearest = hex_distance(where_human(human), here);
        prey = human;
    }
    if (prey != NULL && (same(where_human(prey), here) || same(where_human(prey), front))) {
        give(act_attack(zombie->id, prey->id));
        prey->hp -= arms;
        return;
    }
    int64_t wanted = prey != NULL ? hex_facing_to(here, where_human(prey)) : follow_nose(zombie);
    if (wanted != zombie->facing) {
        give(act_turn(zombie->id, hex_turn_to(zombie->facing, wanted)));
    } else if (wall(front) != NULL) {
        give(act_attack(zombie->id, wall(front)->id));
        wall(front)->hp -= arms;
    } else if (on_board(front, NULL)) {
        give(act_move(zombie->id));
    }
}

/// New zombies from all sides, facing inwards.
static void spawn(void) {
    const Point middles[] = {
        [Zone_west] = {-1, 0}, [Zone_north] = {0, 1}, [Zone_east] = {1, 0}, [Zone_south] = {0, -1}};
    int64_t room = view->zombie_cap - (int64_t)view->zombies_count;
    for (int64_t i = 0; i < view->spawn_count && i < room; i++) {
        Zone zone = (Zone)random_below(&chance, 4);
        give(act_spawn(Zone_text(zone), hex_facing_to(middles[zone], (Point){0, 0})));
    }
}

static void start(const Hello *hello) {
    rules = &hello->config;
    chance = hello->random;
    is_human = strcmp(hello->seat, "humans") == 0;
    noses = NULL;
}

static void turn(Turn *turn) {
    view = &turn->view;
    wall_at = points_new(&turn_memory);
    taken = points_new(&turn_memory);
    walls = fresh(view->map_walls_count + view->walls_count, sizeof *walls);
    walls_count = 0;
    add_walls(view->map_walls, view->map_walls_count);
    add_walls(view->walls, view->walls_count);
    for (size_t i = 0; i < view->humans_count; i++) points_put(&taken, where_human(&view->humans[i]), true);
    for (size_t i = 0; i < view->zombies_count; i++) points_put(&taken, where_zombie(&view->zombies[i]), true);
    if (is_human && view->has_humans_ready) place(view->humans_ready);
    for (size_t i = 0; is_human && i < view->humans_count; i++) {
        grab(&view->humans[i]);
        shoot(&view->humans[i]);
        build(&view->humans[i]);
    }
    for (size_t i = 0; !is_human && i < view->zombies_count; i++) lead(&view->zombies[i]);
    if (is_human) call();
    if (!is_human) spawn();
}

int main(int argc, char **argv) {
    Bot bot = {.name = "{{name}}", .start = start, .turn = turn};
    return run(&bot, argc, argv);
}
