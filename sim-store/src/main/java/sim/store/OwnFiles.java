package sim.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;

/**
 * Makes files that only their owner may read, from their first moment on, even in a directory that anybody may read. The
 * database's library makes its files with the process's usual permissions, and another user who opens one then can keep it open.
 * On a file system without permissions they are like any other files. Any thread.
 */
final class OwnFiles {
    private static final FileAttribute<Set<PosixFilePermission>> FILE = PosixFilePermissions
            .asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY = PosixFilePermissions
            .asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private OwnFiles() {}

    /** A directory that is the owner's alone: a new one, or the one that is there. */
    static Path directory(Path path) {
        try {
            if (!Files.isDirectory(path)) {
                Files.createDirectory(path, DIRECTORY);
            }
        } catch (IOException | UnsupportedOperationException notOurs) {
            return path; // whoever opens the database says what is wrong
        }
        restrict(path, "rwx------");
        return path;
    }

    /** An empty file, if there is none: the library writes its log into it, and opens a database beside it as one without. */
    static void empty(Path path) {
        try {
            if (!Files.exists(path)) {
                Files.createFile(path, FILE);
            }
        } catch (IOException | UnsupportedOperationException none) {
            // then the library creates it, and the next write says what is wrong
        }
    }

    /** A file with a new name. The next start removes it if nobody has before. */
    static Path temporary(Path folder, String name) throws SQLException {
        try {
            return Files.createTempFile(folder, name, ".tmp"); // for its owner alone
        } catch (IOException failure) {
            throw new SQLException("IO Error: " + failure, failure);
        }
    }

    /** A database without tables. The library takes no empty file for one, so it is made in a directory of the owner's. */
    static void create(Path database) throws SQLException {
        Path alone = directory(database.resolveSibling("new.tmp"));
        Path made = alone.resolve(database.getFileName());
        try {
            Files.deleteIfExists(made); // of a server that was killed just then
            DriverManager.getConnection("jdbc:duckdb:" + made).close();
            restrict(made, "rw-------");
            Files.move(made, database);
            Files.delete(alone);
        } catch (IOException failure) {
            throw new SQLException("IO Error: " + failure, failure);
        }
    }

    /** Sets the permissions of what is there. */
    static void restrict(Path path, String permissions) {
        try {
            if (Files.exists(path)) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
            }
        } catch (IOException | UnsupportedOperationException notOurs) {
            // another owner's directory, or a file system without permissions: as it was given to us
        }
    }
}
