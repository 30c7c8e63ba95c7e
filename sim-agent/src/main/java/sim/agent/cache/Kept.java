package sim.agent.cache;

import java.util.function.Supplier;

/** What the agent makes for itself at each start, kept as classes are: the tools it is made with are then not loaded. */
public final class Kept {
    /** Makes all anew. */
    public static final Kept NOTHING = new Kept(null);

    private final View view;

    private Kept(View view) {
        this.view = view;
    }

    /** @param cache null where nothing is kept */
    public static Kept in(WeaveCache cache) {
        return cache == null ? NOTHING : new Kept(cache.own());
    }

    /** What was made of bytes at an earlier start, else what is made of them now. */
    public byte[] made(byte[] of, Supplier<byte[]> maker) {
        Verdict known = view == null ? null : view.find(of);
        if (known != null && known.result() != null) {
            return known.result();
        }
        byte[] made = maker.get();
        if (view != null && made != null) {
            view.keep(of, Verdict.woven(made));
        }
        return made;
    }

    /** Does what has to be done once for these bytes; what it throws has it done again. */
    public void once(byte[] of, Runnable check) {
        if (view != null && view.find(of) == Verdict.UNCHANGED) {
            return;
        }
        check.run();
        if (view != null) {
            view.keep(of, Verdict.UNCHANGED);
        }
    }
}
