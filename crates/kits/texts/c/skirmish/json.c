#include "json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Lists and objects within each other; no message comes near it.
enum { DEEPEST = 200 };

typedef struct Parser {
    Arena *arena;
    /// What is still to be read.
    const char *at;
    /// The first thing that was wrong.
    const char *error;
} Parser;

/// Notes what is wrong and goes to the end, so that nothing more is read.
static void fail(Parser *parser, const char *error) {
    if (parser->error == NULL) parser->error = error;
    parser->at += strlen(parser->at);
}

static void space(Parser *parser) {
    parser->at += strspn(parser->at, " \t\r\n");
}

/// Goes over a character if it comes next, perhaps after spaces; whether it did.
static bool took(Parser *parser, char wanted) {
    space(parser);
    if (*parser->at != wanted) return false;
    parser->at++;
    return true;
}

static unsigned four_digits(Parser *parser) {
    unsigned code = 0;
    for (int i = 0; i < 4; i++, parser->at++) {
        const char *digits = "0123456789abcdef0123456789ABCDEF";
        const char *digit = *parser->at == '\0' ? NULL : strchr(digits, *parser->at);
        if (digit == NULL) {
            fail(parser, "expected a hexadecimal digit");
            return 0;
        }
        code = code * 16 + (unsigned)(digit - digits) % 16;
    }
    return code;
}

/// Behind \u: a character as UTF-8; half a pair and a zero become the replacement character.
static char *unicode(Parser *parser, char *out) {
    unsigned code = four_digits(parser);
    if (code >= 0xD800 && code < 0xDC00 && strncmp(parser->at, "\\u", 2) == 0) {
        const char *second = parser->at;
        parser->at += 2;
        unsigned low = four_digits(parser);
        if (low >= 0xDC00 && low < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        } else if (parser->error == NULL) {
            parser->at = second;
        }
    }
    if ((code >= 0xD800 && code < 0xE000) || code == 0) code = 0xFFFD;
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }
    if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
    } else if (code < 0x10000) {
        *out++ = (char)(0xE0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
    } else {
        *out++ = (char)(0xF0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 0x3F));
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
    }
    *out++ = (char)(0x80 | (code & 0x3F));
    return out;
}

static const char *string(Parser *parser) {
    if (!took(parser, '"')) fail(parser, "expected a text");
    // Escapes are longer than what they stand for, so that there is room enough.
    const char *end = parser->at;
    while (*end != '\0' && *end != '"') end += *end == '\\' && end[1] != '\0' ? 2 : 1;
    char *text = arena_take(parser->arena, (size_t)(end - parser->at) + 1, 1), *out = text;
    while (*parser->at != '\0' && *parser->at != '"') {
        char c = *parser->at++;
        if (c != '\\') {
            *out++ = c;
            continue;
        }
        char escape = *parser->at;
        const char *names = "\"\\/bfnrt", *name = escape == '\0' ? NULL : strchr(names, escape);
        if (name != NULL) {
            *out++ = "\"\\/\b\f\n\r\t"[name - names];
            parser->at++;
        } else if (escape == 'u') {
            parser->at++;
            out = unicode(parser, out);
        } else {
            fail(parser, "an unknown escape");
        }
    }
    if (!took(parser, '"')) fail(parser, "a text without an end");
    return text;
}

static size_t digits(Parser *parser) {
    size_t count = strspn(parser->at, "0123456789");
    parser->at += count;
    if (count == 0) fail(parser, "expected a value");
    return count;
}

/// Whole numbers that fit stay whole; all others are doubles.
static void number(Parser *parser, Json *json) {
    const char *start = parser->at;
    bool whole = true;
    if (*parser->at == '-') parser->at++;
    if (digits(parser) == 0) return;
    if (*parser->at == '.') {
        whole = false;
        parser->at++;
        if (digits(parser) == 0) return;
    }
    if (*parser->at == 'e' || *parser->at == 'E') {
        whole = false;
        parser->at++;
        if (*parser->at == '+' || *parser->at == '-') parser->at++;
        if (digits(parser) == 0) return;
    }
    errno = 0;
    int64_t exact = strtoll(start, NULL, 10);
    if (whole && errno == 0) {
        json->kind = JSON_WHOLE;
        json->whole = exact;
    } else {
        json->kind = JSON_NUMBER;
        json->number = strtod(start, NULL);
    }
}

static bool literal(Parser *parser, const char *word) {
    bool here = strncmp(parser->at, word, strlen(word)) == 0;
    if (here) parser->at += strlen(word);
    return here;
}

