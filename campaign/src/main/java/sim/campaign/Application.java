package sim.campaign;

import counted.Count;
import counted.Ledger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of package {@code counted} under the packaged agent, in a process of its own. */
final class Application {
    private final String name;
    private final Style style;
    private final Child child;
    private final Ledger ledger;

    /** @param agent the agent's jar */
    Application(Path agent, Place place, Path folder, String name, String shipping, long seed, Style style)
            throws IOException {
        this.name = name;
        this.style = style;
        Path file = folder.resolve(name + ".ledger");
        ledger = new Ledger(file);
        Path aop = folder.resolve(name + ".aop.xml");
        Files.writeString(aop, style.aop());
        List<String> command = new ArrayList<>(style.before());
        command.addAll(List.of(Place.java(style.jdk()), "-Xmx" + style.heapMegabytes() + "m"));
        if (style.threading().equals("full")) { // a JVM that is first looked into where its heap is full ends
            command.add("-XX:+StartAttachListener");
        }
        if (style.classes() != null) {
            command.add("-Xlog:class+load:file=" + style.classes());
        }
        if (!style.threading().equals("waiting")) { // with a meter by name each thread has a context
            command.add("-Dsim.probes.counters=items");
        }
        command.add("-javaagent:" + agent + "=application=" + name + "," + shipping + ",hotspot.enabled=false,aop="
                + aop + "," + style.options());
        command.addAll(List.of("-cp", place.programs().toString(), "counted.Program", file.toString(),
                String.valueOf(seed), style.threading(), String.valueOf(style.threads()),
                String.valueOf(style.pauseMicros()), String.valueOf(style.places()), style.operations(),
                String.valueOf(style.mostCalls())));
        child = new Child(name, folder, command);
    }

    String name() {
        return name;
    }

    Style style() {
        return style;
    }

    Child child() {
        return child;
    }

    long made(Count count) {
        return ledger.get(count);
    }

    /** All metered calls it made. */
    long calls() {
        long calls = 0;
        for (Count count : Count.values()) {
            calls += count.isCalls() ? ledger.get(count) : 0;
        }
        return calls;
    }

    /** Whether it came to its own end, and not to that of a signal. */
    boolean isDone() {
        return ledger.get(Count.DONE) == 1;
    }
}
