package sim.store;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which columns a statement wants of the tables that it names: those whose names are words in it, or all where it has a star. To plan a
 * statement costs by the columns of each part of a table, and most statements want a few of fifty.
 *
 * @param words null for all
 */
record Wanted(Set<String> words) {
    private static final Pattern STAR = Pattern.compile("(?:SELECT|DISTINCT|,|\\.)\\s*\\*");
    private static final Pattern WORD = Pattern.compile("[a-z_][a-z_0-9]*");

    static Wanted by(String sql) {
        if (STAR.matcher(sql).find()) {
            return new Wanted(null);
        }
        Set<String> words = new HashSet<>();
        Matcher word = WORD.matcher(sql);
        while (word.find()) {
            words.add(word.group());
        }
        return new Wanted(words);
    }

    /** Those of a table, in order; at least one, because rows are counted too. */
    List<String> of(Table<?> table) {
        List<String> all = Pieces.names(table);
        if (words == null) {
            return all;
        }
        List<String> some = all.stream().filter(words::contains).toList();
        return some.isEmpty() ? List.of(table.time()) : some;
    }
}
