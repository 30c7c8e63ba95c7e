package sim.agent.inject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.List;
import org.junit.jupiter.api.Test;
import sim.payload.library.files.FileProbe;

class ReceiversTest {
    private static final int COLLECTIONS = 50;

    /** The application's: the JDK has no code that writes it. */
    public static final class Document {}

    public static final class Out extends OutputStream {
        @Override
        public void write(int one) {
            // what is written does not matter
        }

        public void write(Document whole) {
            // nor here
        }
    }

    public static final class Caller {
        private Caller() {}

        public static void link(int number) throws ReflectiveOperationException {
            MethodHandles.Lookup here = MethodHandles.lookup();
            MethodHandle write = here.findVirtual(Out.class, "write",
                    MethodType.methodType(void.class, Document.class));
            Injected.call(here, "write", write.type(), write, number, "(" + Document.class.descriptorString() + ")V");
        }
    }

    /** Has classes of its own in place of those above. */
    private static final class Redeployed extends ClassLoader {
        private static final List<Class<?>> OWN = List.of(Document.class, Out.class, Caller.class);

        Redeployed() {
            super(ReceiversTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (OWN.stream().noneMatch(each -> each.getName().equals(name))) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known == null ? define(name) : known;
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
    }

    @Test
    void whatIsKnownOfCallsKeepsNoClassOfTheApplication() throws Exception {
        WeakReference<ClassLoader> gone = link();
        for (int i = 0; i < COLLECTIONS && gone.get() != null; i++) {
            System.gc();
        }
        assertThat(gone.get()).isNull();
    }

    private static WeakReference<ClassLoader> link() throws Exception {
        ClassLoader loader = new Redeployed();
        Class<?> caller = loader.loadClass(Caller.class.getName());
        assertThat(caller).isNotSameAs(Caller.class);
        caller.getMethod("link", int.class).invoke(null, Selections.number(writes()));
        return new WeakReference<>(loader);
    }

    private static List<Interception> writes() throws IOException {
        try (InputStream file = FileProbe.class.getResourceAsStream("FileProbe.class")) {
            return ProbeFile.read(file.readAllBytes(), wrong -> {
                throw new AssertionError(wrong);
            }).stream().filter(each -> each.method().owner().equals("java/io/OutputStream")).toList();
        }
    }
}
