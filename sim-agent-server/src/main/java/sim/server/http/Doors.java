package sim.server.http;

import io.javalin.http.Context;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * By which names the server may be called. A browser sends the name it was given along: were any name good, a page of
 * another site could have its own name resolve to this server and read everything. Any thread.
 */
public final class Doors {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern HOST = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^\\[\\]:/@\\s]+)(?::[0-9]{1,5})?");
    private static final Pattern ADDRESS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-fA-F:.]+]");

    /**
     * Headers that say who sends what. Of two, a proxy may have read the one and this server the other. Jetty refuses two of {@code Host},
     * {@code Content-Length} and {@code Transfer-Encoding} by itself.
     */
    private static final List<String> ONCE = List.of("Authorization", "Origin", "Sec-Fetch-Site", "Content-Type",
            "X-Forwarded-Proto");

    private final Set<String> names = new TreeSet<>();
    private final boolean open;

    /**
     * @param bind the address listened on
     * @param allowed further names, without a port
     */
    public Doors(String bind, Set<String> allowed) {
        this.open = !isLoopback(bind);
        names.addAll(LOOPBACK);
        names.add(name(bind));
        allowed.forEach(each -> names.add(name(each)));
    }

    /** Whether other machines reach the server. */
    public boolean isOpen() {
        return open;
    }

    /** What {@code --insecure} means, in one line; for the log at each start. */
    public static String warning(String bind, boolean encrypted, boolean asked) {
        return "--insecure: --bind " + bind + " lets other machines in"
                + (encrypted
                        ? ""
                        : ", and whoever is on the way reads all that is sent" + (asked ? ", tokens included" : ""))
                + (asked
                        ? ""
                        : "; there are no tokens, so whoever reaches it can read all figures, values of contexts included, "
                                + "switch probes off, put scripts into applications that allow it, and report as any application")
                + ". ./sim certs and ./sim token add make it safe";
    }

    /** Refuses a request that was sent to another name, or by a page of another site, or that says twice who or what it is. */
    void check(Context request) {
        for (String header : ONCE) {
            if (Collections.list(request.req().getHeaders(header)).size() > 1) {
                throw new BadParameter(400, header, "", "sent once: of two, nobody knows which one counts");
            }
        }
        String host = request.header("Host");
        if (host == null || !isKnown(host)) {
            throw new BadParameter(403, "Host", shown(host), "one of " + String.join(", ", names)
                    + (open ? ", or an address" : "") + "; ./sim server --allow-host adds a name");
        }
        String origin = request.header("Origin");
        if (origin != null && !isSame(origin, host, request.req().isSecure())) {
            throw new BadParameter(403, "Origin", shown(origin), "the server's own page");
        }
        String site = request.header("Sec-Fetch-Site");
        boolean figures = request.path().startsWith("/api/") || request.path().startsWith("/metrics");
        if (figures && site != null && !Set.of("same-origin", "none").contains(site)) {
            throw new BadParameter(403, "Sec-Fetch-Site", shown(site), "the server's own page");
        }
    }

    private boolean isKnown(String host) {
        Matcher parts = HOST.matcher(host);
        if (!parts.matches()) {
            return false;
        }
        String name = parts.group(1).toLowerCase(Locale.ROOT);
        // an address is no name that somebody else could have resolve to this server
        return names.contains(name) || open && ADDRESS.matcher(name).matches();
    }

    /** Behind a proxy that ends TLS the scheme is not known here; where this server has TLS, a page in the clear is another site. */
    private static boolean isSame(String origin, String host, boolean encrypted) {
        try {
            URI from = URI.create(origin);
            String authority = from.getRawAuthority();
            return authority != null && authority.equalsIgnoreCase(host)
                    && (!encrypted || "https".equalsIgnoreCase(from.getScheme()));
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static boolean isLoopback(String bind) {
        try {
            return InetAddress.getByName(bind).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    private static String name(String address) {
        String name = address.toLowerCase(Locale.ROOT);
        return name.indexOf(':') >= 0 && !name.startsWith("[") ? "[" + name + "]" : name;
    }

    private static String shown(String header) {
        return header == null ? "" : header.length() <= 100 ? header : header.substring(0, 100);
    }
}
