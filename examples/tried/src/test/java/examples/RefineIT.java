package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A program woven anew with what {@code ./sim refine} wrote of it meters the survivors, and nothing else. */
class RefineIT {
    private static final String ALL = """
            <aspectj>
              <aspects>
                <concrete-aspect name="tried.All" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                  <pointcut name="methodsToInstrument"
                            expression="(execution(* tried..*.*(..)) || execution(tried..*.new(..)))
                                        &amp;&amp; !execution(* spin())"/>
                </concrete-aspect>
              </aspects>
              <weaver><include within="tried.Parts"/><include within="tried.Parts.*"/></weaver>
            </aspectj>
            """;

    @TempDir
    private Path folder;

    @Test
    void survivorsAreMeteredAnonymousOnesToo() throws Exception {
        try (RunningServer server = new RunningServer(folder).usual()) {
            Path running = Files.createFile(folder.resolve("running"));
            Process first = launch(server, "first", Files.writeString(folder.resolve("all.xml"), ALL), running);
            Awaitility.await().atMost(60, TimeUnit.SECONDS).ignoreExceptions()
                    .until(() -> names(server, "first", "hotspot").containsAll(Set.of("tried.Parts$1.run",
                            "tried.Parts$Base.work", "tried.Parts$Light.heavy"))
                            && names(server, "first", "disabled").containsAll(Set.of("tried.Parts$2.run",
                                    "tried.Parts$Light.work", "tried.Parts$Untouched.work")));
            Files.delete(running);
            assertThat(first.waitFor(1, TimeUnit.MINUTES)).isTrue();

            Path refined = Files.writeString(folder.resolve("refined.xml"),
                    server.command("refine", "--application", "first", "--only-hotspots"));
            assertThat(Files.readString(refined)).contains("execution(* tried.Parts$1.run(..))")
                    .contains("within=\"tried.Parts$1\"").doesNotContain("Untouched", "Parts$2", "Parts.*");

            Files.createFile(running);
            Process second = launch(server, "second", refined, running);
            Awaitility.await().atMost(60, TimeUnit.SECONDS).ignoreExceptions()
                    .until(() -> names(server, "second", "hotspot").contains("tried.Parts$1.run"));
            Files.delete(running);
            assertThat(second.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(names(server, "second", "")).isEqualTo(names(server, "first", "hotspot"));
        }
    }

    private Process launch(RunningServer server, String application, Path aop, Path running) throws Exception {
        return server.launch(application, folder.resolve(application + ".log"),
                ",interval=200ms,hotspot.initial=1500,aop=" + aop,
                "tried.Parts", running.toString());
    }

    private static Set<String> names(RunningServer server, String application, String standing) throws Exception {
        Set<String> names = new TreeSet<>();
        for (JsonNode name : server.get("/api/v1/hotspots?limit=1000&application=" + application
                + (standing.isEmpty() ? "" : "&standing=" + standing)).path("names")) {
            names.add(name.path("class").asString() + "." + name.path("method").asString());
        }
        return names;
    }
}
