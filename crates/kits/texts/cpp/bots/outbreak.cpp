// An outbreak bot. Humans stand together, shoot, and wall themselves in; zombies follow their noses.

#include "skirmish/skirmish.hpp"

#include <map>
#include <set>

using namespace skirmish;
using hexes::ahead;
using hexes::around;
using hexes::distance;
using hexes::facing_to;

const std::vector<std::string> WEAPONS = {"pistol", "shotgun", "pistol", "grenade_launcher", "pistol", "shotgun"};
const double FAINT = 0.05;  // a zombie that smells more than this goes straight on

/// Where a human, a zombie, a wall or a crate is.
template <class Thing>
static Point where(const Thing& thing) { return {thing.x, thing.y}; }

class Bot : public Player {
public:
    explicit Bot(const Hello& hello) : rules(hello.config), random(hello.random), is_human(hello.seat == "humans") {
        name = "{{name}}";
        for (const Weapon& weapon : rules.weapons) weapons[weapon.name] = weapon;
        arms = weapons.at(rules.zombie_weapon);
    }

    std::vector<Order> turn(Turn& turn) override {
        view = std::move(turn.view);
        orders.clear();
        walls.clear();
        taken.clear();
        for (const WallInfo& wall : view.map_walls.value_or(std::vector<WallInfo>())) walls[where(wall)] = wall;
        for (const WallInfo& wall : view.walls) walls[where(wall)] = wall;
        for (const HumanInfo& human : view.humans) taken.insert(where(human));
        for (const ZombieInfo& zombie : view.zombies) taken.insert(where(zombie));
        if (is_human) {
            if (view.humans_ready) place(*view.humans_ready);
            for (HumanInfo& human : view.humans) {
                grab(human);
                shoot(human);
                build(human);
            }
            call();
        } else {
            for (const ZombieInfo& zombie : view.zombies) lead(zombie);
            spawn();
        }
        return orders;
    }

private:
    Config rules;
    std::mt19937_64 random;
    bool is_human;
    std::map<std::string, Weapon> weapons;
    Weapon arms;
    View view;
    std::vector<Order> orders;
    std::map<Point, WallInfo> walls;
    std::set<Point> taken;
    // What each zombie smelled by facing, where it stands now.
    std::map<std::int64_t, std::pair<Point, std::map<std::int64_t, double>>> smelled;

    bool on_board(Point at) const { return square::chebyshev(at, {0, 0}) <= rules.radius; }

    bool is_open(Point at) const { return on_board(at) && !walls.count(at) && !taken.count(at); }

    // ---- humans

    /// Puts all humans side by side around the centre.
    void place(std::int64_t count) {
        auto inside = [&](Point at) { return on_board(at); };
        auto open = [&](Point at) { return is_open(at); };
        Point centre = search_until({Point{0, 0}}, around, inside, open).found.value_or(Point{0, 0});
        std::vector<Point> spots = search({centre}, around, open).points;
        auto usable = only(WEAPONS, [&](const std::string& name) {
            return weapons.count(name) && weapons.at(name).can_spawn_with;
        });
        for (std::size_t i = 0; i < spots.size() && i < static_cast<std::size_t>(count) && !usable.empty(); i++) {
            orders.push_back(act::place(spots[i].x, spots[i].y, usable[i % usable.size()]));
        }
    }

    /// Takes the ammo within reach; that is free.
    void grab(HumanInfo& human) {
        std::vector<CrateInfo> left;
        for (const CrateInfo& crate : view.crates.value_or(left)) {
            if (crate.item == "ammo" && distance(where(crate), where(human)) <= 1) {
                orders.push_back(act::grab(human.id, crate.id));
                human.ammo += crate.hp;
            } else {
                left.push_back(crate);
            }
        }
        view.crates = left;
    }

    /// Shoots at the weakest zombie in range as long as time, rounds and moves are enough.
    void shoot(HumanInfo& human) {
        const Weapon& weapon = weapons.at(human.weapon);
        std::int64_t cost = rules.human_attack_moves, needed = std::max<std::int64_t>(cost, 1);
        while (human.idle > weapon.delay && human.ammo >= weapon.ammo && human.moves >= needed) {
            ZombieInfo* target = nullptr;
            for (ZombieInfo& zombie : view.zombies) {
                bool weakest = zombie.hp > 0 && (!target || zombie.hp < target->hp);
                if (weakest && is_target(human, weapon, zombie)) target = &zombie;
            }
            if (!target) return;
            orders.push_back(weapon.direct > 0 ? act::attack(human.id, target->id)
                                               : act::attack_ground(human.id, target->x, target->y));
            target->hp -= weapon.direct + weapon.vertical + weapon.horizontal;
            human.idle = std::min(human.idle - weapon.delay, rules.idle_cap_after_shot);
            human.ammo -= weapon.ammo;
            human.moves -= cost;
        }
    }

