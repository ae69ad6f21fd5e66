package skirmish;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Readers: each takes a JSON value and gives it as a program wants it, or throws {@link Unreadable}. */
final class Read {
    /** What reads a value of one kind. */
    interface Reader<T> {
        T read(Object json);
    }

    static final Reader<Long> WHOLE = json -> {
        if (json instanceof Long number) {
            return number;
        }
        throw refusal(json, "is not a whole number");
    };

    static final Reader<Double> NUMBER = json -> {
        if (json instanceof Number number) {
            return number.doubleValue();
        }
        throw refusal(json, "is not a number");
    };

    static final Reader<Boolean> TRUTH = json -> {
        if (json instanceof Boolean truth) {
            return truth;
        }
        throw refusal(json, "is neither true nor false");
    };

    static final Reader<String> TEXT = json -> {
        if (json instanceof String text) {
            return text;
        }
        throw refusal(json, "is not a string");
    };

    static final Reader<Object> ANYTHING = json -> json;

    private Read() {
    }

    static Unreadable refusal(Object json, String why) {
        return new Unreadable(Json.write(json) + " " + why);
    }

    /** One of some words. */
    static <T> Reader<T> word(T[] all) {
        return json -> {
            for (T word : all) {
                if (word.toString().equals(json)) {
                    return word;
                }
            }
            List<String> known = Stream.of(all).map(Object::toString).toList();
            throw refusal(json, "is not one of " + String.join(", ", known));
        };
    }

    /** A list of values of one kind. */
    static <T> Reader<List<T>> many(Reader<T> reader) {
        return json -> {
            if (json instanceof List<?> values) {
                List<T> list = new ArrayList<>(values.size());
                values.forEach(value -> list.add(reader.read(value)));
                return list;
            }
            throw refusal(json, "is not a list");
        };
    }

    /** A value, or null. */
    static <T> Reader<T> orNull(Reader<T> reader) {
        return json -> json == null ? null : reader.read(json);
    }
}
