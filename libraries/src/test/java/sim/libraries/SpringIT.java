package sim.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.libraries.Program.Run;

/** {@code libraries=http+tasks} with Spring: MVC's requests by their templates, {@code @Async} and its executors, in Tomcat. */
class SpringIT {
    @ParameterizedTest
    @ValueSource(strings = {
            "spring-webmvc spring-web spring-context spring-aop spring-beans spring-core spring-jcl spring-expression "
                    + "micrometer-observation micrometer-commons tomcat-embed-core tomcat-annotations-api",
            "spring-webmvc-5.3.39 spring-web-5.3.39 spring-context-5.3.39 spring-aop-5.3.39 spring-beans-5.3.39 "
                    + "spring-core-5.3.39 spring-jcl-5.3.39 spring-expression-5.3.39 tomcat-embed-core-9.0.111 "
                    + "tomcat-annotations-api-9.0.111"})
    void requestsAreNamedByTemplatesInTheSendersTraceAndTasksAreInTheirContext(String jars, @TempDir Path folder)
            throws Exception {
        Run bare = Program.with(jars.split(" ")).run("tried.SpringShop");
        Run run = Program.with(jars.split(" ")).including(folder, "payload.record=all,libraries=http+tasks")
                .run("tried.SpringShop").isWell();

        assertThat(run.does()).as(run.all()).isEqualTo(bare.does()).hasSize(13);
        assertThat(run.after("sim ")).as(run.all()).containsExactly("GET /shop/deferred 1 0",
                "GET /shop/elsewhere 1 0", "GET /shop/fails 1 1", "GET /shop/later/{how} 4 0",
                "GET /shop/orders/{id}/lines/{line} 2 0", "GET /shop/orders/{name} 3 0", "GET /shop/problem 1 0");
        assertThat(run.after("split ")).containsExactly("GET /shop/deferred", "GET /shop/elsewhere", "GET /shop/fails",
                "GET /shop/later/{how}", "GET /shop/orders/{id}/lines/{line}", "GET /shop/orders/{name}",
                "GET /shop/problem");
        assertThat(run.after("context ")).as("one a request").containsExactly("GET /shop/deferred 1",
                "GET /shop/elsewhere 1", "GET /shop/fails 1", "GET /shop/later/{how} 4",
                "GET /shop/orders/{id}/lines/{line} 2", "GET /shop/orders/{name} 3", "GET /shop/problem 1");
        assertThat(run.after("there ")).containsExactly("order own GET /shop/orders/{name}",
                "order own GET /shop/orders/{name}", "order own GET /shop/orders/{name}",
                "line sender GET /shop/orders/{id}/lines/{line}", "line own GET /shop/orders/{id}/lines/{line}",
                "problem own GET /shop/fails", "problem own GET /shop/problem",
                "pool sender GET /shop/later/{how}", "simple sender GET /shop/later/{how}",
                "submitted sender GET /shop/later/{how}", "plain sender GET /shop/later/{how}",
                "deferred sender GET /shop/deferred", "order own GET /shop/elsewhere");
    }
}
