package sim.jfr.reader;

import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/**
 * An event and the context it is in.
 *
 * @param event as the JDK reads it
 * @param context values (null, String, Long, Double or Boolean) by key, the outermost scope's first; empty: none
 */
public record JoinedEvent(RecordedEvent event, Map<String, Object> context) {}
