package woven;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import sim.instrumentation.annotation.Instrument;

/** Calls methods of the JDK on what is there and on null, in every place of an expression; prints what it was told. */
public final class Nulls {
    private static final int EACH = 3;

    private InputStream in;
    private final Map<String, Integer> sizes;
    private BlockingQueue<String> queue;
    private String text;

    private Nulls(InputStream in, Map<String, Integer> sizes, BlockingQueue<String> queue, String text) {
        this.in = in;
        this.sizes = sizes;
        this.queue = queue;
        this.text = text;
    }

    public static void main(String[] args) {
        Nulls none = new Nulls(null, null, null, null);
        Nulls some = new Nulls(new ByteArrayInputStream(new byte[100]), Map.of("a", 1),
                new ArrayBlockingQueue<>(100), "text");
        for (int i = 0; i < EACH; i++) {
            for (Nulls each : new Nulls[]{none, some}) {
                told(each::read);
                told(each::into);
                told(() -> each.size("a"));
                told(each::offer);
                told(each::count);
                told(() -> new Of(each.in, 5L).read);
                told(() -> each.caught(2L));
            }
            told(Nulls::thrown);
        }
        PayloadReport.print();
    }

    private interface Work {
        Object get() throws Exception;
    }

    private static void told(Work work) {
        try {
            System.out.println("saw " + work.get());
        } catch (Exception expected) {
            System.out.println("saw " + expected.getMessage());
            for (StackTraceElement each : expected.getStackTrace()) {
                System.out.println("saw   at " + each);
            }
        }
    }

    @Instrument
    int read() throws IOException {
        return in.read();
    }

    @Instrument
    String into() throws IOException {
        byte[] bytes = new byte[3];
        long before = bytes.length;
        return "read " + (before + in.read(bytes, 0, 2)) + in.read(bytes);
    }

    @Instrument
    double size(String key) {
        double twice = 2;
        return twice * sizes.get(key) + Math.max(1L, sizes.get(key));
    }

    @Instrument
    boolean offer() throws InterruptedException {
        return queue.offer("one", 1L, TimeUnit.DAYS);
    }

    @Instrument
    int count() {
        return text.codePointCount(0, 2);
    }

    @Instrument
    long caught(long more) throws IOException {
        long sum = more;
        for (int i = 0; i < 2; i++) {
            try {
                sum += i == 0 ? in.read() : more;
            } catch (NullPointerException expected) {
                sum += expected.getMessage().length() + more;
            }
        }
        return sum;
    }

    static Object thrown() throws Filled {
        throw new Filled();
    }

    /** Is made of what is read before its superclass's constructor is called. */
    private static final class Of extends Read {
        Of(InputStream in, long more) throws IOException {
            super(more, in.read(), new StringBuilder("" + in.read()));
        }
    }

    private static class Read {
        final String read;

        Read(long more, int read, StringBuilder text) {
            this.read = more + " " + read + " " + text;
        }
    }

    /** As exceptions are written that may go without a trace. */
    private static final class Filled extends Exception {
        @Override
        public synchronized Throwable fillInStackTrace() {
            return super.fillInStackTrace();
        }
    }
}
