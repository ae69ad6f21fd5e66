package skirmish;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The loop, which reads messages, asks the bot and writes its answers; and what a bot can say beside its orders. */
public final class Skirmish {
    private static final List<Object> NOTES = new ArrayList<>();
    private static boolean resigned;

    private Skirmish() {
    }

    /** Prints to standard error, which is kept and shown to you alone. (System.out does the same in a kit.) */
    public static void log(Object text) {
        System.err.println(text);
    }

    /** A remark on a unit, shown to you alone when you watch the match. */
    public static synchronized void note(long unit, String text) {
        NOTES.add(Json.object("unit", unit, "text", text));
    }

    static synchronized void noteException(String text) {
        NOTES.add(Json.object("exception", text));
    }

    /** Gives the game up with this turn's answer. */
    public static synchronized void resign() {
        resigned = true;
    }

    static synchronized void forget() {
        NOTES.clear();
        resigned = false;
    }

    static synchronized List<Object> notes() {
        return List.copyOf(NOTES);
    }

    static synchronized boolean resigned() {
        return resigned;
    }

    /**
     * Plays until the match is over; with the arguments {@code --test FILE} plays that recording instead. Returns the
     * program's exit code.
     *
     * <p>The match is on standard input and output, or, with SKIRMISH_ATTACH=HOST:PORT/TOKEN, on a connection to there.
     */
    public static int run(Function<Hello, Player> maker, String[] arguments) {
        // Standard output is the protocol's; what the bot prints goes to the log.
        PrintStream out = System.out;
        System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        System.setOut(System.err);
        try {
            if (arguments.length == 2 && arguments[0].equals("--test")) {
                out.println(SelfTest.playSample(maker, arguments[1]));
            } else if (arguments.length > 0) {
                throw new IOException("usage: Main [--test FILE]");
            } else if (System.getenv("SKIRMISH_ATTACH") != null) {
                attach(maker, System.getenv("SKIRMISH_ATTACH"));
            } else {
                play(maker, System.in, out);
            }
            return 0;
        } catch (IOException | Unreadable error) {
            log("FAILED: " + error.getMessage());
            return 1;
        }
    }

    private static void attach(Function<Hello, Player> maker, String place) throws IOException {
        int slash = place.indexOf('/');
        int colon = place.lastIndexOf(':', slash);
        if (slash < 0 || colon < 0 || !place.substring(colon + 1, slash).matches("[0-9]{1,5}")) {
            throw new IOException("SKIRMISH_ATTACH is HOST:PORT/TOKEN");
        }
        int port = Integer.parseInt(place.substring(colon + 1, slash));
        try (Socket socket = new Socket(place.substring(0, colon), port)) {
            socket.setTcpNoDelay(true);
            send(socket.getOutputStream(), Json.object("type", "attach", "token", place.substring(slash + 1)));
            play(maker, socket.getInputStream(), socket.getOutputStream());
        }
    }

    private static void play(Function<Hello, Player> maker, InputStream in, OutputStream out) throws IOException {
        Session session = new Session(maker);
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        while (!session.over) {
            String line = lines.readLine();
            if (line == null) {
                return;
            }
            Map<String, Object> reply = session.handle(Json.parse(line));
            if (reply != null) {
                send(out, reply);
            }
        }
    }

    /** Writes a message in one piece. */
    private static void send(OutputStream out, Map<String, Object> message) throws IOException {
        out.write((Json.write(message) + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
