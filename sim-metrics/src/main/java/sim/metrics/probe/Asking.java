package sim.metrics.probe;

import sim.context.Unmetered;

/**
 * SIM asks the application for a text on a thread of the application, perhaps inside a metered call: {@link OwnWork}, which is in no self time. A
 * thread that SIM does not know yet becomes known, so that its calls meanwhile are none; a virtual thread that gets no context for want of memory asks metered.
 */
final class Asking implements Unmetered {
    private final Threads threads;

    Asking(Threads threads) {
        this.threads = threads;
        OwnWork.load();
    }

    @Override
    public Object begin() {
        try {
            ThreadContext context = threads.find();
            if (context == null) {
                LightCall innermost = threads.innermostLight();
                if (innermost != null) {
                    return new OwnWork(innermost);
                }
                context = threads.plan.metered ? threads.forFeature() : null;
            }
            return context == null ? null : new OwnWork(context);
        } catch (Throwable failure) {
            threads.mishaps.failed(failure);
            return null;
        }
    }

    @Override
    public void end(Object begun) {
        try {
            ((OwnWork) begun).end();
            ThreadContext context = threads.find();
            if (context != null) {
                threads.releaseIdle(context);
            }
        } catch (Throwable failure) {
            threads.mishaps.failed(failure);
        }
    }
}
