package sim.server.cli;

import java.util.List;
import java.util.stream.Stream;
import sim.wire.OneLine;

/** Aligned columns: the first to the left, the others to the right. */
final class Table {
    private Table() {}

    static String of(List<String[]> named) {
        List<String[]> rows = named.stream().map(row -> Stream.of(row)
                .map(cell -> OneLine.of(cell, Integer.MAX_VALUE)).toArray(String[]::new)).toList();
        int[] widths = new int[rows.get(0).length];
        for (String[] row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            for (int i = 0; i < widths.length; i++) {
                String pad = " ".repeat(widths[i] - row[i].length());
                text.append(i == 0 ? row[i] + pad : "  " + pad + row[i]);
            }
            text.append('\n');
        }
        return text.toString();
    }
}
