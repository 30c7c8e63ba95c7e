package sim.server.query;

import java.util.Set;

/**
 * Which part of a call tree is read.
 *
 * @param context the contexts whose work it is, or null for all work, in a context or not
 * @param disabled whether names that are switched off are shown; null for what their application asked for
 * @param splits whether the splitting nodes of payload probes are shown; else what is below one is below its caller
 * @param kind the kind of contexts whose work it is, of all of them whichever are kept; or null. Never beside {@code context}
 * @param beside whether contexts inside count as well that ran beside the one around them; see {@link Beside}
 * @param connected the instances in which contexts may go on
 */
public record TreePart(ContextFilter context, Boolean disabled, boolean splits, KindFilter kind, boolean beside,
        Set<String> connected) {
    /** The same with all contexts inside, of no context, or of those that have ended. */
    public TreePart(ContextFilter context, Boolean disabled, boolean splits, KindFilter kind) {
        this(context, disabled, splits, kind, true, Set.of());
    }

    /** The same of any kind. */
    public TreePart(ContextFilter context, Boolean disabled, boolean splits) {
        this(context, disabled, splits, null);
    }

    /** Whether it is the work in some contexts, and not all there is. */
    boolean isOfContexts() {
        return context != null || kind != null;
    }
}
