package program;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.eclipse.jdt.core.compiler.CompilationProgress;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;

/** Compiles so many generated classes with the Eclipse compiler and prints a checksum of what came out. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
        int classes = Integer.parseInt(arguments[0]);
        Path work = Files.createTempDirectory("ecj");
        Path sources = Files.createDirectories(work.resolve("src"));
        for (int i = 0; i < classes; i++) {
            Files.writeString(sources.resolve("C" + i + ".java"), source(i));
        }
        StringWriter said = new StringWriter();
        boolean compiled = BatchCompiler.compile(
                "-17 -proceedOnError -g -d " + work.resolve("out") + " " + sources, new PrintWriter(said),
                new PrintWriter(said), (CompilationProgress) null);
        CRC32 sum = new CRC32();
        long files = 0;
        try (var all = Files.walk(work.resolve("out"))) {
            for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile).sorted()::iterator) {
                sum.update(Files.readAllBytes(file));
                files++;
            }
        }
        System.out.println(compiled + " " + files + " classes, " + Long.toHexString(sum.getValue()) + ", "
                + said.toString().lines().filter(line -> line.contains("WARNING")).count() + " warnings");
    }

    private static String source(int i) {
        StringBuilder source = new StringBuilder("import java.util.*;\npublic class C" + i
                + "<T extends Comparable<T>> {\n  record Pair<A, B>(A a, B b) {}\n"
                + "  sealed interface Shape permits Dot, Box {}\n  record Dot(int x) implements Shape {}\n"
                + "  record Box(int x, int y) implements Shape {}\n  List raw = new ArrayList();\n");
        for (int m = 0; m < 12; m++) {
            source.append("  int m").append(m).append("(int x, T t) { Shape s = x > ").append(m)
                    .append(" ? new Dot(x) : new Box(x, ").append(m).append("); return switch (x % 3) { case 0 -> ")
                    .append("s instanceof Dot d ? d.x() : 1; case 1 -> { var p = new Pair<>(t, x); yield p.b() + ")
                    .append("Optional.of(x).map(v -> v * ").append(m).append(").orElse(0); } default -> ")
                    .append(i > 0 ? "new C" + (i - 1) + "<String>().m" + m + "(x - 1, \"\")" : "0").append("; }; }\n");
        }
        return source.append("}\n").toString();
    }
}
