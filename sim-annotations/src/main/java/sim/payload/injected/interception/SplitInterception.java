package sim.payload.injected.interception;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a handler that splits the call tree below a method. SIM calls it on entry, while the probe records. It returns the text
 * to split by, or a {@link sim.payload.injected.Payload}; null makes no split.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface SplitInterception {
    /** The method; or several, each as if it had a handler of its own. */
    MethodSpec[] method();

    /** Whether a split is also a payload. */
    boolean payloads() default true;

    /** Whether recursive calls of the method split again. */
    boolean reentrant() default false;

    /** Whether calls that throw are also payloads. */
    boolean exceptionPayloads() default false;
}
