package sim.agent.inject;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import sim.base.failure.OwnThread;

/**
 * Compiles scripts in memory, one at a time, on a thread of its own. A caller waits at most 30 s for it, because the JDK's compiler may
 * take 10 s for the first script on a busy machine. Runs nothing of the script.
 */
final class ScriptCompiler {
    private static final int PATIENCE_SECONDS = 30;
    private static final List<String> OF_JDK = List.of("-proc:none", "-nowarn", "-implicit:none",
            "-XDuseUnsharedTable");
    /**
     * Options for compilers other than the JDK's. Without them these assume an old version of Java, and some accept a version that they do
     * not support. 17 is the oldest version that SIM runs on.
     */
    private static final List<String> OF_OTHERS = List.of("-proc:none", "-nowarn", "-source", "17", "-target", "17");

    private ScriptCompiler() {}

    /**
     * Compiles a script's class.
     *
     * @param line the number of lines of the source before the expression
     * @param loader finds the types that the script names
     * @throws ScriptException saying what is wrong; for a mistake, with its line and column in the expression
     */
    static byte[] compile(String name, String source, int line, ClassLoader loader) throws ScriptException {
        if (!Compilers.possible()) {
            throw new ScriptException(Compilers.whyImpossible());
        }
        FutureTask<byte[]> task = new FutureTask<>(new Task(name, source, line, loader));
        OwnThread.of(task, "sim-script-compiler").start();
        try {
            return task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            task.cancel(true);
            throw new ScriptException("it is not compiled within " + PATIENCE_SECONDS + " s");
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof ScriptException wrong
                    ? wrong
                    : new ScriptException("the compiler failed: " + failure.getCause());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new ScriptException("it was not compiled: the thread was interrupted");
        }
    }

    private record Task(String name, String source, int line, ClassLoader loader) implements Callable<byte[]> {
        @Override
        public byte[] call() throws Exception {
            synchronized (ScriptCompiler.class) {
                return compile();
            }
        }

        private byte[] compile() throws ScriptException, IOException {
            JavaCompiler compiler = Compilers.find();
            boolean jdks = "jdk.compiler".equals(compiler.getClass().getModule().getName());
            Text text = new Text(name, source);
            DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
            try (StandardJavaFileManager jdk = compiler.getStandardFileManager(said, null, null);
                    JavaFileManager known = new LoaderFiles(jdk, loader);
                    InMemoryFiles files = new InMemoryFiles(jdks ? known : new SourceFiles(known, text))) {
                // other compilers also write to this what they report to the collector
                boolean compiled = compiler.getTask(jdks ? null : Writer.nullWriter(), files, said,
                        jdks ? OF_JDK : OF_OTHERS, null, List.of(text)).call();
                for (Diagnostic<?> each : said.getDiagnostics()) {
                    if (each.getKind() == Diagnostic.Kind.ERROR) {
                        throw new ScriptException(
                                where(each) + each.getMessage(null).lines().limit(2).map(String::strip)
                                        .collect(Collectors.joining(", ")));
                    }
                }
                if (!compiled || files.classes.size() != 1) {
                    throw new ScriptException("it must be one expression, without classes or lambdas that need others");
                }
                return files.classes.get(0).bytes.toByteArray();
            }
        }

        private String where(Diagnostic<?> mistake) {
            long at = mistake.getLineNumber() - line;
            return at < 1 ? "" : "line " + at + ", column " + mistake.getColumnNumber() + ": ";
        }
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String content;

        Text(String name, String content) {
            super(URI.create("string:///" + name.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
            this.content = content;
        }

        @Override
        public CharSequence getCharContent(boolean ignore) {
            return content;
        }
    }

    private static final class Binary extends SimpleJavaFileObject {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Binary(String name) {
            super(URI.create("memory:///" + name.replace('.', '/') + Kind.CLASS.extension), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    private static final class InMemoryFiles extends ForwardingJavaFileManager<JavaFileManager> {
        final List<Binary> classes = new ArrayList<>();

        InMemoryFiles(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind,
                FileObject sibling) {
            Binary made = new Binary(name);
            classes.add(made);
            return made;
        }
    }
}
