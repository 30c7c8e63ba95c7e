package sim.payload.injected;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an injected probe: a class whose {@code public static} methods, its handlers, are called where other methods begin and
 * end. SIM's agent finds the class by {@code payload.probes=a.FooProbe}, or by the list {@code META-INF/sim/payload-probes} in
 * its jar.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Probe {
    /** The probe's name, on the page and on the command line. */
    String name();

    /** What the probe records, in a sentence. */
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
