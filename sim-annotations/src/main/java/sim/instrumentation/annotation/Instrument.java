package sim.instrumentation.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Meters methods and constructors. On a type, it selects the members of the type that {@link #value()} names, and those of its
 * subclasses, overriding ones included. On a method or constructor, it selects that one, whatever the value is.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Instrument {
    /** Which members of an annotated type are metered. */
    InstrumentationScope value() default InstrumentationScope.ALL;
}
