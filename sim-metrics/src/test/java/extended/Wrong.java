package extended;

import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import org.jinspired.probes.interceptor.ProbesInterceptorFactory;
import org.jinspired.probes.spi.ProbesProvider;
import org.jinspired.probes.spi.ProbesProviderFactory;

/** Factories that cannot be used. This one cannot be made. */
public final class Wrong implements ProbesInterceptorFactory {
    public Wrong() {
        throw new IllegalStateException("no database url");
    }

    @Override
    public void init(Probes.Environment environment) {
        throw new AssertionError();
    }

    @Override
    public ProbesInterceptor create(Probes.Context context) {
        throw new AssertionError();
    }

    /** Of providers, and cannot be made either. */
    public static final class Thrown implements ProbesProviderFactory {
        public Thrown() {
            throw new IllegalStateException("no database url");
        }

        @Override
        public ProbesProvider create() {
            throw new AssertionError();
        }
    }

    /** Makes none. */
    public static final class Nothing implements ProbesProviderFactory {
        @Override
        public ProbesProvider create() {
            return null;
        }
    }
}
