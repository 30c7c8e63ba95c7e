package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;

/** The page's table of meters says of each what the runtime's says. */
class MetersPageTest {
    private static final Pattern LINE = Pattern
            .compile("(?m)^  \\{ label: '([^']+)', unit: '([^']+)', read: '([^']+)', group: ");

    /** One that is missing, or in another group, would have other calls' number of those in which it was not read. */
    @Test
    void eachMeterHasItsUnitAndTheGroupWithWhichItIsRead() throws Exception {
        String page = Files.readString(Path.of("src/main/resources/web/js/meters.js"));
        assertThat(LINE.matcher(page).results().map(MetersPageTest::told)).containsExactlyInAnyOrderElementsOf(
                Stream.of(Meter.values()).map(each -> each.label() + " " + each.unit() + " "
                        + MeasureGroup.of(each).name().toLowerCase(Locale.ROOT)).toList());
    }

    private static String told(MatchResult line) {
        return line.group(1) + " " + line.group(2) + " " + line.group(3);
    }
}
