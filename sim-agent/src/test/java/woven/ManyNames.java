package woven;

import org.jinspired.probes.Probes;

/** Ends with more to drain than a drain takes a millisecond for. */
public final class ManyNames {
    private ManyNames() {}

    public static void main(String[] args) {
        for (int i = 0; i < 5_000; i++) {
            Probes.begin(Probes.parse("many.names" + i)).end();
        }
        System.out.println("did 5000");
    }
}