    /// In range, and none of ours is where the splash goes.
    bool is_target(const HumanInfo& human, const Weapon& weapon, const ZombieInfo& zombie) const {
        std::int64_t splash = weapon.horizontal > 0 ? weapon.radius : 0;
        auto in_danger = [&](const HumanInfo& friend_) { return distance(where(friend_), where(zombie)) <= splash; };
        return only(view.humans, in_danger).empty() && distance(where(human), where(zombie)) <= weapon.range;
    }

    /// Left-over moves close the open hexes around, then strengthen the weakest wall.
    void build(const HumanInfo& human) {
        for (std::int64_t i = 0; i < human.moves; i++) {
            auto gaps = only(around(where(human)), [&](Point at) { return is_open(at); });
            auto near = only(around(where(human)), [&](Point at) { return walls.count(at) > 0; });
            auto site = gaps.empty() ? least(near, [&](Point at) { return walls.at(at).hp; }) : gaps.front();
            if (!site) return;
            taken.insert(*site);
            if (gaps.empty()) walls.at(*site).hp += rules.wall_build_hp;
            orders.push_back(act::build(human.id, site->x, site->y));
        }
    }

    /// An air drop onto a zombie that stands clear of us: it hurts, and leaves ammo.
    void call() {
        if (view.drops_ready.value_or(0) < 1) return;
        for (const ZombieInfo& zombie : view.zombies) {
            auto beside = [&](const HumanInfo& human) { return distance(where(human), where(zombie)) <= 1; };
            if (!only(view.humans, beside).empty()) continue;
            orders.push_back(act::call(zombie.x, zombie.y, "ammo"));
            return;
        }
    }

    // ---- zombies

    /// One move: bite the nearest human, or go to it, or go where it smells of humans.
    void lead(const ZombieInfo& zombie) {
        Point here = where(zombie), front = ahead(here, zombie.facing);
        HumanInfo* prey = nullptr;
        for (HumanInfo& human : view.humans) {
            bool seen = human.hp > 0 && distance(where(human), here) <= rules.zombie_sight;
            if (seen && (!prey || distance(where(human), here) < distance(where(*prey), here))) prey = &human;
        }
        if (prey && (where(*prey) == here || where(*prey) == front)) {
            orders.push_back(act::attack(zombie.id, prey->id));
            prey->hp -= arms.direct;
            return;
        }
        std::int64_t wanted = prey ? facing_to(here, where(*prey)) : follow_nose(zombie);
        if (wanted != zombie.facing) {
            orders.push_back(act::turn(zombie.id, hexes::turn_to(zombie.facing, wanted)));
        } else if (walls.count(front)) {
            WallInfo& wall = walls.at(front);
            orders.push_back(act::attack(zombie.id, wall.id));
            wall.hp -= arms.direct;
            if (wall.hp <= 0) walls.erase(front);
        } else if (on_board(front)) {
            orders.push_back(act::move(zombie.id));
        }
    }

    /// Straight on while it smells; else it looks around, and takes the best of six directions.
    std::int64_t follow_nose(const ZombieInfo& zombie) {
        auto& [at, by_facing] = smelled[zombie.id];
        if (at != where(zombie)) by_facing.clear();
        at = where(zombie);
        by_facing[zombie.facing] = zombie.scent;
        if (zombie.scent > FAINT && on_board(ahead(at, zombie.facing))) return zombie.facing;
        if (by_facing.size() < 6) return (zombie.facing + 1) % 6;
        auto weaker = [](const auto& a, const auto& b) { return a.second < b.second; };
        return std::max_element(by_facing.begin(), by_facing.end(), weaker)->first;
    }

    /// New zombies from all sides, facing inwards.
    void spawn() {
        const std::pair<Zone, Point> middles[] = {
            {Zone::west, {-1, 0}}, {Zone::north, {0, 1}}, {Zone::east, {1, 0}}, {Zone::south, {0, -1}}};
        std::int64_t room = view.zombie_cap - static_cast<std::int64_t>(view.zombies.size());
        for (std::int64_t i = 0; i < std::min(view.spawn_count, room); i++) {
            auto [zone, middle] = middles[random() % 4];
            orders.push_back(act::spawn(text(zone), facing_to(middle, {0, 0})));
        }
    }
};

int main(int argc, char** argv) { return run<Bot>(argc, argv); }
