/// Orders: what the functions `act_...` make, and what `give` sends.
#pragma once

#include "json.h"

/// An entry for the list of orders, as JSON text in the turn's memory.
typedef struct Order {
    const char *json;
} Order;

/// An order is begun with its verb, gets its fields, and is done.
Text order_begin(const char *verb);
void order_int(Text *order, const char *key, int64_t value);
void order_number(Text *order, const char *key, double value);
void order_bool(Text *order, const char *key, bool value);
void order_text(Text *order, const char *key, const char *value);
void order_json(Text *order, const char *key, const Json *value);
Order order_done(Text *order);
