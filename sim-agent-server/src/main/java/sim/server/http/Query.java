package sim.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a request's query gives, decoded strictly. A lenient decoder leaves out a name it cannot read, puts another character into a value, or
 * takes the first of two values: the answer would be another one than was asked for. Immutable.
 */
final class Query {
    private static final String ENCODED = "percent-encoded UTF-8, in which % is written %25";

    private final Map<String, String> values = new LinkedHashMap<>();

    /** @param text what is behind the question mark, as it was sent; null for nothing */
    Query(String text) {
        if (text == null || text.isEmpty()) {
            return;
        }
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String sent = equals < 0 ? "" : pair.substring(equals + 1);
            if (name == null) {
                throw bad(equals < 0 ? pair : pair.substring(0, equals), sent, "a name in " + ENCODED);
            }
            String value = decoded(sent);
            if (value == null) {
                throw bad(name, sent, "a value in " + ENCODED);
            }
            if (values.putIfAbsent(name, value) != null) {
                throw bad(name, value, "given once");
            }
        }
    }

    /** By name, in the order in which they were sent. */
    Map<String, String> values() {
        return values;
    }

    /** The value of that name; null where it is not given. */
    String value(String name) {
        return values.get(name);
    }

    private static BadParameter bad(String name, String value, String allowed) {
        return new BadParameter(400, JsonRequest.start(name), JsonRequest.start(value), allowed);
    }

    /** Null if it is no percent-encoded UTF-8. */
    private static String decoded(String text) {
        byte[] sent = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(sent.length);
        for (int i = 0; i < sent.length; i++) {
            if (sent[i] == '+') {
                bytes.write(' ');
            } else if (sent[i] != '%') {
                bytes.write(sent[i]);
            } else {
                int high = i + 2 < sent.length ? Character.digit(sent[i + 1], 16) : -1;
                int low = high < 0 ? -1 : Character.digit(sent[i + 2], 16);
                if (low < 0) {
                    return null;
                }
                bytes.write(high << 4 | low);
                i += 2;
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
        } catch (CharacterCodingException malformed) {
            return null;
        }
    }
}
