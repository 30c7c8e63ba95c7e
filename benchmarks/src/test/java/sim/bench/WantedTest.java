package sim.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import sim.bench.Wanted.Measure;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WantedTest {
    @Test
    void whatWasLongInOneRunAloneIsNotLookedFor() {
        JsonNode again = JsonMapper.shared().readTree("""
                [{"class": "shop.Page", "method": "isLeaf", "count": 1000, "meters": {"wall": {"self": 107000}}},
                 {"class": "shop.Row", "method": "get", "count": 1000, "meters": {"wall": {"self": 108000}}}]""");
        Map<Measure, Set<String>> dearest = Map.of(Measure.WALL, names(), Measure.ERRORS, names());
        Wanted wanted = new Wanted(dearest, names(), Set.of(), 0, Map.of());
        Set<String> shown = Set.of("shop.Page.isLeaf", "shop.Row.get");
        dearest.keySet().forEach(measure -> wanted.keep(measure, shown, Wanted.tooShort(again)));
        assertThat(dearest.get(Measure.WALL)).containsExactly("shop.Row.get");
        assertThat(wanted.sampled()).containsExactly("shop.Row.get", "shop.Row.hidden");
        assertThat(dearest.get(Measure.ERRORS)).as("however short").containsExactly("shop.Page.isLeaf", "shop.Row.get");
    }

    /** A loop that never returns has no row in the method table, and a node with what ended inside. */
    @Test
    void anEntryPointThatHasNotEndedIsShownByTheCallTree() {
        JsonNode methods = JsonMapper.shared().readTree(
                """
                        [{"class": "shop.Handler", "method": "handle", "count": 10, "meters": {"wall": {"total": 9}}},
                         {"class": "shop.Old", "method": "handle", "count": 10, "meters": {"wall": {"total": 9}}, "off": {"since": 99}}]""");
        JsonNode nodes = JsonMapper.shared().readTree("""
                [{"class": "shop.Main", "method": "run", "parent": null, "count": 0, "meters": {"wall": {"total": 9}}},
                 {"class": "shop.Main", "method": "idle", "parent": null, "count": 0, "meters": {}}]""");
        assertThat(Wanted.withFigures(methods, nodes, 100)).containsExactlyInAnyOrder("shop.Handler.handle",
                "shop.Main.run");
    }

    @Test
    void ofTheStacksThoseThatAreNotThereByChanceAreLookedFor() {
        Map<String, Double> stacks = Map.of("shop.Page.isLeaf", 50.0, "shop.Row.get", 944.0, "shop.Row.hidden", 9.0,
                "shop.Pool.idle", 4.0);
        assertThat(Wanted.sampled(stacks, Pattern.compile("nothing"))).containsExactly("shop.Row.get",
                "shop.Page.isLeaf");
        assertThat(Wanted.sampled(Map.of("shop.Row.get", 10.0, "shop.Row.hidden", 9.0, "shop.Pool.idle", 90.0),
                Pattern.compile("shop\\.Pool.*"))).containsExactly("shop.Row.get");
    }

    private static Set<String> names() {
        return new LinkedHashSet<>(List.of("shop.Page.isLeaf", "shop.Row.get", "shop.Row.hidden"));
    }
}
