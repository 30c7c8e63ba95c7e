package sim.payload.injected.interception;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a handler that makes a payload of each call of a method. The handler returns the description; on entry it may return a
 * {@link sim.payload.injected.Payload} instead. Null makes no payload. SIM calls the handler while the probe records. The
 * payload's time is the intercepted method's.
 *
 * <p>Inside a payload of the same probe, SIM records no new payload: the values that the inner handler returns replace the outer
 * description, control object and type, and the outer time stays.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface PayloadInterception {
    /** When the handler is called. */
    InvocationType invokeOn();

    /** The method; or several, each as if it had a handler of its own. */
    MethodSpec[] method();

    /** Whether the handler is also called for recursive calls of the method. */
    boolean reentrant() default false;

    /** Whether calls that throw are also payloads. */
    boolean exceptionPayloads() default false;
}
