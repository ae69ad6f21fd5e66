// A golems bot: units take the nearest free zones, build, and strike what comes near.

#include "skirmish/skirmish.hpp"

#include <map>
#include <set>

using namespace skirmish;
using square::around4;
using square::manhattan;

static Point where(const UnitView& unit) { return {unit.x, unit.y}; }

class Bot : public Player {
public:
    explicit Bot(const Hello& hello) : me(word<SeatName>(hello.seat)) { name = "{{name}}"; }

    std::vector<Order> turn(Turn& turn) override {
        view = std::move(turn.view);
        units.clear();
        claimed.clear();
        orders.clear();
        if (zones.empty()) find_zones();
        for (UnitView& unit : view.units) {
            units[where(unit)] = &unit;
            // Whoever stands on a zone keeps it.
            if (unit.owner == me && zones.count(where(unit))) claimed.insert(where(unit));
        }
        for (UnitView& unit : view.units) {
            if (unit.owner != me) continue;
            if (!strike(unit)) build(unit);
            walk(unit);
            strike(unit);
        }
        return orders;
    }

private:
    SeatName me;
    View view;
    std::map<Point, UnitView*> units;  // who stands where
    std::set<Point> zones, claimed;
    std::vector<Order> orders;

    void find_zones() {
        for (std::int64_t x = 0; x < view.width; x++) {
            for (std::int64_t y = 0; y < view.height; y++) {
                if (terrain({x, y}) == 'O') zones.insert({x, y});
            }
        }
    }

    /// What is there: '.' open, 'O' a zone, '#' a wall. The top row comes first, but y grows upward.
    char terrain(Point at) const {
        bool inside = 0 <= at.x && at.x < view.width && 0 <= at.y && at.y < view.height;
        return inside ? view.rows.at(view.height - 1 - at.y).at(at.x) : '#';
    }

    bool is_free(Point at) const { return terrain(at) != '#' && !units.count(at); }

    bool is_enemy(Point at) const { return units.count(at) && units.at(at)->owner != me; }

    /// Strikes the weakest enemy in reach. Only a unit that has not moved can strike far.
    bool strike(UnitView& unit) {
        std::int64_t reach = unit.moves == unit.max_moves ? unit.attack_range : 1;
        std::vector<UnitView*> targets;
        for (auto [at, other] : units) {
            bool near = manhattan(where(unit), at) <= std::max<std::int64_t>(reach, 1);
            if (is_enemy(at) && near) targets.push_back(other);
        }
        if (unit.actions == 0 || targets.empty()) return false;
        UnitView* target = *least(targets, [](UnitView* enemy) { return enemy->hp; });
        orders.push_back(act::attack(unit.id, target->x, target->y));
        unit.actions--;
        unit.moves = 0;
        target->hp -= unit.attack_power;
        if (target->hp <= 0) units.erase(where(*target));
        return true;
    }

    /// Builds a unit beside this one as soon as it has the points.
    void build(UnitView& unit) {
        auto to_zone = [&](Point site) {
            std::int64_t nearest = FAR;
            for (Point zone : zones) {
                if (!units.count(zone)) nearest = std::min(nearest, manhattan(site, zone));
            }
            return nearest;
        };
        std::vector<Point> sites = only(around4(where(unit)), [&](Point at) { return is_free(at); });
        if (unit.actions == 0 || unit.build_points < unit.max_build_points || sites.empty()) return;
        Point site = *least(sites, to_zone);
        orders.push_back(act::build(unit.id, site.x, site.y));
        unit.actions--;
        // The new unit cannot act before the next turn, but it stands in the way.
        units[site] = &unit;
    }

    /// To the nearest zone that none of ours has claimed, or else to the nearest enemy.
    void walk(UnitView& unit) {
        Point here = where(unit);
        if (unit.moves == 0 || claimed.count(here)) return;
        auto passable = [&](Point at) { return is_free(at); };
        auto open_zone = [&](Point at) { return zones.count(at) && !claimed.count(at) && !units.count(at); };
        auto beside_enemy = [&](Point at) {
            return !only(around4(at), [&](Point near) { return is_enemy(near); }).empty();
        };
        Paths paths = search_until({here}, around4, passable, open_zone);
        if (paths.found) {
            claimed.insert(*paths.found);
        } else {
            note(unit.id, "hunting");
            paths = search_until({here}, around4, passable, beside_enemy);
        }
        if (!paths.found) return;
        for (Point step : paths.path(*paths.found)) {
            if (unit.moves == 0) break;
            orders.push_back(act::move(unit.id, step.x, step.y));
            units.erase(where(unit));
            unit.x = step.x;
            unit.y = step.y;
            units[step] = &unit;
            unit.moves--;
        }
    }
};

int main(int argc, char** argv) { return run<Bot>(argc, argv); }
