package sim.server.identity;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Set;

/** Files that their owner alone may read, from their first moment on. On a file system without permissions they are like any other. */
public final class OwnFile {
    private OwnFile() {}

    /** Makes a directory and those above it; the owner's alone if it is new. */
    public static void directory(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            Files.createDirectories(path, attributes(path, "rwx------"));
        }
    }

    /** Opens a file, made with these permissions if it is new. */
    static FileChannel open(Path path, Set<? extends OpenOption> how) throws IOException {
        return FileChannel.open(path, how, attributes(path, "rw-------"));
    }

    /** Makes a file of its owner's alone; {@link java.nio.file.FileAlreadyExistsException} if there is one. */
    public static FileChannel create(Path path) throws IOException {
        return open(path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    /** Replaces a file at once: whoever reads it sees the old or the new content, even if the machine fails meanwhile. */
    public static void replace(Path path, byte[] content) throws IOException {
        Path next = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(next);
        try (FileChannel channel = create(next)) {
            for (ByteBuffer left = ByteBuffer.wrap(content); left.hasRemaining();) {
                channel.write(left);
            }
            channel.force(true);
        }
        Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Makes a directory its owner's alone, if it is there and others may enter it; says whether it changed. */
    public static boolean shut(Path directory) throws IOException {
        if (!Files.isDirectory(directory) || !isReadByOthers(directory)) {
            return false;
        }
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        return true;
    }

    /** Whether others than the owner may read it, or change it. */
    public static boolean isReadByOthers(Path path) throws IOException {
        return hasPermissions(path) && Files.getPosixFilePermissions(path).stream()
                .anyMatch(each -> !each.name().startsWith("OWNER"));
    }

    /** Whether others may read a key. A group may where root alone could change that: so an orchestrator hands out secrets. */
    public static boolean isKeyReadByOthers(Path key) throws IOException {
        return isReadByOthers(key) && isKeyReadByOthers(Files.getPosixFilePermissions(key),
                Integer.valueOf(0).equals(Files.getAttribute(key, "unix:uid")));
    }

    static boolean isKeyReadByOthers(Set<PosixFilePermission> permissions, boolean ofRoot) {
        return permissions.stream().anyMatch(each -> !each.name().startsWith("OWNER")
                && !(ofRoot && each == PosixFilePermission.GROUP_READ));
    }

    private static FileAttribute<?>[] attributes(Path path, String permissions) throws IOException {
        return hasPermissions(path)
                ? new FileAttribute<?>[]{
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))}
                : new FileAttribute<?>[0];
    }

    private static boolean hasPermissions(Path path) throws IOException {
        Path there = path.toAbsolutePath();
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        FileStore store = Files.getFileStore(there);
        return store.supportsFileAttributeView("posix");
    }
}
