package sim.metrics.interceptor;

import java.nio.file.Path;
import java.util.Map;
import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import org.jinspired.probes.interceptor.ProbesInterceptorFactory;
import sim.base.config.Settings;
import sim.metrics.extension.CountingFactory;
import sim.metrics.extension.NamedMeters;

/**
 * {@code sim.probes.interceptors=log}: writes each firing of at least {@code threshold} to a file, one line each: when it
 * ended, thread, name and what every meter came to. The file is rolled once, so it takes at most twice {@code max.size}.
 */
public final class LogInterceptorFactory implements ProbesInterceptorFactory, CountingFactory {
    private static final String SETTING = "sim.probes.interceptor.log";

    private Judged judged;
    private LogWriter writer;

    public LogInterceptorFactory() {}

    @Override
    public void init(Probes.Environment environment) {
        Settings settings = new Settings(environment, SETTING);
        judged = new Judged(settings, SETTING, "10ms");
        long size = settings.bytes("max.size", "10MB");
        String file = settings.text("file", "sim-probes.log");
        try {
            writer = new LogWriter(new RolledFile(Path.of(file), size));
        } catch (java.io.IOException | java.nio.file.InvalidPathException wrong) {
            throw settings.wrong("file", file, "it cannot be written (" + wrong + "); name a file that can");
        }
        writer.start();
    }

    @Override
    public ProbesInterceptor create(Probes.Context context) {
        NamedMeters meters = new NamedMeters(context);
        int position = judged.position(meters);
        return position < 0 ? null : new LogInterceptor(judged, position, meters, writer);
    }

    @Override
    public void count(Map<String, Long> counters) {
        counters.put("log.dropped", writer == null ? 0 : writer.dropped());
    }
}
