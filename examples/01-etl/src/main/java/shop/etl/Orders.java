package shop.etl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.annotation.WriteToContext;

/** Reads order files a few bytes at a time: many system calls, which show as system CPU time. */
final class Orders {
    private Orders() {}

    /** A static method; the file and the lines read are written into the context (cut to {@code value.length}). */
    @Instrument
    @WriteToContext
    static List<String> read(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        StringBuilder rest = new StringBuilder();
        byte[] piece = new byte[16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
                rest.append(new String(piece, 0, length, StandardCharsets.US_ASCII));
                for (int end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
                    lines.add(rest.substring(0, end));
                    rest.delete(0, end + 1);
                }
            }
        }
        return lines;
    }
}
