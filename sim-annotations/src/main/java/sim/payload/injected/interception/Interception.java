package sim.payload.injected.interception;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a handler that makes neither payloads nor splits. It keeps data for other handlers, or opens and closes control objects.
 * SIM calls it whether the probe records or not.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Interception {
    /** When the handler is called. */
    InvocationType invokeOn();

    /** The method; or several, each as if it had a handler of its own. */
    MethodSpec[] method();

    /** Whether the handler is also called for recursive calls of the method. */
    boolean reentrant() default true;
}
