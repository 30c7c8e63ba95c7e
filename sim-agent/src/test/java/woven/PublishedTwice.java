package woven;

import java.net.URL;
import java.net.URLClassLoader;
import sim.payload.controller.Controller;
import sim.payload.controller.ProbeRecordingOptions;

/** The program with the published hooks as two web applications would bring it, each with hooks of its own, recorded by the controller. */
public final class PublishedTwice {
    private PublishedTwice() {}

    public static void main(String[] args) throws Exception {
        run();
        Controller.startProbeRecording("woven.Published$CacheProbe", ProbeRecordingOptions.NONE);
        System.out.println("one by its class");
        run();
        Controller.stopProbeRecording("Cache");
        Controller.startProbeRecording(Controller.PROBE_NAME_ALL_CUSTOM, ProbeRecordingOptions.EVENTS);
        System.out.println("all");
        run();
        Controller.stopProbeRecording(Controller.PROBE_NAME_ALL_CUSTOM);
        System.out.println("none");
        run();
    }

    private static void run() throws Exception {
        URL classes = PublishedTwice.class.getProtectionDomain().getCodeSource().getLocation();
        try (Own loader = new Own(classes)) {
            Class<?> program = loader.loadClass("woven.Published");
            if (program.getClassLoader() != loader) {
                throw new AssertionError("not loaded anew");
            }
            program.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }
    }

    /** Has the program and the hooks itself. */
    private static final class Own extends URLClassLoader {
        Own(URL classes) {
            super(new URL[]{classes}, PublishedTwice.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.matches("woven\\.Published(\\$.*)?|com\\.jprofiler\\..*")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : findClass(name);
            }
        }
    }
}
