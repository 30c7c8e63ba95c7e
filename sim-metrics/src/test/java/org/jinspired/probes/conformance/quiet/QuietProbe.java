package org.jinspired.probes.conformance.quiet;

import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import org.jinspired.probes.Probes;

final class QuietProbe implements Probes.Probe {
    private final QuietContext context;
    private final Probes.Name name;
    private boolean firing;
    private Map<Probes.Name, Object> environmentBefore;

    QuietProbe(QuietContext context, Probes.Name name) {
        this.context = context;
        this.name = name;
    }

    @Override
    public Probes.Name getName() {
        return name;
    }

    @Override
    public void begin() {
        if (context.isOurs() && !firing) {
            firing = true;
            environmentBefore = context.environment.copy();
            context.firing.push(this);
        }
    }

    @Override
    public void end() {
        if (context.isOurs() && firing) {
            QuietProbe innermost;
            do {
                innermost = context.firing.pop();
                innermost.firing = false;
            } while (innermost != this);
            context.environment.restore(environmentBefore);
        }
    }

    @Override
    public Iterator<Probes.Reading> readings() {
        return Collections.emptyIterator();
    }

    @Override
    public Probes.Reading reading(Probes.Name meter) {
        Objects.requireNonNull(meter, "name");
        return null;
    }

    @Override
    public void run(Runnable runnable) {
        Objects.requireNonNull(runnable, "runnable");
        begin();
        try {
            runnable.run();
        } finally {
            end();
        }
    }

    @Override
    public int getState() {
        return firing ? -1 : 0;
    }
}
