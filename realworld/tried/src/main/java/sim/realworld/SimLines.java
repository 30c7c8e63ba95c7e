package sim.realworld;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What SIM says in a program's output. A server's own log may have put its date, level and thread before each line. */
record SimLines(List<String> lines) {
    private static final int MOST = 5;
    private static final int LONGEST = 160;
    private static final Pattern LINE = Pattern.compile("(?:^|\\s)(sim: .*)");

    static SimLines of(List<String> output) {
        return new SimLines(
                output.stream().map(LINE::matcher).filter(Matcher::find).map(line -> line.group(1)).toList());
    }

    int longest() {
        return lines.stream().mapToInt(String::length).max().orElse(0);
    }

    /** What breaks the bound of any start: five lines of 160 characters; null if nothing does. */
    String tooMuch() {
        return lines.size() <= MOST && longest() <= LONGEST
                ? null
                : "SIM says " + lines.size() + " lines, the longest of " + longest() + " characters: " + lines.get(0);
    }
}
