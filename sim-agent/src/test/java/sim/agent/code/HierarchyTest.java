package sim.agent.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class HierarchyTest {
    /** The weaver was asked for each class inside or below a woven one, and for the looks that say it need not be. */
    @Test
    void whatSimPutsIntoAClassIsNoMarkOfTheApplications() {
        Hierarchy types = Hierarchy.of(new ClassLoader(null) {
        });
        types.note(new ClassReader(type(false)));
        assertThat(types.mayHave("a/B", any -> false)).isFalse();
        Verifier.verify(type(true), any -> true, types);
        assertThat(types.mayHave("a/B", any -> false)).isFalse();
        types.note(new ClassReader(type(true)));
        assertThat(types.mayHave("a/B", any -> false)).isTrue();
    }

    /** What a file said of a class, before the class was loaded from elsewhere. */
    @Test
    void whatIsAboveATypeMayChange() {
        Hierarchy types = Hierarchy.of(new ClassLoader(null) {
        });
        Predicate<String> wanted = "a/Wanted"::equals;
        types.note(new ClassReader(type("a/B", "java/lang/Object", false)));
        types.note(new ClassReader(type("a/C", "a/B", false)));
        assertThat(types.mayHave("a/C", wanted)).isFalse();
        assertThat(types.mayHave("a/C", "a/B"::equals)).isTrue();
        types.note(new ClassReader(type("a/Wanted", "java/lang/Object", false)));
        types.note(new ClassReader(type("a/B", "a/Wanted", false)));
        assertThat(types.mayHave("a/C", wanted)).isTrue();
    }

    /** It is known of each type, and not asked again for those below it. */
    @Test
    void whatIsWantedInVainIsAskedOnce() {
        Hierarchy types = Hierarchy.of(new ClassLoader(null) {
        });
        List<String> asked = new ArrayList<>();
        Predicate<String> wanted = type -> !asked.add(type);
        types.note(new ClassReader(type("a/B", "java/lang/Object", false)));
        for (String each : List.of("a/C", "a/D", "a/E")) {
            types.note(new ClassReader(type(each, "a/B", false)));
            assertThat(types.mayHave(each, wanted)).isFalse();
        }
        assertThat(asked).containsExactly("a/C", "a/B", "java/lang/Object", "a/D", "a/E");
    }

    /** A class that is woven must not stay as it was for what only decides whether it is kept. */
    @Test
    void whereALoaderFailsNothingIsSaidOfTheFile() {
        for (Throwable each : List.of(new IllegalStateException("closed"), new NoClassDefFoundError("a/Helper"))) {
            ClassLoader failing = new ClassLoader(null) {
                @Override
                public java.net.URL getResource(String name) {
                    if (each instanceof Error) {
                        throw (Error) each;
                    }
                    throw (RuntimeException) each;
                }
            };
            assertThat(Hierarchy.isAsInFile(failing, "a/B", new byte[0])).isNull();
            Hierarchy types = Hierarchy.of(failing);
            types.note(new ClassReader(type("a/B", "java/lang/Object", false)));
            assertThat(types.missingAbove(new ClassReader(type("a/C", "a/B", false)))).isEmpty();
        }
    }

    /** Too many open files, or a share that is away for a moment: what became of a class then was kept for good. */
    @Test
    void whatCouldNotBeReadIsReadTheNextTimeAndNotKept() {
        AtomicInteger passing = new AtomicInteger();
        Hierarchy.useLoaded((loader, name) -> null, passing::incrementAndGet);
        try {
            Failing files = new Failing(Map.of("a/B.class", type("a/B", "a/Wanted", false), "a/Wanted.class",
                    type("a/Wanted", "java/lang/Object", false)));
            Hierarchy types = Hierarchy.of(files);
            files.isAway = true;
            types.note(new ClassReader(type("a/C", "a/B", false)));
            long print = types.print(List.of("a/C"), true);
            assertThat(types.isSubtype("a/C", "a/Wanted")).isFalse();
            assertThat(types.mayHave("a/C", "a/Wanted"::equals)).as("nothing says that it has not").isTrue();
            assertThat(passing.getAndSet(0)).isPositive();
            files.isAway = false;
            assertThat(types.isSubtype("a/C", "a/Wanted")).isTrue();
            assertThat(types.print(List.of("a/C"), true)).isNotEqualTo(print);
            assertThat(passing).hasValue(0);
        } finally {
            Hierarchy.useLoaded((loader, name) -> null, () -> {});
        }
    }

    /** Opens its files also while it cannot read them. */
    private static final class Failing extends ClassLoader {
        private final Map<String, byte[]> files;
        private boolean isAway;

        Failing(Map<String, byte[]> files) {
            super(null);
            this.files = files;
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            return isAway ? new Unreadable() : new ByteArrayInputStream(files.get(name));
        }
    }

    private static final class Unreadable extends InputStream {
        @Override
        public int read() throws IOException {
            throw new IOException("stale file handle");
        }
    }

    private static byte[] type(boolean woven) {
        return type("a/B", "java/lang/Object", woven);
    }

    private static byte[] type(String name, String parent, boolean woven) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, name, null, parent, null);
        if (woven) {
            writer.visitField(Opcodes.ACC_STATIC, "sim$site_0", "Lsim/metrics/probe/ProbeSite;", null, null).visitEnd();
        }
        writer.visitEnd();
        return writer.toByteArray();
    }
}
