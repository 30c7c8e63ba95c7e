package sim.server.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import sim.server.http.Doors;
import sim.server.http.HttpServer;
import sim.server.http.Site;
import sim.server.identity.Guard;
import sim.server.ingest.Ingest;
import sim.server.ingest.SecondNet;
import sim.server.query.Answers;
import sim.server.query.DuckDbAnswers;
import sim.server.query.QueryGate;
import sim.server.tls.ServerTls;
import sim.store.DuckDbStore;
import sim.store.Keep;
import sim.store.Ladder;
import sim.store.Store;
import sim.store.loop.Loop;

/** {@code sim server}: the agent server until it is told to end. */
@Command(name = "server", description = "Stores what collectors send and shows it.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class ServerCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ServerCommand.class);
    private static final Duration UPKEEP = Duration.ofSeconds(10);
    private static final long LEAST_QUERY_NANOS = 1_000_000_000L;
    private static final long MOST_QUERY_NANOS = 600 * LEAST_QUERY_NANOS;

    @Option(names = "--data", paramLabel = "DIR", defaultValue = "data", description = "where to keep it (default: ${DEFAULT-VALUE})")
    private Path data;

    @Option(names = "--port", defaultValue = "7420", description = "for collectors, 0 for any (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(names = "--http", defaultValue = "7421", description = "for browsers, 0 for any (default: ${DEFAULT-VALUE})")
    private int http;

    @Option(names = "--bind", defaultValue = "127.0.0.1", description = "the address to listen on (default: ${DEFAULT-VALUE})")
    private String bind;

    @Option(names = "--allow-host", paramLabel = "NAME", split = ",", description = "a name browsers may call this server by, besides localhost, 127.0.0.1 and what --bind says; several with commas")
    private Set<String> allowed = Set.of();

    @Option(names = "--redact-pattern", paramLabel = "REGEX", description = "replaces what it finds in values and texts before they are stored, after what applications replace themselves; several times")
    private List<String> patterns = List.of();

    @Mixin
    private ServerGuardOptions guarding;

    @Mixin
    private ServerTlsOptions encryption;

    @Mixin
    private ServerOtlpOptions otlp;

    @Mixin
    private ServerZipkinOptions zipkin;

    @Option(names = "--keep", paramLabel = "TIMES", defaultValue = "7d,notable=30d", converter = KeepConverter.class, description = "how long single calls, contexts and events are kept; the slowest and the failed contexts of each hour (notable); and sums by step, such as 7d,notable=30d,instance.1m=24h,application.1h=forever (default: ${DEFAULT-VALUE}, and sums as docs/store.md says)")
    private Keep keep;

    @Option(names = "--max-size", defaultValue = "10GB", converter = SizeConverter.class, description = "how large the store may grow, with MB or GB; when it is full, instances' finest and oldest rows go first (default: ${DEFAULT-VALUE})")
    private long maxSize;

    @Option(names = "--query-time", paramLabel = "TIME", defaultValue = "20s", converter = NanosConverter.class, description = "how long an answer may take from its turn on, 1s to 600s: until it is whole, or until its last byte has left if it is longer than 1 MB; two are made at a time, and one whose client reads slowly does not hold up others (default: ${DEFAULT-VALUE})")
    private long queryTime;

    @Option(names = "--ladder", hidden = true, paramLabel = "SLOT,STEPS", description = "the slot and the four steps, for tests of what takes months otherwise")
    private String ladder;

    @Override
    public Integer call() throws InterruptedException {
        if (queryTime < LEAST_QUERY_NANOS || queryTime > MOST_QUERY_NANOS) {
            throw new IllegalStateException("--query-time " + queryTime / 1_000_000 + "ms: 1s to 600s");
        }
        PrintStream err = System.err;
        PatientOutput log = new PatientOutput(err);
        System.setErr(new PrintStream(log, true));
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Doors doors = new Doors(bind, allowed);
        LastingFailure upkeepFails = new LastingFailure("the store's upkeep continues after a failure",
                "the store's upkeep works again", LOG::warn, LOG::info);
        try (ServerTls tls = encryption.make();
                Guard guard = guarding.make(data, bind, doors, tls != null);
                DuckDbStore kept = open(guard);
                ServerExports exports = new ServerExports(data, kept, otlp.target(), zipkin.target());
                Ingest ingest = listen(exports.store(), guard, tls);
                HttpServer page = serve(exports.store(), new DuckDbAnswers(kept), ingest, doors, guard, tls);
                Loop upkeep = Loop.every("sim-upkeep", UPKEEP, () -> {
                    if (kept.upkeep() != Store.NOT_DONE) {
                        upkeepFails.isOver();
                    }
                }, upkeepFails::met)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                ended.countDown();
                await(closed);
            }, "sim-exit"));
            exports.connected(ingest::connected);
            System.out.println("SIM agent server ready: " + (tls == null ? "http://" : "https://") + bind + ":"
                    + page.port() + " (collectors on "
                    + ingest.port() + ")");
            ended.await();
        } finally {
            log.close();
            System.setErr(err); // what keeps it from starting is said by the caller
            closed.countDown();
        }
        return 0;
    }

    private Ingest listen(Store store, Guard guard, ServerTls tls) {
        try {
            return new Ingest(store, bind, port, guard, tls, new SecondNet(patterns));
        } catch (IOException taken) {
            throw new IllegalStateException("--port " + port + " on --bind " + bind + " cannot be listened on ("
                    + taken.getMessage() + "); choose a free port with --port, or stop the process that uses this one",
                    taken);
        }
    }

    private HttpServer serve(Store store, Answers answers, Ingest ingest, Doors doors, Guard guard,
            ServerTls tls) {
        if (guard.isInsecure()) {
            LOG.warn(Doors.warning(bind, tls != null, guard.isRequired()));
        }
        try {
            return new HttpServer(store, answers, ingest, Site.at(bind, http).with(doors).with(guard, tls)
                    .with(QueryGate.Limits.ofReaders(Duration.ofNanos(queryTime))));
        } catch (RuntimeException taken) {
            throw new IllegalStateException("--http " + http + " on --bind " + bind + " cannot be listened on ("
                    + taken.getMessage() + "); choose a free port with --http, or stop the process that uses this one",
                    taken);
        }
    }

    private DuckDbStore open(Guard guard) {
        DuckDbStore store = new DuckDbStore(data, ladder == null ? Ladder.STANDARD : Ladder.of(ladder));
        store.keep(keep, maxSize);
        guard.audit().endBegun("forget"); // whoever forgets has the store open
        guard.audit().age(() -> !store.isClockInDoubt());
        return store;
    }

    private static void await(CountDownLatch closed) {
        try {
            closed.await(10, java.util.concurrent.TimeUnit.SECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
