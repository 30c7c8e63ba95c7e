package sim.payload.library.files;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import sim.payload.common.ByIdentity;
import sim.payload.common.PathPattern;
import sim.payload.injected.Payload;
import sim.payload.injected.ProbeContext;

/** Remembers the paths of open files for {@link FileProbe}. Any thread. */
final class OpenFiles {
    private static final String UNKNOWN = "(a file opened before)";
    private static final ByIdentity<Known> OPEN = new ByIdentity<>(10_000);

    /** The descriptions of a file's payloads, made once and not at each read. */
    private record Known(String reading, String writing) {
        static Known of(String path) {
            return new Known("read " + path, "write " + path);
        }
    }

    private static final Known ANY = Known.of(UNKNOWN);

    private OpenFiles() {}

    /** The path; null for anything else, such as a descriptor. */
    private static String path(Object file) {
        return file instanceof String || file instanceof File || file instanceof Path
                ? PathPattern.of(file.toString())
                : null;
    }

    static Payload opening(ProbeContext context, Object file) {
        String path = path(file);
        return path == null ? null : context.createPayload("open " + path, null, FileProbe.Type.OPEN);
    }

    static void opened(ProbeContext context, Object file, Object opened) {
        String path = path(file);
        if (path != null && opened != null) {
            OPEN.put(opened, Known.of(path));
            context.openControlObject(opened, file.toString());
        }
    }

    static Payload reading(ProbeContext context, Object file) {
        Known known = known(file);
        return known == null ? null : context.createPayload(known.reading, file, FileProbe.Type.READ);
    }

    static Payload writing(ProbeContext context, Object file) {
        Known known = known(file);
        return known == null ? null : context.createPayload(known.writing, file, FileProbe.Type.WRITE);
    }

    /** The descriptions for a stream or channel; null if it is not one of a file. */
    private static Known known(Object file) {
        Known known = OPEN.get(file);
        return known != null
                ? known
                : file instanceof FileInputStream || file instanceof FileOutputStream || file instanceof FileChannel
                        || file instanceof RandomAccessFile ? ANY : null;
    }

    static Payload readingAll(ProbeContext context, String what, Object path) {
        return whole(context, what, path, FileProbe.Type.READ);
    }

    static Payload writingAll(ProbeContext context, String what, Object path) {
        return whole(context, what, path, FileProbe.Type.WRITE);
    }

    static Payload changing(ProbeContext context, String what, Object path) {
        return whole(context, what, path, FileProbe.Type.CHANGE);
    }

    private static Payload whole(ProbeContext context, String what, Object file, FileProbe.Type type) {
        String path = path(file);
        return path == null ? null : context.createPayload(what + path, null, type);
    }

    /** Forgets a file that was closed. Returns null, because closing makes no payload. */
    static String closed(ProbeContext context, Object file) {
        if (OPEN.remove(file) != null) {
            context.closeControlObject(file);
        }
        return null;
    }
}
