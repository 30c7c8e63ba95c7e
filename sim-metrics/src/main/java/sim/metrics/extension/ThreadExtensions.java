package sim.metrics.extension;

import java.util.List;
import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import org.jinspired.probes.interceptor.ProbesInterceptorFactory;
import org.jinspired.probes.strategy.ProbesStrategy;
import org.jinspired.probes.strategy.ProbesStrategyFactory;

/** One thread's strategies and interceptors. What they do inside a callback is not metered. */
public final class ThreadExtensions {
    private final List<Extension<ProbesStrategyFactory>> strategyOf;
    private final List<Extension<ProbesInterceptorFactory>> interceptorOf;
    private final ProbesStrategy[] strategies;
    private final ProbesInterceptor[] interceptors;
    /**
     * Whether the thread is in a callback. A callback may end the probe that it is shown, and so cause other callbacks: this is true
     * until the outermost one returns.
     */
    private boolean busy;

    ThreadExtensions(List<Extension<ProbesStrategyFactory>> strategyOf,
            List<Extension<ProbesInterceptorFactory>> interceptorOf, Probes.Context context) {
        this.strategyOf = strategyOf;
        this.interceptorOf = interceptorOf;
        this.strategies = new ProbesStrategy[strategyOf.size()];
        this.interceptors = new ProbesInterceptor[interceptorOf.size()];
        busy = true;
        boolean interrupted = Thread.currentThread().isInterrupted();
        for (int i = 0; i < strategies.length; i++) {
            Extension<ProbesStrategyFactory> extension = strategyOf.get(i);
            try {
                strategies[i] = extension.isOff() ? null : extension.factory.create(context);
            } catch (Throwable failure) {
                extension.failed(failure);
            }
        }
        for (int i = 0; i < interceptors.length; i++) {
            Extension<ProbesInterceptorFactory> extension = interceptorOf.get(i);
            try {
                interceptors[i] = extension.isOff() ? null : extension.factory.create(context);
            } catch (Throwable failure) {
                extension.failed(failure);
            }
        }
        leave(false, interrupted);
    }

    /** Leaves callbacks. The thread is asked while they last: its class may answer for itself, in a method that is metered. */
    private void leave(boolean isBusy, boolean interrupted) {
        try {
            if (interrupted) {
                interruptAgain();
            }
        } finally {
            busy = isBusy;
        }
    }

    /** Sets an interrupt again that a waiting extension has taken and that was meant for the application. */
    static void interruptAgain() {
        if (!Thread.currentThread().isInterrupted()) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether this thread runs a callback. */
    public boolean isBusy() {
        return busy;
    }

    /** Asks all strategies. One vote against a firing is enough; without any vote it is metered. */
    public boolean vote(Probes.Probe probe) {
        boolean metered = true;
        boolean outside = busy;
        boolean interrupted = false;
        busy = true;
        try {
            interrupted = Thread.currentThread().isInterrupted();
            for (int i = 0; i < strategies.length; i++) {
                Extension<ProbesStrategyFactory> extension = strategyOf.get(i);
                if (strategies[i] != null && !extension.isOff()) {
                    try {
                        metered &= strategies[i].vote(probe) >= 0;
                    } catch (Throwable failure) {
                        extension.failed(failure);
                    }
                }
            }
        } finally {
            leave(outside, interrupted);
        }
        return metered;
    }

    public void begun(Probes.Probe probe) {
        tell(probe, true);
    }

    public void ended(Probes.Probe probe) {
        tell(probe, false);
    }

    /** Tells the interceptors that a firing begins or has ended. */
    private void tell(Probes.Probe probe, boolean begins) {
        boolean outside = busy;
        boolean interrupted = false;
        busy = true;
        try {
            interrupted = Thread.currentThread().isInterrupted();
            for (int i = 0; i < interceptors.length; i++) {
                Extension<ProbesInterceptorFactory> extension = interceptorOf.get(i);
                if (interceptors[i] != null && !extension.isOff()) {
                    try {
                        if (begins) {
                            interceptors[i].begin(probe);
                        } else {
                            interceptors[i].end(probe);
                        }
                    } catch (Throwable failure) {
                        extension.failed(failure);
                    }
                }
            }
        } finally {
            leave(outside, interrupted);
        }
    }
}
