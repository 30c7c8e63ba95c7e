package woven;

import java.io.IOException;
import java.io.InputStream;

/** The same in a loader of which SIM knows no files, as those of application servers. */
public final class RestedElsewhere {
    private RestedElsewhere() {}

    public static void main(String[] again) throws Exception {
        new OfServer().loadClass("woven.RestedAmongMany").getMethod("main", String[].class).invoke(null,
                (Object) again);
    }

    private static final class OfServer extends ClassLoader {
        OfServer() {
            super(RestedElsewhere.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null || !name.startsWith("woven.Rested")) {
                    return known != null ? known : super.loadClass(name, resolve);
                }
                try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                    byte[] bytes = in.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException unreadable) {
                    throw new ClassNotFoundException(name, unreadable);
                }
            }
        }
    }
}
