package org.jinspired.probes.conformance.quiet;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import org.jinspired.probes.Probes;

final class QuietContext implements Probes.Context {
    final QuietEnvironment environment = new QuietEnvironment();
    /** What is firing, the innermost first. */
    final Deque<QuietProbe> firing = new ArrayDeque<>();
    private final Thread thread = Thread.currentThread();
    private final Map<Probes.Name, Probes.Counter> counters = new HashMap<>();
    private long savepoints;

    boolean isOurs() {
        return Thread.currentThread() == thread;
    }

    @Override
    public String getName() {
        return thread.getName();
    }

    @Override
    public Probes.Probe create(Probes.Name name) {
        ((QuietName) Objects.requireNonNull(name, "name")).label(QuietProvider.QuietLabel.PROBE);
        return new QuietProbe(this, name);
    }

    @Override
    public Probes.Probe begin(Probes.Name name) {
        Probes.Probe probe = create(name);
        probe.begin();
        return probe;
    }

    @Override
    public Probes.Probe run(Runnable runnable) {
        QuietName name = null;
        for (String part : runnable.getClass().getName().split("\\.")) {
            name = name == null ? new QuietName(null, part) : name.name(part);
        }
        Probes.Probe probe = create(name);
        probe.run(runnable);
        return probe;
    }

    @Override
    public Probes.SavePoint savepoint() {
        return new Point(savepoints++);
    }

    @Override
    public Probes.SavePoint savepoint(Probes.SavePoint savepoint) {
        return savepoint();
    }

    @Override
    public Probes.ChangeSet compare(Probes.SavePoint savepoint) {
        return savepoint().compare(Objects.requireNonNull(savepoint, "savepoint"));
    }

    @Override
    public Probes.Environment getEnvironment() {
        return environment;
    }

    @Override
    public Iterator<Probes.Meter> meters() {
        return Collections.emptyIterator();
    }

    @Override
    public Probes.Counter counter(Probes.Name name) {
        return counters.computeIfAbsent(Objects.requireNonNull(name, "name"), Count::new);
    }

    private final class Point implements Probes.SavePoint {
        private final long number;

        Point(long number) {
            this.number = number;
        }

        @Override
        public Probes.ChangeSet compare(Probes.SavePoint older) {
            Point point = (Point) Objects.requireNonNull(older, "savepoint");
            if (point.context() != QuietContext.this || point.number > number) {
                throw new IllegalArgumentException("not an older savepoint of this thread");
            }
            return new NoChanges();
        }

        private QuietContext context() {
            return QuietContext.this;
        }
    }

    private static final class NoChanges implements Probes.ChangeSet {
        @Override
        public Iterator<Probes.Change> changes() {
            return Collections.emptyIterator();
        }

        @Override
        public Probes.Change change(Probes.Name meter) {
            Objects.requireNonNull(meter, "name");
            return null;
        }

        @Override
        public Iterator<Probes.ChangePoint> changepoints() {
            return Collections.emptyIterator();
        }

        @Override
        public Probes.ChangePoint changepoint(Probes.Name name) {
            Objects.requireNonNull(name, "name");
            return null;
        }
    }

    private static final class Count implements Probes.Counter {
        private final Probes.Name name;
        private long value;

        Count(Probes.Name name) {
            this.name = name;
        }

        @Override
        public Probes.Name getName() {
            return name;
        }

        @Override
        public long getValue() {
            return value;
        }

        @Override
        public void inc() {
            inc(1);
        }

        @Override
        public void inc(long step) {
            if (step < 0) {
                throw new IllegalArgumentException("negative step " + step);
            }
            value = value + Math.min(step, Long.MAX_VALUE - value);
        }
    }
}
