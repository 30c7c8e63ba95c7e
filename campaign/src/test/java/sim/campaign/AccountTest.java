package sim.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AccountTest {
    private final Account account = new Account();

    @Test
    void whatIsStoredOrCountedIsAccountedFor() {
        account.add("a", "calls", 10, 7, 3);
        account.add("a", "events", 0, 0, 0);
        account.addKilled("b", "calls", 4, 6, 10);
        assertThat(account.faults()).isEmpty();
        assertThat(account.lines().get("calls").unaccounted()).isZero();
    }

    @Test
    void oneCallTooFewOrTooManyIsAFault() {
        account.add("a", "calls", 10, 9, 0);
        account.add("a", "calls", 10, 10, 1);
        assertThat(account.faults()).hasSize(2);
        assertThat(account.faults().get(0)).contains("a: calls: 10 sent, 9 stored, 0 counted", "1 unaccounted");
        // the sums cancel out, the faults do not
        assertThat(account.lines().get("calls").unaccounted()).isZero();
    }

    @Test
    void onePartTooManyDoesNotMakeGoodAnotherTooFew() {
        account.addPart("a", "calls of OUTER", 10, 10, 0);
        account.addPart("a", "calls of INNER", 10, 7, 3);
        assertThat(account.faults()).isEmpty();
        account.addPart("a", "calls of OUTER", 10, 11, 3);
        account.addPart("a", "calls of INNER", 10, 6, 3);
        assertThat(account.faults()).hasSize(2).first().asString().isEqualTo(
                "a: calls of OUTER: 10 sent, 11 stored, and 3 at most elsewhere");
    }

    @Test
    void aKilledApplicationLosesNothingThatWasStoredAndHasNothingThatWasNotSent() {
        account.addKilled("lost", "calls", 7, 6, 10);
        account.addKilled("twice", "calls", 7, 11, 10);
        assertThat(account.faults()).hasSize(2);
    }
}
