package sim.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sim.libraries.Program.Run;

/** {@code mdc=true}: the ids of the current context are where the log lines of Logback and Log4j find them, and go with it. */
class LoggingIT {
    private static Program shop() throws Exception {
        return Program.with("slf4j-api", "log4j-api", "log4j-core-2.24.3", "logback-classic-1.5.18",
                "logback-core-1.5.18");
    }

    @Test
    void logLinesHaveTheIdsOfTheirContextAndTheProgramDoesTheSame() throws Exception {
        Run bare = shop().run("tried.LoggedShop");
        Run run = shop().agent("mdc=true,libraries=tasks").run("tried.LoggedShop").isWell();

        assertThat(run.does()).as(run.all()).isEqualTo(bare.does()).containsExactly("trace the program's own null",
                "trace written inside", "end true", "shop north south");
        assertThat(run.after("mdc ")).as(run.all()).containsExactly("before: none, none", "inside: order, order",
                "inner: payment, payment", "inside again: order, order", "pool: order, order", "other: order, order",
                "pool afterwards: none, none", "after: none, none");
        assertThat(run.after("counter mdc.failed ")).containsExactly("0");
    }

    /** Initialising it looks for its provider: on whose thread and when is the program's own. */
    @Test
    void whatTheProgramHasLoadedAndNotUsedIsLeftAlone() throws Exception {
        String opened = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";
        Run bare = shop().flag(opened).run("tried.LateLogger");
        Run run = shop().flag(opened).agent("mdc=true").run("tried.LateLogger").isWell();

        assertThat(run.does()).as(run.all()).isEqualTo(bare.does()).containsExactly("leave it true", "shop north null");
        assertThat(run.after("mdc ")).as(run.all()).containsExactly("inside: order");
    }

    @Test
    void withoutTheOptionNothingIsWritten() throws Exception {
        Run run = shop().agent("libraries=tasks").run("tried.LoggedShop").isWell();

        assertThat(run.after("mdc ").stream().filter(line -> !line.endsWith(": none, none"))).as(run.all())
                .containsExactly("inside: another, none", "inner: another, none", "inside again: another, none");
    }
}
