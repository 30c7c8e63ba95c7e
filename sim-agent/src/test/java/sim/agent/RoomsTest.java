package sim.agent;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The rooms of the agent: what each may use of the others. {@code ArchitectureTest} in {@code sim-agent-server} has the other modules. */
class RoomsTest {
    private static final String AGENT = "sim.agent";
    private static final String ROOT = "";
    /** What each room uses of the others, from the ground up. */
    private static final Map<String, Set<String>> USES = Map.ofEntries(
            Map.entry("identity", Set.of()),
            Map.entry("cache", Set.of("identity")),
            Map.entry("code", Set.of("cache", "identity")),
            Map.entry("hook", Set.of("cache", "code", "identity")),
            Map.entry("select", Set.of("cache", "code", "hook", "identity")),
            Map.entry("configure", Set.of("code", "identity", "select")),
            Map.entry("probe", Set.of("code", "hook")),
            Map.entry("loading", Set.of("cache", "code", "hook", "identity", "probe")),
            Map.entry("idle", Set.of("cache", "code", "hook", "probe")),
            Map.entry("inject", Set.of("code", "identity")),
            Map.entry("intercept", Set.of("code", "configure", "inject", "probe", "select")),
            Map.entry("weave",
                    Set.of("cache", "code", "configure", "hook", "identity", "idle", "probe", "select")),
            Map.entry("start", Set.of("cache", "configure", "hook", "select", "weave")),
            Map.entry("ahead", Set.of("cache", "configure", "hook", "probe", "select", "weave")),
            Map.entry("attach",
                    Set.of("cache", "code", "hook", "identity", "intercept", "loading", "probe", "select", "start",
                            "weave")),
            Map.entry("build", Set.of()));
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages(AGENT);

    /** No more than the table says, and no less: a line that nobody needs would let a wrong arrow in. */
    @Test
    void eachRoomUsesWhatTheTableSays() {
        Map<String, Set<String>> used = new TreeMap<>();
        for (JavaClass each : ALL) {
            Set<String> others = used.computeIfAbsent(room(each), added -> new TreeSet<>());
            for (Dependency one : each.getDirectDependenciesFromSelf()) {
                if (one.getTargetClass().getPackageName().startsWith(AGENT)) {
                    others.add(room(one.getTargetClass()));
                }
            }
        }
        used.forEach((room, others) -> others.remove(room));
        used.remove(ROOT);
        assertThat(used).isEqualTo(USES);
    }

    @Test
    void noRoomsUseOneAnotherInACircle() {
        slices().matching(AGENT + ".(**)").should().beFreeOfCycles().check(ALL);
    }

    /** Who starts or attaches comes in by {@code org.aspectj.sim.Entry}, which the manifest names, to Agent; who weaves ahead to About. */
    @Test
    void theWaysInAreAloneInTheRoot() {
        assertThat(ALL.stream().filter(each -> each.getPackageName().equals(AGENT) && each.isTopLevelClass())
                .map(JavaClass::getSimpleName)).containsExactlyInAnyOrder("About", "Agent", "package-info");
    }

    private static String room(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(AGENT) ? ROOT : name.substring(AGENT.length() + 1);
    }
}
