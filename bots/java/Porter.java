// A bot in Java that needs no library: it chooses at random. Write yours in `choose`.
// Play it by: saqqara play 'java -Xmx256m bots/java/Porter.java' random
// The arena writes a line of JSON and waits for one: see sdk/PROTOCOL.md.
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

public final class Porter {
    // "views": "ask" leaves `view` out of the turns, since this bot does not read it.
    private static final String HELLO =
            "{\"type\":\"hello\",\"protocol\":1,\"name\":\"porter\",\"views\":\"ask\"}";
    private static final String READY = "{\"type\":\"ready\"}";

    /** Chance from the match's seed alone, so that a match can be repeated. */
    private Random chance = new Random();

    public static void main(String[] arguments) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        var output = new PrintStream(System.out, true, UTF_8); // it flushes each line
        var bot = new Porter();
        for (String line; (line = input.readLine()) != null; ) {
            output.println(bot.reply(line));
        }
    }

    private String reply(String message) {
        switch (field(message, "type")) {
            case "\"hello\"":
                return HELLO;
            case "\"turn\"":
                return answer(message);
            case "\"match_started\"":
                chance = new Random(field(message, "seed").hashCode());
                return READY;
            default:
                return READY;
        }
    }

    private String answer(String turn) {
        var version = field(turn, "version");
        var actions = parts(field(turn, "actions"));
        return actions.isEmpty()
                ? "{\"type\":\"error\",\"version\":" + version + ",\"message\":\"no action\"}"
                : "{\"type\":\"answer\",\"version\":" + version + ",\"action\":" + choose(actions) + "}";
    }

    private String choose(List<String> actions) {
        return actions.get(chance.nextInt(actions.size()));
    }

    /** Returns a field of an object as it is written, so strings keep their quotes and escapes. */
    private static String field(String json, String name) {
        var parts = parts(json);
        for (int key = 0; key + 1 < parts.size(); key += 2) {
            if (parts.get(key).equals('"' + name + '"')) {
                return parts.get(key + 1);
            }
        }
        return "null";
    }

    /** Splits an array into its items, or an object into its keys and values, as they are written. */
    private static List<String> parts(String json) {
        var parts = new ArrayList<String>();
        int start = 0;
        int depth = 0;
        boolean inString = false;
        for (int at = 0; at < json.length(); at++) {
            char letter = json.charAt(at);
            if (letter == '\\') {
                at++; // skip what it escapes
            } else if (letter == '"') {
                inString = !inString;
            } else if (!inString && (letter == '{' || letter == '[')) {
                if (++depth == 1) {
                    start = at + 1;
                }
            } else if (!inString && ",:}]".indexOf(letter) >= 0) {
                if (depth == 1) {
                    parts.add(json.substring(start, at).strip());
                    start = at + 1;
                }
                if (letter == '}' || letter == ']') {
                    depth--;
                }
            }
        }
        parts.removeIf(String::isEmpty);
        return parts;
    }
}
