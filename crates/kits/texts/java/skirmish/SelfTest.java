package skirmish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Runs a bot on recorded messages, offline. */
final class SelfTest {
    private SelfTest() {
    }

    /** Plays the recording and says what was played; throws if the bot fails anywhere. */
    static String playSample(Function<Hello, Player> maker, String file) throws IOException {
        Session session = new Session(maker);
        int games = 0;
        int turns = 0;
        int orders = 0;
        for (String line : Files.readAllLines(Path.of(file))) {
            Object message = Json.parse(line);
            Map<String, Object> reply = session.handle(message);
            Object type = Json.get(message, "type");
            games += "hello".equals(type) ? 1 : 0;
            turns += "turn".equals(type) ? 1 : 0;
            orders += Json.get(reply, "actions") instanceof List<?> actions ? actions.size() : 0;
        }
        if (session.errors > 0) {
            throw new IOException("the bot failed " + session.errors + " times in " + turns + " turns; see above");
        }
        if (turns == 0 || orders == 0) {
            throw new IOException(turns + " turns, " + orders + " orders: the bot does nothing");
        }
        return turns + " turns of " + games + " games answered with " + orders + " orders";
    }
}
