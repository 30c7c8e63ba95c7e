package sim.jfr;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import jdk.jfr.Label;
import jdk.jfr.MetadataDefinition;
import jdk.jfr.Name;

/**
 * Marks an event's field as context of whatever else happens on its thread meanwhile. In a recording it goes by the name
 * of the annotation JDK 25 has for this, so that JDK's {@code jfr print} shows it, in recordings made on 17 as well. Use it
 * on fields of an event class of your own where the keys are known when you write it.
 */
@MetadataDefinition
@Name("jdk.jfr.Contextual")
@Label("Context")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Contextual {
}
