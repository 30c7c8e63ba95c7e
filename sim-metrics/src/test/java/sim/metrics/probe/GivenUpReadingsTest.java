package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import org.jinspired.probes.interceptor.ProbesInterceptorFactory;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.model.snapshot.HotspotControl;

/** What interceptors are told of a call that is given up: its readings are of the thread's own clock, also where that is played back. */
class GivenUpReadingsTest {
    private static final List<Long> NANOS = new ArrayList<>();

    @Test
    void haveTheTimeOfTheThreadsClock() {
        PlayedClock clock = new PlayedClock();
        Properties properties = new Properties();
        properties.setProperty("sim.hotspot.enabled", "false");
        properties.setProperty("sim.probes.interceptor.told.factory.class", Told.class.getName());
        Options options = Options.load("meters=wall,compensation=false,probes.interceptors=told", properties);
        Metering metering = new Metering(options, clock, true);
        ProbeSite called = metering.site("test", "called");
        ProbeSite next = metering.site("test", "next");
        NANOS.clear();
        called.begin();
        clock.passesMillis(5);
        metering.control(new HotspotControl(HotspotControl.Action.DISABLE, "test", "called", -1, -1));
        next.end(next.begin(), null);
        assertThat(NANOS).as("of the call that was given up, and of the next").containsExactly(5_000_000L, 0L);
    }

    /** An interceptor that keeps how long each call took. */
    public static final class Told implements ProbesInterceptorFactory {
        @Override
        public void init(Probes.Environment environment) {
            // nothing to prepare
        }

        @Override
        public ProbesInterceptor create(Probes.Context context) {
            return new ProbesInterceptor() {
                @Override
                public void begin(Probes.Probe probe) {
                    // its end says it
                }

                @Override
                public void end(Probes.Probe probe) {
                    probe.readings().forEachRemaining(reading -> {
                        if (reading.getName().toString().equals("clock.tick")) {
                            NANOS.add(reading.getDelta());
                        }
                    });
                }
            };
        }
    }
}
