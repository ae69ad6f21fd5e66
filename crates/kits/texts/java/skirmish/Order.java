package skirmish;

import java.util.Map;

/** An entry of a list of orders. {@link Model.Act} makes them, and {@link Turn#legal} has some. */
public final class Order {
    /** The order as it is sent. */
    public final Map<String, Object> json;

    private Order(Map<String, Object> json) {
        this.json = json;
    }

    /** For {@link Model.Act}: {@code of("do", "move", "unit", 3L)}. */
    static Order of(Object... entries) {
        return new Order(Json.object(entries));
    }

    static Order read(Object json) {
        new Fields("order", json).key("do", Read.TEXT);
        Map<String, Object> entries = Json.object();
        ((Map<?, ?>) json).forEach((key, value) -> entries.put(key.toString(), value));
        return new Order(entries);
    }

    @Override
    public String toString() {
        return Json.write(json);
    }
}
