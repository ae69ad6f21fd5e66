/// JSON: a value, its reader and its writer.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace skirmish {

/// A message is not what this kit was made for. Make a new kit with `skirmish new` if the rules have changed.
struct Unreadable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Json {
public:
    using List = std::vector<Json>;
    /// Keys and values in the order of the text.
    using Object = std::vector<std::pair<std::string, Json>>;

    /// Null.
    Json() = default;
    Json(bool truth) : value(truth) {}
    template <class Whole, class = std::enable_if_t<std::is_integral_v<Whole>>>
    Json(Whole number) : value(static_cast<std::int64_t>(number)) {}
    Json(double number) : value(number) {}
    Json(const char* text) : value(std::string(text)) {}
    Json(std::string text) : value(std::move(text)) {}
    Json(List list) : value(std::move(list)) {}
    Json(Object object) : value(std::move(object)) {}

    /// The value as a bool, std::int64_t, double, std::string, List or Object; nullptr if it is something else.
    template <class T>
    const T* as() const {
        return std::get_if<T>(&value);
    }

    bool is_null() const { return std::holds_alternative<std::monostate>(value); }

    /// What stands behind a key; nullptr if this is not an object, or has no such key.
    const Json* find(std::string_view key) const;

    /// What stands behind a key; null if there is nothing.
    const Json& operator[](std::string_view key) const;

    /// Reads a text; throws Unreadable if it is not JSON.
    static Json parse(const std::string& text);

    /// The value as text, on one line.
    std::string written() const;

private:
    std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Object> value;
};

}  // namespace skirmish
