package sim.instrumentation.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a payload of each call of a method or constructor, while the probe {@code @Payload} records. The value is the template of
 * the payload's description, such as <code>order {0.kind} of {this.shop}</code>. An expression in braces begins with
 * {@code this}, {@code result}, {@code error}, {@code class}, {@code method}, or a parameter's number (from 0) or name. After
 * each dot comes a property to read: a method {@code name()}, {@code getName()} or {@code isName()} without parameters, or a
 * field {@code name}. Leave ids and times out, because equal descriptions are added up.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Payload {
    /** The template. */
    String value();
}
