package sim.server.http;

import java.time.Duration;
import java.util.Set;
import sim.server.identity.Guard;
import sim.server.query.QueryGate;
import sim.server.tls.ServerTls;
import sim.store.loop.Descriptors;

/**
 * Where the page is, who may come in, and how much it takes. Immutable.
 *
 * @param bind        the address to listen on
 * @param port        0 for any free one
 * @param doors       the names the server may be called by
 * @param guard       who may come in
 * @param tls         null for a page in the clear
 * @param limits      of questions to the store
 * @param connections open at a time; further ones wait to be accepted
 * @param idle        how long one may be open without a request
 */
public record Site(String bind, int port, Doors doors, Guard guard, ServerTls tls, QueryGate.Limits limits,
        int connections, Duration idle) {
    /** Collectors and the store need descriptors too. */
    private static final int CONNECTIONS = 512;
    private static final Duration IDLE = Duration.ofSeconds(10);

    /** As it comes: asks nobody who they are, in the clear. */
    public static Site at(String bind, int port) {
        return new Site(bind, port, new Doors(bind, Set.of()), Guard.open(), null, QueryGate.Limits.ofReaders(),
                Descriptors.atMost(CONNECTIONS, 1), IDLE);
    }

    /** The same behind other doors. */
    public Site with(Doors others) {
        return new Site(bind, port, others, guard, tls, limits, connections, idle);
    }

    /** The same behind a guard and, if {@code encryption} is not null, encrypted. */
    public Site with(Guard other, ServerTls encryption) {
        return new Site(bind, port, doors, other, encryption, limits, connections, idle);
    }

    /** The same with other limits of questions. */
    public Site with(QueryGate.Limits others) {
        return new Site(bind, port, doors, guard, tls, others, connections, idle);
    }

    Site with(int most, Duration time) {
        return new Site(bind, port, doors, guard, tls, limits, most, time);
    }
}
