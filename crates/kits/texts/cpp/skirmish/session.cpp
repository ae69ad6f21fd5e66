#include "session.hpp"

namespace skirmish {

static void read(const Json& json, Rejection& into) {
    key("rejected", json, "index", into.index);
    key("rejected", json, "reason", into.reason);
    into.action = json["action"];
}

static Hello read_hello(const Json& message) {
    Hello hello;
    std::string random;
    key("hello", message, "seat", hello.seat);
    key("hello", message, "seats", hello.seats);
    key("hello", message, "config", hello.config);
    key("hello", message, "map", hello.map);
    key("hello", message, "clock", hello.clock);
    key("hello", message, "random", random);
    hello.random.seed(std::stoull(random, nullptr, 16));
    return hello;
}

static Turn read_turn(const Json& message) {
    Turn turn;
    std::optional<std::vector<Order>> legal;
    key("turn", message, "request", turn.request);
    key("turn", message, "turn", turn.turn);
    key("turn", message, "phase", turn.phase);
    key("turn", message, "view", turn.view);
    key("turn", message, "legal", legal);
    key("turn", message, "rejected", turn.rejected);
    key("turn", message, "last_ms", turn.last_ms);
    key("turn", message, "limit_ms", turn.limit_ms);
    key("turn", message, "bank_ms", turn.bank_ms);
    if (legal) turn.legal = std::move(*legal);
    return turn;
}

static bool is_again(const Json& message) {
    const bool* again = message["again"].as<bool>();
    return again && *again;
}

static End read_end(const Json& message) {
    End end;
    key("end", message, "result", end.result);
    key("end", message, "rejected", end.rejected);
    end.again = is_again(message);
    return end;
}

void Player::note(std::int64_t unit, const std::string& text) {
    Json::Object remark;
    remark.emplace_back("unit", unit);
    remark.emplace_back("text", text);
    notes.push_back(std::move(remark));
}

std::optional<Json> Session::handle(const Json& message) {
    const std::string* type = message["type"].as<std::string>();
    if (type && *type == "hello") return hello(message);
    if (type && *type == "turn") return turn(message);
    if (type && *type == "end") end(message);
    return std::nullopt;
}

Json Session::hello(const Json& message) {
    std::string kit = Json(GAME).written() + ", version " + std::to_string(VERSION);
    std::string match = message["game"].written() + ", version " + message["game_version"].written();
    if (kit != match) Player::log("warning: this kit is for", kit + "; the match is", match);
    player = make(read_hello(message));
    Json::Object ready;
    ready.emplace_back("type", "ready");
    ready.emplace_back("name", player->name);
    ready.emplace_back("series", true);
    if (!player->version.empty()) ready.emplace_back("version", player->version);
    if (!player->want.empty()) ready.emplace_back("want", Json::List(player->want.begin(), player->want.end()));
    return ready;
}

Json Session::turn(const Json& message) {
    std::vector<Order> orders;
    Json::List notes;
    bool resigned = false;
    std::string place = "turn " + message["turn"].written() + ", request " + message["request"].written();
    std::optional<std::string> failed = guarded(place + ": the bot failed and gives no orders", [&] {
        if (!player) throw Unreadable("a turn before the greeting");
        player->notes.clear();
        player->resigned = false;
        Turn turn = read_turn(message);
        orders = player->turn(turn);
    });
    if (player) {
        notes = player->notes;
        resigned = player->resigned;
    }
    if (failed) {
        // `play` and `check` tell you of it.
        Json::Object exception;
        exception.emplace_back("exception", *failed);
        notes.push_back(std::move(exception));
    }
    Json::Object reply;
    reply.emplace_back("type", resigned ? "resign" : "orders");
    reply.emplace_back("request", message["request"]);
    if (!resigned) reply.emplace_back("actions", std::move(orders));
    if (!notes.empty()) reply.emplace_back("notes", std::move(notes));
    return reply;
}

void Session::end(const Json& message) {
    over = !is_again(message);
    guarded("the bot failed at the end of the game", [&] {
        End end = read_end(message);
        if (player) player->end(end);
    });
}

template <class Do>
std::optional<std::string> Session::guarded(const std::string& place, Do doing) {
    std::string why;
    try {
        doing();
        return std::nullopt;
    } catch (const std::exception& error) {
        why = error.what();
    } catch (...) {
        why = "it threw something that is not a std::exception";
    }
    errors++;
    Player::log(place + ":", why);
    return why;
}

}  // namespace skirmish
