package sim.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypePatternTest {
    @ParameterizedTest
    @CsvSource({"a.b..*, a.b.C, YES", "a.b..*, a.b.c.D, YES", "a.b..*, a.bc.D, NO", "a.b..*, a.b, NO",
            "a.b..*, a.b.C$D, YES", "a.b..*, a.b.C$, YES", "a.b..*, a.b.C$$D, UNKNOWN", "a.b..*, a.b.$C, UNKNOWN",
            "a.b..*, a$b$C, YES", "a.b.*, a.b.C, YES", "a.b.*, a.b.c.D, NO", "a.b.*, a.b.C$D, UNKNOWN",
            "a..c..*, a.b.c.D, YES", "a..c..*, a.b.C, NO", "a..*Service, a.b.MyService, YES",
            "a..*Service, a.b.MyStore, NO", "a.b.C, a.b.C, YES", "*, C, YES", "*..*, C, UNKNOWN"})
    void ofATypesName(String pattern, String type, Match match) {
        assertThat(TypePattern.of(pattern).matches(type)).isEqualTo(match);
    }
}
