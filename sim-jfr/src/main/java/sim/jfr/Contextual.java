package sim.jfr;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import jdk.jfr.Label;
import jdk.jfr.MetadataDefinition;
import jdk.jfr.Name;

/**
 * Marks an event's field as context of all other events on its thread in the same time. In a recording it has the name of JDK
 * 25's own annotation, so that JDK's {@code jfr print} shows it, even in recordings made on 17. Use it on fields of an event
 * class of your own where the keys are known when you write it.
 */
@MetadataDefinition
@Name("jdk.jfr.Contextual")
@Label("Context")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Contextual {
}
