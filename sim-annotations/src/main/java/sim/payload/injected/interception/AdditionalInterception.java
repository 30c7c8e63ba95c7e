package sim.payload.injected.interception;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a handler that is called at another point of the calls for which the handler above it in the source is called. If that
 * handler made a payload with a deferred name, this one returns the name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AdditionalInterception {
    /** When the handler is called. */
    InvocationType value();
}
