package sim.metrics.interceptor;

import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import org.jinspired.probes.interceptor.ProbesInterceptorFactory;
import sim.base.config.Settings;
import sim.metrics.extension.NamedMeters;

/**
 * {@code sim.probes.interceptors=jfr}: an event {@code sim.Firing} in the flight recordings of this JVM for each firing of
 * at least {@code threshold}, which lasts as long as the firing. Nothing happens while no recording wants it; firings that
 * were under way when a recording began are left out.
 */
public final class JfrInterceptorFactory implements ProbesInterceptorFactory {
    private static final String SETTING = "sim.probes.interceptor.jfr";

    private Judged judged;
    private EventType type;

    public JfrInterceptorFactory() {}

    @Override
    public void init(Probes.Environment environment) {
        judged = new Judged(new Settings(environment, SETTING), SETTING, "0");
        FlightRecorder.register(FiringEvent.class);
        type = EventType.getEventType(FiringEvent.class);
    }

    @Override
    public ProbesInterceptor create(Probes.Context context) {
        NamedMeters meters = new NamedMeters(context);
        int position = judged.position(meters);
        return position < 0 ? null : new JfrInterceptor(judged, position, meters, type);
    }
}
