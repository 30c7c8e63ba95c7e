package sim.instrumentation.aop.aspectj;

import sim.metrics.probe.ProbeSite;

/**
 * The probe at a join point where the agent is not there. Several aspects may select the same join point; the first one
 * that gets there owns it and the call is metered once.
 */
final class WovenSite {
    private final ProbeSite site;
    /** Set once; a thread that does not see it yet asks again under the lock. */
    private Object owner;

    WovenSite(ProbeSite site) {
        this.site = site;
    }

    ProbeSite ownedBy(Object aspect) {
        return owner == aspect ? site : claim(aspect);
    }

    private synchronized ProbeSite claim(Object aspect) {
        if (owner == null) {
            owner = aspect;
        }
        return owner == aspect ? site : ProbeSite.NONE;
    }
}
