package sim.context;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Keys and texts that travel with a context: to all contexts inside it, and to other processes as the W3C header {@code baggage}.
 * Immutable; all contexts that inherit it share one object. It has at most {@link #MOST_BYTES} as a header, and at most {@link
 * #MOST_MEMBERS} members; W3C asks for at least 64. Parsing keeps no more than that and never throws, whatever a header contains.
 */
public final class Baggage {
    /** The most bytes of a header: the bound of the W3C recommendation. */
    public static final int MOST_BYTES = 8192;
    /** The most members of a header: the bound of the W3C recommendation. */
    public static final int MOST_MEMBERS = 180;
    static final Baggage EMPTY = new Baggage(Collections.emptyMap(), 0);

    /** The characters of a key in addition to letters and digits: those of HTTP tokens. */
    private static final String TOKEN = "!#$%&'*+-.^_`|~";
    /** The characters of ASCII that a value keeps, in addition to letters and digits. Everything else is percent-encoded. */
    private static final String PLAIN = "!#$&'()*+-./:<=>?@[]^_`{|}~";

    private final Map<String, Member> members;
    private final int bytes;

    private Baggage(Map<String, Member> members, int bytes) {
        this.members = members;
        this.bytes = bytes;
    }

    /** The text under a key, or null. */
    public String get(String key) {
        Member member = members.get(key);
        return member == null ? null : member.value;
    }

    /** Whether it has no members. */
    public boolean isEmpty() {
        return members.isEmpty();
    }

    /** How many members there are, {@link #MOST_MEMBERS} at most. */
    public int size() {
        return members.size();
    }

    /** Key and text of each, in the order they came. */
    public void forEach(BiConsumer<String, String> action) {
        members.forEach((key, member) -> action.accept(key, member.value));
    }

    /**
     * This baggage with one more member. Returns this baggage itself if the key is no HTTP token, the value is null, or there is no room.
     */
    Baggage with(String key, String value) {
        if (key == null || value == null || !isToken(key, 0, key.length())) {
            return this;
        }
        String encoded = encode(value);
        Member before = members.get(key);
        int size = bytes - (before == null ? 0 : cost(key, before)) + key.length() + encoded.length() + 2;
        if (size - 1 > MOST_BYTES || before == null && members.size() >= MOST_MEMBERS) {
            return this;
        }
        Map<String, Member> more = new LinkedHashMap<>(members);
        more.put(key, new Member(value, key + "=" + encoded));
        return new Baggage(more, size);
    }

    /** The text of the header, or null if it has no members. */
    String format() {
        if (members.isEmpty()) {
            return null;
        }
        StringBuilder header = new StringBuilder(bytes);
        members.forEach((key, member) -> header.append(header.length() == 0 ? "" : ",").append(member.raw));
        return header.toString();
    }

    /** Parses a header. Leaves out members that are malformed or past a bound, and calls {@code dropped} for each. */
    static Baggage parse(String header, Runnable dropped) {
        if (header == null || header.isEmpty()) {
            return EMPTY;
        }
        Map<String, Member> members = new LinkedHashMap<>();
        int bytes = 0;
        int end = -1;
        // Text past the bound is not read, so a header of megabytes costs no more than one of 8 KB.
        int most = Math.min(header.length(), MOST_BYTES + 1);
        while (end < most) {
            int begin = end + 1;
            end = indexOf(header, ',', begin, most);
            if (end == most) {
                end = header.length();
            }
            if (isBlank(header, begin, Math.min(end, most))) {
                continue;
            }
            Member member = end > MOST_BYTES ? null : member(header, begin, end);
            String key = member == null ? null : member.key();
            int size = member == null ? 0 : cost(key, member);
            if (member == null || bytes + size - 1 > MOST_BYTES
                    || members.size() >= MOST_MEMBERS && !members.containsKey(key)) {
                dropped.run();
            } else {
                Member before = members.put(key, member);
                bytes += size - (before == null ? 0 : cost(key, before));
            }
        }
        return members.isEmpty() ? EMPTY : new Baggage(members, bytes);
    }

    /** Parses {@code key = value ; property ; property=value}, with blanks anywhere between. Null if it is malformed. */
    private static Member member(String header, int begin, int end) {
        int properties = indexOf(header, ';', begin, end);
        int equals = indexOf(header, '=', begin, properties);
        if (equals == properties) {
            return null;
        }
        int keyBegin = skip(header, begin, equals);
        int keyEnd = trim(header, keyBegin, equals);
        int valueBegin = skip(header, equals + 1, properties);
        int valueEnd = trim(header, valueBegin, properties);
        if (!isToken(header, keyBegin, keyEnd) || !isValue(header, valueBegin, valueEnd)
                || !isValueWithBlanks(header, properties, end)) {
            return null;
        }
        String key = header.substring(keyBegin, keyEnd);
        String raw = key + "=" + header.substring(valueBegin, valueEnd)
                + header.substring(properties, trim(header, properties, end));
        return new Member(decode(header, valueBegin, valueEnd), raw);
    }

    private static int cost(String key, Member member) {
        return member.raw.length() + 1;
    }

    /** {@code to} where there is none. That of String looks to the end: for each member through all of a header of megabytes. */
    private static int indexOf(String text, char wanted, int from, int to) {
        int at = from;
        while (at < to && text.charAt(at) != wanted) {
            at++;
        }
        return at;
    }

    private static int skip(String text, int from, int to) {
        int at = from;
        while (at < to && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        return at;
    }

    private static int trim(String text, int from, int to) {
        int end = to;
        while (end > from && (text.charAt(end - 1) == ' ' || text.charAt(end - 1) == '\t')) {
            end--;
        }
        return end;
    }

    private static boolean isBlank(String text, int from, int to) {
        return skip(text, from, to) >= to;
    }

    private static boolean isToken(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!isLetterOrDigit(c) && TOKEN.indexOf(c) < 0) {
                return false;
            }
        }
        return from < to;
    }

    /** Whether all characters are baggage-octets: visible ASCII without quotation marks, comma, semicolon and backslash. */
    private static boolean isValue(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c > '~' || c == '"' || c == ',' || c == ';' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    private static boolean isValueWithBlanks(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c != ';' && c != ' ' && c != '\t' && !isValue(text, i, i + 1)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetterOrDigit(char c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static String encode(String value) {
        StringBuilder encoded = new StringBuilder(value.length() + 8);
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(value);
        while (bytes.hasRemaining()) {
            int octet = bytes.get() & 0xff;
            if (octet < 128 && (isLetterOrDigit((char) octet) || PLAIN.indexOf(octet) >= 0)) {
                encoded.append((char) octet);
            } else {
                encoded.append('%').append(Character.toUpperCase(Character.forDigit(octet >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(octet & 15, 16)));
            }
        }
        return encoded.toString();
    }

    /** Decodes percent-encoded UTF-8. Bytes that are no UTF-8 become U+FFFD; a single '%' stays as it is. */
    private static String decode(String text, int from, int to) {
        if (indexOf(text, '%', from, to) == to) {
            return text.substring(from, to);
        }
        ByteBuffer bytes = ByteBuffer.allocate(to - from);
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            int high = c == '%' && i + 2 < to ? Character.digit(text.charAt(i + 1), 16) : -1;
            int low = high >= 0 ? Character.digit(text.charAt(i + 2), 16) : -1;
            if (low >= 0) {
                bytes.put((byte) (high << 4 | low));
                i += 2;
            } else {
                bytes.put((byte) c);
            }
        }
        bytes.flip();
        try {
            CharBuffer decoded = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE).decode(bytes);
            return decoded.toString();
        } catch (CharacterCodingException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Override
    public String toString() {
        String header = format();
        return header == null ? "" : header;
    }

    /**
     * @param value the decoded text
     *
     * @param raw the member as it came, with its properties; it is sent on like this
     */
    private record Member(String value, String raw) {
        String key() {
            return raw.substring(0, raw.indexOf('='));
        }
    }
}
