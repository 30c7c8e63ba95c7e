package sim.recording;

import java.nio.file.Path;
import java.util.Map;
import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import org.jinspired.probes.interceptor.ProbesInterceptorFactory;
import sim.base.config.Settings;
import sim.metrics.extension.CountingFactory;
import sim.metrics.extension.NamedMeters;

/**
 * {@code sim.probes.interceptors=record}: writes the begin and end of every firing with all readings to {@code file}, which {@code ./sim
 * replay} plays. RECORDING.md describes the file.
 */
public final class RecordInterceptorFactory implements ProbesInterceptorFactory, CountingFactory {
    /** The smallest bound of a file, in bytes. The rings of a few threads alone would exceed a smaller one. */
    private static final long LEAST = 1 << 20;

    private RecordingWriter writer;

    public RecordInterceptorFactory() {}

    @Override
    public void init(Probes.Environment environment) {
        Settings settings = new Settings(environment, "sim.probes.interceptor.record");
        long limit = settings.bytes("max.size", "256MB");
        long memory = settings.bytes("memory", "16MB");
        if (limit < LEAST) {
            throw settings.wrong("max.size", limit + "B", "it must be at least 1MB");
        }
        if (memory < Ring.CAPACITY) {
            throw settings.wrong("memory", memory + "B", "it must be at least 64KB, which one thread takes");
        }
        String file = settings.text("file", "sim-probes.rec");
        try {
            writer = new RecordingWriter(Path.of(file), limit, memory);
        } catch (java.io.IOException | java.nio.file.InvalidPathException wrong) {
            throw settings.wrong("file", file, "it cannot be written (" + wrong + "); name a file that can");
        }
        writer.start();
    }

    @Override
    public ProbesInterceptor create(Probes.Context context) {
        return new ThreadRecorder(writer, new NamedMeters(context));
    }

    @Override
    public void count(Map<String, Long> counters) {
        counters.put("recording.dropped", writer == null ? 0 : writer.dropped());
    }
}
