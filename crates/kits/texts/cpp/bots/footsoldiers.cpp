// A footsoldiers bot: guards its base when it must, and sends everyone else to the enemy's base by the shortest way.

#include "skirmish/skirmish.hpp"

#include <map>
#include <set>

using namespace skirmish;
using square::around4;
using square::manhattan;

const Facing FACINGS[] = {Facing::right, Facing::left, Facing::down, Facing::up};  // as in around4; y grows downward
const std::int64_t MARGIN = 8;  // how far around the bases and rocks we look for ways

/// Where a base, a rock or a soldier is.
template <class Thing>
static Point where(const Thing& thing) { return {thing.x, thing.y}; }

/// The direction that leads nearer to a goal.
static Facing facing(Point at, Point goal) {
    std::vector<Point> near = around4(at);
    std::size_t best = 0;
    for (std::size_t i = 1; i < near.size(); i++) {
        if (manhattan(near[i], goal) < manhattan(near[best], goal)) best = i;
    }
    return FACINGS[best];
}

class Bot : public Player {
public:
    explicit Bot(const Hello& hello) : me(word<Team>(hello.seat)) { name = "{{name}}"; }

    std::vector<Order> turn(Turn& turn) override {
        view = std::move(turn.view);
        mine.clear();
        enemies.clear();
        rocks.clear();
        for (const RockEntry& rock : view.rocks) rocks.insert(where(rock));
        taken = rocks;
        for (const BaseEntry& entry : view.bases) {
            (entry.seat == me ? base : target) = entry;
            taken.insert(where(entry));
        }
        for (const SoldierEntry& soldier : view.soldiers) {
            (soldier.seat == me ? mine : enemies).push_back(soldier);
            taken.insert(where(soldier));
        }
        home = where(base);
        there = where(target);
        if (!ways) ways = ways_to_target();
        std::optional<Order> order = guard();
        if (!order) order = attack();
        if (!order) order = aim();
        if (!order) order = steer();
        stood.clear();
        for (const SoldierEntry& soldier : mine) stood[soldier.id] = where(soldier);
        return order ? std::vector<Order>{*order} : std::vector<Order>{};
    }

private:
    Team me;
    View view;
    BaseEntry base, target;
    Point home, there;
    std::vector<SoldierEntry> mine, enemies;
    std::set<Point> rocks, taken;
    std::optional<Paths> ways;
    std::map<std::int64_t, Point> stood;  // where each of our soldiers was a turn ago

    /// Steps from every square around to the enemy's base, which rocks and our base are in the way of.
    Paths ways_to_target() const {
        Point low = home, high = home;
        auto widen = [&](Point at) {
            low = {std::min(low.x, at.x - MARGIN), std::min(low.y, at.y - MARGIN)};
            high = {std::max(high.x, at.x + MARGIN), std::max(high.y, at.y + MARGIN)};
        };
        widen(home);
        widen(there);
        for (Point rock : rocks) widen(rock);
        auto passable = [&](Point at) {
            bool inside = low.x <= at.x && at.x <= high.x && low.y <= at.y && at.y <= high.y;
            return inside && !rocks.count(at) && at != home;
        };
        return search({there}, around4, passable);
    }

    std::int64_t cost(Kind kind) const {
        const RuleKeys& rules = view.config;
        return kind == Kind::scout ? rules.scout_cost : kind == Kind::assassin ? rules.assassin_cost : rules.tank_cost;
    }

    /// The order for a new soldier, if we can pay it.
    std::optional<Order> build(Kind kind, Point at, Point goal, Point towards) const {
        if (base.money < cost(kind) || std::min({at.x, at.y, goal.x, goal.y}) < 0) return std::nullopt;
        return act::build(kind, at.x, at.y, goal.x, goal.y, facing(at, towards));
    }

    /// A soldier next to an enemy that has come to our base and that none of ours is next to yet.
    std::optional<Order> guard() const {
        std::vector<SoldierEntry> nearest_first = enemies;
        std::stable_sort(nearest_first.begin(), nearest_first.end(), [&](const auto& a, const auto& b) {
            return manhattan(where(a), home) < manhattan(where(b), home);
        });
        for (const SoldierEntry& enemy : nearest_first) {
            auto beside = [&](const SoldierEntry& soldier) { return manhattan(where(soldier), where(enemy)) == 1; };
            bool fought = !only(mine, beside).empty();
            auto sites = only(around4(where(enemy)), [&](Point at) { return !taken.count(at) && may_build(at); });
            if (manhattan(where(enemy), home) <= 2 && !fought && !sites.empty()) {
                Point site = *least(sites, [&](Point at) { return manhattan(at, home); });
                return build(Kind::assassin, site, site, where(enemy));
            }
        }
        return std::nullopt;
    }

    bool may_build(Point at) const { return manhattan(at, home) <= view.config.max_distance_from_base; }

    /// A new attacker on the free square with the shortest way; scouts and assassins by turns.
    std::optional<Order> attack() const {
        std::int64_t reach = view.config.max_distance_from_base;
        std::vector<Point> sites;
        for (std::int64_t x = home.x - reach; x <= home.x + reach; x++) {
            for (std::int64_t y = home.y - reach; y <= home.y + reach; y++) {
                Point at = {x, y};
                if (may_build(at) && !taken.count(at) && std::min(x, y) >= 0) sites.push_back(at);
            }
        }
        auto site = least(sites, [&](Point at) { return std::make_pair(ways->to(at), manhattan(at, there)); });
        if (!site) return std::nullopt;
        std::size_t scouts = only(mine, [](const SoldierEntry& soldier) { return soldier.kind == Kind::scout; }).size();
        return build(2 * scouts > mine.size() ? Kind::assassin : Kind::scout, *site, there, there);
    }

    /// Turns a soldier beside the enemy's base towards it.
    std::optional<Order> aim() const {
        for (const SoldierEntry& soldier : mine) {
            Facing wanted = facing(where(soldier), there);
            if (manhattan(where(soldier), there) == 1 && soldier.facing != wanted) return act::face(soldier.id, wanted);
        }
        return std::nullopt;
    }

    /// Sends a soldier that got stuck on to a square further down its way.
    std::optional<Order> steer() const {
        for (const SoldierEntry& soldier : mine) {
            Point at = where(soldier), aims_at = {soldier.dest_x, soldier.dest_y};
            bool stuck = stood.count(soldier.id) && stood.at(soldier.id) == at;
            if (!stuck || aims_at == at || ways->to(at) <= 1) continue;
            Point goal = at;
            for (int i = 0; i < 5; i++) goal = *least(around4(goal), [&](Point near) { return ways->to(near); });
            if (goal != aims_at && std::min(goal.x, goal.y) >= 0) return act::move(soldier.id, goal.x, goal.y);
        }
        return std::nullopt;
    }
};

int main(int argc, char** argv) { return run<Bot>(argc, argv); }
