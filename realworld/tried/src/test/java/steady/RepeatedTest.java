package steady;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatedTest {
    private static int runs;

    /** The program that is run. */
    public static void main(String[] arguments) {
        runs++;
        System.out.println("did " + String.join(",", arguments));
    }

    @Test
    void aProgramIsRunAgainAndItsFiguresArePrinted() throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            Repeated.main(new String[]{"0", "0", RepeatedTest.class.getName(), "one", "two"});
        } finally {
            System.setOut(before);
        }

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(runs).isEqualTo(2); // the first, and one that counts
        assertThat(lines).filteredOn("did one,two"::equals).hasSize(2);
        assertThat(lines).filteredOn(line -> line.startsWith("figure "))
                .extracting(line -> line.split(" ")[1])
                .containsExactly("first.cpu.ms", "first.ms", "steady.cpu.ms", "steady.ms", "steady.rounds");
    }
}
