package sim.payload.recording;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import sim.base.failure.Fatal;
import sim.model.payload.PayloadProbeEntry.EventType;
import sim.model.text.Text;
import sim.payload.embedded.PayloadProbe;
import sim.payload.embedded.SplitProbe;
import sim.payload.embedded.TypeCustomizer;
import sim.payload.spi.Reentrant;

/**
 * What a probe class says about itself: name, description, features. SIM asks it once. The application's code answers. If it throws,
 * SIM counts that and takes the default instead.
 */
final class Definition {
    private static final int LONGEST = 200;
    private static final int MOST_TYPES = 100;

    /** The application's object. Only the entry of its class refers to it. */
    final Object instance;
    final String name;
    final String description;
    final boolean payloads;
    final boolean splits;
    /** Whether each split is a payload too. */
    final boolean splitsPay;
    final boolean events;
    final boolean objects;
    final boolean reentrant;
    final Class<?> typeClass;
    final List<EventType> types;

    private final Mishaps mishaps;

    Definition(Class<?> type, Mishaps mishaps) {
        this.mishaps = mishaps;
        this.instance = ApiCopy.probe(make(type));
        if (instance instanceof PayloadProbe probe) {
            this.name = text(ask(probe::getName, null), type.getSimpleName());
            this.description = text(ask(probe::getDescription, null), "");
            this.payloads = true;
            this.splits = instance instanceof AnnotatedProbe annotated && annotated.splits();
            this.splitsPay = false;
            this.reentrant = instance instanceof Reentrant || ApiCopy.is(type, Reentrant.class);
            this.events = ask(probe::isEvents, true);
            this.objects = ask(probe::isControlObjects, false);
            this.typeClass = ask(probe::getCustomTypes, null);
        } else {
            SplitProbe probe = instance instanceof SplitProbe split ? split : null;
            this.name = text(probe == null ? null : ask(probe::getName, null), type.getSimpleName());
            this.description = text(probe == null ? null : ask(probe::getDescription, null), "");
            this.splits = ApiCopy.is(type, SplitProbe.class);
            this.payloads = probe == null ? !splits : ask(probe::isPayloads, false);
            this.splitsPay = payloads;
            this.reentrant = probe != null && ask(probe::isReentrant, false);
            this.events = true;
            this.objects = ApiCopy.is(type, PayloadProbe.class);
            this.typeClass = null;
        }
        this.types = typeClass == null ? List.of() : types();
    }

    private Object make(Class<?> type) {
        if (AnnotatedProbe.is(type)) {
            return new AnnotatedProbe(type);
        }
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (Throwable failure) {
            mishaps.say(Mishaps.Kind.HANDLER, "the payload probe " + type.getName() + " cannot be made (" + failure
                    + "): it needs a constructor without parameters that throws nothing; SIM names it by its class");
            Fatal.pass(failure);
            return null;
        }
    }

    private List<EventType> types() {
        List<EventType> found = new ArrayList<>();
        Object[] constants = ask(typeClass::getEnumConstants, null);
        for (Object constant : constants == null ? new Object[0] : constants) {
            if (found.size() < MOST_TYPES) {
                String shown = ((Enum<?>) constant).name().toLowerCase(Locale.ROOT);
                int colour = ApiCopy.is(constant.getClass(), TypeCustomizer.class)
                        ? (int) ask(() -> ApiCopy.ask(constant, TypeCustomizer.class, "getColor"), -1) & 0xFFFFFF
                        : -1;
                found.add(new EventType(text(ask(constant::toString, null), shown), colour));
            }
        }
        return List.copyOf(found);
    }

    /** The probe's name for a control object that nobody opened, or null. */
    String nameOf(Object object) {
        return instance instanceof PayloadProbe probe ? ask(() -> probe.getControlObjectName(object), null) : null;
    }

    private <T> T ask(Supplier<? extends T> question, T otherwise) {
        try {
            T answer = question.get();
            return answer == null ? otherwise : answer;
        } catch (Throwable failure) {
            mishaps.say(Mishaps.Kind.HANDLER, "a payload probe threw when asked about itself: ", failure);
            Fatal.pass(failure);
            return otherwise;
        }
    }

    private static String text(String said, String otherwise) {
        return Text.cut(said == null || said.isBlank() ? otherwise : said, LONGEST);
    }
}
