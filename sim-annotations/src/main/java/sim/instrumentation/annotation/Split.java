package sim.instrumentation.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Splits the call tree below a method, once for each distinct text, while the probe {@code @Split} records. The text is a
 * template like that of {@link Payload}, without result and error.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Split {
    /** The template. */
    String value();
}
