package sim.instrumentation.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Meters methods and constructors. On a type: those of the type in scope {@link #value()}, and those of its subclasses,
 * overridden ones included. On a method or constructor: that one, whatever the value.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Instrument {
    /** Which members of an annotated type are metered. */
    InstrumentationScope value() default InstrumentationScope.ALL;
}
