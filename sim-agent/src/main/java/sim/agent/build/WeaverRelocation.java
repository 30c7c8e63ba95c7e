package sim.agent.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Run by the build on the agent's jar, after {@link WeaverRewrite}: gives the weaver and its ASM names of SIM's own. A program that brings
 * AspectJ's weaver, in any version, then never mixes the classes of both. What woven code and users' aspects refer to keeps its name:
 * {@code org.aspectj.lang}, {@code .runtime} and {@code .internal}. So do the attributes of class files, which are texts and no classes.
 */
public final class WeaverRelocation {
    /** Where the classes go. */
    static final String OWN = "sim/agent/relocated/";
    private static final Map<String, String> MOVED = Map.of("org/aspectj/weaver/", OWN + "weaver/",
            "org/aspectj/bridge/", OWN + "bridge/", "org/aspectj/util/", OWN + "util/", "org/aspectj/asm/",
            OWN + "structure/", "org/aspectj/apache/", OWN + "apache/", "aj/org/objectweb/asm/", OWN + "asm/");
    /** Texts that name a class or a bundle of the weaver, which looks it up by that name. */
    private static final Set<String> NAMES = Set.of("aj.org.objectweb.asm.ClassReader",
            "aj.org.objectweb.asm.ClassVisitor", "org.aspectj.weaver.weaver-messages",
            "org.aspectj.weaver.tools.Jdk14TraceFactory", "org.aspectj.weaver.reflect.Java15AnnotationFinder",
            "org.aspectj.weaver.reflect.Java15GenericSignatureInformationProvider",
            "org.aspectj.weaver.reflect.Java15ReflectionBasedReferenceTypeDelegate");

    private WeaverRelocation() {}

    /** @param args the agent's jar */
    public static void main(String[] args) throws IOException {
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + Path.of(args[0]).toUri()), Map.of())) {
            List<Path> files;
            try (Stream<Path> all = Files.walk(jar.getPath("/"))) {
                files = all.filter(Files::isRegularFile).collect(Collectors.toList());
            }
            files.forEach(file -> move(jar, file));
        }
    }

    private static void move(FileSystem jar, Path file) {
        String name = file.toString().substring(1);
        String moved = moved(name);
        try {
            byte[] bytes = Files.readAllBytes(file);
            byte[] renamed = name.endsWith(".class") && names(bytes) ? renamed(bytes) : bytes;
            if (!moved.equals(name)) {
                Path place = jar.getPath("/" + moved);
                Files.createDirectories(place.getParent());
                Files.write(place, renamed);
                Files.delete(file);
            } else if (renamed != bytes) {
                Files.write(file, renamed);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static boolean names(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return MOVED.keySet().stream().anyMatch(text::contains) || NAMES.stream().anyMatch(text::contains);
    }

    /** Keeps the constant pool's order: the attributes of AspectJ's compiler point into it. */
    private static byte[] renamed(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new ClassRemapper(writer, new Moving()), 0);
        return writer.toByteArray();
    }

    private static String moved(String name) {
        for (Map.Entry<String, String> each : MOVED.entrySet()) {
            if (name.startsWith(each.getKey())) {
                return each.getValue() + name.substring(each.getKey().length());
            }
        }
        return name;
    }

    private static final class Moving extends Remapper {
        Moving() {
            super(org.objectweb.asm.Opcodes.ASM9);
        }

        @Override
        public String map(String name) {
            return moved(name);
        }

        @Override
        public Object mapValue(Object value) {
            return value instanceof String text && NAMES.contains(text)
                    ? moved(text.replace('.', '/')).replace('/', '.')
                    : super.mapValue(value);
        }
    }
}
