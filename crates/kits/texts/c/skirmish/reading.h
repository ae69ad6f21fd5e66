/// Strict reading of JSON values: whatever is missing or of another kind is named, with the place where it should be.
///
/// The first fault is kept in the reader, and whatever is read after it is zero; so readers simply go on, and whoever
/// began looks at `failed` in the end.
#pragma once

#include "json.h"

typedef struct Reader {
    /// Where lists lie.
    Arena *arena;
    bool failed;
    char fault[400];
    /// The records around what is being read, and which field of each it is. Those too deep are not named.
    struct Place {
        const char *record, *field;
    } places[16];
    size_t depth;
} Reader;

/// Begins and ends a record, which must be an object.
void enter(Reader *reader, const char *record, const Json *json);
void leave(Reader *reader);

/// The value behind a key of the record; a fault if it is missing.
const Json *key(Reader *reader, const Json *json, const char *name);
/// Whether there is something behind a key that may be missing or null.
bool has(const Json *json, const char *name);

int64_t read_int(Reader *reader, const Json *json);
double read_number(Reader *reader, const Json *json);
bool read_bool(Reader *reader, const Json *json);
const char *read_text(Reader *reader, const Json *json);
const Json *read_json(Reader *reader, const Json *json);

/// One of some words, with NULL behind the last; its place among them.
int read_word(Reader *reader, const Json *json, const char *const *words);
/// The place of a word; -1 if it is not there.
int find_word(const char *const *words, const char *word);

/// Room for the values of a list, and how many there are.
void *read_room(Reader *reader, const Json *json, size_t size, size_t *count);

/// Defines NAME, which reads a list of values of one TYPE with READ.
#define LIST_READER(NAME, TYPE, READ)                                           \
    static inline TYPE *NAME(Reader *reader, const Json *json, size_t *count) { \
        TYPE *values = read_room(reader, json, sizeof *values, count);          \
        const Json *entry = *count > 0 ? json->first : NULL;                    \
        for (size_t i = 0; i < *count; i++) {                                   \
            values[i] = READ(reader, entry);                                    \
            entry = entry->next;                                                \
        }                                                                       \
        return values;                                                          \
    }

LIST_READER(read_int_list, int64_t, read_int)
LIST_READER(read_number_list, double, read_number)
LIST_READER(read_bool_list, bool, read_bool)
LIST_READER(read_text_list, const char *, read_text)
LIST_READER(read_json_list, const Json *, read_json)
