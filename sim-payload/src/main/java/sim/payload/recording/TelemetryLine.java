package sim.payload.recording;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import sim.model.payload.PayloadProbeEntry.Line;
import sim.model.text.Text;

/** What the annotation of a telemetry method says. There are several such annotations, which have the same values. */
final class TelemetryLine {
    private static final List<String> ANNOTATIONS = List.of("sim.payload.embedded.telemetry.Telemetry",
            "sim.payload.injected.telemetry.Telemetry");
    private static final String CONSOLIDATION = "consolidation";
    private static final int LONGEST = 200;

    private TelemetryLine() {}

    /** Whether a method is annotated as a telemetry. */
    static boolean isAt(Method method) {
        return annotation(method) != null;
    }

    /**
     * The line of such a method, as its annotation says.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    static Line of(Method method) {
        Annotation telemetry = annotation(method);
        Object format = value(telemetry, "format");
        return new Line(Text.cut((String) value(telemetry, "value"), LONGEST),
                Text.cut((String) value(telemetry, "line"), LONGEST), ((Enum<?>) value(format, "value")).name(),
                Line.scale((Integer) value(format, "scale")), (Boolean) value(format, "stacked"),
                consolidation(telemetry));
    }

    /** The published annotation has none. */
    private static String consolidation(Annotation telemetry) {
        return Stream.of(telemetry.annotationType().getMethods()).anyMatch(each -> each.getName().equals(CONSOLIDATION))
                ? ((Enum<?>) value(telemetry, CONSOLIDATION)).name()
                : Line.MEAN;
    }

    private static Annotation annotation(Method method) {
        for (Annotation each : method.getAnnotations()) {
            if (ANNOTATIONS.stream().anyMatch(api -> ApiCopy.isCalled(each.annotationType().getName(), api))) {
                return each;
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
