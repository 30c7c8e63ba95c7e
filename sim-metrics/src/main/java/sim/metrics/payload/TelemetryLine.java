package sim.metrics.payload;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import sim.metrics.snapshot.Text;
import sim.metrics.snapshot.payload.PayloadProbeEntry.Line;

/** How a telemetry method is annotated: by any of the annotations there are for it, which have the same values. */
final class TelemetryLine {
    private static final List<String> ANNOTATIONS = List.of("sim.payload.embedded.telemetry.Telemetry",
            "sim.payload.injected.telemetry.Telemetry");
    private static final int LONGEST = 200;
    private static final int FURTHEST = 9;

    private TelemetryLine() {}

    /** Null for a method that is no telemetry. */
    static Line of(Method method) {
        for (Annotation each : method.getAnnotations()) {
            if (ANNOTATIONS.stream().anyMatch(api -> ApiCopy.isCalled(each.annotationType().getName(), api))) {
                Object format = value(each, "format");
                int scale = (Integer) value(format, "scale");
                return new Line(Text.cut((String) value(each, "value"), LONGEST),
                        Text.cut((String) value(each, "line"), LONGEST), ((Enum<?>) value(format, "value")).name(),
                        Math.max(-FURTHEST, Math.min(FURTHEST, scale)), (Boolean) value(format, "stacked"));
            }
        }
        return null;
    }

    private static Object value(Object annotation, String name) {
        try {
            return ((Annotation) annotation).annotationType().getMethod(name).invoke(annotation);
        } catch (ReflectiveOperationException another) {
            throw new IllegalStateException(another);
        }
    }
}
