package sim.instrumentation.aop.aspectj;

/**
 * A propagator that leaves task objects as they are where the application may meet them again, and finds their context
 * where they run.
 */
abstract aspect TaskPropagator extends CodeStyleContextPropagator {
    /** Where tasks run: executions of the application's own. */
    abstract pointcut taskRuns();

    before(Object task): taskRuns() && this(task) {
        HandOver.runs(task);
    }

    after(Object task): taskRuns() && this(task) {
        HandOver.ran(task);
    }
}
