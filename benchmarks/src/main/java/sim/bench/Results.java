package sim.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The flat list of everything measured: kept in results.json, and all the report is made of. */
final class Results {
    private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final List<Result> all = new ArrayList<>();

    static Results read(Path file) {
        Results results = new Results();
        results.all.addAll(JSON.readValue(file, new TypeReference<List<Result>>() {
        }));
        return results;
    }

    void write(Path file) {
        JSON.writeValue(file, all);
    }

    void add(Result result) {
        all.add(result);
    }

    /** Adds costs of calls, and to each its ratios within their case, JDK and number of threads. */
    void addCosts(List<Result> costs) {
        for (Result each : costs) {
            Double floor = cost(costs, each, Subjects.NANO_FLOOR);
            Double sim = cost(costs, each, Subjects.WALL);
            boolean comparable = each.nsPerCall() != null && !each.system().equals(Subjects.BARE);
            all.add(comparable
                    ? each.ratios(floor == null ? null : each.nsPerCall() / floor,
                            sim == null ? null : each.nsPerCall() / sim)
                    : each);
        }
    }

    List<Result> all() {
        return List.copyOf(all);
    }

    List<Result> of(String kase) {
        return all.stream().filter(each -> each.kase().equals(kase)).toList();
    }

    Optional<Result> find(String kase, String system, int jdk, int threads) {
        return all.stream().filter(each -> each.kase().equals(kase) && each.system().equals(system)
                && each.jdk() == jdk && each.threads() == threads).findFirst();
    }

    /** A text that describes the run. */
    String text(String system) {
        return find("run", system, 0, 0).map(Result::note).orElse("unknown");
    }

    /** The JDKs measured, ascending. */
    List<Integer> jdks() {
        return all.stream().map(Result::jdk).filter(jdk -> jdk > 0).distinct().sorted().toList();
    }

    private static Double cost(List<Result> costs, Result like, String system) {
        return costs.stream()
                .filter(each -> each.system().equals(system) && each.kase().equals(like.kase())
                        && each.jdk() == like.jdk() && each.threads() == like.threads())
                .map(Result::nsPerCall).filter(Objects::nonNull).findFirst().orElse(null);
    }
}
