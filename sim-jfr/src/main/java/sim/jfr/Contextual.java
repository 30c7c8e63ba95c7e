package sim.jfr;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import jdk.jfr.Label;
import jdk.jfr.MetadataDefinition;
import jdk.jfr.Name;

/**
 * Marks a field of an event as context: it holds for all other events on the event's thread during the event. In a recording this
 * annotation has the name of JDK 25's own one, so that the JDK's {@code jfr print} shows such fields, even in recordings made by JDK 17.
 * Use it on the fields of an event class of your own if you know the keys when you write the class.
 */
@MetadataDefinition
@Name("jdk.jfr.Contextual")
@Label("Context")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Contextual {
}
