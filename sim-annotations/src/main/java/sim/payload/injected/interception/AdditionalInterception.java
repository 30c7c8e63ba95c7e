package sim.payload.injected.interception;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a handler that is called at another point of the calls of the handler above it in the source. Below one that made a payload with a
 * deferred name it returns that name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AdditionalInterception {
    /** When the handler is called. */
    InvocationType value();
}
