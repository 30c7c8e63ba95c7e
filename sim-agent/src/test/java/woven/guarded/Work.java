package woven.guarded;

/** What is metered of {@link woven.Guarded}. */
public final class Work {
    private Work() {}

    public static int once(int value) {
        return value + 1;
    }
}
