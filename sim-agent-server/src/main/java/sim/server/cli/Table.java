package sim.server.cli;

import java.util.List;

/** Aligned columns: the first to the left, the others to the right. */
final class Table {
    private Table() {}

    static String of(List<String[]> rows) {
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
