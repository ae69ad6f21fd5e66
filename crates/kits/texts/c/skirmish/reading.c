#include "reading.h"

#include <stdio.h>
#include <string.h>

static const Json NOTHING = {.kind = JSON_NULL};

/// The place that is being read; NULL if it is too deep to have a name.
static struct Place *innermost(Reader *reader) {
    size_t named = sizeof reader->places / sizeof reader->places[0];
    return reader->depth > 0 && reader->depth <= named ? &reader->places[reader->depth - 1] : NULL;
}

/// Keeps the first fault, behind the names of the places around it: `View.units: UnitView.hp is missing`.
static void fail(Reader *reader, const char *what) {
    if (reader->failed) return;
    reader->failed = true;
    Text fault = text_new(reader->arena);
    struct Place *last = innermost(reader);
    for (struct Place *place = reader->places; last != NULL && place <= last; place++) {
        if (place != reader->places) text_add(&fault, ": ");
        text_add(&fault, place->record);
        text_add(&fault, ".");
        text_add(&fault, place->field);
    }
    text_add(&fault, " ");
    text_add(&fault, what);
    snprintf(reader->fault, sizeof reader->fault, "%s", fault.bytes);
}

/// Says what a value is not, and what it is.
static void refuse(Reader *reader, const Json *json, const char *what) {
    Text written = text_new(reader->arena);
    text_json(&written, json);
    char fault[200];
    snprintf(fault, sizeof fault, "is %s: %.60s", what, written.bytes);
    fail(reader, fault);
}

void enter(Reader *reader, const char *record, const Json *json) {
    if (json->kind != JSON_OBJECT) refuse(reader, json, "no object");
    reader->depth++;
    struct Place *place = innermost(reader);
    if (place != NULL) *place = (struct Place){record, ""};
}

void leave(Reader *reader) {
    reader->depth--;
}

const Json *key(Reader *reader, const Json *json, const char *name) {
    struct Place *place = innermost(reader);
    if (place != NULL) place->field = name;
    const Json *found = json_find(json, name);
    if (found == NULL) fail(reader, "is missing");
    return found != NULL ? found : &NOTHING;
}

bool has(const Json *json, const char *name) {
    const Json *found = json_find(json, name);
    return found != NULL && found->kind != JSON_NULL;
}

int64_t read_int(Reader *reader, const Json *json) {
    if (json->kind == JSON_WHOLE) return json->whole;
    refuse(reader, json, "no whole number");
    return 0;
}

double read_number(Reader *reader, const Json *json) {
    if (json->kind == JSON_NUMBER) return json->number;
    if (json->kind == JSON_WHOLE) return (double)json->whole;
    refuse(reader, json, "no number");
    return 0;
}

bool read_bool(Reader *reader, const Json *json) {
    if (json->kind == JSON_TRUTH) return json->truth;
    refuse(reader, json, "neither true nor false");
    return false;
}

const char *read_text(Reader *reader, const Json *json) {
    if (json->kind == JSON_TEXT) return json->text;
    refuse(reader, json, "no text");
    return "";
}

const Json *read_json(Reader *reader, const Json *json) {
    (void)reader;
    return json;
}

int find_word(const char *const *words, const char *word) {
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], word) == 0) return i;
    }
    return -1;
}

int read_word(Reader *reader, const Json *json, const char *const *words) {
    int place = find_word(words, read_text(reader, json));
    if (place < 0) refuse(reader, json, "none of the words it may be");
    return place < 0 ? 0 : place;
}

void *read_room(Reader *reader, const Json *json, size_t size, size_t *count) {
    if (json->kind != JSON_LIST) refuse(reader, json, "no list");
    *count = json->kind == JSON_LIST ? json->count : 0;
    return arena_take(reader->arena, *count, size);
}
