package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What hooks of the application's aspects throw: each time counted, each hook of each aspect named once. */
class HookFailuresTest {
    private final HookFailures failures = new HookFailures();

    @Test
    void eachHookOfEachAspectIsNamedOnce() {
        List<String> said = said(() -> {
            for (int i = 0; i < 3; i++) {
                failures.add("shop.Writer", "beforeInvoke", new IllegalStateException("one"));
                failures.add("shop.Writer", "afterInvoke", new IllegalStateException("two"));
                failures.add("shop.Creator", "beforeInvoke", new IllegalStateException("three"));
            }
        });
        assertThat(said).hasSize(3).first().asString().isEqualTo(
                "sim: the hook beforeInvoke of the aspect shop.Writer failed, and the application continues: "
                        + "java.lang.IllegalStateException: one. Later failures of this hook are only counted, as "
                        + "metering.failures");
        assertThat(said.get(1)).contains("the hook afterInvoke of the aspect shop.Writer");
        assertThat(said.get(2)).contains("the hook beforeInvoke of the aspect shop.Creator");
        assertThat(failures.count()).isEqualTo(9);
    }

    /** At the end of a full stack nothing is printed. */
    @Test
    void whatOverflowedIsNamedAtTheNextDrain() {
        assertThat(said(() -> failures.add("shop.Writer", "beforeInvoke", new StackOverflowError()))).isEmpty();
        assertThat(failures.count()).isEqualTo(1);
        assertThat(said(failures::sayAll)).singleElement().asString()
                .contains("beforeInvoke of the aspect shop.Writer", "StackOverflowError");
        assertThat(said(failures::sayAll)).isEmpty();
    }

    @Test
    void namesWithoutEndComeToOne() {
        List<String> said = said(() -> {
            for (int i = 0; i < 1_000; i++) {
                failures.add("shop.Made" + i, "beforeInvoke", new IllegalStateException());
            }
        });
        assertThat(said).hasSize(101).last().asString()
                .isEqualTo("sim: from now on, hooks of aspects that fail are only counted, as metering.failures");
        assertThat(failures.count()).isEqualTo(1_000);
    }

    @Test
    void anExceptionThatCannotBePrintedIsNamedAllTheSame() {
        assertThat(said(() -> failures.add("shop.Writer", "beforeInvoke", new RuntimeException() {
            @Override
            public String toString() {
                throw new IllegalStateException();
            }
        }))).singleElement().asString().contains("its toString threw");
    }

    private static List<String> said(Runnable work) {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true));
        try {
            work.run();
        } finally {
            System.setErr(before);
        }
        return said.toString().lines().toList();
    }
}
