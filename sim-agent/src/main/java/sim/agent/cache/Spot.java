package sim.agent.cache;

import java.io.File;

/** A file or a folder, and its time at the first look. Any thread. */
final class Spot {
    /** A folder younger than this, ms, may get more without another time: a clock of ticks. */
    private static final int SETTLED = 2_000;

    private final File file;
    private final Looks looks;
    private final long time;
    private final boolean isSettled;
    private volatile long seenAt;

    Spot(File file, Looks looks) {
        this.file = file;
        this.looks = looks;
        this.seenAt = looks.now();
        this.time = looks.time(file);
        this.isSettled = time == 0 || System.currentTimeMillis() - time > SETTLED;
    }

    /** Whether its time tells of each change. */
    boolean isSettled() {
        return isSettled;
    }

    /**
     * Whether its time is that of the first look.
     *
     * @param since asked again if it was last asked before this
     */
    boolean isUnchanged(long since) {
        if (seenAt - since > 0) {
            return true;
        }
        long now = looks.now();
        if (looks.time(file) != time) {
            return false;
        }
        seenAt = now;
        return true;
    }
}
