package sim.server.identity;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.store.loop.Loop;

/** Knows who comes in, at both ports: by token, by the page's cookie, or by the proxy in front. Any thread. */
public final class Guard implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Guard.class);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Tokens tokens;
    private final Audit audit;
    private final Proxy proxy;
    private final boolean insecure;
    private final Sessions sessions = new Sessions();
    private final SeenToday seen = new SeenToday();
    private final Failures failures = new Failures(System::nanoTime);
    private final Loop looking;

    private Guard(Tokens tokens, Audit audit, Proxy proxy, boolean insecure) {
        this.tokens = tokens;
        this.audit = audit;
        this.proxy = proxy;
        this.insecure = insecure;
        this.looking = tokens == null
                ? null
                : Loop.every("sim-tokens", LOOK, this::look,
                        failure -> LOG.warn("the tokens stay as they are after {}", String.valueOf(failure)));
    }

    /** Looks what changed, on a thread of its own once a second. Tests do not wait for that. */
    synchronized void look() {
        if (audit != null) {
            audit.look();
        }
        tokens.look();
    }

    /** Asks nobody who they are; for tests and servers inside one. */
    public static Guard open() {
        return new Guard(null, null, null, false);
    }

    /**
     * @param required whether callers must say who they are although there are no tokens yet
     * @param proxy    the proxy that signs people in, or null
     * @param insecure whether the owner decided to do without
     */
    public static Guard of(TokenFile file, Audit audit, boolean required, Proxy proxy, boolean insecure)
            throws IOException {
        return new Guard(new Tokens(file, required || proxy != null), audit, proxy, insecure);
    }

    /** Whether callers must say who they are. */
    public boolean isRequired() {
        return tokens != null && tokens.isRequired();
    }

    public boolean isInsecure() {
        return insecure;
    }

    /** The proxy that signs people in, or null. */
    public Proxy proxy() {
        return proxy;
    }

    /** The audit log; null for a server that keeps none. */
    public Audit audit() {
        return audit;
    }

    /** Who has that token; null if nobody. A failure is counted and noted. */
    public Caller byToken(String text, InetAddress from, String action) throws TooManyFailures {
        Token token = tokens == null ? null : tokens.find(text);
        if (token != null) {
            return Caller.of(token);
        }
        String name = Token.nameIn(text);
        boolean many = failures.add("address " + Failures.block(from));
        many |= name != null && failures.add("name " + name);
        refused(Refused.WRONG_TOKEN, name == null ? "no token" : name, from, action, many ? "429" : "401");
        if (many) {
            throw new TooManyFailures();
        }
        return null;
    }

    /** Who the proxy says it is. The first request of a day that they may make is noted: they never sign in here. */
    public Caller byProxy(String user, String groups, InetAddress from) {
        Caller caller = proxy.caller(user, groups);
        if (caller.role() != null && seen.isFirst(caller.name(), LocalDate.now(ZoneOffset.UTC))) {
            done(caller, from, "first request of the day", "done", "",
                    caller.role().label() + " apps=" + caller.applications());
        }
        return caller;
    }

    /** Who is signed in with that cookie; null if nobody. */
    public Caller bySession(String id) {
        Token token = sessions.find(id);
        return token == null || !tokens.isGood(token) ? null : Caller.of(token);
    }

    /** Signs a caller in, who came with a token; returns the cookie's value. */
    public String signIn(Caller caller) {
        return sessions.begin(caller.token());
    }

    public void signOut(String id) {
        sessions.end(id);
    }

    /** Whether a caller may still do what they might when they came. */
    public boolean isStill(Caller caller) {
        return caller.token() == null ? !isRequired() : tokens.isGood(caller.token());
    }

    /** Notes what was done, if there is an audit log. */
    public void done(Caller who, InetAddress from, String action, String outcome, String before, String after) {
        if (audit != null) {
            audit.done(who.name(), from.getHostAddress(), action, outcome, before, after);
        }
    }

    /** Notes what was refused, if there is an audit log. */
    public void refused(Refused kind, String who, InetAddress from, String action, String outcome) {
        if (audit != null) {
            audit.refused(kind, who, from.getHostAddress(), action, outcome);
        }
    }

    @Override
    public void close() {
        if (looking != null) {
            looking.close();
        }
        if (audit != null) {
            audit.close();
        }
    }
}
