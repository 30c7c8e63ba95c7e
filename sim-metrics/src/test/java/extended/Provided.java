package extended;

import org.jinspired.probes.Probes;

/** Says whose provider this JVM has behind the Open API. */
public final class Provided {
    private Provided() {}

    public static void main(String[] args) {
        Probes.begin(Probes.name("a")).end();
        System.out.println(Probes.context().getClass().getName());
    }
}
