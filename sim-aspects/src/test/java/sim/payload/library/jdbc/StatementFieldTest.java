package sim.payload.library.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

class StatementFieldTest {
    /** As the agent makes them. */
    private static class Woven {
        static {
            StatementField.isIn(MethodHandles.lookup());
        }

        private transient String sim$text;
    }

    private static class Below extends Woven {
        static {
            StatementField.isIn(MethodHandles.lookup());
        }

        private transient String sim$text;
    }

    @Test
    void aStatementKeepsItsTextInTheFieldOfItsOwnClass() throws Throwable {
        Below statement = new Below();
        StatementField field = StatementField.of(statement);
        assertThat(field.isThere()).isTrue();
        assertThat(field.get(statement)).isNull();
        field.set(statement, "SELECT 1");
        assertThat(field.get(statement)).isEqualTo("SELECT 1").isSameAs(statement.sim$text);
        assertThat(((Woven) statement).sim$text).isNull();
    }

    @Test
    void oneOfAGeneratedSubclassHasThatOfTheClassAbove() throws Throwable {
        Woven generated = new Woven() {
        };
        StatementField.of(generated).set(generated, "SELECT 1");
        assertThat(generated.sim$text).isEqualTo("SELECT 1");
    }

    @Test
    void anotherHasNone() {
        assertThat(StatementField.of("a stand-in").isThere()).isFalse();
    }
}
