package sim.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
        Wanted wanted = new Wanted(dearest, Set.of(), 0, Map.of());
        Set<String> shown = Set.of("shop.Page.isLeaf", "shop.Row.get");
        dearest.keySet().forEach(measure -> wanted.keep(measure, shown, Wanted.tooShort(again)));
        assertThat(dearest.get(Measure.WALL)).containsExactly("shop.Row.get");
        assertThat(dearest.get(Measure.ERRORS)).as("however short").containsExactly("shop.Page.isLeaf", "shop.Row.get");
    }

    private static Set<String> names() {
        return new LinkedHashSet<>(List.of("shop.Page.isLeaf", "shop.Row.get", "shop.Row.hidden"));
    }
}
