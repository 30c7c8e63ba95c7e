package sim.server.http;

import io.javalin.http.Context;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import io.javalin.router.Endpoint;
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

    /** The name of a new session's cookie: whether the browser speaks TLS decides, with this server or with a proxy in front. */
    String newCookie(Context request) {
        return isEncrypted(request) ? SECURE_COOKIE : COOKIE;
    }

    /** The name of the session's cookie that a request has. Of a page read through a proxy it is not known here whether the proxy ends TLS. */
    String cookie(Context request) {
        return isEncrypted(request) || request.cookie(SECURE_COOKIE) != null ? SECURE_COOKIE : COOKIE;
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

    /** Who sent it; {@link Caller#NOBODY} if they did not say. What they say wrongly is refused. */
    Caller identify(Context request) {
        if (!guard.isRequired()) {
            return Caller.ANYBODY;
        }
        Proxy proxy = guard.proxy();
        String user = proxy == null ? null : request.header(proxy.userHeader());
        if (proxy != null && (user != null || request.header(proxy.groupsHeader()) != null)) {
            if (!proxy.isAt(address(request))) {
                guard.refused(Refused.FORGED, "forged header", address(request), action(request), "403");
                throw new BadParameter(403, proxy.userHeader(), "", "sent by the proxy that --trust-proxy names alone");
            }
        }
        String authorization = request.header("Authorization");
        Matcher bearer = authorization == null ? null : BEARER.matcher(authorization);
        boolean own = bearer != null && bearer.matches() && bearer.group(1).startsWith(OWN);
        if (user != null && !user.isBlank() && !own) {
            return proxy.caller(user, request.header(proxy.groupsHeader()));
        }
        if (authorization != null) {
            Caller known = bearer.matches() ? byToken(request, bearer.group(1)) : null;
            if (known == null) {
                throw notKnown(request);
            }
            return known;
        }
        String cookie = request.cookie(cookie(request));
        Caller known = cookie == null ? null : guard.bySession(cookie);
        return known == null ? Caller.NOBODY : known;
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
        guard.refused(Refused.FOREIGN, "foreign " + why.parameter, address(request), action(request),
                String.valueOf(why.status));
    }

    /** After a route: what was wanted of applications is noted. */
    void note(Context request) {
        String wish = request.attribute(WISH);
        if (wish != null) {
            String before = request.attribute(BEFORE);
            guard.done(caller(request), address(request), action(request), String.valueOf(request.statusCode()),
                    before == null ? "" : before,
                    request.statusCode() < 400 ? wish : OneLine.of(wish, LONGEST_REFUSED));
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
