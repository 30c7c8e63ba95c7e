package sim.server.http;

import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import jakarta.servlet.http.Cookie;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Enumeration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import sim.server.identity.Caller;
import sim.server.identity.Guard;
import sim.server.identity.Proxy;
import sim.server.identity.Refused;
import sim.server.identity.Role;
import sim.server.identity.TooManyFailures;
import sim.wire.OneLine;

/** Finds out who sent a request, and refuses what they may not do, before a route sees it. Notes what was done. Any thread. */
final class Entrance {
    /** The cookie of who is signed in at the page. A server in the clear on the same host can neither set nor read one whose name begins so. */
    private static final String SECURE_COOKIE = "__Host-sim-session";
    private static final String COOKIE = "sim-session";
    /** How a token of ours begins: a proxy may pass another one on, of whom it asked. */
    private static final String OWN = "sim.";
    private static final String CALLER = "sim.caller";
    private static final String WISH = "sim.wish";
    private static final String BEFORE = "sim.before";
    private static final String OUTCOME = "sim.outcome";
    /** Characters that are noted of a wish that was not taken, which may be of any length. */
    private static final int LONGEST_REFUSED = 2_000;
    private static final Pattern BEARER = Pattern.compile("Bearer ([A-Za-z0-9._-]{1,200})", Pattern.CASE_INSENSITIVE);

    private final Guard guard;

    Entrance(Guard guard) {
        this.guard = guard;
    }

    /** Who sent a request that was let in. */
    static Caller caller(Context request) {
        Caller known = request.attribute(CALLER);
        return known == null ? Caller.NOBODY : known;
    }

    /** Keeps what a request wants, for the audit log. */
    static void wishes(Context request, String wish) {
        request.attribute(WISH, wish);
    }

    /** Keeps what was before a request's wish, for the audit log. */
    static void was(Context request, String before) {
        request.attribute(BEFORE, before);
    }

    /** Keeps what became of a request's wish, for the audit log: its answer may still fail. */
    static void became(Context request, String outcome) {
        request.attribute(OUTCOME, outcome);
    }

    /** The name of a new session's cookie: whether the browser speaks TLS decides, with this server or with a proxy in front. */
    String newCookie(Context request) {
        return isEncrypted(request) ? SECURE_COOKIE : COOKIE;
    }

    /** The name of the session's cookie that a request has. Of a page read through a proxy it is not known here whether the proxy ends TLS. */
    String cookie(Context request) {
        return isEncrypted(request) || cookie(request, SECURE_COOKIE) != null ? SECURE_COOKIE : COOKIE;
    }

    /** What the session's cookie says; null where it is not sent. */
    String session(Context request) {
        return cookie(request, cookie(request));
    }

    /** Another server on this host can set a cookie of the same name, for a longer path or a domain: a browser sends both. */
    private String cookie(Context request, String name) {
        Cookie[] sent = request.req().getCookies();
        List<String> values = sent == null
                ? List.of()
                : Stream.of(sent).filter(each -> each.getName().equals(name)).map(Cookie::getValue).distinct()
                        .toList();
        if (values.size() > 1) {
            guard.refused(Refused.TWICE, "two cookies", address(request), action(request), "400");
            throw new BadParameter(400, "Cookie", name,
                    "sent once: somebody else has set another one of this name; remove this host's cookies");
        }
        return values.isEmpty() ? null : values.get(0);
    }

    /** A cookie as it is set. One that is marked as secret to clear text is not sent back there. */
    static String set(String name, String value) {
        return name + "=" + value + "; Path=/; HttpOnly; SameSite=Strict"
                + (name.equals(SECURE_COOKIE) ? "; Secure" : "");
    }

    /** The doors have looked at the origin: it is the server's own page. Of a proxy that is trusted its word counts. */
    private boolean isEncrypted(Context request) {
        String origin = request.header("Origin");
        return request.req().isSecure() || origin != null && origin.regionMatches(true, 0, "https://", 0, 8)
                || guard.proxy() != null && guard.proxy().isAt(address(request))
                        && "https".equalsIgnoreCase(request.header("X-Forwarded-Proto"));
    }

    static InetAddress address(Context request) {
        try {
            return InetAddress.getByName(request.req().getRemoteAddr()); // an address: nothing is resolved
        } catch (UnknownHostException impossible) {
            return InetAddress.getLoopbackAddress();
        }
    }

