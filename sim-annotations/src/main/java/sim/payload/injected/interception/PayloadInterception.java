package sim.payload.injected.interception;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a handler that makes a payload of each call of a method: it returns the description, or a
 * {@link sim.payload.injected.Payload} where it is invoked on entry; null for no payload. Called while the probe records. The time is the
 * intercepted method's.
 *
 * <p>Inside a payload of the same probe nothing new is recorded: what the inner handler returns replaces the outer description, control
 * object and type, and the outer time stays.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface PayloadInterception {
    /** When the handler is called. */
    InvocationType invokeOn();

    /** Where. */
    MethodSpec method();

    /** Whether it is called for recursive calls of the method as well. */
    boolean reentrant() default false;

    /** Whether calls that throw are payloads as well. */
    boolean exceptionPayloads() default false;
}
