package recorded;

import java.io.IOException;
import java.io.InputStream;

/** A class loader that brings its own copies of classes, as a web application's does. */
final class ChildFirst extends ClassLoader {
    private final String[] own;

    /** @param own beginnings of the names of classes it has itself */
    ChildFirst(String... own) {
        super(ChildFirst.class.getClassLoader());
        this.own = own;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            for (String each : own) {
                if (name.startsWith(each)) {
                    Class<?> known = findLoadedClass(name);
                    return known != null ? known : define(name);
                }
            }
            return super.loadClass(name, resolve);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream content = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            byte[] bytes = content.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }

    /** Its own copy of a class. */
    Class<?> copy(Class<?> of) {
        try {
            return loadClass(of.getName(), false);
        } catch (ClassNotFoundException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
