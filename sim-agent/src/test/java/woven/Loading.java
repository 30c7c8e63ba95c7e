package woven;

import java.io.IOException;
import java.io.InputStream;
import sim.instrumentation.annotation.Instrument;

/** Methods that are the first to use a class, which allocates: in its loader, in its initialiser. */
@Instrument
public class Loading {
    static void loads() throws Exception {
        new Dear().loadClass("woven.Loading$Loaded");
    }

    static void initialises() {
        Initialised.touch();
    }

    static void fails() {
        try {
            new Dear().loadClass("woven.NotThere");
        } catch (ClassNotFoundException expected) {
            System.out.println("not found");
        }
        try {
            Failing.touch();
        } catch (ExceptionInInitializerError expected) {
            System.out.println("failed " + expected.getCause().getMessage());
        }
    }

    static void doesNotLoad() throws Exception {
        Initialised.touch();
    }

    public static void main(String[] args) throws Exception {
        Report.class.getName();
        loads();
        initialises();
        fails();
        doesNotLoad();
        Report.print();
    }

    /** Its own loader, so that it is the JVM that asks for the superclass. */
    static final class Dear extends ClassLoader {
        Dear() {
            super(Loading.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("woven.Loading$Loaded")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            EightMegabytes.allocate();
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
    }

    static class LoadedFirst {}

    static final class Loaded extends LoadedFirst {}

    @Instrument
    static final class Initialised {
        static {
            EightMegabytes.allocate();
            called();
        }

        static void called() {}

        static void touch() {}
    }

    @Instrument
    static final class Failing {
        static {
            boolean always = System.nanoTime() != 0;
            if (always) {
                throw new IllegalStateException("on purpose");
            }
        }

        static void touch() {}
    }

    /** Not instrumented. */
    static final class EightMegabytes {
        static volatile byte[] garbage;

        static void allocate() {
            for (int i = 0; i < 8; i++) {
                garbage = new byte[1 << 20];
            }
        }
    }
}
