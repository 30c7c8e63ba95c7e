package sim.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the forks of a case measured, gathered until all rounds are over; then made into results. */
final class Samples {
    /** What was done; {@code calls} of it to an operation. */
    record Key(String kase, String system, int jdk, int threads) {
        Key of(String other) {
            return new Key(kase, other, jdk, threads);
        }
    }

    private record Measured(List<Double> nanos, List<Double> cpu, List<Double> bytes, List<Double> processBytes) {}

    private final Map<Key, Measured> all = new LinkedHashMap<>();
    private final Map<Key, String> absent = new LinkedHashMap<>();

    /** Of each iteration, for an operation: nanoseconds elapsed and of CPU, bytes of the calling thread and of the process. */
    void add(Key key, List<Double> nanos, List<Double> cpu, List<Double> bytes, List<Double> processBytes) {
        Measured measured = all.computeIfAbsent(key,
                first -> new Measured(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
        measured.nanos.addAll(nanos);
        measured.cpu.addAll(cpu);
        measured.bytes.addAll(bytes);
        measured.processBytes.addAll(processBytes);
    }

    /** Says why there is nothing; forks that did run count all the same. */
    void failed(Key key, String why) {
        absent.put(key, why);
    }

    /** A result a key, ratios still missing. */
    List<Result> results(int callsPerOperation) {
        List<Result> results = new ArrayList<>();
        all.forEach((key, measured) -> {
            Measured bare = key.system.equals(Subjects.BARE) ? null : all.get(key.of(Subjects.BARE));
            double nanosOfBare = bare == null ? 0 : percentile(bare.nanos, 50);
            double cpuOfBare = bare == null ? 0 : percentile(bare.cpu, 50);
            double bytesOfBare = bare == null ? 0 : percentile(bare.bytes, 50);
            double processBytesOfBare = bare == null ? 0 : percentile(bare.processBytes, 50);
            results.add(new Result(key.kase, key.system, key.jdk, key.threads,
                    (percentile(measured.nanos, 50) - nanosOfBare) / callsPerOperation,
                    (percentile(measured.cpu, 50) - cpuOfBare) / callsPerOperation, null, null,
                    (percentile(measured.bytes, 50) - bytesOfBare) / callsPerOperation,
                    (percentile(measured.processBytes, 50) - processBytesOfBare) / callsPerOperation,
                    (percentile(measured.nanos, 25) - nanosOfBare) / callsPerOperation,
                    (percentile(measured.nanos, 75) - nanosOfBare) / callsPerOperation, null, null,
                    absent.get(key)));
        });
        absent.forEach((key, why) -> {
            if (!all.containsKey(key)) {
                results.add(Result.absent(key.kase, key.system, key.jdk, key.threads, why));
            }
        });
        return results;
    }

    /** By linear interpolation between the closest ranks. */
    static double percentile(List<Double> values, double percent) {
        List<Double> sorted = values.stream().sorted().toList();
        double at = percent / 100 * (sorted.size() - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (at - below) * (sorted.get(above) - sorted.get(below));
    }
}
