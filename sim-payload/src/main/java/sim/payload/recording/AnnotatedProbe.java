package sim.payload.recording;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import sim.payload.embedded.PayloadProbe;
import sim.payload.injected.ControlObjectName;
import sim.payload.injected.Probe;
import sim.payload.injected.interception.SplitInterception;
import sim.payload.spi.Reentrant;

/**
 * What the annotations of an injected probe's class say about it. The code at an interception has already decided whether a nested call
 * counts, so every call that arrives here counts.
 */
final class AnnotatedProbe extends PayloadProbe implements Reentrant {
    private final Probe said;
    private final Method names;
    private final boolean splits;

    AnnotatedProbe(Class<?> type) {
        said = type.getAnnotation(Probe.class);
        Method naming = null;
        boolean splitting = false;
        for (Method method : type.getMethods()) {
            naming = method.isAnnotationPresent(ControlObjectName.class) ? method : naming;
            splitting |= method.isAnnotationPresent(SplitInterception.class);
        }
        names = naming;
        splits = splitting;
    }

    static boolean is(Class<?> type) {
        return type.isAnnotationPresent(Probe.class);
    }

    boolean splits() {
        return splits;
    }

    @Override
    public String getName() {
        return said.name();
    }

    @Override
    public String getDescription() {
        return said.description();
    }

    @Override
    public boolean isEvents() {
        return said.events();
    }

    @Override
    public boolean isControlObjects() {
        return said.controlObjects();
    }

    @Override
    @SuppressWarnings("rawtypes") // the published signature
    public Class<? extends Enum> getCustomTypes() {
        return said.customTypes() == Probe.NoTypes.class ? null : said.customTypes();
    }

    @Override
    public String getControlObjectName(Object controlObject) {
        try {
            return names == null ? null : (String) names.invoke(null, controlObject);
        } catch (InvocationTargetException thrown) {
            throw new IllegalStateException(thrown.getCause());
        } catch (IllegalAccessException hidden) {
            throw new IllegalStateException(hidden);
        }
    }
}
