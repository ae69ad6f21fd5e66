package skirmish;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as Java values: null, Boolean, Long, Double, String, List and Map, which keeps the order of its keys. */
public final class Json {
    /** Deeper values are refused, so that no text can exhaust the stack. */
    private static final int MOST_DEPTH = 100;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /** Reads a whole text. */
    public static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.space();
        if (json.at < text.length()) {
            throw json.refusal("something follows the value");
        }
        return value;
    }

    /** Writes a value on one line. */
    public static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(out, value);
        return out.toString();
    }

    /** The value behind a key; null if there is none, or if it is not an object. */
    public static Object get(Object json, String key) {
        return json instanceof Map<?, ?> map ? map.get(key) : null;
    }

    /** An object: {@code object("type", "orders", "request", 3L)}. */
    public static Map<String, Object> object(Object... entries) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            object.put((String) entries[i], entries[i + 1]);
        }
        return object;
    }

    private static void write(StringBuilder out, Object value) {
        if (value instanceof String text) {
            writeText(out, text);
        } else if (value instanceof Map<?, ?> map) {
            String before = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(before);
                writeText(out, entry.getKey().toString());
                out.append(':');
                write(out, entry.getValue());
                before = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            String before = "[";
            for (Object entry : list) {
                out.append(before);
                write(out, entry);
                before = ",";
            }
            out.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof Double number && !Double.isFinite(number)) {
            out.append("null");
        } else {
            out.append(value);
        }
    }

    private static void writeText(StringBuilder out, String text) {
        out.append('"');
        for (char letter : text.toCharArray()) {
            if (letter == '"' || letter == '\\') {
                out.append('\\').append(letter);
            } else if (letter < ' ') {
                out.append(String.format("\\u%04x", (int) letter));
            } else {
                out.append(letter);
            }
        }
        out.append('"');
    }

    private Unreadable refusal(String why) {
        return new Unreadable("not JSON: " + why + " at character " + at);
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private void space() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    /** Goes past a word if it comes next; whether it did. */
    private boolean take(String word) {
        boolean there = text.startsWith(word, at);
        at += there ? word.length() : 0;
        return there;
    }

    private void expect(String word) {
        space();
        if (!take(word)) {
            throw refusal("no '" + word + "'");
        }
    }

    private Object value() {
        space();
        char next = peek();
        if (next == '{' || next == '[') {
            if (++depth > MOST_DEPTH) {
                throw refusal("too deep");
            }
            at++;
            Object value = next == '{' ? object() : list();
            depth--;
            return value;
        }
        if (next == '"') {
            return string();
        }
        if (next == '-' || isDigit(next)) {
            return number();
        }
        if (take("null")) {
            return null;
        }
        if (take("true")) {
            return true;
        }
        if (take("false")) {
            return false;
        }
        throw refusal("no value");
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        space();
        while (!take("}")) {
            if (!object.isEmpty()) {
                expect(",");
            }
            String key = string();
            expect(":");
            object.put(key, value());
            space();
        }
        return object;
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        space();
        while (!take("]")) {
            if (!list.isEmpty()) {
                expect(",");
            }
            list.add(value());
            space();
        }
        return list;
    }

    private Object number() {
        int start = at;
        boolean whole = true;
        while ("+-.eE".indexOf(peek()) >= 0 || isDigit(peek())) {
            whole &= ".eE".indexOf(peek()) < 0;
            at++;
        }
        String digits = text.substring(start, at);
        try {
            if (whole && digits.length() < 19) {
                return Long.valueOf(digits);
            }
            return Double.valueOf(digits);
        } catch (NumberFormatException error) {
            throw refusal("a bad number");
        }
    }

    private static boolean isDigit(char letter) {
        return letter >= '0' && letter <= '9';
    }

    private String string() {
        expect("\"");
        StringBuilder out = new StringBuilder();
        while (at < text.length()) {
            char letter = text.charAt(at++);
            if (letter == '"') {
                return out.toString();
            }
            out.append(letter == '\\' ? escaped() : letter);
        }
        throw refusal("a text without an end");
    }

    private char escaped() {
        char letter = peek();
        at++;
        int simple = "\"\\/bfnrt".indexOf(letter);
        if (simple >= 0) {
            return "\"\\/\b\f\n\r\t".charAt(simple);
        }
        if (letter == 'u' && at + 4 <= text.length()) {
            String digits = text.substring(at, at + 4);
            at += 4;
            try {
                return (char) Integer.parseInt(digits, 16);
            } catch (NumberFormatException error) {
                throw refusal("a bad escape");
            }
        }
        throw refusal("a bad escape");
    }
}
