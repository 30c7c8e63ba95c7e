package sim.campaign;

import java.util.ArrayList;
import java.util.List;

/** One figure of a soak, look by look: flat when what it is at the end is what it was in the middle. */
final class Line {
    private static final double PART = 0.05;

    private final String name;
    private final long unit;
    private final long allowance;
    private final boolean isMemory;
    private final List<Long> values = new ArrayList<>();

    /**
     * @param unit in which it is printed
     * @param allowance by which it may grow however small it is
     * @param isMemory whether a JVM needs minutes until it is what it stays
     */
    Line(String name, long unit, long allowance, boolean isMemory) {
        this.name = name;
        this.unit = unit;
        this.allowance = allowance;
        this.isMemory = isMemory;
    }

    String name() {
        return name;
    }

    boolean isMemory() {
        return isMemory;
    }

    void add(long value) {
        values.add(value);
    }

    /** From the second third of the looks to the last one, the median of each. The first third is the start. */
    long growth() {
        return median(2) - median(1);
    }

    /** Whether it grew by no more than a twentieth, or by what is nothing. */
    boolean isFlat() {
        return growth() <= Math.max(allowance, median(1) * PART);
    }

    /** A row of the table: some values from the start to the end, and what it grew. */
    String row() {
        StringBuilder some = new StringBuilder();
        int points = Math.min(9, values.size());
        for (int i = 0; i < points; i++) {
            some.append(i == 0 ? "" : " ").append(text(values.get(i * (values.size() - 1) / Math.max(1, points - 1))));
        }
        return String.format("| %-36s | %s | %s |", name, some, text(growth()));
    }

    private String text(long value) {
        return unit == 1 ? String.valueOf(value) : String.format(java.util.Locale.ROOT, "%.1f", (double) value / unit);
    }

    private long median(int third) {
        int from = third * values.size() / 3;
        List<Long> part = values.subList(from, Math.max(from, (third + 1) * values.size() / 3)).stream().sorted()
                .toList();
        return part.isEmpty() ? 0 : part.get(part.size() / 2);
    }
}
