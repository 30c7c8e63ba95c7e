package woven;

import java.util.concurrent.atomic.AtomicInteger;
import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import org.jinspired.probes.interceptor.ProbesInterceptorFactory;

/** An extension whose own methods are woven: the first are called while the runtime is being made. */
public final class Watched implements ProbesInterceptorFactory {
    private static final AtomicInteger ENDED = new AtomicInteger();

    public static void main(String[] args) {
        for (int i = 0; i < 10; i++) {
            work();
        }
        System.out.println("ended " + ENDED);
    }

    static void work() {}

    @Override
    public void init(Probes.Environment environment) {
        prepare();
    }

    private static void prepare() {}

    @Override
    public ProbesInterceptor create(Probes.Context context) {
        return new ProbesInterceptor() {
            @Override
            public void begin(Probes.Probe probe) {}

            @Override
            public void end(Probes.Probe probe) {
                if (probe.getName().toString().equals("woven.Watched.work")) {
                    ENDED.incrementAndGet();
                }
            }
        };
    }
}
