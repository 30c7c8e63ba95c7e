package sim.instrumentation.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a payload of each call of a method or constructor, while the probe {@code @Payload} records. Its description is a template:
 * <code>order {0.id} of {this.shop}</code>. A place in braces is {@code this}, {@code result}, {@code error}, {@code class}, {@code method},
 * a parameter's number from 0 or its name, and behind it, with dots, what is read from there: a method without parameters called so,
 * {@code getSo} or {@code isSo}, or a field. Leave out ids and times: equal descriptions are added up.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Payload {
    /** The template. */
    String value();
}
