package sim.instrumentation.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives every call of a method or constructor a flow context of its own. The context begins at entry, inside the caller's context
 * if there is one, and ends at exit, also at an exit by an exception.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface CreateContext {
    /** The context's name. If it is empty: the simple name of the declaring class. */
    String name() default "";

    /** The context's tag, the group to which it belongs. If it is empty: the package of the declaring class. */
    String tag() default "";
}
