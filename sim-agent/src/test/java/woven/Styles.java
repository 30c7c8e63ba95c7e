package woven;

import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.annotation.WriteToContext;

/** What the three ways of writing a concrete aspect select, and what contexts and writers do. */
public class Styles {
    private String field = "initial";

    void byCode() {}

    void byAnnotationStyle() {}

    void byConfiguration() {}

    /** Selected by two aspects: metered once. */
    @Instrument
    void byTwo() {}

    void inContext(int number) {
        write("a", 2);
        counted();
        counted();
        field = "changed";
        String read = field;
        try {
            throw new IllegalStateException("went wrong");
        } catch (IllegalStateException handled) {
            read = "" + handled.getMessage().length();
        }
    }

    @WriteToContext
    String write(String text, int times) {
        return text.repeat(times);
    }

    void counted() {}

    @CreateContext(name = "named", tag = "group")
    @Instrument
    void annotatedContext() {
        write("b", 1);
    }

    @CreateContext
    void defaultContext() {
        throw new UnsupportedOperationException("not yet");
    }

    public static void main(String[] args) {
        Styles styles = new Styles();
        styles.byCode();
        styles.byAnnotationStyle();
        styles.byAnnotationStyle();
        for (int i = 0; i < 3; i++) {
            styles.byConfiguration();
        }
        styles.byTwo();
        styles.inContext(5);
        styles.annotatedContext();
        try {
            styles.defaultContext();
        } catch (UnsupportedOperationException expected) {
            // its context ended with an error
        }
        styles.write("no context", 1);
        Report.print();
    }
}
