package sim.instrumentation.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Writes a method's or constructor's arguments (before it runs) and the return value (after) into the current flow context, under
 * {@code <declaring type>.<member>.params.<parameter>} and {@code <declaring type>.<member>.result}. Without a current context
 * nothing is written, and SIM counts that.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface WriteToContext {
    /**
     * Parameters whose values are not kept, by their names, or {@code result}: {@code [redacted]} is written in their place. Of values whose
     * names say that they are secrets, such as {@code password}, the option {@code sim.redact} does so anyway.
     */
    String[] redact() default {};
}
