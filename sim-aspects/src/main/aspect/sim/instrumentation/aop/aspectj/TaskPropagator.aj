package sim.instrumentation.aop.aspectj;

/**
 * A propagator that does not replace task objects which the application may see again. It finds their context where they run.
 */
abstract aspect TaskPropagator extends CodeStyleContextPropagator {
    /** Where tasks run: executions in the application's own classes. */
    abstract pointcut taskRuns();

    before(Object task): taskRuns() && this(task) {
        HandOver.runs(task);
    }

    after(Object task): taskRuns() && this(task) {
        HandOver.ran(task);
    }
}
