package sim.instrumentation.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives every call of a method or constructor a flow context of its own: it begins at entry, inside the caller's
 * context if there is one, and ends at exit, by an exception too.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface CreateContext {
    /** What the work is called; the simple name of the declaring class when empty. */
    String name() default "";

    /** The group it belongs to; the package of the declaring class when empty. */
    String tag() default "";
}
