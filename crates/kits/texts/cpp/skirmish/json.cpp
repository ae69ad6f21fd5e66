#include "json.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>

namespace skirmish {

namespace {

/// Lists and objects within each other; no message comes near it.
constexpr int DEEPEST = 200;

class Parser {
public:
    explicit Parser(const std::string& text) : text(text) {}

    Json document() {
        Json json = value(0);
        space();
        if (at != text.size()) fail("something follows the value");
        return json;
    }

private:
    const std::string& text;
    std::size_t at = 0;

    [[noreturn]] void fail(const std::string& what) const {
        throw Unreadable("not JSON: " + what + " at character " + std::to_string(at + 1));
    }

    /// The character to be read; 0 at the end.
    char peek() const { return at < text.size() ? text[at] : '\0'; }

    void space() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') at++;
    }

    /// Goes over a character if it comes next, perhaps after spaces; whether it did.
    bool took(char wanted) {
        space();
        if (peek() != wanted) return false;
        at++;
        return true;
    }

    void expect(char wanted) {
        if (!took(wanted)) fail(std::string("expected '") + wanted + "'");
    }

    Json literal(const char* word, Json json) {
        if (text.compare(at, std::string(word).size(), word) != 0) fail("an unknown word");
        at += std::string(word).size();
        return json;
    }

    Json value(int depth) {
        if (depth > DEEPEST) fail("lists too deep within each other");
        space();
        switch (peek()) {
            case '{': return object(depth);
            case '[': return list(depth);
            case '"': return string();
            case 't': return literal("true", true);
            case 'f': return literal("false", false);
            case 'n': return literal("null", {});
            default: return number();
        }
    }

    Json object(int depth) {
        Json::Object object;
        expect('{');
        if (took('}')) return object;
        do {
            space();
            std::string key = string();
            expect(':');
            object.emplace_back(std::move(key), value(depth + 1));
        } while (took(','));
        expect('}');
        return object;
    }

    Json list(int depth) {
        Json::List list;
        expect('[');
        if (took(']')) return list;
        do list.push_back(value(depth + 1));
        while (took(','));
        expect(']');
        return list;
    }

    bool digits() {
        std::size_t start = at;
        while (peek() >= '0' && peek() <= '9') at++;
        return at > start;
    }

    /// Whole numbers that fit stay whole; all others are doubles.
    Json number() {
        std::size_t start = at;
        bool whole = true;
        if (peek() == '-') at++;
        if (!digits()) fail("expected a value");
        if (peek() == '.') {
            at++;
            whole = false;
            if (!digits()) fail("expected a digit");
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            whole = false;
            if (peek() == '+' || peek() == '-') at++;
            if (!digits()) fail("expected a digit");
        }
        std::string digits = text.substr(start, at - start);
        std::int64_t exact = 0;
        auto error = std::from_chars(digits.data(), digits.data() + digits.size(), exact).ec;
        if (whole && error == std::errc()) return exact;
        return std::strtod(digits.c_str(), nullptr);
    }

    std::string string() {
        std::string out;
        if (peek() != '"') fail("expected a text");
        at++;
        while (peek() != '"') {
            if (at >= text.size()) fail("a text without an end");
            char c = text[at++];
            if (c != '\\') {
                out += c;
                continue;
            }
            char escape = peek();
            at++;
            switch (escape) {
                case '"': case '\\': case '/': out += escape; break;
                case 'b': out += '\b'; break;
                case 'f': out += '\f'; break;
                case 'n': out += '\n'; break;
                case 'r': out += '\r'; break;
                case 't': out += '\t'; break;
                case 'u': unicode(out); break;
                default: fail("an unknown escape");
            }
        }
        at++;
        return out;
    }

    unsigned four_digits() {
        unsigned code = 0;
        for (int i = 0; i < 4; i++, at++) {
            char c = peek();
            unsigned digit = c >= '0' && c <= '9'   ? c - '0'
                             : c >= 'a' && c <= 'f' ? c - 'a' + 10
                             : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                    : 16;
            if (digit == 16) fail("expected a hexadecimal digit");
            code = code * 16 + digit;
        }
        return code;
    }

    /// Behind \u: a character as UTF-8; half a pair becomes the replacement character.
    void unicode(std::string& out) {
        constexpr unsigned REPLACEMENT = 0xFFFD;
        unsigned code = four_digits();
        if (code >= 0xD800 && code < 0xDC00 && text.compare(at, 2, "\\u") == 0) {
            std::size_t second = at;
            at += 2;
            unsigned low = four_digits();
            if (low >= 0xDC00 && low < 0xE000) {
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            } else {
                at = second;
            }
        }
        if (code >= 0xD800 && code < 0xE000) code = REPLACEMENT;
        auto byte = [&](unsigned bits) { out += static_cast<char>(bits); };
        if (code < 0x80) return byte(code);
        if (code < 0x800) {
            byte(0xC0 | code >> 6);
        } else if (code < 0x10000) {
            byte(0xE0 | code >> 12);
            byte(0x80 | (code >> 6 & 0x3F));
        } else {
            byte(0xF0 | code >> 18);
            byte(0x80 | (code >> 12 & 0x3F));
            byte(0x80 | (code >> 6 & 0x3F));
        }
        byte(0x80 | (code & 0x3F));
    }
};

void write_text(const std::string& text, std::string& out) {
    out += '"';
    for (char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
            out += escape;
        } else {
            out += c;
        }
    }
    out += '"';
}

void write(const Json& json, std::string& out) {
    if (auto truth = json.as<bool>()) {
        out += *truth ? "true" : "false";
    } else if (auto whole = json.as<std::int64_t>()) {
        out += std::to_string(*whole);
    } else if (auto number = json.as<double>()) {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.17g", *number);
        out += digits;
    } else if (auto text = json.as<std::string>()) {
        write_text(*text, out);
    } else if (auto list = json.as<Json::List>()) {
        out += '[';
        for (const Json& entry : *list) {
            if (&entry != &list->front()) out += ',';
            write(entry, out);
        }
        out += ']';
    } else if (auto object = json.as<Json::Object>()) {
        out += '{';
        for (const auto& member : *object) {
            if (&member != &object->front()) out += ',';
            write_text(member.first, out);
            out += ':';
            write(member.second, out);
        }
        out += '}';
    } else {
        out += "null";
    }
}

}  // namespace

const Json* Json::find(std::string_view key) const {
    if (const Object* object = as<Object>()) {
        for (const auto& member : *object) {
            if (member.first == key) return &member.second;
        }
    }
    return nullptr;
}

const Json& Json::operator[](std::string_view key) const {
    static const Json null;
    const Json* found = find(key);
    return found ? *found : null;
}

Json Json::parse(const std::string& text) { return Parser(text).document(); }

std::string Json::written() const {
    std::string out;
    write(*this, out);
    return out;
}

}  // namespace skirmish
