package woven;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import sim.instrumentation.annotation.Instrument;

/** A war that brings an AspectJ runtime of its own, in a loader that describes itself in lines, as Tomcat's does. The argument is the runtime's jar. */
public class OwnRuntime {
    public static void main(String[] args) throws Exception {
        URL own = OwnRuntime.class.getProtectionDomain().getCodeSource().getLocation();
        try (War war = new War(own, Path.of(args[0]).toUri().toURL())) {
            ((Runnable) war.loadClass("woven.OwnRuntime$Inside").getDeclaredConstructor().newInstance()).run();
        }
        Report.print();
    }

    @Instrument
    public static class Inside implements Runnable {
        @Override
        public void run() {
            System.out.println("inside");
        }
    }

    private static final class War extends URLClassLoader {
        War(URL... path) {
            super(path, OwnRuntime.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("org.aspectj.") && !name.equals("woven.OwnRuntime$Inside")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : findClass(name);
            }
        }

        @Override
        public String toString() {
            return "War\r\n  context: shop\r\n  delegate: false\r\n----------> Parent Classloader:\r\n" + getParent()
                    + "\r\n";
        }
    }
}
