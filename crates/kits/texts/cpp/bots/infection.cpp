// An infection bot. Zombies run to the nearest human and bite; humans keep away, shoot and heal.

#include "skirmish/skirmish.hpp"

#include <map>

using namespace skirmish;
using square::around4;
using square::around8;
using square::manhattan;

// The classes that our humans choose, as far as the rules let them.
const std::pair<Class, int> CLASSES[] = {
    {Class::marksman, 5}, {Class::medic, 5}, {Class::traceur, 4}, {Class::demolitionist, 2}};

static Point where(const UnitData* unit) { return {unit->x, unit->y}; }

static bool ready(const UnitData* unit) { return unit->stun_wait == 0 && unit->attack_wait == 0; }

class Bot : public Player {
public:
    explicit Bot(const Hello& hello) : me(word<Side>(hello.seat)), rules(hello.config) {
        name = "{{name}}";
        speeds = {
            {Class::normal, rules.normal_speed},   {Class::marksman, rules.marksman_speed},
            {Class::traceur, rules.traceur_speed}, {Class::medic, rules.medic_speed},
            {Class::builder, rules.builder_speed}, {Class::demolitionist, rules.demolitionist_speed},
            {Class::zombie, rules.zombie_speed},
        };
        ranges = {
            {Class::normal, rules.normal_range},   {Class::marksman, rules.marksman_range},
            {Class::traceur, rules.traceur_range}, {Class::medic, rules.medic_range},
            {Class::builder, rules.builder_range}, {Class::demolitionist, rules.demolitionist_range},
            {Class::zombie, rules.zombie_range},
        };
    }

    std::vector<Order> turn(Turn& turn) override {
        view = std::move(turn.view);
        mine.clear();
        enemies.clear();
        orders.clear();
        for (UnitData& unit : view.units) {
            Side side = unit.class_ == Class::zombie ? Side::zombies : Side::humans;
            (side == me ? mine : enemies).push_back(&unit);
        }
        bool whole_turn = rules.prompt == Prompt::turn;
        if (turn.phase == "classes") pick();
        if (turn.phase == "move") move();
        if (turn.phase == "attack" || (turn.phase == "move" && whole_turn)) attack();
        if (turn.phase == "ability" || (turn.phase == "move" && whole_turn)) heal();
        return orders;
    }

private:
    Side me;
    Config rules;
    std::map<Class, std::int64_t> speeds, ranges;
    View view;
    std::vector<UnitData*> mine, enemies;
    std::vector<Order> orders;

    /// Whether a cell is one of some kinds: '.' open, ',' debris, '#' wall, 'T' tree, '=' barricade, '~' water.
    bool is(Point at, const std::string& kinds) const {
        bool inside = 0 <= at.y && at.y < static_cast<std::int64_t>(view.rows.size()) && 0 <= at.x &&
                      at.x < static_cast<std::int64_t>(view.rows[at.y].size());
        return kinds.find(inside ? view.rows[at.y][at.x] : '~') != std::string::npos;
    }

    /// Where a unit can walk: traceurs go over barricades.
    Test passable(const UnitData* unit) const {
        bool climbs = unit->class_ == Class::traceur;
        return [this, climbs](Point at) { return is(at, climbs ? ".,=" : ".,"); };
    }

    /// One class for each human until the picks are used up.
    void pick() {
        std::vector<Class> wanted;
        for (auto [kind, count] : CLASSES) wanted.insert(wanted.end(), count, kind);
        std::size_t picks = std::min({mine.size(), wanted.size(), static_cast<std::size_t>(rules.picks)});
        std::map<Class, std::int64_t> given;
        for (std::size_t i = 0; i < picks; i++) {
            if (++given[wanted[i]] <= rules.max_per_class) orders.push_back(act::pick(mine[i]->id, text(wanted[i])));
        }
    }

    /// Zombies go where the way to a human is shortest, humans where that from the zombies is longest.
    void move() {
        std::vector<Point> goals;
        for (const UnitData* enemy : enemies) goals.push_back(where(enemy));
        if (goals.empty()) return;
        Paths ways = search(goals, around4, [&](Point at) { return is(at, ".,"); });
        auto cost = [&](Point at) {
            // Without a way, as the crow flies: obstacles can be broken.
            auto flies = [&] { return manhattan(at, *least(goals, [&](Point goal) { return manhattan(at, goal); })); };
            std::int64_t distance = ways.to(at) != FAR ? ways.to(at) : 200 + flies();
            return me == Side::zombies ? distance : -distance;
        };
        for (UnitData* unit : mine) {
            if (unit->stun_wait > 0) continue;
            Paths reach = search({where(unit)}, around4, passable(unit), speeds[unit->class_]);
            Point goal = *least(reach.points, cost);
            if (goal == where(unit)) continue;
            orders.push_back(act::move(unit->id, goal.x, goal.y));
            unit->x = goal.x;
            unit->y = goal.y;
        }
    }

    void attack() {
        if (me == Side::zombies) {
            bite();
        } else {
            shoot();
        }
    }

    /// Every zombie bites the weakest human beside it, or breaks what is in its way.
    void bite() {
        for (UnitData* zombie : mine) {
            if (!ready(zombie)) continue;
            auto alive = only(enemies, [](UnitData* human) { return human->health > 0; });
            auto beside = only(alive, [&](UnitData* human) {
                return square::chebyshev(where(human), where(zombie)) <= 1;
            });
            if (auto human = least(beside, [](UnitData* human) { return human->health; })) {
                orders.push_back(act::attack(zombie->id, (*human)->id));
                (*human)->health -= rules.zombie_damage;
            } else if (auto human = least(alive, [&](UnitData* far) { return manhattan(where(far), where(zombie)); })) {
                break_through(*zombie, where(*human));
            }
        }
    }

    void break_through(const UnitData& zombie, Point goal) {
        Point here = where(&zombie);
        auto walls = only(around8(here), [&](Point at) {
            return is(at, "#T=") && manhattan(at, goal) < manhattan(here, goal);
        });
        auto wall = least(walls, [&](Point at) { return manhattan(at, goal); });
        if (wall) orders.push_back(act::break_(zombie.id, wall->x, wall->y));
    }

    /// Every human that can shoot stuns the nearest zombie in range that is not stunned yet.
    void shoot() {
        for (UnitData* human : mine) {
            if (!ready(human)) continue;
            auto flies = [&](Point at) { return is(at, ".,=~"); };
            Paths shots = search({where(human)}, around4, flies, ranges[human->class_]);
            auto awake = only(enemies, [&](UnitData* enemy) {
                return enemy->stun_wait == 0 && shots.to(where(enemy)) != FAR;
            });
            auto target = least(awake, [&](UnitData* enemy) { return shots.to(where(enemy)); });
            if (!target) continue;
            orders.push_back(act::attack(human->id, (*target)->id));
            (*target)->stun_wait = 1;
        }
    }

    /// Every medic heals the weakest other human it reaches.
    void heal() {
        for (UnitData* medic : mine) {
            if (medic->class_ != Class::medic || medic->stun_wait > 0 || medic->ability_wait > 0) continue;
            Paths reach = search({where(medic)}, around4, passable(medic), ranges[Class::medic]);
            auto hurt = only(mine, [&](UnitData* human) {
                return human != medic && human->health < rules.max_health && reach.to(where(human)) != FAR;
            });
            auto patient = least(hurt, [](UnitData* human) { return human->health; });
            if (!patient) continue;
            orders.push_back(act::heal(medic->id, (*patient)->id));
            (*patient)->health += rules.heal_amount;
        }
    }
};

int main(int argc, char** argv) { return run<Bot>(argc, argv); }
