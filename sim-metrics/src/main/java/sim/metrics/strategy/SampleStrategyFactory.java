package sim.metrics.strategy;

import org.jinspired.probes.Probes;
import org.jinspired.probes.strategy.ProbesStrategy;
import org.jinspired.probes.strategy.ProbesStrategyFactory;
import sim.base.config.Settings;

/**
 * {@code sim.probes.strategies=sample}: of {@code every} firings of a name on a thread, the first is metered and the
 * others are not. Counts and totals are then those of the sample; what an unmetered firing does is its caller's own.
 */
public final class SampleStrategyFactory implements ProbesStrategyFactory {
    private int every;

    public SampleStrategyFactory() {}

    @Override
    public void init(Probes.Environment environment) {
        every = new Settings(environment, "sim.probes.strategy.sample").count("every", "10");
    }

    @Override
    public ProbesStrategy create(Probes.Context context) {
        return new SampleStrategy(every);
    }
}
