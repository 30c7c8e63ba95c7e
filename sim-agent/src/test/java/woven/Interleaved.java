package woven;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.concurrent.TimeUnit;

/**
 * A class loader at work for the weaver loads a class, for which another agent wants its lock. The thread that holds that lock wants a class
 * woven by the weaver of the same loader: inside the other agent's transformer, or outside it.
 */
public final class Interleaved {
    private Interleaved() {}

    public static class Parent {}

    public static class Woven extends Parent {
        public static int value() {
            return 1;
        }
    }

    public static class Other {}

    public static class OfTheWeavers {}

    public static class Inner {
        static final int VALUE = value();

        static int value() {
            return 2;
        }
    }

    private static final class Loader extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        private boolean asked;

        Loader() {
            super(Interleaved.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("woven.Interleaved$")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? define(name) : loaded;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }

        @Override
        public URL getResource(String name) {
            asked();
            return super.getResource(name);
        }

        private void asked() {
            boolean isTheWeavers = StackWalker.getInstance().walk(frames -> frames
                    .anyMatch(frame -> frame.getClassName().endsWith("WeavingAdaptor")
                            && frame.getMethodName().equals("weaveClass")));
            if (!isTheWeavers || asked) {
                return;
            }
            asked = true;
            try {
                Locking.WEAVING.countDown();
                // where SIM comes first and has nothing locked yet, the other thread comes to its lock only once this one goes on
                Locking.HELD.await(10, TimeUnit.SECONDS);
                Class.forName("woven.Interleaved$OfTheWeavers", true, this);
            } catch (ClassNotFoundException | InterruptedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Loader loader = new Loader();
        Thread weaving = thread(() -> Class.forName("woven.Interleaved$Woven", true, loader).getMethod("value")
                .invoke(null));
        Thread locking = thread(() -> {
            if (args[0].equals("inside")) {
                Class.forName("woven.Interleaved$Other", true, loader);
            } else {
                synchronized (Locking.LOCK) {
                    Locking.load(loader, "woven.Interleaved$Inner");
                }
            }
        });
        weaving.join(60_000);
        locking.join(60_000);
        System.out.println(weaving.isAlive() || locking.isAlive() ? "stuck" : "ended");
        if (!weaving.isAlive()) {
            Report.print();
        }
        System.exit(0);
    }

    private interface Task {
        void run() throws Exception;
    }

    private static Thread thread(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Exception failure) {
                failure.printStackTrace();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
