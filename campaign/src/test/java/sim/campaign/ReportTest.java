package sim.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a run says at its end. */
class ReportTest {
    private final Report report = new Report();

    @Test
    void whatCouldNotBePlayedIsSaidAndIsNotTakenForPlayed() {
        played("calm", new Account());
        assertThat(report.verdict()).isEqualTo("Everything is accounted for.");
        assertThat(report.notPlayed()).isEmpty();
        Account none = new Account();
        none.notPlayed("there is no C compiler here");
        played("server-clock-jumps", none);
        assertThat(report.isGood()).isTrue();
        assertThat(report.notPlayed()).containsExactly("server-clock-jumps (there is no C compiler here)");
        assertThat(report.verdict()).isEqualTo("Everything that was played is accounted for. NOT PLAYED: "
                + "server-clock-jumps (there is no C compiler here).");
    }

    @Test
    void aFaultIsSaidFirst() {
        Account wrong = new Account();
        wrong.fault("one is missing");
        played("calm", wrong);
        assertThat(report.isGood()).isFalse();
        assertThat(report.verdict()).isEqualTo("NOT EVERYTHING IS ACCOUNTED FOR: 1 faults, the first: one is missing");
    }

    private void played(String scenario, Account account) {
        report.played(Scenarios.passing(scenario, round -> {}), "r001-" + scenario, account, 1);
    }
}
