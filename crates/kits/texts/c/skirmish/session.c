#include "session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// This turn's answer: lists of JSON texts, and how many orders there are.
static struct {
    Text actions, notes;
    size_t count;
    bool resigned;
} answer;

void give(Order order) {
    if (answer.count++ > 0) text_add(&answer.actions, ",");
    text_add(&answer.actions, order.json);
}

void log_line(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

void note(int64_t unit, const char *text) {
    text_add(&answer.notes, answer.notes.count > 0 ? ",{\"unit\":" : "{\"unit\":");
    text_whole(&answer.notes, unit);
    text_add(&answer.notes, ",\"text\":");
    text_quoted(&answer.notes, text);
    text_add(&answer.notes, "}");
}

void resign(void) {
    answer.resigned = true;
}

static Rejection read_rejection(Reader *reader, const Json *json) {
    Rejection rejection = {0};
    enter(reader, "rejected", json);
    rejection.index = read_int(reader, key(reader, json, "index"));
    rejection.reason = read_text(reader, key(reader, json, "reason"));
    rejection.has_action = has(json, "action");
    if (rejection.has_action) rejection.action = read_json(reader, key(reader, json, "action"));
    leave(reader);
    return rejection;
}

LIST_READER(read_rejections, Rejection, read_rejection)

/// An order as it came.
static Order read_order(Reader *reader, const Json *json) {
    Text text = text_new(reader->arena);
    text_json(&text, json);
    return (Order){text.bytes};
}

LIST_READER(read_orders, Order, read_order)

static Hello read_hello(Reader *reader, const Json *json) {
    Hello hello = {0};
    enter(reader, "hello", json);
    hello.seat = read_text(reader, key(reader, json, "seat"));
    hello.seats = read_text_list(reader, key(reader, json, "seats"), &hello.seats_count);
    hello.config = read_Config(reader, key(reader, json, "config"));
    hello.map = read_json(reader, key(reader, json, "map"));
    hello.clock = read_json(reader, key(reader, json, "clock"));
    hello.random.state = strtoull(read_text(reader, key(reader, json, "random")), NULL, 16);
    leave(reader);
    return hello;
}

static Turn read_turn(Reader *reader, const Json *json) {
    Turn turn = {0};
    enter(reader, "turn", json);
    turn.request = read_int(reader, key(reader, json, "request"));
    turn.turn = read_int(reader, key(reader, json, "turn"));
    turn.has_phase = has(json, "phase");
    if (turn.has_phase) turn.phase = read_text(reader, key(reader, json, "phase"));
    turn.view = read_View(reader, key(reader, json, "view"));
    if (has(json, "legal")) turn.legal = read_orders(reader, key(reader, json, "legal"), &turn.legal_count);
    turn.rejected = read_rejections(reader, key(reader, json, "rejected"), &turn.rejected_count);
    turn.has_last_ms = has(json, "last_ms");
    if (turn.has_last_ms) turn.last_ms = read_int(reader, key(reader, json, "last_ms"));
    turn.has_limit_ms = has(json, "limit_ms");
    if (turn.has_limit_ms) turn.limit_ms = read_int(reader, key(reader, json, "limit_ms"));
    turn.has_bank_ms = has(json, "bank_ms");
    if (turn.has_bank_ms) turn.bank_ms = read_int(reader, key(reader, json, "bank_ms"));
    leave(reader);
    return turn;
}

static bool is_again(const Json *json) {
    const Json *again = json_find(json, "again");
    return again != NULL && again->kind == JSON_TRUTH && again->truth;
}

static End read_end(Reader *reader, const Json *json) {
    End end = {.again = is_again(json)};
    enter(reader, "end", json);
    end.result = read_Result(reader, key(reader, json, "result"));
    end.rejected = read_rejections(reader, key(reader, json, "rejected"), &end.rejected_count);
    leave(reader);
    return end;
}

/// Says that this kit is for something else.
static void compare(const Json *message) {
    const char *game = json_text(message, "game");
    const Json *version = json_find(message, "game_version");
    bool known = version != NULL && version->kind == JSON_WHOLE;
    if (game != NULL && strcmp(game, GAME) == 0 && known && version->whole == VERSION) return;
    log_line("warning: this kit is for %s, version %d; the match is %s, version %d", GAME, VERSION,
             game != NULL ? game : "?", known ? (int)version->whole : 0);
}

static const char *start_game(Session *session, const char *line) {
    static Hello hello;
    const char *error = NULL;
    // The greeting stays longer than a turn, so it is read once more.
    arena_clear(&game_memory);
    Reader reader = {.arena = &game_memory};
    const Json *message = json_parse(&game_memory, line, &error);
    compare(message);
    hello = read_hello(&reader, message);
    if (reader.failed) {
        log_line("%s", reader.fault);
        session->errors++;
        session->over = true;
        return NULL;
    }
    session->games++;
    session->started = true;
    session->bot->start(&hello);
    Text ready = text_new(&turn_memory);
    text_add(&ready, "{\"type\":\"ready\",\"series\":true,\"name\":");
    text_quoted(&ready, session->bot->name);
    if (session->bot->version != NULL) {
        text_add(&ready, ",\"version\":");
        text_quoted(&ready, session->bot->version);
    }
    text_add(&ready, session->bot->want_legal ? ",\"want\":[\"legal\"]}" : "}");
    return ready.bytes;
}

static const char *play_turn(Session *session, const Json *message) {
    Reader reader = {.arena = &turn_memory};
    Turn turn = read_turn(&reader, message);
    session->turns++;
    if (reader.failed || !session->started) {
        const char *why = reader.failed ? reader.fault : "it came before the greeting";
        log_line("turn %lld, request %lld: no orders are given: %s", (long long)turn.turn, (long long)turn.request, why);
        // `play` and `check` tell you of it.
        text_add(&answer.notes, "{\"exception\":");
        text_quoted(&answer.notes, why);
        text_add(&answer.notes, "}");
        session->errors++;
    } else {
        session->bot->turn(&turn);
    }
    Text reply = text_new(&turn_memory);
    text_add(&reply, answer.resigned ? "{\"type\":\"resign\",\"request\":" : "{\"type\":\"orders\",\"request\":");
    text_whole(&reply, turn.request);
    if (!answer.resigned) {
        session->orders += answer.count;
        text_add(&reply, ",\"actions\":[");
        text_add(&reply, answer.actions.bytes);
        text_add(&reply, "]");
    }
    if (answer.notes.count > 0) {
        text_add(&reply, ",\"notes\":[");
        text_add(&reply, answer.notes.bytes);
        text_add(&reply, "]");
    }
    text_add(&reply, "}");
    return reply.bytes;
}

static void end_game(Session *session, const Json *message) {
    Reader reader = {.arena = &turn_memory};
    End end = read_end(&reader, message);
    session->over = !end.again;
    if (reader.failed) {
        log_line("the end of the game: %s", reader.fault);
        session->errors++;
    } else if (session->started && session->bot->end != NULL) {
        session->bot->end(&end);
    }
}

const char *session_handle(Session *session, const char *line) {
    arena_clear(&turn_memory);
    answer.actions = text_new(&turn_memory);
    answer.notes = text_new(&turn_memory);
    answer.count = 0;
    answer.resigned = false;
    const char *error = NULL;
    const Json *message = json_parse(&turn_memory, line, &error);
    if (message == NULL) {
        log_line("a message is not JSON: %s", error);
        session->errors++;
        return NULL;
    }
    const char *type = json_text(message, "type");
    if (type == NULL) return NULL;
    if (strcmp(type, "hello") == 0) return start_game(session, line);
    if (strcmp(type, "turn") == 0) return play_turn(session, message);
    if (strcmp(type, "end") == 0) end_game(session, message);
    return NULL;
}
