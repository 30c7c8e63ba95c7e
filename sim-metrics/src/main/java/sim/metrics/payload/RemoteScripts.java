package sim.metrics.payload;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import sim.metrics.event.Bounded;
import sim.metrics.snapshot.Control;
import sim.metrics.snapshot.payload.ScriptAnswer;
import sim.metrics.snapshot.payload.ScriptRequest;
import sim.metrics.spi.ControlHandler;

/**
 * What somebody at the agent server asks of scripts, on its way to the agent, which alone can compile and place them; and the answers,
 * on their way back. The shipper's thread asks, a thread there is while there is something to do obeys, the collector's drains.
 */
public final class RemoteScripts implements ControlHandler {
    private static final int MOST_WAITING = 20;
    private static final int MOST_ANSWERS = 40;

    /** The agent; null where there is none. */
    private static volatile Function<ScriptRequest, ScriptAnswer> agent;

    private final Runnable wake;
    private final Bounded<ScriptAnswer> answers = new Bounded<>(MOST_ANSWERS);
    private ThreadPoolExecutor worker;

    /** @param wake has the collector drain soon: somebody waits for the answer */
    RemoteScripts(Runnable wake) {
        this.wake = wake;
    }

    /** Who obeys from now on; null for nobody. It must not throw. */
    public static void use(Function<ScriptRequest, ScriptAnswer> obeys) {
        agent = obeys;
    }

    @Override
    public String kind() {
        return ScriptRequest.KIND;
    }

    /** Has a request answered, with a later drain. */
    @Override
    public int handle(Control control) {
        ask((ScriptRequest) control);
        return 1;
    }

    private void ask(ScriptRequest request) {
        try {
            worker().execute(() -> answer(request));
        } catch (RejectedExecutionException full) {
            say(refused(request, MOST_WAITING + " requests wait already: ask again"));
        } catch (Throwable failure) { // no thread, no memory
            say(refused(request, "the application cannot obey: " + failure));
        }
    }

    private void answer(ScriptRequest request) {
        Function<ScriptRequest, ScriptAnswer> obeys = agent;
        try {
            say(obeys == null
                    ? refused(request, "the application runs without SIM's agent, which alone can put scripts into it")
                    : obeys.apply(request));
        } catch (Throwable failure) {
            say(refused(request, "the agent failed, and the application continues: " + failure));
        }
    }

    private void say(ScriptAnswer answer) {
        answers.offer(answer);
        wake.run();
    }

    private static ScriptAnswer refused(ScriptRequest request, String why) {
        return new ScriptAnswer(request.number(), false, why, List.of(), List.of());
    }

    private synchronized ThreadPoolExecutor worker() {
        if (worker == null) {
            worker = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING),
                    task -> {
                        Thread thread = new Thread(null, task, "sim-scripts-asked", 0, false);
                        thread.setDaemon(true);
                        thread.setContextClassLoader(null);
                        return thread;
                    });
            worker.allowCoreThreadTimeOut(true);
        }
        return worker;
    }

    /** The answers there are. */
    List<ScriptAnswer> drain() {
        List<ScriptAnswer> all = new ArrayList<>();
        answers.drain(all);
        return all;
    }
}
