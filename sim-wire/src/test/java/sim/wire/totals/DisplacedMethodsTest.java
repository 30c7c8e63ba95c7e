package sim.wire.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Series that were displaced have a bound over all applications, as series have. */
class DisplacedMethodsTest {
    private static final int METHODS = 200;
    private static final int QUOTA = 40;

    private final SeriesBounds bounds = SeriesBounds.ofAll(1_000, 20, 2_000, 100_000);

    @Test
    void aHundredApplicationsWhoseClaimsChangeShowAQuarterMore() {
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
                methods.get(i).took(isHot ? 1_000_000L << minute : 1);
            }
            applications.forEach(each -> each.leave(QUOTA));
            applications.forEach(each -> each.enter(QUOTA, 0));
            assertThat(applications.stream().mapToInt(each -> each.methods().size()).sum()).as("shown")
                    .isLessThanOrEqualTo(4_000 + 1_000);
        }
        assertThat(applications.stream().mapToInt(each -> each.methods().size()).sum()).as("it was tried")
                .isGreaterThan(4_500);
        applications.forEach(ApplicationTotals::release);
        assertThat(bounds.free(SeriesBounds.Sort.METHODS)).isEqualTo(2_000);
        for (String name : List.of("early", "late")) { // each has a part of the room that the others gave back
            ApplicationTotals application = application(name);
            methodsOf(application);
            application.leave(0);
            assertThat(application.displaced()).as(name).isEqualTo(METHODS);
        }
        ApplicationTotals last = application("last");
        methodsOf(last);
        last.leave(0);
        assertThat(last.displaced()).as("past the room").isLessThan(METHODS);
        for (int minute = 0; minute < 5; minute++) {
            last.leave(0);
        }
        assertThat(last.displaced()).as("in turns").isEqualTo(METHODS);
        assertThat(last.methods()).hasSizeLessThan(METHODS);
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
