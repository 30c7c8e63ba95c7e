package sim.metrics.feature;

import java.util.Map;
import java.util.function.Consumer;
import sim.base.config.Options;
import sim.base.name.Names;
import sim.context.ContextWatch;
import sim.metrics.spi.ControlHandler;

/** The runtime as its features see it. Any thread, unless a method says otherwise. */
public interface FeatureHost {
    /** The options of the runtime. */
    Options options();

    /** All names. */
    Names names();

    /** Whether anything is metered. */
    boolean isMetering();

    /** Makes the collector drain soon. */
    void wake();

    /** Runs work that calls the application's code on a thread of SIM's. Nothing of it is metered. */
    void unmetered(Runnable work);

    /** Adds a handler for a kind of control. */
    void handle(ControlHandler handler);

    /** Tells {@code watch} of each context of that name. Called while the feature starts. */
    void watch(String context, ContextWatch watch);

    /** Passes on an event as if the application had said it. */
    void fire(String event, Map<String, ?> values);

    /** The calling thread; null if SIM does not know it, or knows it only by light calls. */
    MeteredThread known();

    /**
     * The calling thread. SIM meets it if need be. Null for a virtual thread that SIM does not know, if memory for calls is short. Call
     * {@link #leave} afterwards.
     */
    MeteredThread enter();

    /** The same, however short memory is. For what happens rarely, and for a thread that must have a record of its own. */
    MeteredThread enterAnyway();

    /** Lets a virtual thread go if nothing is in progress on it. */
    void leave(MeteredThread thread);

    /** Begins SIM's own work on the calling thread, such as a question to the application. */
    Pause pause(MeteredThread thread);

    /** Whether the calling thread is a virtual one. */
    boolean isVirtual();

    /** Visits each thread on which a feature has a part. Called on the collector's thread. */
    void visit(Consumer<MeteredThread> each);
}
