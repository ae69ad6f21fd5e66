package skirmish;

import java.util.List;
import java.util.Map;

/** The keys of an object that is to become a record. Whatever is wrong is named, with its place. */
final class Fields {
    private final String record;
    private final Map<?, ?> entries;

    Fields(String record, Object json) {
        if (!(json instanceof Map<?, ?> map)) {
            throw new Unreadable(record + ": " + Json.write(json) + " is not an object");
        }
        this.record = record;
        this.entries = map;
    }

    /** The value behind a key that must be there. */
    <T> T key(String name, Read.Reader<T> reader) {
        if (!entries.containsKey(name)) {
            List<String> known = entries.keySet().stream().map(Object::toString).toList();
            throw new Unreadable(record + "." + name + " is missing; there are " + String.join(", ", known));
        }
        try {
            return reader.read(entries.get(name));
        } catch (Unreadable error) {
            throw new Unreadable(record + "." + name + ": " + error.getMessage());
        }
    }

    /** The value behind a key, or null if it is null or not there. */
    <T> T maybe(String name, Read.Reader<T> reader) {
        return entries.get(name) == null ? null : key(name, reader);
    }
}
