package sim.metrics.probe;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jinspired.probes.Probes;
import sim.base.config.Options;
import sim.base.name.Label;
import sim.base.name.Name;
import sim.base.name.Names;
import sim.metrics.hotspot.Hotspot;
import sim.metrics.tree.Node;

/**
 * The sites, one for each name, made at the name's first use, with the switch that {@link Hotspot} turns. A name that is probed by hand takes its place in the
 * dictionary at once. A name of woven code waits with it until the first call, because most code of a large program never runs. Any thread.
 */
final class Sites {
    private static final VarHandle SWITCHINGS;

    static {
        try {
            SWITCHINGS = MethodHandles.lookup().findVarHandle(Sites.class, "switchings", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    final Hotspot hotspot;
    /** The site of all frames that are splits. */
    final ProbeSite splits;
    /** Increases whenever a name is switched on or off. Each thread then looks through its frames. */
    volatile int switchings;
    /** Increases whenever candidates of the call tree got places or went, or a circle of names ended. Written by the collector's thread, before the former. */
    volatile int settlings;

    private final Names names;
    private final boolean metered;
    private final Threads threads;

    /**
     * @param metered whether anything is metered
     */
    Sites(Options options, Names names, boolean metered, Threads threads) {
        this.hotspot = new Hotspot(options, this::switched);
        this.names = names;
        this.metered = metered;
        this.threads = threads;
        this.splits = new ProbeSite(names.parse("split"), threads, null);
    }

    /** The site of a name that is about to be metered, made at its first use. */
    ProbeSite site(Probes.Name name) {
        Name known = name instanceof Name ours ? ours : foreign(name);
        ProbeSite site = (ProbeSite) known.site;
        return site != null ? site : create(known);
    }

    /** The site of a name for woven code. Where so many names wait already, it takes its place at once. */
    ProbeSite woven(Name name) {
        ProbeSite site = (ProbeSite) name.woven;
        return site != null ? site : createWoven(name);
    }

    /** The place below another of a site that was not called there yet. One place is for all woven names without room: their calls are not looked at any more. */
    Node place(ProbeSite site, Node caller) {
        return !site.card().waits() || meet(site) ? caller.child(site.name()) : caller.nameless();
    }

    /** The name here for a name that another provider made. */
    private Name foreign(Probes.Name name) {
        return names.parse(Objects
                .requireNonNull(name, "name is null: a probe needs one, such as Probes.parse(\"shop.orders.load\")")
                .toString());
    }

    /** The site of a place of SIM's own, which never switches itself off. */
    ProbeSite unjudged(String part) {
        Name name = names.name(part);
        return new ProbeSite(name, threads, metered ? hotspot.unjudged(names.admit(name)) : null);
    }

    /** The same for any name, also one that is not the application's. */
    ProbeSite unjudged(Name name) {
        return new ProbeSite(name, threads, hotspot.unjudged(name));
    }

    /** Called under the lock for admitting names, which the collector's thread never takes. */
    private ProbeSite create(Name name) {
        synchronized (names) {
            if (name.site == null && name.woven != null) {
                meet((ProbeSite) name.woven);
            }
            if (name.site == null) {
                name.add(Label.PROBE);
                Name admitted = metered ? names.admit(name) : name;
                name.site = !metered
                        ? new ProbeSite(name, threads, null)
                        : admitted == name
                                ? new ProbeSite(name, threads, hotspot.open(name, names.idOf(name)))
                                : site(admitted);
            }
            return (ProbeSite) name.site;
        }
    }

    private ProbeSite createWoven(Name name) {
        synchronized (names) {
            if (name.woven == null) {
                name.add(Label.PROBE);
                if (metered && name.site == null && !names.isCrowded() && !hotspot.isRemembered(name)) {
                    name.woven = new ProbeSite(name, threads, hotspot.waiting(name));
                } else {
                    ProbeSite site = site(name);
                    name.woven = site.name() == name ? site : new ProbeSite(name, threads, null);
                }
            }
            return (ProbeSite) name.woven;
        }
    }

    /**
     * The first call of a site that waits: its name takes its place in the dictionary. If that is full, the site is off for good.
     *
     * @return whether there was room
     */
    private boolean meet(ProbeSite site) {
        synchronized (names) {
            Name name = site.name();
            if (name.site == null) {
                if (names.admit(name) == name) {
                    hotspot.meet(site.card(), names.idOf(name));
                    name.site = site;
                } else {
                    site.card().fold();
                    name.site = site(names.other());
                }
            }
            return name.site == site;
        }
    }

    /** The call tree has changed where calls are known already: each thread looks up the places of its calls in progress. Called by the collector's thread. */
    void settled() {
        settlings++;
        switched();
    }

    private void switched() {
        SWITCHINGS.getAndAdd(this, 1);
    }
}
