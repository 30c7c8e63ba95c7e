package woven;

import org.mockito.MockedStatic;
import org.mockito.Mockito;
import sim.instrumentation.annotation.Instrument;

/** A woven class that Mockito mocks, its final and its static methods too, after it was used. */
public class Mocked {
    public static void main(String[] args) {
        System.out.println("real " + new Woven().add(1, 2));
        Woven mock = Mockito.mock(Woven.class);
        Mockito.when(mock.add(1, 2)).thenReturn(42);
        System.out.println("mocked " + mock.add(1, 2));
        try (MockedStatic<Woven> statics = Mockito.mockStatic(Woven.class)) {
            statics.when(Woven::constant).thenReturn(7);
            System.out.println("static " + Woven.constant());
        }
        Report.print();
    }

    @Instrument
    static class Woven {
        final int add(int one, int other) {
            return one + other;
        }

        static int constant() {
            return 1;
        }
    }
}
