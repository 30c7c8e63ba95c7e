package sim.server.ingest;

import java.security.SecureRandom;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import sim.model.payload.ScriptAnswer;
import sim.wire.Sections;

/**
 * The latest requests for scripts and the applications' answers, only in memory, for the readers who asked. Answers of an
 * instance that was not asked are ignored. Any thread.
 */
public final class ScriptDesk {
    private static final int MOST_ASKED = 500;
    private static final int MOST_INSTANCES = 100;
    private static final long MOST_BYTES = 8 << 20;

    private final Map<Long, Asked> asked = new LinkedHashMap<>();
    /** Any JSON reader's number holds them; another server's are others. */
    private long last = new SecureRandom().nextInt() & 0x7fffffffL;
    private long bytes;

    private static final class Asked {
        final String application;
        final TreeSet<String> waiting;
        final Map<String, ScriptAnswer> answers = new TreeMap<>();
        long bytes;

        Asked(String application, Collection<String> instances) {
            this.application = application;
            waiting = new TreeSet<>(instances);
        }
    }

    /** The state of a request: of which application it is, which instances have answered what, and which have not. */
    public record Heard(String application, Map<String, ScriptAnswer> answers, List<String> waiting) {}

    /** The number of a new request. */
    public synchronized long next() {
        return ++last;
    }

    /** Waits for the answers of these; further ones than it can wait for are not heard. */
    public synchronized void expect(long request, String application, List<String> instances) {
        asked.put(request, new Asked(application, instances.subList(0, Math.min(MOST_INSTANCES, instances.size()))));
        trim();
    }

    /** These were not asked after all. */
    public synchronized void expectNoMore(long request, List<String> instances) {
        Asked known = asked.get(request);
        if (known != null) {
            known.waiting.removeAll(instances);
        }
    }

    /** An instance has answered. */
    synchronized void answered(String instance, List<ScriptAnswer> answers) {
        for (ScriptAnswer answer : answers) {
            Asked to = asked.get(answer.request());
            if (to != null && to.waiting.remove(instance)) {
                long size = Sections.SCRIPT_ANSWERS.bytes(List.of(answer));
                to.answers.put(instance, answer);
                to.bytes += size;
                bytes += size;
                trim();
            }
        }
    }

    private void trim() {
        for (Iterator<Asked> oldest = asked.values().iterator(); asked.size() > MOST_ASKED || bytes > MOST_BYTES;) {
            bytes -= oldest.next().bytes;
            oldest.remove();
        }
    }

    /** Null where it is not known, or no longer. */
    public synchronized Heard heard(long request) {
        Asked known = asked.get(request);
        return known == null
                ? null
                : new Heard(known.application, new TreeMap<>(known.answers), List.copyOf(known.waiting));
    }
}
