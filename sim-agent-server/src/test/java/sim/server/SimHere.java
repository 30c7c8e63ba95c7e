package sim.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.List;

/**
 * A {@code sim} command run in the test's own JVM: a fifth of what a JVM of its own takes, where what it says is what matters. What other
 * threads print meanwhile, such as a server's, is not the command's.
 */
public record SimHere(int exit, String out, String err) {
    public static SimHere run(List<String> arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        OwnBytes said = new OwnBytes(out);
        OwnBytes complained = new OwnBytes(err);
        try {
            System.setOut(new PrintStream(said, true));
            System.setErr(new PrintStream(complained, true));
            int exit = Sim.run(arguments.toArray(String[]::new));
            return new SimHere(exit, said.text(), complained.text());
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /** What the thread that made it writes. */
    private static final class OwnBytes extends OutputStream {
        private final Thread owner = Thread.currentThread();
        private final ByteArrayOutputStream own = new ByteArrayOutputStream();
        private final OutputStream others;

        OwnBytes(OutputStream others) {
            this.others = others;
        }

        @Override
        public void write(int each) throws IOException {
            (Thread.currentThread() == owner ? own : others).write(each);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            (Thread.currentThread() == owner ? own : others).write(bytes, from, length);
        }

        String text() {
            return own.toString(Charset.defaultCharset());
        }
    }
}
