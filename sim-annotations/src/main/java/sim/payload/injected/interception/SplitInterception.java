package sim.payload.injected.interception;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a handler that splits the call tree below a method: it is called on entry and returns the text to split by, or a
 * {@link sim.payload.injected.Payload}; null for no split. Called while the probe records.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface SplitInterception {
    /** Where. */
    MethodSpec method();

    /** Whether a split is a payload too. */
    boolean payloads() default true;

    /** Whether recursive calls of the method split again. */
    boolean reentrant() default false;

    /** Whether calls that throw are payloads as well. */
    boolean exceptionPayloads() default false;
}
