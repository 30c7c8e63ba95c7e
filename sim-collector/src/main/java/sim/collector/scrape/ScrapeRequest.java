package sim.collector.scrape;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import sim.wire.tls.ClearText;

/**
 * The head of a request; what follows it is not read.
 *
 * @param method such as GET
 * @param path with what follows a question mark
 * @param headers by their names in lower case
 */
record ScrapeRequest(String method, String path, Map<String, String> headers) {
    /** Of a head, in bytes. */
    static final int LONGEST = 8_192;

    /** What a client sent first; if that is no head, a request that is refused. */
    static ScrapeRequest of(byte[] head, int length) {
        String[] lines = new String(head, 0, length, StandardCharsets.ISO_8859_1).split("\r?\n", -1);
        String[] first = lines[0].split(" ");
        if (first.length != 3 || !first[2].startsWith("HTTP/1.") || !ends(head, length)) {
            return new ScrapeRequest("", "", Map.of());
        }
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < lines.length && !lines[i].isEmpty(); i++) {
            int colon = lines[i].indexOf(':');
            if (colon > 0) {
                String name = lines[i].substring(0, colon).trim().toLowerCase(Locale.ROOT);
                if (headers.put(name, lines[i].substring(colon + 1).trim()) != null && name.equals("host")) {
                    return new ScrapeRequest("", "", Map.of()); // of two, a proxy in front may have looked at the other one
                }
            }
        }
        return new ScrapeRequest(first[0], first[1], headers);
    }

    /** Whether the empty line after the head has come; what follows it may have, too. */
    static boolean ends(byte[] head, int length) {
        for (int i = 1; i < length; i++) {
            if (head[i] == '\n' && (head[i - 1] == '\n' || i > 1 && head[i - 1] == '\r' && head[i - 2] == '\n')) {
                return true;
            }
        }
        return false;
    }

    /**
     * The status and the cure if it is not answered, otherwise null.
     *
     * @param isLoopback whether only this machine may ask: then a page of the Internet must not ask by a name of its own for this address
     */
    String refusal(boolean isLoopback) {
        if (method.isEmpty()) {
            return "400 this is SIM's port for Prometheus, and that was no HTTP request for it";
        }
        if (isLoopback && ClearText.leavesTheMachine(hostName())) {
            return "403 ask for 127.0.0.1 or localhost: by another name this address is not answered";
        }
        if (!path.split("\\?", 2)[0].equals("/metrics")) {
            return "404 there is only /metrics";
        }
        return method.equals("GET") || isHead() ? null : "405 only GET and HEAD are answered";
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    boolean takesOpenMetrics() {
        return takes("accept", "application/openmetrics-text");
    }

    boolean takesGzip() {
        return takes("accept-encoding", "gzip");
    }

    /** Whether a header names it, and not with {@code q=0}, which says that the client does not take it. */
    private boolean takes(String header, String what) {
        for (String each : headers.getOrDefault(header, "").toLowerCase(Locale.ROOT).split(",")) {
            String[] parts = each.trim().split("\\s*;\\s*");
            if (parts[0].equals(what)
                    && Arrays.stream(parts).noneMatch(part -> part.matches("q\\s*=\\s*0(\\.0*)?"))) {
                return true;
            }
        }
        return false;
    }

    private String hostName() {
        return headers.getOrDefault("host", "127.0.0.1").replaceAll(":[0-9]+$", "");
    }
}
