package org.jinspired.probes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jinspired.probes.Probes.begin;
import static org.jinspired.probes.Probes.name;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jinspired.probes.Probes.Change;
import org.jinspired.probes.Probes.ChangePoint;
import org.jinspired.probes.Probes.Name;
import org.jinspired.probes.Probes.Probe;
import org.jinspired.probes.Probes.Reading;
import org.junit.jupiter.api.Test;

/** The listings of the Open API's documentation, with what the reader was to think of between the braces. */
class SeedListingsTest {
    private static final class A {}

    private static final Probes.Name NAME = Probes.name(A.class).name("a");
    private static final Name IMPORTED = name(A.class).name("a");
    static final Probes.Name COUNTER = Probes.name("items").name("read");

    @Test
    void aProbe() {
        Probes.Probe p = Probes.begin(NAME);
        try {
            assertThat(p.getState()).isNotZero();
        } finally {
            p.end();
        }
        assertThat(p.getState()).isZero();
    }

    @Test
    void withAStaticImport() {
        Probe p = begin(IMPORTED);
        try {
            assertThat(p.getName()).isSameAs(NAME);
        } finally {
            p.end();
        }
    }

    @Test
    void whatHasBeenMeasured() {
        Probe p = begin(IMPORTED);
        p.end();
        List<String> read = new ArrayList<>();
        Iterator<Reading> rs = p.readings();
        while (rs.hasNext()) {
            Reading r = rs.next();
            r.getName(); // the name of the measure
            r.getLow(); // the begin measurement
            r.getHigh(); // the end measurement
            assertThat(r.getDelta()).isEqualTo(r.getHigh() - r.getLow()); // high - low
            read.add(r.getName().toString());
        }
        assertThat(read).contains("clock.time");
    }

    @Test
    void namesAreInterned() {
        assertThat(Probes.parse("A.a") == Probes.name("A").name("a")).isTrue();
        assertThat(Probes.parse("A.a").getValue()).isEqualTo("a");
        assertThat(Probes.parse("A.a").getPrefix().getValue()).isEqualTo("A");
    }

    @Test
    void aCounter() {
        Probes.Counter counter = Probes.context().counter(COUNTER);
        long before = counter.getValue();
        // increment by 1
        Probes.context().counter(COUNTER).inc();
        // increment by x
        Probes.context().counter(COUNTER).inc(5);
        assertThat(counter.getValue() - before).isEqualTo(6);
    }

    @Test
    void selfReflection() {
        Probes.Context ctx = Probes.context();

        Probes.SavePoint sp = ctx.savepoint();
        // execute some activity we wish to self reflect on
        begin(IMPORTED).end();
        Probes.ChangeSet cset = ctx.compare(sp);

        List<String> changed = new ArrayList<>();
        // we can now inspect the behavior that occurred between the savepoint() and compare() methods
        Iterator<Probes.ChangePoint> cps = cset.changepoints();
        while (cps.hasNext()) {

            ChangePoint cp = cps.next();
            Probes.Name pn = cp.getName(); // name of probe

            Iterator<Change> cs = cp.changes();
            while (cs.hasNext()) {

                Probes.Change c = cs.next();
                Probes.Name mn = c.getName(); // name of meter
                c.getCount(); // how many meter measures aggregated
                changed.add(pn + " " + mn + " " + c.getCount());
            }
        }
        assertThat(changed).contains(NAME + " clock.time 1");
    }

    @Test
    void whatViolatesTheContractIsHealed() {
        Probes.Probe p = Probes.begin(NAME);
        Probes.Probe q = Probes.begin(NAME);
        p.end();
        q.end();
        q.end();
        Probes.Probe outer = Probes.begin(NAME);
        Probes.Probe inner = Probes.begin(NAME);
        outer.end();
        inner.end();
        assertThat(outer.getState()).isZero();
        assertThat(inner.getState()).isZero();
    }
}
