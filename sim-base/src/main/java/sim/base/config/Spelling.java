package sim.base.config;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Finds the known word that somebody may have meant. */
final class Spelling {
    private Spelling() {}

    static String nearest(String label, List<String> known) {
        return Collections.min(known, Comparator.comparingInt(each -> distance(label, each)));
    }

    /** Levenshtein's edit distance. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitute = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substitute, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
