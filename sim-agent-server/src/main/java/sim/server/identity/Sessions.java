package sim.server.identity;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who is signed in at the page: a random id in a cookie, of which only the hash is kept, in memory. Bounded. Any thread. */
final class Sessions {
    private static final int MOST = 10_000;
    /** Of one token: whoever signs in again and again signs out nobody but themselves. */
    private static final int MOST_OF_ONE = 100;
    private static final long LASTS_NANOS = 12 * 3_600_000_000_000L;

    private record Session(Token token, long sinceNanos) {}

    private final Map<String, Session> byHash = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Session> eldest) {
            return size() > MOST;
        }
    };

    /** Signs in; returns the cookie's value. */
    synchronized String begin(Token token) {
        long now = System.nanoTime();
        byHash.values().removeIf(each -> now - each.sinceNanos > LASTS_NANOS);
        List<String> own = byHash.entrySet().stream().filter(each -> each.getValue().token.name().equals(token.name()))
                .map(Map.Entry::getKey).toList();
        own.subList(0, Math.max(0, own.size() - MOST_OF_ONE + 1)).forEach(byHash::remove);
        String id = Token.secret();
        byHash.put(Token.hash(id), new Session(token, now));
        return id;
    }

    /** The token of who is signed in, or null. It may have been revoked meanwhile. */
    synchronized Token find(String id) {
        Session known = byHash.get(Token.hash(id));
        return known == null || System.nanoTime() - known.sinceNanos > LASTS_NANOS ? null : known.token;
    }

    synchronized void end(String id) {
        byHash.remove(Token.hash(id));
    }
}
