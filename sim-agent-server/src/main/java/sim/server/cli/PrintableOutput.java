package sim.server.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import sim.wire.OneLine;

/**
 * Prints texts without what a terminal takes as an order: names of methods, contexts and applications are what whoever may ship made them.
 * Line breaks and tabs stay. Any thread.
 */
public final class PrintableOutput extends PrintStream {
    public PrintableOutput(OutputStream out, Charset charset) {
        super(out, true, charset);
    }

    @Override
    public void print(String text) {
        super.print(Stream.of(String.valueOf(text).split("\n", -1)).map(PrintableOutput::line)
                .collect(Collectors.joining("\n")));
    }

    /** Println of JDK 17 and of later ones goes different ways. */
    @Override
    public void println(String text) {
        print(text + System.lineSeparator());
    }

    private static String line(String line) {
        return Stream.of(line.split("\t", -1)).map(PrintableOutput::text).collect(Collectors.joining("\t"));
    }

    private static String text(String text) {
        String own = text.endsWith("\r") ? "\r" : ""; // Windows' line breaks
        return OneLine.of(text.substring(0, text.length() - own.length()), Integer.MAX_VALUE) + own;
    }
}
