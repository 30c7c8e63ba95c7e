package sim.agent.inject;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;

/** Shows one source in memory as the only file of the source path, for compilers that look each source up there. */
final class SourceFiles extends ForwardingJavaFileManager<JavaFileManager> {
    private final JavaFileObject source;

    SourceFiles(JavaFileManager files, JavaFileObject source) {
        super(files);
        this.source = source;
    }

    @Override
    public boolean hasLocation(Location location) {
        return location == StandardLocation.SOURCE_PATH || super.hasLocation(location);
    }

    @Override
    public boolean contains(Location location, FileObject file) throws IOException {
        return location == StandardLocation.SOURCE_PATH ? file == source : super.contains(location, file);
    }

    @Override
    public Iterable<JavaFileObject> list(Location location, String packages, Set<JavaFileObject.Kind> kinds,
            boolean recurse) throws IOException {
        return location == StandardLocation.SOURCE_PATH ? List.of() : super.list(location, packages, kinds, recurse);
    }

    @Override
    public JavaFileObject getJavaFileForInput(Location location, String type, JavaFileObject.Kind kind)
            throws IOException {
        return location == StandardLocation.SOURCE_PATH ? null : super.getJavaFileForInput(location, type, kind);
    }
}
