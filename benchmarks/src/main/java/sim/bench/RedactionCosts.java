package sim.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Properties;
import sim.base.config.Options;
import sim.base.redact.Redaction;

/** What redaction costs the thread that writes a value or a text, nanoseconds and bytes allocated a call. In this JVM. */
final class RedactionCosts {
    private static final int CALLS = 2_000_000;
    private static final int ROUNDS = 7;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    /** Texts that differ: more than are remembered. */
    private static final int TEXTS = 4_096;

    private final Jdk jdk;
    private final Results results;
    private final Progress progress;
    private Object kept;

    RedactionCosts(Jdk jdk, Results results, Progress progress) {
        this.jdk = jdk;
        this.results = results;
        this.progress = progress;
    }

    void measure() {
        Redaction rules = Redaction.of(Options.load("", new Properties()));
        Redaction none = Redaction.of(Options.load("redact=none,payload.sql.literals=true", new Properties()));
        progress.say(Doors.CASE + ", redaction, JDK " + jdk.feature());
        measure("a value without a rule, redact=none", i -> none.value("customer", "bob", "bob"));
        measure("a value without a rule", i -> rules.value("customer", "bob", "bob"));
        measure("a value that is hidden", i -> rules.value("password", "bob", "bob"));
        String url = "https://shop.example/pay?amount=12&access_token=abcdefgh";
        measure("a value with a secret inside, met again", i -> rules.value("url", url, url));
        String[] urls = texts("https://shop.example/pay?amount=12&access_token=abcdefgh&order=");
        measure("a value with a secret inside, each another", i -> rules.value("url", urls[i & TEXTS - 1],
                urls[i & TEXTS - 1]));
        String statement = "select a.id, a.name, b.total from orders a join totals b on b.id = a.id where a.state = 'open' and a.id = 4711";
        measure("a statement of 110 characters, met again", i -> rules.text(statement));
        String[] statements = texts(statement);
        measure("a statement of 114 characters, each another", i -> rules.text(statements[i & TEXTS - 1]));
    }

    private static String[] texts(String beginning) {
        String[] texts = new String[TEXTS];
        Arrays.setAll(texts, i -> beginning + (i + 1_000));
        return texts;
    }

    private interface Call {
        Object make(int number);
    }

    private void measure(String what, Call call) {
        double[] nanos = new double[ROUNDS];
        double bytes = 0;
        for (int round = -3; round < ROUNDS; round++) {
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long begin = THREADS.getCurrentThreadCpuTime(); // other work on the machine does not count
            for (int i = 0; i < CALLS; i++) {
                kept = call.make(i);
            }
            if (round >= 0) {
                nanos[round] = (double) (THREADS.getCurrentThreadCpuTime() - begin) / CALLS;
                bytes = (double) (THREADS.getCurrentThreadAllocatedBytes() - allocated) / CALLS;
            }
        }
        Arrays.sort(nanos);
        if (kept == null) {
            throw new IllegalStateException("nothing was kept");
        }
        results.add(Result.figure(Doors.CASE + ", redaction of a call", what, jdk.feature(), nanos[ROUNDS / 2], "ns"));
        results.add(Result.figure(Doors.CASE + ", redaction of a call, allocated", what, jdk.feature(), bytes,
                "bytes"));
    }
}
