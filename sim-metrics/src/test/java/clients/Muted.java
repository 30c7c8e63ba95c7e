package clients;

import org.jinspired.probes.Probes;
import org.jinspired.probes.strategy.ProbesStrategy;
import org.jinspired.probes.strategy.ProbesStrategyFactory;

/** Votes against what is below a configured name, for what the thread's environment favours, and abstains otherwise. */
public class Muted implements ProbesStrategyFactory {
    private Probes.Name muted;

    public void init(Probes.Environment environment) {
        muted = environment.getName(Probes.parse("mute.below"));
    }

    public ProbesStrategy create(final Probes.Context context) {
        final Probes.Environment environment = context.getEnvironment();
        return new ProbesStrategy() {
            public int vote(Probes.Probe probe) {
                if (probe.getName().startsWith(muted)) {
                    return -1;
                }
                return environment.getBoolean(Probes.parse("favour")) ? 1 : 0;
            }
        };
    }
}