static Json *value(Parser *parser, int depth);

/// The values of a list or an object up to its end.
static void values(Parser *parser, Json *json, char end, int depth) {
    Json **last = &json->first;
    if (took(parser, end)) return;
    do {
        const char *key = NULL;
        if (json->kind == JSON_OBJECT) {
            key = string(parser);
            if (!took(parser, ':')) fail(parser, "expected a ':'");
        }
        *last = value(parser, depth + 1);
        (*last)->key = key;
        last = &(*last)->next;
        json->count++;
    } while (took(parser, ','));
    if (!took(parser, end)) fail(parser, json->kind == JSON_OBJECT ? "expected a '}'" : "expected a ']'");
}

static Json *value(Parser *parser, int depth) {
    Json *json = arena_take(parser->arena, 1, sizeof *json);
    if (depth > DEEPEST) fail(parser, "lists too deep within each other");
    if (took(parser, '{')) {
        json->kind = JSON_OBJECT;
        values(parser, json, '}', depth);
    } else if (took(parser, '[')) {
        json->kind = JSON_LIST;
        values(parser, json, ']', depth);
    } else if (*parser->at == '"') {
        json->kind = JSON_TEXT;
        json->text = string(parser);
    } else if (literal(parser, "true")) {
        json->kind = JSON_TRUTH;
        json->truth = true;
    } else if (literal(parser, "false")) {
        json->kind = JSON_TRUTH;
    } else if (!literal(parser, "null")) {
        number(parser, json);
    }
    return json;
}

Json *json_parse(Arena *arena, const char *text, const char **error) {
    Parser parser = {arena, text, NULL};
    Json *json = value(&parser, 0);
    space(&parser);
    if (*parser.at != '\0') fail(&parser, "something follows the value");
    *error = parser.error;
    return parser.error == NULL ? json : NULL;
}

const Json *json_find(const Json *json, const char *key) {
    if (json == NULL || json->kind != JSON_OBJECT) return NULL;
    const Json *found = json->first;
    while (found != NULL && strcmp(found->key, key) != 0) found = found->next;
    return found;
}

const char *json_text(const Json *json, const char *key) {
    const Json *found = json_find(json, key);
    return found != NULL && found->kind == JSON_TEXT ? found->text : NULL;
}

Text text_new(Arena *arena) {
    enum { ROOM = 64 };
    return (Text){arena, arena_take(arena, ROOM, 1), 0, ROOM};
}

static void add(Text *text, const char *more, size_t count) {
    if (text->count + count + 1 > text->room) {
        text->room = 2 * (text->room + count);
        char *bytes = arena_take(text->arena, text->room, 1);
        memcpy(bytes, text->bytes, text->count);
        text->bytes = bytes;
    }
    memcpy(text->bytes + text->count, more, count);
    text->count += count;
}

void text_add(Text *text, const char *more) {
    add(text, more, strlen(more));
}

void text_quoted(Text *text, const char *more) {
    text_add(text, "\"");
    for (; *more != '\0'; more++) {
        char escape[8];
        if (*more == '"' || *more == '\\') text_add(text, "\\");
        if ((unsigned char)*more < 0x20) {
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned)*more);
            text_add(text, escape);
        } else {
            add(text, more, 1);
        }
    }
    text_add(text, "\"");
}

void text_whole(Text *text, int64_t number) {
    char digits[32];
    snprintf(digits, sizeof digits, "%" PRId64, number);
    text_add(text, digits);
}

void text_number(Text *text, double number) {
    char digits[32];
    snprintf(digits, sizeof digits, "%.17g", number);
    text_add(text, digits);
}

void text_json(Text *text, const Json *json) {
    switch (json->kind) {
    case JSON_NULL: text_add(text, "null"); return;
    case JSON_TRUTH: text_add(text, json->truth ? "true" : "false"); return;
    case JSON_WHOLE: text_whole(text, json->whole); return;
    case JSON_NUMBER: text_number(text, json->number); return;
    case JSON_TEXT: text_quoted(text, json->text); return;
    case JSON_LIST:
    case JSON_OBJECT: break;
    }
    text_add(text, json->kind == JSON_LIST ? "[" : "{");
    for (const Json *inner = json->first; inner != NULL; inner = inner->next) {
        if (inner != json->first) text_add(text, ",");
        if (json->kind == JSON_OBJECT) {
            text_quoted(text, inner->key);
            text_add(text, ":");
        }
        text_json(text, inner);
    }
    text_add(text, json->kind == JSON_LIST ? "]" : "}");
}
