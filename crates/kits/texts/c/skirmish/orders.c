#include "orders.h"

Text order_begin(const char *verb) {
    Text order = text_new(&turn_memory);
    text_add(&order, "{\"do\":");
    text_quoted(&order, verb);
    return order;
}

static void begin_field(Text *order, const char *key) {
    text_add(order, ",");
    text_quoted(order, key);
    text_add(order, ":");
}

void order_int(Text *order, const char *key, int64_t value) {
    begin_field(order, key);
    text_whole(order, value);
}

void order_number(Text *order, const char *key, double value) {
    begin_field(order, key);
    text_number(order, value);
}

void order_bool(Text *order, const char *key, bool value) {
    begin_field(order, key);
    text_add(order, value ? "true" : "false");
}

void order_text(Text *order, const char *key, const char *value) {
    begin_field(order, key);
    text_quoted(order, value);
}

void order_json(Text *order, const char *key, const Json *value) {
    begin_field(order, key);
    text_json(order, value);
}

Order order_done(Text *order) {
    text_add(order, "}");
    return (Order){order->bytes};
}
