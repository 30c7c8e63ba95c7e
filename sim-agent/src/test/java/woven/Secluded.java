package woven;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Enumeration;
import sim.instrumentation.annotation.Instrument;

/** A class in a loader that shows the class path to all but its own classes, as OSGi's frameworks do. */
public class Secluded {
    public static void main(String[] args) throws Exception {
        Class<?> inside = (args.length == 0 ? new Bundle() : new Module()).loadClass("woven.Secluded$Inside");
        ((Runnable) inside.getDeclaredConstructor().newInstance()).run();
        System.out.println(inside.getClassLoader() != Secluded.class.getClassLoader());
        Report.print();
    }

    @Instrument
    public static class Inside implements Runnable {
        @Override
        public void run() {
            System.out.println("inside");
        }
    }

    private static class Bundle extends ClassLoader {
        Bundle() {
            super(null);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                if (name.equals("woven.Secluded$Inside")) {
                    return define(name);
                }
                if (name.startsWith("java.") || !isAskedFromInside()) {
                    return Class.forName(name, false, getSystemClassLoader());
                }
                throw new ClassNotFoundException(name + " is not imported");
            }
        }

        @Override
        public URL getResource(String name) {
            return getSystemResource(name);
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            return getSystemResources(name);
        }

        private boolean isAskedFromInside() {
            return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(
                    frames -> frames.anyMatch(frame -> frame.getDeclaringClass().getClassLoader() == this));
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getSystemResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
    }

    /** As JBoss Modules: nothing of the JDK's is asked. */
    private static final class Module extends Bundle {
        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            return loadClass(name, false);
        }
    }
}
