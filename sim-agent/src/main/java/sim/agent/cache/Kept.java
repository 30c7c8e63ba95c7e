package sim.agent.cache;

import java.util.function.Supplier;

/** Keeps what the agent makes for itself at each start, as it keeps classes. The tools that make it are then not loaded. */
public final class Kept {
    /** Keeps nothing and makes everything again. */
    public static final Kept NOTHING = new Kept(null);

    private final View view;

    private Kept(View view) {
        this.view = view;
    }

    /**
     * @param cache null to keep nothing
     */
    public static Kept in(WeaveCache cache) {
        return cache == null ? NOTHING : new Kept(cache.own());
    }

    /** What an earlier start made of some bytes; otherwise what the maker makes of them now. */
    public byte[] made(byte[] of, Supplier<byte[]> maker) {
        WeavingResult known = view == null ? null : view.find(of);
        if (known != null && known.code() != null) {
            return known.code();
        }
        byte[] made = maker.get();
        if (view != null && made != null) {
            view.keep(of, WeavingResult.woven(made));
        }
        return made;
    }

    /** Runs a check once for these bytes. If it throws, the next start runs it again. */
    public void once(byte[] of, Runnable check) {
        if (view != null && view.find(of) == WeavingResult.UNCHANGED) {
            return;
        }
        check.run();
        if (view != null) {
            view.keep(of, WeavingResult.UNCHANGED);
        }
    }
}
