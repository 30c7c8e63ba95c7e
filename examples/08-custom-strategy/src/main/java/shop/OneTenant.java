package shop;

import org.jinspired.probes.Probes;
import org.jinspired.probes.strategy.ProbesStrategy;
import org.jinspired.probes.strategy.ProbesStrategyFactory;

/** The strategy: meters what is done for one tenant only. Named in the configuration with its setting, see run.sh. */
public final class OneTenant implements ProbesStrategyFactory {
    private static final int NO = -1;
    private static final int NO_OPINION = 0;

    private String only;

    @Override
    public void init(Probes.Environment environment) {
        only = environment.getString(Probes.parse("sim.probes.strategy.tenant.only"));
    }

    @Override
    public ProbesStrategy create(Probes.Context context) {
        Probes.Environment environment = context.getEnvironment();
        return probe -> only.equals(environment.getString(Requests.TENANT)) ? NO_OPINION : NO;
    }
}
