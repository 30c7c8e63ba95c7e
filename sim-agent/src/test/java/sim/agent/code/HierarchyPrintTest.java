package sim.agent.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** What a kept class depends on: a change of a type that it asked for, or of one above that, is a change of the print. */
class HierarchyPrintTest {
    private static final List<String> ASKED = List.of("a/Child");

    @Test
    void itIsThatOfTheTypesAndOfAllAboveThem() {
        long print = print("java/lang/Object", null, false);
        assertThat(print("java/lang/Object", null, false)).as("the same in another loader").isEqualTo(print);
        assertThat(print("java/lang/Object", null, true)).as("a method more").isEqualTo(print);
        assertThat(print("java/util/ArrayList", null, false)).as("another type above the parent").isNotEqualTo(print);
        assertThat(print("java/lang/Object", "Lsim/instrumentation/annotation/Instrument;", false))
                .as("the parent is annotated").isNotEqualTo(print);
    }

    @Test
    void ofFilesItIsThatOfAllTheirBytes() {
        long print = Hierarchy.of(files("java/lang/Object", null, false)).print(ASKED, true);
        assertThat(Hierarchy.of(files("java/lang/Object", null, false)).print(ASKED, true)).isEqualTo(print);
        assertThat(Hierarchy.of(files("java/lang/Object", null, true)).print(ASKED, true)).as("a method more above")
                .isNotEqualTo(print);
        assertThat(Hierarchy.of(new Files(Map.of())).print(ASKED, true)).isNotEqualTo(print);
    }

    /** A class may be loaded with other bytes than those of its file. */
    @Test
    void itIsToldAnewWhenATypeHasChanged() {
        Hierarchy types = Hierarchy.of(files("java/lang/Object", null, false));
        long facts = types.print(ASKED, false);
        long files = types.print(ASKED, true);
        types.note(new ClassReader(type("a/Parent", "java/util/ArrayList", null, false)));
        assertThat(types.print(ASKED, false)).isNotEqualTo(facts)
                .isEqualTo(print("java/util/ArrayList", null, false));
        assertThat(types.print(ASKED, true)).isNotEqualTo(files);
    }

    @Test
    void aTypeThatIsNotThereIsAnother() {
        assertThat(Hierarchy.of(new Files(Map.of())).print(ASKED, false))
                .isNotEqualTo(print("java/lang/Object", null, false));
    }

    @Test
    void whatAThreadAsksForIsNoted() {
        Hierarchy types = Hierarchy.of(files("java/lang/Object", null, false));
        Hierarchy.beginNoting();
        types.parent("a/Parent");
        types.parent("java/util/ArrayList");
        assertThat(Hierarchy.endNoting()).containsExactly("a/Parent");
        types.parent("a/Child");
        assertThat(Hierarchy.endNoting()).isEmpty();
    }

    private static long print(String above, String annotation, boolean hasMethod) {
        return Hierarchy.of(files(above, annotation, hasMethod)).print(ASKED, false);
    }

    private static Files files(String above, String annotation, boolean hasMethod) {
        return new Files(Map.of("a/Child.class", type("a/Child", "a/Parent", null, false), "a/Parent.class",
                type("a/Parent", above, annotation, hasMethod)));
    }

    private static byte[] type(String name, String parent, String annotation, boolean hasMethod) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, name, null, parent, null);
        if (annotation != null) {
            writer.visitAnnotation(annotation, true).visitEnd();
        }
        if (hasMethod) {
            writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "more", "()V", null, null).visitEnd();
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static final class Files extends ClassLoader {
        private final Map<String, byte[]> files;

        Files(Map<String, byte[]> files) {
            super(null);
            this.files = new HashMap<>(files);
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            byte[] file = files.get(name);
            return file == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(file);
        }
    }
}
