package clients;

import java.util.Iterator;
import java.util.TreeSet;
import org.jinspired.probes.Probes;
import org.jinspired.probes.Probes.Change;
import org.jinspired.probes.Probes.ChangePoint;
import org.jinspired.probes.Probes.ChangeSet;
import org.jinspired.probes.Probes.Context;
import org.jinspired.probes.Probes.Environment;
import org.jinspired.probes.Probes.Name;
import org.jinspired.probes.Probes.Probe;
import org.jinspired.probes.Probes.Reading;
import org.jinspired.probes.Probes.SavePoint;

/**
 * A program that looks at its own behaviour, written from what is published of the API alone. It goes steps, which
 * {@link Steps} measures, and prints what the API tells it of them.
 */
public class Walk {
    static final Name WALK = Probes.name(Walk.class).name("walk");
    static final Name HILL = Probes.parse("way.hill");
    static final Name BEND = Probes.parse("way.bend");
    static final Name NOISE = Probes.parse("noise.birds");
    static final Name STEPS = Probes.name("steps");
    static final Name SHOES = Probes.name("shoes");

    public static void main(String[] args) {
        Context ctx = Probes.context();
        Environment environment = ctx.getEnvironment();
        environment.setBoolean(Probes.name("favour"), true);
        meters(ctx);

        walk(ctx, 1);
        SavePoint first = ctx.savepoint();
        walk(ctx, 3);
        SavePoint second = ctx.savepoint();
        try {
            fall(ctx);
        } catch (IllegalStateException slipped) {
            System.out.println("caught " + slipped.getMessage());
        }
        print("first to second", second.compare(first));
        print("second to now", ctx.compare(second));

        Probe probe = Probes.create(HILL);
        System.out.println("state " + probe.getState());
        probe.begin();
        System.out.println("state " + Integer.signum(probe.getState()));
        Steps.go(9);
        probe.end();
        Reading r = probe.reading(STEPS);
        System.out.println(
                "reading " + r.getName() + " " + r.getDelta() + " " + (r.getHigh() - r.getLow() == r.getDelta()));
        Probe muted = Probes.begin(NOISE);
        System.out.println("muted " + Integer.signum(muted.getState()) + " " + muted.readings().hasNext());
        muted.end();

        environment.setInt(Probes.parse("boot.size"), 43);
        environment.setString(Probes.parse("boot.colour"), "brown");
        System.out.println("boot " + environment.contains(Probes.name("boot")) + " "
                + environment.getInt(Probes.parse("boot.size")) + " " + environment.isNull(Probes.name("boot")));
        environment.remove(Probes.name("boot"));
        System.out.println("boot " + environment.contains(Probes.name("boot")) + " "
                + environment.getInt(Probes.parse("boot.size"), 40) + " "
                + environment.getString(Probes.parse("boot.colour")));
        System.out.println("configured " + environment.getDouble(Probes.parse("boot.price")) + " "
                + environment.getName(Probes.parse("boot.shop")).getLength());
        System.out.println("labels " + WALK.contains(Probes.label("probe")) + " "
                + Probes.name(Walk.class).contains(Probes.label("class")) + " "
                + NOISE.contains(Probes.label("disabled")));
    }

    private static void meters(Context ctx) {
        boolean time = false;
        boolean steps = false;
        for (Iterator<Probes.Meter> all = ctx.meters(); all.hasNext();) {
            Name name = all.next().getName();
            time |= name == Probes.parse("clock.time");
            steps |= name == STEPS;
        }
        System.out.println("meters " + time + " " + steps + " " + (Probes.meter(SHOES) != null));
    }

    /** 10 steps, a hill of 5, and the walk again in it. */
    private static void walk(Context ctx, int times) {
        Probe p = ctx.begin(WALK);
        try {
            Steps.go(10);
            ctx.counter(SHOES).inc(2);
            Probe hill = ctx.begin(HILL);
            try {
                Steps.go(5);
                if (times > 1) {
                    walk(ctx, times - 1);
                }
            } finally {
                hill.end();
            }
        } finally {
            p.end();
        }
    }

    private static void fall(Context ctx) {
        Probe p = ctx.begin(BEND);
        try {
            Steps.go(7);
            throw new IllegalStateException("slipped");
        } finally {
            p.end();
        }
    }

    private static void print(String title, ChangeSet cset) {
        System.out.println(title + ": " + text(cset.change(STEPS)) + "; shoes " + text(cset.change(SHOES)));
        TreeSet<String> lines = new TreeSet<>();
        for (Iterator<ChangePoint> cps = cset.changepoints(); cps.hasNext();) {
            ChangePoint cp = cps.next();
            for (Iterator<Change> cs = cp.changes(); cs.hasNext();) {
                Change c = cs.next();
                if (c.getName() == STEPS) {
                    lines.add("  " + cp.getName() + " " + text(c));
                }
            }
        }
        ChangePoint group = cset.changepoint(Probes.name("way"));
        lines.add("  group " + (group == null ? null : text(group.change(STEPS))));
        lines.forEach(System.out::println);
    }

    private static String text(Change c) {
        return c == null
                ? "none"
                : c.getCount() + " " + c.getTotal() + " " + c.getAvg() + " " + c.getInherentTotal() + " "
                        + c.getInherentAvg();
    }
}
