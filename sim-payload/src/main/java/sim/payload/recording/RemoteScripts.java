package sim.payload.recording;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import sim.base.event.Bounded;
import sim.base.failure.OwnThread;
import sim.metrics.spi.ControlHandler;
import sim.model.payload.ScriptAnswer;
import sim.model.payload.ScriptRequest;
import sim.model.snapshot.Control;

/**
 * Passes requests for scripts from the agent server to the agent, which alone can compile and place them, and the answers back. The
 * shipper's thread hands in requests. A thread that lives only while there is something to do runs them. The collector's thread drains the
 * answers.
 */
public final class RemoteScripts implements ControlHandler {
    private static final int MOST_WAITING = 20;
    private static final int MOST_ANSWERS = 40;

    /** The agent's function; null if the program runs without the agent. */
    private static volatile Function<ScriptRequest, ScriptAnswer> agent;

    private final Runnable wake;
    private final Bounded<ScriptAnswer> answers = new Bounded<>(MOST_ANSWERS);
    private ThreadPoolExecutor worker;

    /** @param wake makes the collector drain soon, because somebody waits for the answer */
    RemoteScripts(Runnable wake) {
        this.wake = wake;
    }

    /** Sets the function that carries out requests; null for none. */
    public static void use(Function<ScriptRequest, ScriptAnswer> obeys) {
        agent = obeys;
    }

    @Override
    public String kind() {
        return ScriptRequest.KIND;
    }

    /** Accepts a request. Its answer leaves with a later drain. */
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
        } catch (Throwable failure) { // no thread could be started, or no memory
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
                    task -> OwnThread.of(task, "sim-scripts-asked"));
            worker.allowCoreThreadTimeOut(true);
        }
        return worker;
    }

    /** Takes the answers out. */
    void drain(List<ScriptAnswer> into) {
        answers.drain(into);
    }
}
