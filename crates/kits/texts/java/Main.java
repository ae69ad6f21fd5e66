import skirmish.Skirmish;

/** Starts the bot. Nothing needs to be changed here; the bot is in Bot.java. */
public final class Main {
    private Main() {
    }

    public static void main(String[] arguments) {
        System.exit(Skirmish.run(Bot::new, arguments));
    }
}
