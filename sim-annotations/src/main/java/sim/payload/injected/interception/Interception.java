package sim.payload.injected.interception;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a handler that makes neither payload nor split: it keeps books for others, or opens and closes control objects. Called whether the probe
 * records or not.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Interception {
    /** When the handler is called. */
    InvocationType invokeOn();

    /** Where. */
    MethodSpec method();

    /** Whether it is called for recursive calls of the method as well. */
    boolean reentrant() default true;
}
