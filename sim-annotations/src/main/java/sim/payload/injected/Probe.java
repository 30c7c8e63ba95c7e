package sim.payload.injected;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a class whose {@code public static} methods are called where other methods begin and end: an injected probe. SIM's agent finds it by
 * {@code payload.probes=a.FooProbe}, or by the list {@code META-INF/sim/payload-probes} in its jar.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Probe {
    /** What the probe is called, in a view and on a command line. */
    String name();

    /** What it records, in a sentence. */
    String description() default "";

    /** Whether single events may be kept. */
    boolean events() default true;

    /** Whether payloads may belong to control objects. */
    boolean controlObjects() default false;

    /** The event types; their constants' {@code toString} is shown. */
    @SuppressWarnings("rawtypes") // the published signature
    Class<? extends Enum> customTypes() default NoTypes.class;

    /** Stands for one type only. */
    enum NoTypes {
    }
}
