package sim.server.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code sim record}: begins or ends the recording of a payload probe in an application that runs. */
@Command(name = "record", description = "Begins or ends the recording of a payload probe.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class RecordCommand implements Callable<Integer> {
    @Mixin
    private AgentServer server;

    @Parameters(paramLabel = "PROBE", description = "a probe's class or name, or all")
    private String probe;

    @Option(names = "--application", required = true, description = "whose")
    private String application;

    @Option(names = "--instance", description = "only this process of it")
    private String instance;

    @Option(names = "--events", description = "keep single events too")
    private boolean events;

    @Option(names = "--stop", description = "end the recording")
    private boolean stop;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Map<String, Object> wish = new LinkedHashMap<>();
        wish.put("application", application);
        if (instance != null) {
            wish.put("instance", instance);
        }
        wish.put("probe", probe);
        wish.put("action", stop ? "stop" : "start");
        if (events) {
            wish.put("events", true);
        }
        JsonNode answer = server.post("payloads/recordings", wish);
        int told = answer.path("instances").size();
        int knowing = answer.path("knowing").size();
        if (knowing == 0) {
            String unknown = unknown(told, answer.path("probes"));
            if (stop) {
                throw new IllegalStateException(unknown);
            }
            System.out.println(unknown);
            return 0;
        }
        String later = stop || knowing == told
                ? ""
                : "; " + processes(told - knowing) + " more will record it once it appears there";
        System.out.println((stop ? "stops " : "records ") + probe + " in " + processes(knowing) + " of " + application
                + ", when it next reports" + later);
        return 0;
    }

    /** A probe that is not used yet may be wanted before it appears: nobody can tell it from one that is misspelt. */
    private String unknown(int told, JsonNode probes) {
        List<String> names = new ArrayList<>();
        probes.forEach(each -> names.add(each.asString()));
        return "no process of " + application + " knows a probe called " + probe + ": " + processes(told)
                + (stop ? " will not record it if it appears" : " will record it once it appears") + "; there "
                + (names.isEmpty() ? "is none yet" : "are " + String.join(", ", names));
    }

    private static String processes(int number) {
        return number + (number == 1 ? " process" : " processes");
    }
}
