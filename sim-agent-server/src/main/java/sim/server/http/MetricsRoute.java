package sim.server.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import sim.export.prometheus.MetricsPage;
import sim.server.identity.Caller;

/** Answers what scrapes {@code /metrics}. Any thread. */
final class MetricsRoute {
    static final String PATH = "/metrics";
    /** Scrapes at a time: each holds all series while they are written. */
    private static final int AT_ONCE = 2;
    private static final int PATIENCE_SECONDS = 5;

    private final Answering answering;
    private final MetricsPage page;
    private final Semaphore scrapes;
    private final int patienceSeconds;

    MetricsRoute(Answering answering, MetricsPage page) {
        this(answering, page, AT_ONCE, PATIENCE_SECONDS);
    }

    MetricsRoute(Answering answering, MetricsPage page, int atOnce, int patienceSeconds) {
        this.answering = answering;
        this.page = page;
        this.scrapes = new Semaphore(atOnce);
        this.patienceSeconds = patienceSeconds;
    }

    void add(RoutesConfig routes) {
        HttpServer.get(routes, PATH, this::answer);
    }

    private void answer(Context request) {
        AnswerStream out = new AnswerStream(request);
        boolean admitted = false;
        try {
            admitted = scrapes.tryAcquire(patienceSeconds, TimeUnit.SECONDS);
            if (!admitted) {
                request.status(503).header("Retry-After", String.valueOf(PATIENCE_SECONDS));
                AnswerStream.type(request, null);
                Answering.write(out, Map.of("error", "The server is busy with other scrapes."));
                return;
            }
            String accept = request.header("Accept");
            request.header("Cache-Control", "no-store");
            AnswerStream.type(request, page.contentType(accept));
            Caller caller = Entrance.caller(request);
            page.write(accept, caller::maySee, caller.applications().isAll(), out);
            out.close();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException failure) {
            answering.failed(request, out, failure);
        } finally {
            if (admitted) {
                scrapes.release();
            }
        }
    }
}
