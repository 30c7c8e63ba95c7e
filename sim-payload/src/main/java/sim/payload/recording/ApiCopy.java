package sim.payload.recording;

import java.lang.reflect.InvocationTargetException;
import sim.payload.embedded.PayloadProbe;
import sim.payload.embedded.SplitProbe;

/**
 * Reaches objects of another copy of the payload API, which a class loader of the application has loaded. It recognises them by the
 * names of the API's types, and calls them by reflection. Used when SIM meets a probe, never on the path of a payload.
 */
final class ApiCopy {
    private static final String OWN = "sim.payload.";
    private static final String PUBLISHED = "com.jprofiler.api.probe.";

    private ApiCopy() {}

    /** The object as a probe of this copy: itself, or a probe that delegates to it. Returns anything else as it is. */
    static Object probe(Object made) {
        if (made == null || made instanceof PayloadProbe || made instanceof SplitProbe) {
            return made;
        }
        Class<?> payloads = find(made.getClass(), PayloadProbe.class);
        if (payloads != null) {
            return new Payloads(made, payloads);
        }
        Class<?> splits = find(made.getClass(), SplitProbe.class);
        return splits == null ? made : new Splits(made, splits);
    }

    /** Whether a class is a subtype of a type of the API, in any copy. */
    static boolean is(Class<?> type, Class<?> api) {
        return find(type, api) != null;
    }

    /** Calls a method of an object whose class is a subtype of a type of the API. Throws what the method throws. */
    static Object ask(Object asked, Class<?> api, String method) {
        return call(asked, find(asked.getClass(), api), method);
    }

    private static Class<?> find(Class<?> type, Class<?> api) {
        if (type == null || isCalled(type.getName(), api.getName())) {
            return type;
        }
        for (Class<?> each : type.getInterfaces()) {
            Class<?> found = find(each, api);
            if (found != null) {
                return found;
            }
        }
        return find(type.getSuperclass(), api);
    }

    /** Whether a name is that of a type here, or the name under which it was published. Both have the same methods. */
    static boolean isCalled(String name, String api) {
        return name.equals(api) || name.startsWith(PUBLISHED) && name.endsWith(api.substring(OWN.length()))
                && name.length() == api.length() - OWN.length() + PUBLISHED.length();
    }

    private static Object call(Object asked, Class<?> declaring, String method, Object... arguments) {
        try {
            Class<?>[] parameters = arguments.length == 0 ? new Class<?>[0] : new Class<?>[]{Object.class};
            return declaring.getMethod(method, parameters).invoke(asked, arguments);
        } catch (InvocationTargetException thrown) {
            throw ApiCopy.<RuntimeException>unchecked(thrown.getCause());
        } catch (ReflectiveOperationException otherRelease) {
            throw new IllegalStateException(asked.getClass().getName() + " is of another release of the API: "
                    + otherRelease.getMessage(), otherRelease);
        }
    }

    @SuppressWarnings("unchecked") // throws any exception unchanged
    private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }

    private static final class Payloads extends PayloadProbe {
        private final Object asked;
        private final Class<?> api;

        Payloads(Object asked, Class<?> api) {
            this.asked = asked;
            this.api = api;
        }

        @Override
        public String getName() {
            return (String) call(asked, api, "getName");
        }

        @Override
        public String getDescription() {
            return (String) call(asked, api, "getDescription");
        }

        @Override
        public boolean isEvents() {
            return (boolean) call(asked, api, "isEvents");
        }

        @Override
        public boolean isControlObjects() {
            return (boolean) call(asked, api, "isControlObjects");
        }

        @Override
        @SuppressWarnings({"rawtypes", "unchecked"}) // the published signature
        public Class<? extends Enum> getCustomTypes() {
            return (Class<? extends Enum>) call(asked, api, "getCustomTypes");
        }

        @Override
        public String getControlObjectName(Object controlObject) {
            return (String) call(asked, api, "getControlObjectName", controlObject);
        }
    }

    private static final class Splits extends SplitProbe {
        private final Object asked;
        private final Class<?> api;

        Splits(Object asked, Class<?> api) {
            this.asked = asked;
            this.api = api;
        }

        @Override
        public String getName() {
            return (String) call(asked, api, "getName");
        }

        @Override
        public String getDescription() {
            return (String) call(asked, api, "getDescription");
        }

        @Override
        public boolean isPayloads() {
            return (boolean) call(asked, api, "isPayloads");
        }

        @Override
        public boolean isReentrant() {
            return (boolean) call(asked, api, "isReentrant");
        }
    }
}
