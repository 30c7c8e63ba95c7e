package sim.model.snapshot;

import java.util.Map;

/**
 * An event that an application fired by {@code EventProbe.fire()}.
 *
 * @param name the event's name
 * @param timeMicros microseconds since the epoch
 * @param context the flow context, 0 for none
 * @param thread the thread's name
 * @param values String, Long, Double or Boolean by key
 */
public record EventRecord(String name, long timeMicros, long context, String thread, Map<String, Object> values) {}