    /** Before a route: is its caller known, and may they? */
    void check(Context request) {
        Endpoint route = request.endpoints().matchedHttpEndpoint();
        if (route == null) {
            return; // a file of the page
        }
        String method = route.method.name();
        if (Access.isOpen(method, route.path)) {
            return;
        }
        Caller caller = identify(request);
        request.attribute(CALLER, caller);
        Role needed = Access.needed(method, route.path);
        if (caller == Caller.NOBODY) {
            guard.refused(Refused.UNKNOWN, caller.name(), address(request), action(request), "401");
            throw notKnown(request);
        }
        if (!caller.may(needed)) {
            guard.refused(Refused.NOT_ALLOWED, caller.name(), address(request), action(request), "403");
            throw new BadParameter(403, "role", caller.role() == null ? "none" : caller.role().label(),
                    "this needs the role " + needed.label() + (needed == Role.ADMIN ? ", for all applications" : ""));
        }
    }

    /**
     * Who sent it; {@link Caller#NOBODY} if they did not say. A token of ours counts first, then a proxy's word, then the cookie: what a browser
     * or a proxy puts into {@code Authorization} for others, such as {@code Basic}, signs nobody out.
     */
    Caller identify(Context request) {
        if (!guard.isRequired()) {
            return Caller.ANYBODY;
        }
        String user = user(request);
        String authorization = request.header("Authorization");
        Matcher bearer = BEARER.matcher(authorization == null ? "" : authorization);
        String token = bearer.matches() ? bearer.group(1) : null;
        if (token != null && token.startsWith(OWN)) {
            return known(request, byToken(request, token));
        }
        if (user != null) {
            return guard.byProxy(user, request.header(guard.proxy().groupsHeader()), address(request));
        }
        String cookie = session(request);
        Caller signedIn = cookie == null ? null : guard.bySession(cookie);
        if (signedIn != null) {
            return signedIn;
        }
        return token == null ? Caller.NOBODY : known(request, byToken(request, token));
    }

    /** The user that the proxy names; null if it names none. */
    private String user(Context request) {
        Proxy proxy = guard.proxy();
        if (proxy == null) {
            return null;
        }
        String user = once(request, proxy.userHeader());
        String groups = once(request, proxy.groupsHeader());
        if ((user != null || groups != null) && !proxy.isAt(address(request))) {
            throw forged(request, proxy.userHeader(), "sent by the proxy that --trust-proxy names alone");
        }
        return user == null || user.isBlank() ? null : user;
    }

    /** A header of the proxy's. One that is there twice was not replaced: the client sent one of the two. */
    private String once(Context request, String header) {
        Enumeration<String> sent = request.req().getHeaders(header);
        String first = sent.hasMoreElements() ? sent.nextElement() : null;
        if (sent.hasMoreElements()) {
            throw forged(request, header, "sent once: the proxy must replace it, and not add another");
        }
        return first;
    }

    private BadParameter forged(Context request, String header, String allowed) {
        guard.refused(Refused.FORGED, "forged header", address(request), action(request), "403");
        return new BadParameter(403, header, "", allowed);
    }

    private static Caller known(Context request, Caller caller) {
        if (caller == null) {
            throw notKnown(request);
        }
        return caller;
    }

    /** Who has that token; null if nobody. */
    Caller byToken(Context request, String token) {
        try {
            return guard.byToken(token, address(request), action(request));
        } catch (TooManyFailures many) {
            request.header("Retry-After", String.valueOf(TooManyFailures.WAIT_SECONDS));
            throw new BadParameter(429, "token", "", "fewer wrong ones: wait " + TooManyFailures.WAIT_SECONDS + " s");
        }
    }

    private static BadParameter notKnown(Context request) {
        request.header("WWW-Authenticate", "Bearer realm=\"SIM\"");
        return new BadParameter(401, "token", "",
                "a good one: sign in at the page, or send Authorization: Bearer TOKEN; ./sim token add makes one");
    }

    /** Notes a request that the doors refused before anybody asked who sent it. */
    void refused(Context request, BadParameter why) {
        boolean isTwice = why.status == 400;
        guard.refused(isTwice ? Refused.TWICE : Refused.FOREIGN, (isTwice ? "two " : "foreign ") + why.parameter,
                address(request), action(request), String.valueOf(why.status));
    }

    /** After a route: what was wanted of applications is noted. */
    void note(Context request) {
        String wish = request.attribute(WISH);
        if (wish != null) {
            String before = request.attribute(BEFORE);
            String outcome = request.attribute(OUTCOME);
            int status = request.statusCode(); // below 400 although nothing was sent: its client has gone
            guard.done(caller(request), address(request), action(request),
                    outcome != null ? outcome : status < 400 ? "not done" : String.valueOf(status),
                    before == null ? "" : before, outcome != null ? wish : OneLine.of(wish, LONGEST_REFUSED));
        }
    }

    /** Notes that somebody is known, and may not sign in. */
    void mayNot(Context request, Caller caller) {
        guard.refused(Refused.NOT_ALLOWED, caller.name(), address(request), action(request), "403");
    }

    private static String action(Context request) {
        return request.req().getMethod() + " " + request.path();
    }
}
