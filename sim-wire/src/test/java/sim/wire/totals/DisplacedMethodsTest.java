package sim.wire.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Series that were displaced have a bound over all applications, as series have. */
class DisplacedMethodsTest {
    private static final int METHODS = 200;
    private static final int QUOTA = 40;

    private final SeriesBounds bounds = SeriesBounds.ofAll(1_000, 20, 2_000);

    @Test
    void aHundredApplicationsWhoseClaimsChangeShowAndKeepAQuarterMore() {
        List<ApplicationTotals> applications = new ArrayList<>();
        List<MethodTotals> methods = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ApplicationTotals application = application("shop-" + i);
            applications.add(application);
            methods.addAll(methodsOf(application));
        }
        for (int minute = 0; minute < 30; minute++) {
            for (int i = 0; i < methods.size(); i++) {
                boolean isHot = i % METHODS / QUOTA == minute % (METHODS / QUOTA);
                methods.get(i).took(isHot ? 1_000L << minute : 1);
            }
            applications.forEach(each -> each.leave(QUOTA));
            applications.forEach(each -> each.enter(QUOTA, 0));
            assertThat(applications.stream().mapToInt(each -> each.methods().size()).sum()).as("shown")
                    .isLessThanOrEqualTo(4_000 + 1_000);
            assertThat(methods.stream().filter(each -> each.figures() != null).count()).as("kept")
                    .isLessThanOrEqualTo(4_000 + 2 * 1_000);
        }
        assertThat(methods.stream().filter(each -> each.figures() != null).count()).as("it was tried")
                .isGreaterThan(5_500);
        applications.forEach(ApplicationTotals::release);
        assertThat(bounds.free(SeriesBounds.Sort.METHODS)).isEqualTo(2_000);
        for (String name : List.of("early", "late")) { // each has half of the room that the others gave back
            ApplicationTotals application = application(name);
            methodsOf(application);
            application.leave(0);
            assertThat(application.displaced()).as(name).isEqualTo(METHODS);
        }
    }

    private ApplicationTotals application(String name) {
        return new ApplicationTotals(name, bounds, 1_000, 0);
    }

    private static List<MethodTotals> methodsOf(ApplicationTotals application) {
        List<MethodTotals> methods = new ArrayList<>();
        for (int i = 0; i < METHODS; i++) {
            methods.add(application.method("a.A", "m" + i, 0));
        }
        return methods;
    }
}
