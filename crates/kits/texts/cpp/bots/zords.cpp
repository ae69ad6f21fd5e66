// A zords bot: spreads its zords over the totems, shoots what it can finish, builds, and ends the day behind shields.

#include "skirmish/skirmish.hpp"

#include <map>
#include <set>

using namespace skirmish;
using square::around8;
using square::chebyshev;

const std::int64_t ENEMY_THERE = 10;  // how many cells of a walk an enemy at a totem is worth
const std::int64_t OWN_THERE = 30;    // and a zord of our own

static Point where(const ZordPosition* zord) { return {zord->x, zord->y}; }

class Bot : public Player {
public:
    explicit Bot(const Hello& hello) : me(hello.seat), rules(hello.config) { name = "{{name}}"; }

    std::vector<Order> turn(Turn& turn) override {
        view = std::move(turn.view);
        orders.clear();
        mine.clear();
        enemies.clear();
        totems.clear();
        taken.clear();
        for (ZordPosition& zord : view.zords) {
            (zord.owner == me ? mine : enemies).push_back(&zord);
            taken.insert(where(&zord));
        }
        for (const TotemPosition& totem : view.totems) {
            totems.push_back({totem.x, totem.y});
            taken.insert({totem.x, totem.y});
        }
        for (const PlayerPosition& player : view.players) {
            if (player.seat != me) continue;
            actions = player.actions;
            points = player.points;
        }
        shoot();
        build();
        spread();
        shoot();
        bool evening = view.round && *view.round + 1 >= rules.rounds_per_day;
        if (evening || crowded()) shield();
        return orders;
    }

private:
    std::string me;
    Config rules;
    View view;
    std::vector<Order> orders;
    std::vector<ZordPosition*> mine, enemies;
    std::vector<Point> totems;
    std::set<Point> taken;
    std::int64_t actions = 0, points = 0;

    /// Gives an order if there are action points for it; whether it did.
    bool pay(std::int64_t cost, const Order& order) {
        if (actions < cost) return false;
        actions -= cost;
        orders.push_back(order);
        return true;
    }

    /// Shoots down enemies in range, those that need the fewest shots first, if the action points are enough.
    void shoot() {
        if (!view.shooting_allowed) return;
        auto shots = [](const ZordPosition* zord) { return zord->hp + zord->shields; };
        auto order = enemies;
        std::stable_sort(order.begin(), order.end(), [&](auto* a, auto* b) { return shots(a) < shots(b); });
        for (ZordPosition* enemy : order) {
            auto in_range = [&](ZordPosition* zord) { return chebyshev(where(zord), where(enemy)) <= zord->range; };
            std::vector<ZordPosition*> shooters = only(mine, in_range);
            if (shooters.empty() || actions < shots(enemy) * rules.shoot_cost) continue;
            ZordPosition* shooter = shooters.front();
            for (std::int64_t i = 0; i < shots(enemy); i++) pay(rules.shoot_cost, act::shoot(shooter->id, enemy->id));
            note(shooter->id, "kills zord " + std::to_string(enemy->id));
            enemies.erase(std::find(enemies.begin(), enemies.end(), enemy));
            taken.erase(where(enemy));
            points += rules.kill_reward;
        }
    }

    /// New zords at the totems, as long as there will be another day to earn them back.
    void build() {
        std::int64_t owned = static_cast<std::int64_t>(mine.size());
        for (ZordPosition* zord : mine) {
            for (Point cell : around8(where(zord))) {
                bool can_pay = points >= rules.build_points && owned < rules.max_zords;
                if (view.day >= view.days || !can_pay) return;
                if (at_totem(cell) && is_free(cell) && pay(rules.build_cost, act::build(cell.x, cell.y))) {
                    points -= rules.build_points;
                    taken.insert(cell);
                    owned++;
                }
            }
        }
    }

    /// Every zord goes to the totem where there is least in its way.
    void spread() {
        std::map<Point, std::int64_t> going;
        for (ZordPosition* zord : mine) {
            auto goal = least(totems, [&](Point totem) {
                std::int64_t there = 0;
                for (ZordPosition* enemy : enemies) there += chebyshev(where(enemy), totem) <= rules.totem_aura;
                return chebyshev(where(zord), totem) + ENEMY_THERE * there + OWN_THERE * going[totem];
            });
            if (!goal) continue;
            going[*goal]++;
            walk(*zord, *goal);
        }
    }

    /// As far as the action points reach, to a free cell in the totem's area.
    void walk(ZordPosition& zord, Point totem) {
        Point here = where(&zord);
        std::int64_t steps = chebyshev(here, totem) - rules.totem_aura;
        std::int64_t most = std::min(steps, actions / std::max<std::int64_t>(rules.move_cost, 1));
        for (std::int64_t reach = most; reach > std::max<std::int64_t>(most - 4, 0); reach--) {
            Point cell = {here.x + std::clamp(totem.x - here.x, -reach, reach),
                          here.y + std::clamp(totem.y - here.y, -reach, reach)};
            if (is_free(cell) && pay(reach * rules.move_cost, act::move(zord.id, cell.x, cell.y))) {
                taken.erase(here);
                taken.insert(cell);
                zord.x = cell.x;
                zord.y = cell.y;
                return;
            }
        }
    }

    bool is_free(Point cell) const {
        bool inside = 0 <= cell.x && cell.x < rules.board_size && 0 <= cell.y && cell.y < rules.board_size;
        return inside && !taken.count(cell);
    }

    bool at_totem(Point cell) const {
        return !only(totems, [&](Point totem) { return chebyshev(cell, totem) <= rules.totem_aura; }).empty();
    }

    /// How many enemies could hit a zord, with so much more range.
    std::size_t aiming_at(ZordPosition* zord, std::int64_t more = 0) const {
        return only(enemies, [&](ZordPosition* enemy) {
            return chebyshev(where(enemy), where(zord)) <= enemy->range + more;
        }).size();
    }

    /// In a crowd, a player that saves its action points is shot before it uses them.
    bool crowded() const {
        return !only(mine, [&](ZordPosition* zord) { return aiming_at(zord) >= 2; }).empty();
    }

    /// All that is left goes into shields for the zord that most enemies can get at.
    void shield() {
        auto most_aimed_at = least(mine, [&](ZordPosition* zord) {
            return -static_cast<std::int64_t>(aiming_at(zord, rules.actions_per_day));
        });
        if (!most_aimed_at) return;
        while (rules.shield_cost > 0 && pay(rules.shield_cost, act::shield((*most_aimed_at)->id))) {
        }
    }
};

int main(int argc, char** argv) { return run<Bot>(argc, argv); }
