package tried;

/** An agent beside SIM's that takes its time, so that {@code main} is called late. */
public final class SlowAgent {
    private SlowAgent() {}

    public static void premain(String options) throws InterruptedException {
        Thread.sleep(8_000);
    }
}
