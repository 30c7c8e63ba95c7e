package sim.jfr.reader;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedClassLoader;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/** An event's fields as plain values. */
final class EventValues {
    /** The deepest nesting that is shown; the JDK's own events have five levels. */
    private static final int MAX_DEPTH = 10;

    private EventValues() {}

    static Map<String, Object> of(RecordedEvent event) {
        return fields(event, 0);
    }

    private static Map<String, Object> fields(RecordedObject object, int depth) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (ValueDescriptor field : object.getFields()) {
            values.put(field.getName(), value(object, field, depth));
        }
        return values;
    }

    private static Object value(RecordedObject object, ValueDescriptor field, int depth) {
        String name = field.getName();
        if (field.getAnnotation(Timestamp.class) != null) {
            Instant instant = object.getInstant(name);
            return instant == null || instant.equals(Instant.MIN) ? null : instant.toString();
        }
        if (field.getAnnotation(Timespan.class) != null) {
            Duration duration = object.getDuration(name);
            return duration.getSeconds() == Long.MIN_VALUE ? null : duration.toString();
        }
        return plain(object.getValue(name), depth);
    }

    private static Object plain(Object value, int depth) {
        if (value instanceof RecordedThread thread) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("name", thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName());
            values.put("javaThreadId", thread.getJavaThreadId());
            return values;
        }
        if (value instanceof RecordedClass type) {
            return type.getName();
        }
        if (value instanceof RecordedClassLoader loader) {
            return loader.getName() == null && loader.getType() != null ? loader.getType().getName() : loader.getName();
        }
        if (value instanceof RecordedMethod method) {
            return name(method);
        }
        if (value instanceof RecordedStackTrace stack) {
            List<Object> frames = new ArrayList<>();
            for (RecordedFrame frame : stack.getFrames()) {
                Map<String, Object> values = new LinkedHashMap<>();
                values.put("method", frame.getMethod() == null ? null : name(frame.getMethod()));
                values.put("line", frame.getLineNumber());
                values.put("type", frame.getType());
                frames.add(values);
            }
            return Map.of("truncated", stack.isTruncated(), "frames", frames);
        }
        if (value instanceof RecordedObject object) {
            return depth < MAX_DEPTH ? fields(object, depth + 1) : null;
        }
        if (value instanceof Object[] array) {
            List<Object> values = new ArrayList<>();
            for (Object element : array) {
                values.add(plain(element, depth));
            }
            return values;
        }
        return value instanceof Character ? value.toString() : value;
    }

    private static String name(RecordedMethod method) {
        return (method.getType() == null ? "" : method.getType().getName() + ".") + method.getName();
    }
}
