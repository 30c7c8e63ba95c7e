package sim.metrics.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.stream.IntStream;
import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;
import sim.base.name.Names;

class SampleStrategyTest {
    private final Names names = new Names(10);
    private final SampleStrategy strategy = new SampleStrategy(3);

    @Test
    void namesAreCountedEachForItself() {
        for (int round = 0; round < 7; round++) {
            for (int name = 0; name < 1_000; name++) {
                assertThat(vote("n" + name)).as("round %s", round).isEqualTo(round % 3 == 0 ? 0 : -1);
            }
        }
    }

    @Test
    void pastTheBoundNamesShareACount() {
        long metered = IntStream.range(0, (1 << 14) + 3_000).filter(name -> vote("n" + name) == 0).count();
        assertThat(metered).isEqualTo((1 << 14) + 1_000);
    }

    private int vote(String name) {
        return strategy.vote(new Fixed(names.name(name)));
    }

    private record Fixed(Probes.Name getName) implements Probes.Probe {
        @Override
        public void begin() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void end() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterator<Probes.Reading> readings() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Probes.Reading reading(Probes.Name meter) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void run(Runnable runnable) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int getState() {
            return 0;
        }
    }
}
