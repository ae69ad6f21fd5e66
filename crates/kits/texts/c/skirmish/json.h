/// JSON: a value, its reader and its writer.
#pragma once

#include "memory.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum { JSON_NULL, JSON_TRUTH, JSON_WHOLE, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT } JsonKind;

typedef struct Json {
    JsonKind kind;
    union {
        bool truth;
        int64_t whole;
        double number;
        const char *text;
        /// Of a list or an object: its values, one behind the other by `next`.
        struct {
            struct Json *first;
            size_t count;
        };
    };
    /// In an object: the key of this value.
    const char *key;
    /// In a list or an object: the value behind this one.
    struct Json *next;
} Json;

/// Reads a text; NULL if it is not JSON, and then `error` says why.
Json *json_parse(Arena *arena, const char *text, const char **error);

/// What stands behind a key; NULL if this is NULL, no object, or has no such key.
const Json *json_find(const Json *json, const char *key);
/// The text behind a key; NULL if there is none.
const char *json_text(const Json *json, const char *key);

/// A text that grows.
typedef struct Text {
    Arena *arena;
    char *bytes;
    size_t count, room;
} Text;

Text text_new(Arena *arena);
void text_add(Text *text, const char *more);
/// Between double quotes, as JSON wants it.
void text_quoted(Text *text, const char *more);
void text_whole(Text *text, int64_t number);
void text_number(Text *text, double number);
/// A value as JSON, on one line.
void text_json(Text *text, const Json *json);
