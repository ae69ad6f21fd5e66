/// Choosing from lists.
#pragma once

#include <optional>
#include <vector>

namespace skirmish {

/// The entries that pass a test.
template <class Entry, class Test>
std::vector<Entry> only(const std::vector<Entry>& entries, Test test) {
    std::vector<Entry> passed;
    for (const Entry& entry : entries) {
        if (test(entry)) passed.push_back(entry);
    }
    return passed;
}

/// The entry with the lowest cost, the first of equals; none if there are no entries.
template <class Entry, class Cost>
std::optional<Entry> least(const std::vector<Entry>& entries, Cost cost) {
    const Entry* best = nullptr;
    for (const Entry& entry : entries) {
        if (!best || cost(entry) < cost(*best)) best = &entry;
    }
    return best ? std::optional<Entry>(*best) : std::nullopt;
}

}  // namespace skirmish
