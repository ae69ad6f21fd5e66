/// Strict reading of JSON values: whatever is missing or of another kind is named, with the place where it should be.
///
/// `read(json, into)` is there for every type of the messages; `key` finds the value and says where it was.
#pragma once

#include "json.hpp"

#include <optional>

namespace skirmish {

/// How an enum of the messages is spelled: `Spelling<Side>::words`.
template <class Enum>
struct Spelling;

template <class Enum>
using if_enum = std::enable_if_t<std::is_enum_v<Enum>>;

/// An enum's word: `text(Side::humans)` is "humans".
template <class Enum, class = if_enum<Enum>>
const char* text(Enum value) {
    return Spelling<Enum>::words[static_cast<std::size_t>(value)];
}

/// The enum of a word: `word<Side>(hello.seat)`. Throws Unreadable for other words.
template <class Enum, class = if_enum<Enum>>
Enum word(const std::string& wanted) {
    std::size_t i = 0;
    for (const char* word : Spelling<Enum>::words) {
        if (wanted == word) return static_cast<Enum>(i);
        i++;
    }
    std::string known;
    for (const char* word : Spelling<Enum>::words) known += std::string(known.empty() ? "" : ", ") + word;
    throw Unreadable("\"" + wanted + "\" is not one of " + known);
}

/// The value as one type; throws if it is another.
template <class T>
const T& expected(const Json& json, const char* what) {
    const T* value = json.as<T>();
    if (!value) throw Unreadable(json.written().substr(0, 60) + " is " + what);
    return *value;
}

inline void read(const Json& json, std::int64_t& into) { into = expected<std::int64_t>(json, "no whole number"); }

inline void read(const Json& json, double& into) {
    const auto* whole = json.as<std::int64_t>();
    into = whole ? static_cast<double>(*whole) : expected<double>(json, "no number");
}

inline void read(const Json& json, bool& into) { into = expected<bool>(json, "neither true nor false"); }

inline void read(const Json& json, std::string& into) { into = expected<std::string>(json, "no text"); }

inline void read(const Json& json, Json& into) { into = json; }

template <class Enum, class = if_enum<Enum>>
void read(const Json& json, Enum& into) {
    into = word<Enum>(expected<std::string>(json, "no text"));
}

template <class T>
void read(const Json& json, std::vector<T>& into) {
    into.clear();
    for (const Json& entry : expected<Json::List>(json, "no list")) read(entry, into.emplace_back());
}

template <class T>
void read(const Json& json, std::optional<T>& into) {
    into.reset();
    if (!json.is_null()) read(json, into.emplace());
}

template <class T>
constexpr bool may_be_missing = false;
template <class T>
constexpr bool may_be_missing<std::optional<T>> = true;

/// Reads the value behind a key. It must be there, unless `into` is optional.
template <class T>
void key(const char* record, const Json& json, const char* name, T& into) {
    expected<Json::Object>(json, "no object");
    if (!may_be_missing<T> && !json.find(name)) throw Unreadable(std::string(record) + "." + name + " is missing");
    try {
        read(json[name], into);
    } catch (const Unreadable& error) {
        throw Unreadable(std::string(record) + "." + name + ": " + error.what());
    }
}

}  // namespace skirmish
