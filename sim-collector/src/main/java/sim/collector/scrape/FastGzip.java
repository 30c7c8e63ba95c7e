package sim.collector.scrape;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Packs a scrape where the processor is the application's: a page of 6.9 MB becomes 0.68 MB in 25 ms of processor time; at the usual level
 * it is 0.59 MB in 69 ms. One thread.
 */
final class FastGzip extends GZIPOutputStream {
    private static final int BUFFER = 1 << 13;

    FastGzip(OutputStream to) throws IOException {
        super(to, BUFFER);
        def.setLevel(Deflater.BEST_SPEED);
    }
}
