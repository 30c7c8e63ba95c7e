package sim.agent.build;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/** The classes that a class file names: in its code, its types, its annotations, and in texts, which may be asked for by reflection. */
final class NamedClasses extends Remapper {
    private final Set<String> names = new HashSet<>();

    private NamedClasses() {
        super(Opcodes.ASM9);
    }

    /** By internal name. What is a text and no class is among them. */
    static Set<String> in(byte[] file) {
        NamedClasses named = new NamedClasses();
        new ClassReader(file).accept(new ClassRemapper(new ClassWriter(0), named), 0);
        return named.names;
    }

    @Override
    public String map(String name) {
        names.add(name);
        return name;
    }

    @Override
    public Object mapValue(Object value) {
        if (value instanceof String) {
            names.add(((String) value).replace('.', '/'));
        }
        return super.mapValue(value);
    }
}
