package sim.agent.inject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import woven.Around;

/** A call of the JDK whose end found no room on the stack: nothing said that it is over. */
class LostEndsTest {
    private static final int OTHERS = 100;

    private CallPlace place;
    private Begun begun;

    /** Has a handler. */
    public static class Handlers {
        public static void met() {}
    }

    private Site site() throws ReflectiveOperationException {
        Around.within(() -> place = CallPlace.of(Around.class));
        Site site = new Site(Boolean.class, "parseBoolean", place);
        site.add(Placed.of(
                new Interception(Handlers.class.getName(), Interception.Kind.PLAIN,
                        new MethodSelection("java/lang/Boolean", "parseBoolean", null, "", false), false, false, false,
                        List.of(new Handler("met", "()V", Point.ENTER, List.of())), null),
                new LoadedProbe(Handlers.class), null));
        return site;
    }

    private static Begun begin(Site site) {
        return site.begin(null, null, null, null, null, null);
    }

    /** Whether a call there is one of its own; it ends. */
    private boolean isMet(Site site) {
        Around.within(() -> begun = begin(site));
        Injected.end(begun);
        return begun != null;
    }

    @Test
    void aCallWhoseEndWasLostIsGivenUpAtTheSixteenthInsideIt() throws Exception {
        Site site = site();
        Around.within(() -> begin(site));
        int inside = 1;
        while (!isMet(site) && inside < OTHERS) {
            inside++;
        }
        assertThat(inside).isEqualTo(16);
        assertThat(isMet(site)).isTrue();
    }

    @Test
    void aCallThatGoesOnIsNotGivenUpHoweverManyAreInside() throws Exception {
        Site site = site();
        Around.within(() -> {
            Begun outer = begin(site);
            for (int i = 0; i < OTHERS; i++) {
                assertThat(isMet(site)).isFalse();
            }
            Injected.end(outer);
        });
        assertThat(isMet(site)).isTrue();
    }

    @Test
    void aCallIsOnTheStackAtItsOwnPlaceAlone() throws Exception {
        site();
        Around.within(() -> Around.without(() -> assertThat(place.isOnStack()).isTrue()));
        Around.without(() -> Around.without(() -> assertThat(place.isOnStack()).isFalse()));
        Around.within(() -> assertThat(place.isOnStack()).isFalse());
    }
}
