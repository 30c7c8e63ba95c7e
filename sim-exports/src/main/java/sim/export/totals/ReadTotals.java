package sim.export.totals;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sim.wire.totals.ApplicationTotals;
import sim.wire.totals.InstanceTotals;
import sim.wire.totals.SeriesBounds;

/** A copy of all totals that nobody changes: what is written to the file, and what readers get. Each application is of one moment. */
final class ReadTotals {
    private final long bornMillis;
    private final List<ApplicationTotals> applications = new ArrayList<>();
    private final List<Long> missed = new ArrayList<>();
    private final List<InstanceTotals> instances = new ArrayList<>();
    private final Map<String, GoneInstance> gone = new LinkedHashMap<>();

    ReadTotals(long bornMillis) {
        this.bornMillis = bornMillis;
    }

    /** The same without an application. */
    ReadTotals without(String application) {
        ReadTotals rest = new ReadTotals(bornMillis);
        for (int i = 0; i < applications.size(); i++) {
            if (!applications.get(i).name().equals(application)) {
                rest.add(applications.get(i), List.of(), missed.get(i));
            }
        }
        instances.stream().filter(each -> !each.application().equals(application)).forEach(rest.instances::add);
        gone.forEach((instance, of) -> {
            if (!of.application().equals(application)) {
                rest.gone.put(instance, of);
            }
        });
        return rest;
    }

    void add(ApplicationTotals application, List<InstanceTotals> itsInstances, long itsMissed) {
        applications.add(application);
        missed.add(itsMissed);
        instances.addAll(itsInstances);
    }

    long bornMillis() {
        return bornMillis;
    }

    List<ApplicationTotals> applications() {
        return applications;
    }

    List<InstanceTotals> instances() {
        return instances;
    }

    /** By their names, so that the same ones find room at every scrape. */
    List<InstanceTotals> instancesByName() {
        return instances.stream().sorted(Comparator.comparing(InstanceTotals::instance)).toList();
    }

    /** By application. */
    List<Long> missed() {
        return missed;
    }

    Map<String, GoneInstance> gone() {
        return gone;
    }

    void write(DataOutputStream out) throws IOException {
        out.writeLong(bornMillis);
        out.writeInt(applications.size());
        for (int i = 0; i < applications.size(); i++) {
            applications.get(i).write(out);
            out.writeLong(missed.get(i));
        }
        out.writeInt(instances.size());
        for (InstanceTotals each : instances) {
            each.write(out);
        }
        out.writeInt(gone.size());
        for (Map.Entry<String, GoneInstance> each : gone.entrySet()) {
            out.writeUTF(each.getKey());
            out.writeUTF(each.getValue().application());
            out.writeLong(each.getValue().counted());
        }
    }

    static ReadTotals read(TotalsFile.Kept kept, SeriesBounds bounds, int mostNames) throws IOException {
        DataInputStream in = kept.rest();
        ReadTotals read = new ReadTotals(in.readLong());
        for (int left = in.readInt(); left > 0; left--) {
            read.add(ApplicationTotals.read(in, kept.layout(), bounds, mostNames), List.of(), in.readLong());
        }
        Map<String, String> kinds = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            read.instances.add(InstanceTotals.read(in, kept.layout(), kinds));
        }
        for (int left = kept.layout() < TotalsFile.LAYOUT ? 0 : in.readInt(); left > 0; left--) {
            read.gone.put(in.readUTF(), new GoneInstance(in.readUTF(), in.readLong()));
        }
        return read;
    }
}
